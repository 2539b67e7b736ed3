//! The JSON answers: a documented contract, tested by snapshots.

use jiff::Timestamp;
use mnemic::{
    Answer, ContradictionCase, Drops, ErrorCode, Explanation, Hit, MemoryId, Remembered, Scope,
    Shown, UpdateOutcome, Verdict,
    json::{MemoryJson, MergeConflictJson, VersionJson},
    learn::claim::Severity,
};
use serde::Serialize;

use crate::failure;

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
    hits: Vec<HitJson<'a>>,
    /// Whether they answer the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    /// Whether fewer candidates were looked at than usual.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    degraded: bool,
    /// How many others were dropped, by reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<&'a Drops>,
    /// What could not be used to find them.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unused: &'a [String],
    /// The name of the receipt, for `mnemic why`.
    #[serde(skip_serializing_if = "Option::is_none")]
    receipt: Option<&'a str>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// The code of the error, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
}

impl<'a> AnswerJson<'a> {
    pub fn of(answer: &'a Answer, explain: bool) -> Self {
        Self {
            hits: answer.hits.iter().map(|hit| HitJson::of(hit, answer, explain)).collect(),
            verdict: Some(answer.verdict),
            degraded: answer.degraded,
            dropped: Some(&answer.dropped).filter(|dropped| !dropped.is_empty()),
            unused: &answer.unused,
            receipt: Some(answer.receipt.as_str()),
            error: None,
            code: None,
        }
    }

    pub fn failed(error: &anyhow::Error) -> Self {
        let code = failure::code(error).map(ErrorCode::as_str);
        Self { error: Some(error.to_string()), code, ..Self::default() }
    }
}

#[derive(Debug, Serialize)]
pub struct HitJson<'a> {
    id: String,
    number: Option<u64>,
    anchor: &'a str,
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<&'a str>,
    text: &'a str,
    /// Of a long text, the passage that says most of what was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    snippet: Option<&'a str>,
    scope: &'a Scope,
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [String],
    score: f64,
    created_at: Timestamp,
    /// The memories that contradict it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    conflicts_with: Vec<OpponentJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<Explanation>,
}

impl<'a> HitJson<'a> {
    fn of(hit: &'a Hit, answer: &'a Answer, explain: bool) -> Self {
        let memory = &hit.memory;
        let opponents = |case: &'a ContradictionCase| OpponentJson::of(case, memory.id);
        Self {
            id: memory.id.to_string(),
            number: memory.number,
            anchor: memory.anchor.as_str(),
            reference: memory.source.reference.as_deref(),
            text: &memory.text,
            snippet: hit.snippet.as_deref(),
            scope: &memory.scope,
            kind: memory.kind(),
            category: memory.category.as_ref().map(|category| category.as_str()),
            tags: &memory.tags,
            score: hit.score,
            created_at: memory.created_at,
            conflicts_with: answer.contradictions.iter().filter_map(opponents).collect(),
            explain: explain.then(|| hit.explanation()),
        }
    }
}

/// A memory that contradicts another.
#[derive(Debug, Serialize)]
struct OpponentJson<'a> {
    /// What is between them, for `mnemic conflicts`.
    conflict: String,
    severity: Severity,
    id: String,
    number: Option<u64>,
    anchor: &'a str,
    text: &'a str,
}

impl<'a> OpponentJson<'a> {
    fn of(case: &'a ContradictionCase, id: MemoryId) -> Option<Self> {
        let other = case.opponent_of(id)?;
        Some(Self {
            conflict: case.contradiction.between.name(),
            severity: case.contradiction.severity,
            id: other.id.to_string(),
            number: other.number,
            anchor: other.anchor.as_str(),
            text: &other.text,
        })
    }
}

/// `show --json`: the whole memory, its past and its contradictions.
#[derive(Debug, Serialize)]
pub struct ShownJson<'a> {
    #[serde(flatten)]
    memory: MemoryJson<'a>,
    versions: Vec<VersionJson<'a>>,
    conflicts: Vec<MergeConflictJson>,
}

impl<'a> From<&'a Shown> for ShownJson<'a> {
    fn from(shown: &'a Shown) -> Self {
        Self {
            memory: MemoryJson::from(&shown.memory),
            versions: shown.versions.iter().map(VersionJson::from).collect(),
            conflicts: shown.conflicts.iter().map(MergeConflictJson::from).collect(),
        }
    }
}

/// `update --json`, `edit --json`.
#[derive(Debug, Serialize)]
pub struct UpdatedJson<'a> {
    #[serde(flatten)]
    shown: ShownJson<'a>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    overruled_version: Option<u32>,
}

impl<'a> UpdatedJson<'a> {
    /// A memory after a change, and what became of the change.
    pub fn new(shown: ShownJson<'a>, outcome: UpdateOutcome) -> Self {
        let (outcome, overruled_version) = match outcome {
            UpdateOutcome::Applied => ("applied", None),
            UpdateOutcome::Merged => ("merged", None),
            UpdateOutcome::Overruled { version } => ("overruled", Some(version)),
        };
        Self { shown, outcome, overruled_version }
    }
}

/// `list --json`.
#[derive(Debug, Serialize)]
pub struct ListingJson<'a> {
    pub memories: Vec<MemoryJson<'a>>,
    pub total: u64,
}
