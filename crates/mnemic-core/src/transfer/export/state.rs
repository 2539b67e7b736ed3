//! One state of a memory as an export writes it: flat, in the words of an import.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::record::{
    category::Category,
    draft::with_line_feeds,
    id::{Anchor, MemoryId},
    memory::{Body, Home, Lifecycle, Memory, Signals, Status, Trust},
    scope::Scope,
    source::{Origin, Source},
};

/// A memory without its past. The fields are written in this order.
#[derive(Serialize, Deserialize)]
pub(super) struct State {
    id: MemoryId,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    number: Option<u64>,
    anchor: Anchor,
    #[serde(rename = "ref", default, skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    #[serde(flatten)]
    body: Body,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    category: Option<Category>,
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<String>,
    scope: Scope,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sequence: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    task: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    narrative: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    derived_from: Vec<MemoryId>,
    created_at: Timestamp,
    updated_at: Timestamp,
    source: Origin,
    importance: f64,
    confidence: f64,
    trust: Trust,
    status: Status,
    #[serde(default, skip_serializing_if = "Lifecycle::is_active")]
    lifecycle: Lifecycle,
    version: u32,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    file_paths: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    valid_from: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    valid_until: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    superseded_by: Option<MemoryId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reviewed_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    home: Option<Home>,
    #[serde(default, skip_serializing_if = "Signals::is_empty")]
    signals: Signals,
}

impl State {
    /// Taken apart field by field, so that a new one does not compile until it is exported.
    pub(super) fn of(memory: &Memory) -> Self {
        #[rustfmt::skip]
        let Memory {
            id, anchor, number, scope, body, category, text, tags, source, trust, status, lifecycle, importance,
            confidence, version, file_paths, created_at, updated_at, valid_from, valid_until, superseded_by,
            reviewed_at, home, signals,
        } = memory.clone();
        #[rustfmt::skip]
        let Source {
            origin, author, user, session, sequence, agent, message, task, narrative, reference,
            derived_from,
        } = source;
        #[rustfmt::skip]
        let state = Self {
            id, number, anchor, reference, body, category, text, tags, scope, author, user, session, sequence,
            agent, message, task, narrative, derived_from, created_at, updated_at, source: origin, importance, confidence,
            trust, status, lifecycle, version, file_paths, valid_from, valid_until, superseded_by, reviewed_at,
            home, signals,
        };
        state
    }

    pub(super) fn into_memory(self) -> Memory {
        #[rustfmt::skip]
        let Self {
            id, number, anchor, reference, body, category, text, tags, scope, author, user, session, sequence,
            agent, message, task, narrative, derived_from, created_at, updated_at, source, importance, confidence, trust,
            status, lifecycle, version, file_paths, valid_from, valid_until, superseded_by, reviewed_at,
            home, signals,
        } = self;
        let text = with_line_feeds(&text);
        #[rustfmt::skip]
        let source = Source {
            origin: source, author, user, session, sequence, agent, message, task, narrative, reference,
            derived_from,
        };
        #[rustfmt::skip]
        let memory = Memory {
            id, anchor, number, scope, body, category, text, tags, source, trust, status, lifecycle, importance,
            confidence, version, file_paths, created_at, updated_at, valid_from, valid_until, superseded_by,
            reviewed_at, home, signals,
        };
        memory
    }
}
