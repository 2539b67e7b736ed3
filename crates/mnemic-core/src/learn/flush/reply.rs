//! The answer to a flush, read tolerantly: blocks of `TYPE`, `CONTENT`, `TARGET`, JSON, or a fence called `memory`.
//!
//! A model chooses where something is kept only among what is offered; anything else it names is not followed.

mod block;
mod fence;
mod object;

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::super::{finding::Finding, injected, worth::worth_keeping};
use crate::record::{category::Category, draft::is_control, fingerprint::Fingerprint};

/// At most how many memories one answer gives, and how long each is, in characters.
const MAX_EXTRACTS: usize = 100;
const MAX_CHARS: usize = 8_000;

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FlushReply {
    /// What it wants saved.
    pub extracts: Vec<Extract>,
    /// Whether it said that there is nothing to save.
    pub declined: bool,
    /// What was not taken as it was said.
    pub notes: Vec<String>,
}

/// Something that a model wants saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extract {
    /// The text.
    pub text: String,
    /// What it is about.
    pub category: Category,
    /// Where it is kept.
    pub target: FlushTarget,
}

/// Where a flushed memory is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FlushTarget {
    /// With the scope's notes.
    #[serde(rename = "MEMORY.md")]
    Memory,
    /// With what is about the user.
    #[serde(rename = "USER.md")]
    User,
}

/// What an answer says, before it is checked.
#[derive(Debug, Clone, PartialEq, Default)]
struct Raw {
    kind: Option<String>,
    text: String,
    target: Option<String>,
}

/// Reads an answer. Whatever a model says, this returns; what it could not read is in the notes.
pub fn parse(reply: &str) -> FlushReply {
    let reply: &str = &reply.replace(is_control, "");
    if is_refusal(reply) {
        return FlushReply { declined: true, ..FlushReply::default() };
    }
    let mut raw = object::read(reply);
    if raw.is_empty() {
        raw = block::read(reply);
    }
    if raw.is_empty() {
        raw = fence::read(reply);
    }
    let mut read = FlushReply::default();
    if raw.is_empty() {
        read.notes.push("nothing in the answer could be read as a memory".to_owned());
    }
    if raw.len() > MAX_EXTRACTS {
        read.notes
            .push(format!("only the first {MAX_EXTRACTS} of {} memories were taken", raw.len()));
    }
    for raw in raw.into_iter().take(MAX_EXTRACTS) {
        read.take(raw);
    }
    read
}

fn is_refusal(reply: &str) -> bool {
    let is_edge = |it: char| !it.is_alphanumeric();
    let word = reply.trim_matches(is_edge).to_lowercase().replace([' ', '-'], "_");
    word == "no_reply"
}

impl FlushReply {
    /// What rules would save of what they found.
    pub fn from_findings(findings: Vec<Finding>) -> Self {
        let mut reply = Self::default();
        for finding in worth_keeping(findings).into_iter().take(MAX_EXTRACTS) {
            let target = reply.target(None, &finding.category);
            reply.extracts.push(Extract { text: finding.text, category: finding.category, target });
        }
        reply.declined = reply.extracts.is_empty();
        reply
    }

    /// The same without what is known.
    pub fn without(mut self, known: &HashSet<Fingerprint>) -> Self {
        self.extracts.retain(|it| !known.contains(&Fingerprint::of(&it.text)));
        self
    }

    fn take(&mut self, raw: Raw) {
        let text = injected::without(&raw.text).trim().to_owned();
        if text.is_empty() {
            return self.notes.push("a memory without text was left out".to_owned());
        }
        if text.chars().count() > MAX_CHARS {
            return self
                .notes
                .push(format!("a memory of over {MAX_CHARS} characters was left out"));
        }
        let category = self.category(raw.kind.as_deref(), &text);
        let target = self.target(raw.target.as_deref(), &category);
        let extract = Extract { text, category, target };
        if !self.extracts.contains(&extract) {
            self.extracts.push(extract);
        }
    }

    fn category(&mut self, kind: Option<&str>, text: &str) -> Category {
        let Some(kind) = kind.map(|kind| kind.trim().to_lowercase()) else {
            return Category::of_text(text);
        };
        let name = match kind.as_str() {
            "fact" | "facts" | "claim" | "goal" => "discovery",
            "task" | "tasks" | "todo" => "task_progress",
            "decisions" => "decision",
            "preferences" => "preference",
            "errors" | "error-and-resolution" => "error",
            "patterns" => "pattern",
            other => other,
        };
        match name.parse::<Category>() {
            Ok(category) if Category::KNOWN.contains(&category.as_str()) => category,
            _ => {
                let guessed = Category::of_text(text);
                self.notes
                    .push(format!("the type `{}` is not known; taken as {guessed}", plain(&kind)));
                guessed
            }
        }
    }

    /// Preferences are the user's unless the answer says otherwise.
    fn target(&mut self, target: Option<&str>, category: &Category) -> FlushTarget {
        let named =
            target.map(|target| target.trim().trim_matches(['`', '"', '\'', '*']).to_lowercase());
        match named.as_deref() {
            Some("memory.md" | "memory") => FlushTarget::Memory,
            Some("user.md" | "user") => FlushTarget::User,
            None | Some("") if category.as_str() == "preference" => FlushTarget::User,
            None | Some("") => FlushTarget::Memory,
            Some(other) => {
                self.notes.push(format!(
                    "the target `{}` is not offered; kept in MEMORY.md",
                    plain(other)
                ));
                FlushTarget::Memory
            }
        }
    }
}

/// A word of a model as it may be shown.
fn plain(word: &str) -> String {
    word.chars().filter(|it| !it.is_control() && *it != '`').take(60).collect()
}

#[cfg(test)]
mod tests;
