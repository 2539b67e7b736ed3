//! What can be told of each candidate, written down so that a ranking can be fitted on it.

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
};

use mnemic::{Evidence, Memory};
use serde_json::{Map, Value, json};

use super::{
    conversation::Question,
    notes::Query,
    replay::{Asked, Replay},
};
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
        replay.asked.iter().try_for_each(|asked| self.put(&Judged::of_turn(asked)))
    }

    /// Writes down one question.
    pub fn put(&mut self, judged: &Judged<'_>) -> anyhow::Result<()> {
        writeln!(self.0, "{}", judged.line())?;
        Ok(self.0.flush()?)
    }
}

/// A question, what answers it, and what can be told of each candidate.
pub struct Judged<'a> {
    /// What is left out together when weights are fitted: a conversation, or a vault.
    group: &'a str,
    question: &'a str,
    category: &'a str,
    is_core: bool,
    answers: Vec<&'a str>,
    candidates: &'a [(Memory, Evidence)],
}

impl<'a> Judged<'a> {
    fn of_turn(asked: &'a Asked<'_>) -> Self {
        let Question { text, category, core, evidence } = asked.question;
        Self {
            group: &asked.conversation.id,
            question: text,
            category,
            is_core: *core,
            answers: evidence.iter().map(String::as_str).collect(),
            candidates: &asked.evidence,
        }
    }

    /// A query over a vault of notes.
    pub fn of_note(vault: &'a str, query: &'a Query, candidates: &'a [(Memory, Evidence)]) -> Self {
        let Query { query, sort, evidence, .. } = query;
        Self {
            group: vault,
            question: query,
            category: sort,
            is_core: true,
            answers: evidence.iter().map(String::as_str).collect(),
            candidates,
        }
    }

    fn line(&self) -> Value {
        let candidates = self.candidates.iter().map(|(memory, evidence)| {
            let name = memory.source.reference.as_deref().unwrap_or_default();
            let evidence =
                evidence.iter().map(|(kind, value)| (kind.as_str().to_owned(), json!(value)));
            json!({
                "ref": name,
                "session": memory.source.session,
                "answers": self.answers.contains(&name),
                "evidence": evidence.collect::<Map<_, _>>(),
            })
        });
        json!({
            "conversation": self.group,
            "question": self.question,
            "category": self.category,
            "core": self.is_core,
            "answers": self.answers.len(),
            "candidates": candidates.collect::<Vec<_>>(),
        })
    }
}
