//! What of a memory has no column of its own, together as JSON.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::Timestamp;
use mnemic_core::record::{
    id::MemoryId,
    memory::{Body, Lifecycle, Memory},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::Result;

/// What has no column; most memories have nothing of it.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Rest {
    #[serde(skip_serializing_if = "is_default")]
    sequence: Option<i64>,
    #[serde(skip_serializing_if = "is_default")]
    message: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    task: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    narrative: Option<String>,
    #[serde(skip_serializing_if = "is_default")]
    derived_from: Vec<MemoryId>,
    #[serde(skip_serializing_if = "is_default")]
    lifecycle: Lifecycle,
    #[serde(skip_serializing_if = "is_default")]
    file_paths: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    valid_from: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    valid_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    superseded_by: Option<MemoryId>,
    #[serde(skip_serializing_if = "is_default")]
    access_count: u64,
    #[serde(skip_serializing_if = "is_default")]
    last_accessed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    injections: u64,
    #[serde(skip_serializing_if = "is_default")]
    injected_in: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    reviewed_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "is_default")]
    body: BTreeMap<String, Value>,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Rest {
    /// What of `memory` has no column.
    pub(super) fn of(memory: &Memory) -> Self {
        let (source, signals) = (&memory.source, &memory.signals);
        Self {
            sequence: source.sequence,
            message: source.message.clone(),
            task: source.task.clone(),
            narrative: source.narrative.clone(),
            derived_from: source.derived_from.clone(),
            lifecycle: memory.lifecycle.clone(),
            file_paths: memory.file_paths.clone(),
            valid_from: memory.valid_from,
            valid_until: memory.valid_until,
            superseded_by: memory.superseded_by,
            access_count: signals.access_count,
            last_accessed_at: signals.last_accessed_at,
            injections: signals.injections,
            injected_in: signals.injected_in.clone(),
            reviewed_at: memory.reviewed_at,
            body: memory.body.fields().map(Cow::into_owned).unwrap_or_default(),
        }
    }

    /// Gives it back.
    pub(super) fn put_into(self, memory: &mut Memory) {
        let (source, signals) = (&mut memory.source, &mut memory.signals);
        source.sequence = self.sequence;
        source.message = self.message;
        source.task = self.task;
        source.narrative = self.narrative;
        source.derived_from = self.derived_from;
        signals.access_count = self.access_count;
        signals.last_accessed_at = self.last_accessed_at;
        signals.injections = self.injections;
        signals.injected_in = self.injected_in;
        memory.reviewed_at = self.reviewed_at;
        memory.lifecycle = self.lifecycle;
        memory.file_paths = self.file_paths;
        memory.valid_from = self.valid_from;
        memory.valid_until = self.valid_until;
        memory.superseded_by = self.superseded_by;
        if !self.body.is_empty() {
            memory.body = Body::from_parts(memory.kind().to_owned(), self.body);
        }
    }

    /// As JSON, unless there is nothing.
    pub(super) fn to_json(&self) -> Result<Option<String>> {
        if *self == Self::default() {
            return Ok(None);
        }
        Ok(Some(serde_json::to_string(self)?))
    }

    /// What [`Rest::to_json`] wrote.
    pub(super) fn from_json(json: Option<String>) -> Result<Self> {
        Ok(json.map(|json| serde_json::from_str(&json)).transpose()?.unwrap_or_default())
    }
}
