//! Conversations with questions about them, each question with the turns that answer it; and the neutral format
//! that they are read from.

use std::{
    collections::{BTreeSet, HashSet},
    path::Path,
};

use jiff::Timestamp;
use serde::{Deserialize, de::DeserializeOwned};

use crate::failure::user_error;

const HINT: &str = "docs/benchmarks.md shows the format";

/// A conversation. It has turns, their refs are unique, and all evidence is among them.
#[derive(Debug)]
pub struct Conversation {
    pub id: String,
    pub turns: Vec<Turn>,
    /// Those that have evidence.
    pub questions: Vec<Question>,
    /// How many have none and cannot be scored.
    pub left_out: usize,
}

/// One thing that someone said.
#[derive(Debug, Deserialize)]
pub struct Turn {
    #[serde(rename = "ref")]
    pub reference: String,
    pub author: String,
    pub text: String,
    pub session: String,
    pub sequence: i64,
    pub created_at: Timestamp,
}

/// A question, and the turns that answer it.
#[derive(Debug, Deserialize)]
pub struct Question {
    #[serde(rename = "question")]
    pub text: String,
    pub category: String,
    /// Whether it counts in the headline.
    pub core: bool,
    /// The refs of the turns.
    pub evidence: BTreeSet<String>,
}

impl Conversation {
    /// Checks that questions can be scored by the turns.
    pub fn new(id: String, turns: Vec<Turn>, questions: Vec<Question>) -> anyhow::Result<Self> {
        if turns.is_empty() {
            return Err(user_error(format!("conversation `{id}` has no turns"), HINT));
        }
        let mut refs = HashSet::new();
        if let Some(turn) = turns.iter().find(|turn| !refs.insert(turn.reference.as_str())) {
            let message = format!("conversation `{id}` has two turns `{}`", turn.reference);
            return Err(user_error(message, HINT));
        }
        for question in &questions {
            if let Some(unknown) = question.evidence.iter().find(|one| !refs.contains(one.as_str()))
            {
                let text = &question.text;
                let message = format!(
                    "conversation `{id}` has no turn `{unknown}`, the evidence of `{text}`"
                );
                return Err(user_error(message, HINT));
            }
        }
        let all = questions.len();
        let questions: Vec<Question> =
            questions.into_iter().filter(|question| !question.evidence.is_empty()).collect();
        Ok(Self { left_out: all - questions.len(), id, turns, questions })
    }

    /// Shortly after the last turn.
    pub fn end(&self) -> Timestamp {
        let last = self.turns.iter().map(|turn| turn.created_at).max().unwrap_or_default();
        last.saturating_add(jiff::SignedDuration::from_mins(1)).unwrap_or(last)
    }
}

/// A conversation as the file has it.
#[derive(Debug, Deserialize)]
struct Written {
    id: String,
    turns: Vec<Turn>,
    questions: Vec<Question>,
}

/// Reads a file of the neutral format.
pub fn read(file: &Path) -> anyhow::Result<Vec<Conversation>> {
    let written: Vec<Written> = read_list(file, "conversations", HINT)?;
    let checked = |Written { id, turns, questions }| Conversation::new(id, turns, questions);
    written.into_iter().map(checked).collect()
}

/// Reads a file that is one list in JSON; `what` is what it lists.
pub fn read_list<T: DeserializeOwned>(
    file: &Path,
    what: &str,
    hint: &'static str,
) -> anyhow::Result<Vec<T>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).map_err(|error| {
        user_error(format!("cannot read `{name}`: {error}"), format!("name a file of {what}"))
    })?;
    let list: Vec<T> = serde_json::from_str(&text)
        .map_err(|error| user_error(format!("`{name}` is not a list of {what}: {error}"), hint))?;
    if list.is_empty() {
        return Err(user_error(format!("`{name}` lists no {what}"), hint));
    }
    Ok(list)
}
