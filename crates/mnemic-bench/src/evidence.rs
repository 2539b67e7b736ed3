//! What can be told of each candidate, written down so that a ranking can be fitted on it.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use serde_json::{Map, Value, json};

use super::replay::{Asked, Replay};
use crate::failure::user_error;

/// A file with a line of JSON for each question.
pub struct EvidenceLines(BufWriter<File>);

impl EvidenceLines {
    #[expect(
        clippy::disallowed_methods,
        reason = "a file that the user asked for, not the vault's"
    )]
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = File::create(path).map_err(|error| {
            let message = format!("cannot write `{}`: {error}", path.display());
            user_error(message, "name a file in a folder that is there")
        })?;
        Ok(Self(BufWriter::new(file)))
    }

    /// Writes down the questions of a conversation.
    pub fn write(&mut self, replay: &Replay<'_>) -> anyhow::Result<()> {
        for asked in &replay.asked {
            writeln!(self.0, "{}", line(asked))?;
        }
        Ok(self.0.flush()?)
    }
}

fn line(asked: &Asked<'_>) -> Value {
    let candidates = asked.evidence.iter().map(|(memory, evidence)| {
        let name = memory.source.reference.as_deref().unwrap_or_default();
        let evidence =
            evidence.iter().map(|(kind, value)| (kind.as_str().to_owned(), json!(value)));
        json!({
            "ref": name,
            "session": memory.source.session,
            "answers": asked.question.evidence.iter().any(|answer| answer == name),
            "evidence": evidence.collect::<Map<_, _>>(),
        })
    });
    json!({
        "conversation": asked.conversation.id,
        "question": asked.question.text,
        "category": asked.question.category,
        "core": asked.question.core,
        "answers": asked.question.evidence.len(),
        "candidates": candidates.collect::<Vec<_>>(),
    })
}
