//! A line of an import: what someone wants remembered, in the words of a file.

use std::collections::BTreeMap;

use jiff::Timestamp;
use mnemic_core::record::{
    draft::Draft,
    memory::{Body, Trust},
    scope::Scope,
    source::{Origin, Source},
};
use serde::Deserialize;

use super::Incoming;

/// One line of an import: `text` is enough.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ImportedLine {
    /// What is remembered.
    pub text: Option<String>,
    /// The caller's own id for it.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Its kind; a note when absent.
    pub kind: Option<String>,
    /// The fields that only its kind has.
    pub body: Option<BTreeMap<String, serde_json::Value>>,
    /// Its category; found from the words when absent.
    pub category: Option<String>,
    /// Its tags.
    pub tags: Option<Vec<String>>,
    /// Its scope.
    pub scope: Option<Scope>,
    /// Who said it.
    pub author: Option<String>,
    /// The user it belongs to.
    pub user: Option<String>,
    /// The session it was said in.
    pub session: Option<String>,
    /// Its place in that session.
    pub sequence: Option<i64>,
    /// When it was learnt.
    pub created_at: Option<Timestamp>,
    /// Where it came from.
    pub source: Option<String>,
    /// Its importance.
    pub importance: Option<f64>,
    /// Files it is about.
    pub file_paths: Option<Vec<String>>,
    /// Its id, as an export says it: the memory gets one of its own.
    pub id: Option<serde_json::Value>,
    /// Its trust, as an export says it: it may be low, but a file does not raise it.
    pub trust: Option<serde_json::Value>,
    /// Its lifecycle, as an export says it: what was archived there does not become active here.
    pub lifecycle: Option<serde_json::Value>,
}

impl ImportedLine {
    /// Whether the memory is in use where the line was written.
    pub(super) fn is_active(&self) -> bool {
        let state = self.lifecycle.as_ref().and_then(|lifecycle| lifecycle.get("state"));
        state.is_none_or(|state| state == "active")
    }

    /// Whether an export wrote the line.
    pub(super) fn is_exported(&self) -> bool {
        self.id.is_some() && self.trust.is_some()
    }

    fn has_low_trust(&self) -> bool {
        self.trust.as_ref().is_some_and(|trust| trust == "low")
    }

    /// What the line asks to remember, where the import belongs unless it names another scope.
    pub(super) fn into_draft(self, into: &Incoming) -> Draft {
        let trust = if self.has_low_trust() { Trust::Low } else { into.trust };
        let text = self.text.unwrap_or_default();
        Draft {
            body: self
                .kind
                .map_or(Body::Note, |kind| Body::from_parts(kind, self.body.unwrap_or_default())),
            category: self.category,
            tags: self.tags.unwrap_or_default(),
            file_paths: self.file_paths.unwrap_or_default(),
            importance: self.importance,
            created_at: self.created_at,
            trust,
            source: Source {
                origin: self.source.map_or(Origin::Import, Origin::from),
                author: self.author,
                user: self.user,
                session: self.session,
                sequence: self.sequence,
                reference: self.reference.filter(|reference| !reference.is_empty()),
                ..Source::default()
            },
            ..Draft::note(self.scope.unwrap_or_else(|| into.scope.clone()), text)
        }
    }
}
