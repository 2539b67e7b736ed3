//! Servers side by side: ours and those that others wrote, each by itself over a pipe, with the same memories and the
//! same questions.

use std::{path::Path, process::Command, time::Duration};

use anyhow::Context;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{
    super::{figure::Figure, percentile::percentile, process, sample::Sample, throwaway},
    client::Client,
    dialect::Dialect,
    pipe::Pipe,
};
use crate::{failure::user_error, invocation::Invocation};

/// So many memories every server holds at most: some write all of them anew for each that is added.
const MOST: u64 = 1_000;

/// What was measured of servers.
#[derive(Debug, Default)]
pub struct Compared {
    pub figures: Vec<Figure>,
    /// What each does with a question.
    pub manners: Vec<String>,
    names: Vec<String>,
}

/// What is to be compared.
pub struct Comparison<'a> {
    /// What starts the servers beside ours.
    pub commands: &'a [String],
    pub invocation: &'a Invocation,
    /// Where servers keep what they are told, while it lasts.
    pub place: Option<&'a Path>,
    pub memories: u64,
    pub questions: &'a [String],
}

impl Comparison<'_> {
    /// Measures ours and the others, one after the other.
    pub fn run(&self) -> anyhow::Result<Compared> {
        let mut sample = Sample::seeded(7);
        let texts: Vec<String> = (0..self.memories.min(MOST)).map(|_| sample.text()).collect();
        let mut compared = Compared::default();
        let folder = throwaway::folder(self.place)?;
        let vault = folder.path().join("vault");
        let mut ours = self.invocation.mnemic(&vault)?;
        ours.args(["mcp", "--scope", "global"]);
        compared.measure("mnemic mcp", ours, &texts, self.questions)?;
        for command in self.commands {
            let folder = throwaway::folder(self.place)?;
            compared.measure(command, started(command, &folder)?, &texts, self.questions)?;
        }
        Ok(compared)
    }
}

/// A server that keeps what it is told in a folder, if it is one that can be told where.
fn started(command: &str, folder: &TempDir) -> anyhow::Result<Command> {
    let mut words = command.split_whitespace();
    let program = words.next().ok_or_else(|| {
        user_error(
            "no command is given",
            "name one like `npx -y @modelcontextprotocol/server-memory`",
        )
    })?;
    let mut started = Command::new(program);
    started
        .args(words)
        .env("MEMORY_FILE_PATH", folder.path().join("memory.jsonl"))
        .env("DATA_DIR", folder.path())
        .env("MNEMIC_HOME", folder.path().join("vault"));
    Ok(started)
}

impl Compared {
    fn measure(
        &mut self,
        command: &str,
        started: Command,
        texts: &[String],
        questions: &[String],
    ) -> anyhow::Result<()> {
        let mut pipe = Pipe::open(started).map_err(|error| {
            let message = format!("cannot start `{command}`: {error}");
            user_error(message, "`--against` names a program and its arguments, parted by spaces")
        })?;
        let greeted = pipe.greet().with_context(|| format!("`{command}` is not an MCP server"))?;
        let name = self.name(&greeted, command);
        let dialect = dialect(&mut pipe, command)?;
        let mut stored = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            stored.push(pipe.call(dialect.store, (dialect.stored)(number, text))?.0);
        }
        let mut found = Vec::new();
        for question in questions.iter().chain(questions) {
            found.push(pipe.call(dialect.query, (dialect.asked)(question))?.0);
        }
        let mut found = found.split_off(questions.len());
        let resident_mb = process::resident_mb(process::worker_process(pipe.process()));
        pipe.leave()?;
        self.figures.extend([
            Figure::new(
                format!("{name}: {} memories stored, each", texts.len()),
                mean(&stored),
                "ms",
            ),
            Figure::new(format!("{name}: query p50"), percentile(&mut found, 50), "ms"),
            Figure::new(format!("{name}: query p95"), percentile(&mut found, 95), "ms"),
            Figure::new(format!("{name}: resident"), resident_mb, "MB"),
        ]);
        self.manners.push(format!("{name} (`{command}`) {}", dialect.manner));
        self.names.push(name);
        Ok(())
    }

    /// What a server calls itself, unless another does.
    fn name(&self, greeted: &Value, command: &str) -> String {
        let info = ["name", "version"].map(|key| greeted["serverInfo"][key].as_str());
        match info.map(Option::unwrap_or_default).join(" ") {
            name if self.names.contains(&name) || name.trim().is_empty() => format!("`{command}`"),
            name => name,
        }
    }
}

fn dialect(pipe: &mut Pipe, command: &str) -> anyhow::Result<&'static Dialect> {
    let ask = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}});
    let listed = pipe.exchange(&ask)?;
    let tools = listed["result"]["tools"].as_array().into_iter().flatten();
    let tools: Vec<&str> = tools.filter_map(|tool| tool["name"].as_str()).collect();
    Dialect::of(&tools).ok_or_else(|| {
        let message = format!("`{command}` has no tools that are known: {}", tools.join(", "));
        user_error(message, format!("name a server that has {}", Dialect::known()))
    })
}

fn mean(samples: &[Duration]) -> f64 {
    samples.iter().sum::<Duration>().as_secs_f64() * 1_000.0 / samples.len().max(1) as f64
}
