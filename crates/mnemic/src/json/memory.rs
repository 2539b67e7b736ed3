//! A memory as answers show it.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::Timestamp;
use mnemic_core::record::{
    memory::{ArchiveReason, Home, Lifecycle, Memory, Signals, Status, Trust},
    source::Source,
};
use serde::Serialize;
use serde_json::Value;

/// A whole memory. What has nothing to say is left out.
#[derive(Debug, Serialize)]
pub struct MemoryJson<'a> {
    id: String,
    anchor: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    scope: String,
    kind: &'a str,
    /// The fields that only this kind has.
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<Cow<'a, BTreeMap<String, Value>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    category: Option<&'a str>,
    text: &'a str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tags: &'a [String],
    source: SourceJson,
    trust: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    lifecycle: Option<LifecycleJson>,
    importance: f64,
    confidence: f64,
    version: u32,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    file_paths: &'a [String],
    created_at: Timestamp,
    updated_at: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_from: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    superseded_by: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reviewed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<HomeJson<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signals: Option<SignalsJson>,
}

impl<'a> MemoryJson<'a> {
    /// Several memories.
    pub fn all(memories: impl IntoIterator<Item = &'a Memory>) -> Vec<Self> {
        memories.into_iter().map(Self::from).collect()
    }
}

impl<'a> From<&'a Memory> for MemoryJson<'a> {
    fn from(memory: &'a Memory) -> Self {
        Self {
            id: memory.id.to_string(),
            anchor: memory.anchor.to_string(),
            number: memory.number,
            scope: memory.scope.to_string(),
            kind: memory.kind(),
            body: memory.body.fields(),
            category: memory.category.as_ref().map(|category| category.as_str()),
            text: &memory.text,
            tags: &memory.tags,
            source: SourceJson::from(&memory.source),
            trust: trust_name(memory.trust),
            status: status_name(memory.status),
            lifecycle: LifecycleJson::unless_active(&memory.lifecycle),
            importance: memory.importance,
            confidence: memory.confidence,
            version: memory.version,
            file_paths: &memory.file_paths,
            created_at: memory.created_at,
            updated_at: memory.updated_at,
            valid_from: memory.valid_from,
            valid_until: memory.valid_until,
            superseded_by: memory.superseded_by.map(|id| id.to_string()),
            reviewed_at: memory.reviewed_at,
            home: memory.home.as_ref().map(HomeJson::from),
            signals: (!memory.signals.is_empty()).then(|| SignalsJson::from(&memory.signals)),
        }
    }
}

/// Where a memory came from.
#[derive(Debug, Serialize)]
pub struct SourceJson {
    origin: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sequence: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    narrative: Option<String>,
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    derived_from: Vec<String>,
}

impl From<&Source> for SourceJson {
    fn from(source: &Source) -> Self {
        Self {
            origin: source.origin.to_string(),
            author: source.author.as_ref().map(ToString::to_string),
            session: source.session.as_ref().map(ToString::to_string),
            sequence: source.sequence,
            agent: source.agent.as_ref().map(ToString::to_string),
            message: source.message.as_ref().map(ToString::to_string),
            task: source.task.as_ref().map(ToString::to_string),
            narrative: source.narrative.as_ref().map(ToString::to_string),
            reference: source.reference.as_ref().map(ToString::to_string),
            derived_from: source.derived_from.iter().map(ToString::to_string).collect(),
        }
    }
}

/// Why a memory is not in use.
#[derive(Debug, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
enum LifecycleJson {
    Suppressed { by: String },
    Archived { at: Timestamp, reason: &'static str },
    Erased { at: Timestamp },
}

impl LifecycleJson {
    fn unless_active(lifecycle: &Lifecycle) -> Option<Self> {
        match lifecycle {
            Lifecycle::Active => None,
            Lifecycle::Suppressed { by } => Some(Self::Suppressed { by: by.to_string() }),
            Lifecycle::Archived { at, reason } => {
                Some(Self::Archived { at: *at, reason: reason_name(*reason) })
            }
            Lifecycle::Erased { at } => Some(Self::Erased { at: *at }),
        }
    }
}

/// The document and section that hold a memory.
#[derive(Debug, Serialize)]
struct HomeJson<'a> {
    document: &'a str,
    section: &'a str,
}

