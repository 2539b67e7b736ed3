//! The format of LoCoMo, made into conversations.
//!
//! A turn is named by its `dia_id`; what a shared photo shows is part of what was said. The time of a session is
//! known to the minute, so its turns follow each other by seconds. Evidence is written by hand there: several refs may
//! stand in one string, and a ref that names no turn is passed over.

use std::{
    collections::{BTreeMap, HashSet},
    path::Path,
};

use jiff::{SignedDuration, Timestamp, civil::DateTime, tz::TimeZone};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::conversation::{Conversation, Question, Turn, read_list};
use crate::failure::user_error;

const SECONDS_PER_TURN: i64 = 5;
const HINT: &str = "docs/benchmarks.md says where LoCoMo's file is to be had";

/// Reads a file of LoCoMo.
pub fn read(file: &Path) -> anyhow::Result<Vec<Conversation>> {
    read_list::<Recording>(file, "conversations", HINT)?
        .into_iter()
        .map(Recording::into_conversation)
        .collect()
}

#[derive(Debug, Deserialize)]
struct Recording {
    sample_id: String,
    /// `session_1`, `session_1_date_time` and so on, besides the speakers' names.
    conversation: Map<String, Value>,
    qa: Vec<Asked>,
}

#[derive(Debug, Deserialize)]
struct Said {
    speaker: String,
    dia_id: String,
    text: String,
    blip_caption: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Asked {
    question: String,
    category: u8,
    #[serde(default)]
    evidence: Vec<String>,
}

impl Recording {
    fn into_conversation(self) -> anyhow::Result<Conversation> {
        let mut turns = Vec::new();
        for name in self.sessions() {
            turns.extend(self.turns_of(&name)?);
        }
        let refs: HashSet<&str> = turns.iter().map(|turn| turn.reference.as_str()).collect();
        let mut questions = Vec::new();
        for asked in self.qa {
            let Some(category) = category(asked.category, &self.sample_id)? else { continue };
            questions.push(Question {
                text: asked.question,
                category: category.to_owned(),
                core: true,
                evidence: refs_in(&asked.evidence)
                    .filter(|one| refs.contains(one))
                    .map(str::to_owned)
                    .collect(),
            });
        }
        Conversation::new(self.sample_id, turns, questions)
    }

    /// The sessions' names, in their order.
    fn sessions(&self) -> Vec<String> {
        let numbered = |(name, value): (&String, &Value)| {
            let number: u32 = name.strip_prefix("session_")?.parse().ok()?;
            value.is_array().then(|| (number, name.clone()))
        };
        self.conversation
            .iter()
            .filter_map(numbered)
            .collect::<BTreeMap<_, _>>()
            .into_values()
            .collect()
    }

    fn turns_of(&self, session: &str) -> anyhow::Result<Vec<Turn>> {
        let id = &self.sample_id;
        let fault = |what: String| user_error(format!("`{session}` of `{id}` {what}"), HINT);
        let said = Vec::<Said>::deserialize(&self.conversation[session])
            .map_err(|error| fault(format!("is not a list of turns: {error}")))?;
        let key = format!("{session}_date_time");
        let written = self.conversation.get(&key).and_then(Value::as_str);
        let written = written.ok_or_else(|| fault(format!("has no `{key}`")))?;
        let begin = moment(written)
            .ok_or_else(|| fault(format!("was at `{written}`, not like 1:56 pm on 8 May, 2023")))?;
        let numbered = said.into_iter().zip(0..);
        Ok(numbered.map(|(said, sequence)| said.into_turn(session, sequence, begin)).collect())
    }
}

impl Said {
    fn into_turn(self, session: &str, sequence: i64, begin: Timestamp) -> Turn {
        let later = SignedDuration::from_secs(SECONDS_PER_TURN * sequence);
        let text = match self.blip_caption {
            Some(caption) => format!("{} [photo: {caption}]", self.text).trim_start().to_owned(),
            None => self.text,
        };
        Turn {
            reference: self.dia_id,
            author: self.speaker,
            text,
            session: session.to_owned(),
            sequence,
            created_at: begin.saturating_add(later).unwrap_or(begin),
        }
    }
}

/// What a category is called; adversarial questions have no answer and are not scored.
fn category(number: u8, recording: &str) -> anyhow::Result<Option<&'static str>> {
    match number {
        1 => Ok(Some("multi-hop")),
        2 => Ok(Some("temporal")),
        3 => Ok(Some("open-domain")),
        4 => Ok(Some("single-hop")),
        5 => Ok(None),
        _ => Err(user_error(format!("`{recording}` has a question of category {number}"), HINT)),
    }
}

/// The refs that evidence names.
fn refs_in(evidence: &[String]) -> impl Iterator<Item = &str> {
    let parts = evidence.iter().flat_map(|one| one.split([';', ',', ' ']));
    parts.map(str::trim).filter(|one| !one.is_empty())
}

/// `1:56 pm on 8 May, 2023`.
fn moment(text: &str) -> Option<Timestamp> {
    let moment = DateTime::strptime("%I:%M %p on %d %B, %Y", text.trim()).ok()?;
    Some(moment.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_as_they_are_written() {
        for (text, expected) in [
            ("1:56 pm on 8 May, 2023", Some("2023-05-08T13:56:00Z")),
            ("12:09 am on 13 September, 2023", Some("2023-09-13T00:09:00Z")),
            ("12:30 pm on 1 January, 2024", Some("2024-01-01T12:30:00Z")),
            ("yesterday", None),
        ] {
            assert_eq!(moment(text).map(|moment| moment.to_string()).as_deref(), expected);
        }
    }

    #[test]
    fn evidence_is_split_where_several_refs_stand_in_one_string() {
        let evidence = ["D8:6; D9:17".to_owned(), "D1:2 D1:3,D1:4".to_owned(), String::new()];
        let refs: Vec<&str> = refs_in(&evidence).collect();
        assert_eq!(refs, ["D8:6", "D9:17", "D1:2", "D1:3", "D1:4"]);
    }
}
