//! Another server beside ours: one with the tools of `@modelcontextprotocol/server-memory`, with as many memories as it
//! is meant for.

use std::process::Command;

use serde_json::{Value, json};

use super::{
    super::{figure::Figure, percentile, sample::Sample},
    client::Client,
    pipe::Pipe,
};
use crate::failure::Told;

const ENTITIES: usize = 1_000;

/// What it takes to find something over a pipe, and to store something.
pub fn measure(command: &str, questions: &[String]) -> anyhow::Result<Vec<Figure>> {
    let mut words = command.split_whitespace();
    let program = words.next().ok_or_else(|| {
        Told::error(
            "no command is given",
            "name one like `npx -y @modelcontextprotocol/server-memory`",
        )
    })?;
    let folder = super::super::throwaway::folder(None)?;
    let mut started = Command::new(program);
    started.args(words).env("MEMORY_FILE_PATH", folder.path().join("memory.jsonl"));
    let mut pipe = Pipe::open(started)?;
    pipe.greet()?;
    let mut sample = Sample::seeded(7);
    let entities: Vec<Value> = (0..ENTITIES).map(|number| entity(&mut sample, number)).collect();
    pipe.call("create_entities", json!({"entities": entities}))?;
    let (mut found, mut stored) = (Vec::new(), Vec::new());
    for (number, question) in questions.iter().enumerate() {
        let word = question.split(' ').next().unwrap_or_default();
        found.push(pipe.call("search_nodes", json!({"query": word}))?.0);
        let entity = entity(&mut sample, ENTITIES + number);
        stored.push(pipe.call("create_entities", json!({"entities": [entity]}))?.0);
    }
    pipe.leave()?;
    let name = format!("`{command}`");
    Ok(vec![
        Figure::new(
            format!("{name}, {ENTITIES} entities: search p50"),
            percentile(&mut found, 50),
            "ms",
        ),
        Figure::new(format!("{name}: search p99"), percentile(&mut found, 99), "ms"),
        Figure::new(format!("{name}: store p50"), percentile(&mut stored, 50), "ms"),
    ])
}

fn entity(sample: &mut Sample, number: usize) -> Value {
    json!({"name": format!("e{number}"), "entityType": "note", "observations": [sample.text()]})
}
