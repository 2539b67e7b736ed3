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
pub(super) struct ExtraFields {
    #[serde(skip_serializing_if = "is_default")]
    sequence: Option<i64>,
    #[serde(skip_serializing_if = "is_default")]
    derived_from: Vec<MemoryId>,
    #[serde(skip_serializing_if = "is_default")]
    lifecycle: Lifecycle,
    #[serde(skip_serializing_if = "is_default")]
    file_paths: Vec<String>,
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

impl ExtraFields {
    /// What of `memory` has no column.
    pub(super) fn of(memory: &Memory) -> Self {
        let (source, signals) = (&memory.source, &memory.signals);
        Self {
            sequence: source.sequence,
            derived_from: source.derived_from.clone(),
            lifecycle: memory.lifecycle.clone(),
            file_paths: memory.file_paths.clone(),
            injections: signals.injections,
            injected_in: signals.injected_in.clone(),
            reviewed_at: memory.reviewed_at,
            body: memory.body.fields().map(Cow::into_owned).unwrap_or_default(),
        }
    }

    /// Gives it back.
    pub(super) fn restore_into(self, memory: &mut Memory) {
        let (source, signals) = (&mut memory.source, &mut memory.signals);
        source.sequence = self.sequence;
        source.derived_from = self.derived_from;
        signals.injections = self.injections;
        signals.injected_in = self.injected_in;
        memory.reviewed_at = self.reviewed_at;
        memory.lifecycle = self.lifecycle;
        memory.file_paths = self.file_paths;
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
