//! The JSON answers: a documented contract, tested by snapshots.

use jiff::Timestamp;
use mnemic::{Conflict, Explanation, Hit, Memory, Remembered, Scope, Version};
use serde::Serialize;

/// `remember --json`.
#[derive(Debug, Serialize)]
pub struct RememberedJson<'a> {
    id: String,
    number: Option<u64>,
    anchor: &'a str,
    duplicate: bool,
    restored: bool,
    scope: &'a Scope,
    kind: &'a str,
    category: Option<&'a str>,
    created_at: Timestamp,
}

impl<'a> From<&'a Remembered> for RememberedJson<'a> {
    fn from(remembered: &'a Remembered) -> Self {
        let memory = &remembered.memory;
        Self {
            id: memory.id.to_string(),
            number: memory.number,
            anchor: memory.anchor.as_str(),
            duplicate: remembered.duplicate,
            restored: remembered.restored,
            scope: &memory.scope,
            kind: memory.kind(),
            category: memory.category.as_ref().map(|category| category.as_str()),
            created_at: memory.created_at,
        }
    }
}

/// `recall --json`.
#[derive(Debug, Default, Serialize)]
pub struct AnswerJson<'a> {
    /// The memories, best first.
    pub hits: Vec<HitJson<'a>>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

#[derive(Debug, Serialize)]
pub struct HitJson<'a> {
    id: String,
    number: Option<u64>,
    anchor: &'a str,
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    text: &'a str,
    scope: &'a Scope,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [String],
    score: f64,
    created_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<&'a Explanation>,
}

impl<'a> HitJson<'a> {
    pub fn of(hit: &'a Hit, explain: bool) -> Self {
        let memory = &hit.memory;
        Self {
            id: memory.id.to_string(),
            number: memory.number,
            anchor: memory.anchor.as_str(),
            reference: memory.source.reference.as_deref(),
            text: &memory.text,
            scope: &memory.scope,
            kind: memory.kind(),
            category: memory.category.as_ref().map(|category| category.as_str()),
            tags: &memory.tags,
            score: hit.score,
            created_at: memory.created_at,
            explain: explain.then_some(&hit.explanation),
        }
    }
}

/// `show --json`: the whole memory, its past and its disputes.
#[derive(Debug, Serialize)]
pub struct ShownJson<'a> {
    #[serde(flatten)]
    pub memory: &'a Memory,
    pub versions: &'a [Version],
    pub conflicts: &'a [Conflict],
}

/// `list --json`.
#[derive(Debug, Serialize)]
pub struct ListingJson<'a> {
    pub memories: &'a [Memory],
    pub total: u64,
}