impl<'a> From<&'a Home> for HomeJson<'a> {
    fn from(home: &'a Home) -> Self {
        Self { document: &home.document, section: &home.section }
    }
}

/// What usage says about a memory.
#[derive(Debug, Serialize)]
pub struct SignalsJson {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_hit_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_accessed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    injections: Option<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    injected_in: Vec<String>,
}

impl From<&Signals> for SignalsJson {
    fn from(signals: &Signals) -> Self {
        Self {
            score: Some(signals.score).filter(|score| *score != 0),
            last_hit_at: signals.last_hit_at,
            access_count: Some(signals.access_count).filter(|count| *count != 0),
            last_accessed_at: signals.last_accessed_at,
            injections: Some(signals.injections).filter(|count| *count != 0),
            injected_in: signals.injected_in.iter().map(ToString::to_string).collect(),
        }
    }
}

/// How far a memory may be relied on, in a word.
pub fn trust_name(trust: Trust) -> &'static str {
    match trust {
        Trust::Low => "low",
        Trust::Medium => "medium",
        Trust::High => "high",
    }
}

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Candidate => "candidate",
        Status::Confirmed => "confirmed",
        Status::Pinned => "pinned",
    }
}

fn reason_name(reason: ArchiveReason) -> &'static str {
    match reason {
        ArchiveReason::Forgotten => "forgotten",
        ArchiveReason::DeletedByHand => "deleted_by_hand",
        ArchiveReason::Undone => "undone",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(memory: &str) -> String {
        let memory: Memory = serde_json::from_str(memory).unwrap();
        serde_json::to_string(&MemoryJson::from(&memory)).unwrap()
    }

    #[test]
    fn a_memory_that_says_everything_is_answered_with_everything() {
        let whole = concat!(
            r#"{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","number":7,"scope":"project:x","#,
            r#""kind":"recipe","body":{"servings":2.5,"steps":["boil"]},"category":"decision","text":"tea","tags":["a","b"],"#,
            r#""source":{"origin":"human","author":"ada","session":"s1","sequence":4,"agent":"codex","message":"m1","#,
            r#""task":"t1","narrative":"n1","ref":"r1","derived_from":["01934f2e-0000-7000-8000-000000000002"]},"#,
            r#""trust":"low","status":"pinned","lifecycle":{"state":"archived","at":"2026-11-15T10:00:00Z","#,
            r#""reason":"deleted_by_hand"},"importance":0.1,"confidence":0.25,"version":3,"file_paths":["src/a.rs"],"#,
            r#""created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-16T10:00:00.5Z","valid_from":"2026-11-01T00:00:00Z","#,
            r#""valid_until":"2026-12-01T00:00:00Z","superseded_by":"01934f2e-0000-7000-8000-000000000003","#,
            r#""reviewed_at":"2026-11-17T00:00:00Z","home":{"document":"global/MEMORY.md","section":"Notes"},"#,
            r#""signals":{"score":-2,"last_hit_at":"2026-11-15T11:00:00Z","access_count":5,"#,
            r#""last_accessed_at":"2026-11-15T12:00:00Z","injections":6,"injected_in":["s2"]}}"#,
        );
        assert_eq!(answered(whole), whole);
    }

    #[test]
    fn what_has_nothing_to_say_is_left_out() {
        let plain = concat!(
            r#"{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","scope":"global","kind":"note","text":"x","#,
            r#""source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"#,
            r#""created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}"#,
        );
        assert_eq!(answered(plain), plain);
    }
}
