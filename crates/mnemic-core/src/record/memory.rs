//! The memory: one record for everything that is remembered, a common header and a body by kind.
//!
//! What usage says about a memory (its [`Signals`]) is kept apart from what it says itself: a change of
//! one never overwrites the other.

use std::{borrow::Cow, collections::BTreeMap};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(feature = "specimen")]
use crate::record::kind::specimen::Specimen;
use crate::record::{
    category::Category,
    id::{Anchor, MemoryId},
    kind::narrative::Narrative,
    scope::Scope,
    source::Source,
    vault_path::VaultPath,
};

/// One remembered unit, whatever its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// The internal id; never changes.
    pub id: MemoryId,
    /// The short id that marks the block in its document; unique in the vault.
    pub anchor: Anchor,
    /// The running number shown as `[id:N]`; absent until a number that was taken twice is drawn anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// Whose memory it is.
    pub scope: Scope,
    /// What sort of memory it is, with the fields only that sort has.
    #[serde(flatten)]
    pub body: Body,
    /// For notes: what the note is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub category: Option<Category>,
    /// What is remembered.
    pub text: String,
    /// Words the memory is filed under.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Where it came from.
    pub source: Source,
    /// How far it may be relied on; set by the channel it came through, never by its content.
    pub trust: Trust,
    /// How settled it is.
    #[serde(default)]
    pub status: Status,
    /// Whether it is in use.
    #[serde(default, skip_serializing_if = "Lifecycle::is_active")]
    pub lifecycle: Lifecycle,
    /// Base importance, 0 to 1; decay is computed from it and never written back.
    pub importance: f64,
    /// How sure the writer was, 0 to 1.
    pub confidence: f64,
    /// Counts the states of this memory from 1.
    pub version: u32,
    /// Files the memory is about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_paths: Vec<String>,
    /// When it was first remembered.
    pub created_at: Timestamp,
    /// When its text or header last changed.
    pub updated_at: Timestamp,
    /// From when it is true in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<Timestamp>,
    /// Until when it is true in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_until: Option<Timestamp>,
    /// The memory that replaced this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<MemoryId>,
    /// When it was judged as a candidate; it is doubted once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_at: Option<Timestamp>,
    /// The document and section that hold its block; sessions and tasks have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub home: Option<Home>,
    /// What usage says about it.
    #[serde(default, skip_serializing_if = "Signals::is_empty")]
    pub signals: Signals,
}

impl Memory {
    /// The name of the memory's kind.
    pub fn kind(&self) -> &str {
        self.body.kind()
    }

    /// Where in its session it stands: at the place its source gave it, else by time.
    pub fn place(&self) -> Option<i64> {
        self.source.session.as_ref()?;
        Some(self.source.sequence.unwrap_or_else(|| self.created_at.as_microsecond()))
    }

    /// When what it says was last changed, else when it was made. What was taken in with an older date is as old as that.
    pub fn changed_at(&self) -> Timestamp {
        if self.version > 1 { self.updated_at } else { self.created_at }
    }

    /// Whether ordinary recall may return it.
    pub fn is_active(&self) -> bool {
        self.lifecycle.is_active()
    }
}

/// What sort of memory it is, with the fields only that sort has.
///
/// A kind this version does not know keeps its fields verbatim and survives every round trip.
#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// A note: its header says it all.
    Note,
    /// A narrative: one sentence of a chain that tells what happened.
    Narrative(Narrative),
    /// The kind that exists only in tests.
    #[cfg(feature = "specimen")]
    Specimen(Box<Specimen>),
    /// A kind from another version of Mnemic.
    Other {
        /// The kind's name.
        kind: String,
        /// Its fields, as they were read.
        fields: BTreeMap<String, Value>,
    },
}

impl Body {
    /// The name of the kind.
    pub fn kind(&self) -> &str {
        match self {
            Self::Other { kind, .. } => kind,
            known => known.rules().name,
        }
    }

    /// The fields only this kind has; none for a note.
    pub fn fields(&self) -> Option<Cow<'_, BTreeMap<String, Value>>> {
        let fields = match self {
            Self::Note => return None,
            Self::Narrative(narrative) => Cow::Owned(narrative.fields()),
            #[cfg(feature = "specimen")]
            Self::Specimen(specimen) => Cow::Owned(specimen.fields()),
            Self::Other { fields, .. } => Cow::Borrowed(fields),
        };
        Some(fields).filter(|fields| !fields.is_empty())
    }
}

/// How a body lies in JSON: `"kind"` beside the header, the kind's own fields under `"body"`.
#[derive(Serialize, Deserialize)]
struct BodyParts<'a> {
    kind: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    body: Option<Cow<'a, BTreeMap<String, Value>>>,
}

impl Serialize for Body {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BodyParts { kind: self.kind().into(), body: self.fields() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Body {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = BodyParts::deserialize(deserializer)?;
        let fields = parts.body.map(Cow::into_owned).unwrap_or_default();
        Ok(Self::from_parts(parts.kind.into_owned(), fields))
    }
}

/// How far a memory may be relied on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trust {
    /// From outside: tools, plug-ins, other people's files.
    Low,
    /// From an agent or a conversation.
    Medium,
    /// From a person directly.
    High,
}

/// How settled a memory is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Learnt automatically and not yet proven.
    Candidate,
    /// Meant to be kept.
    #[default]
    Confirmed,
    /// Always handed to the agent; never decays.
    Pinned,
}

impl Status {
    /// The status's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Candidate => "candidate",
            Self::Confirmed => "confirmed",
            Self::Pinned => "pinned",
        }
    }
}

/// Whether a memory is in use.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum Lifecycle {
    /// Recalled.
    #[default]
    Active,
    /// Kept, but another memory speaks for it.
    Suppressed {
        /// The memory that speaks for it.
        by: MemoryId,
    },
    /// Out of the way, searchable on request, restorable.
    Archived {
        /// When.
        at: Timestamp,
        /// Why.
        reason: ArchiveReason,
    },
    /// Gone for good on request; only the fact of it is left.
    Erased {
        /// When.
        at: Timestamp,
    },
}

impl Lifecycle {
    /// Whether ordinary recall may return the memory.
    pub fn is_active(&self) -> bool {
        *self == Self::Active
    }

    /// Whether the act that made the memory was taken back: then anyone may bring it back.
    pub fn was_undone(&self) -> bool {
        matches!(self, Self::Archived { reason: ArchiveReason::Undone, .. })
    }

    /// The state's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Suppressed { .. } => "suppressed",
            Self::Archived { .. } => "archived",
            Self::Erased { .. } => "erased",
        }
    }
}

/// Why a memory was archived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArchiveReason {
    /// Someone asked to forget it: a tombstone that keeps automatic writers from bringing it back.
    Forgotten,
    /// Its block was deleted from its document by hand.
    DeletedByHand,
    /// The act that made it was taken back.
    Undone,
}

/// The document and section that hold a memory's block.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Home {
    /// The document's path below the vault, with forward slashes.
    pub document: VaultPath,
    /// The heading the block stands under.
    pub section: String,
}

/// What usage says about a memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Signals {
    /// The sum of explicit feedback.
    #[serde(skip_serializing_if = "is_zero_score")]
    pub score: i64,
    /// When it was last reinforced or updated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_hit_at: Option<Timestamp>,
    /// How often it was accessed.
    #[serde(skip_serializing_if = "is_zero_count")]
    pub access_count: u64,
    /// When it was last accessed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_accessed_at: Option<Timestamp>,
    /// How often it was handed to an agent.
    #[serde(skip_serializing_if = "is_zero_count")]
    pub injections: u64,
    /// While it was a candidate, the sessions it was handed to an agent in, at most [`Signals::SESSIONS_MOST`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub injected_in: Vec<String>,
}

impl Signals {
    /// How many sessions are told by name.
    pub const SESSIONS_MOST: usize = 16;

    /// Whether nothing has been signalled yet.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

fn is_zero_score(score: &i64) -> bool {
    *score == 0
}

fn is_zero_count(count: &u64) -> bool {
    *count == 0
}

/// One state a memory was in, as it was written.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// The memory.
    pub id: MemoryId,
    /// Which state, counted from 1.
    pub version: u32,
    /// The memory in that state.
    pub memory: Memory,
}

/// Two changes of one memory that could not be merged; both texts are kept as versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MergeConflict {
    /// The memory.
    pub id: MemoryId,
    /// The version whose text is in force.
    pub kept: u32,
    /// The version whose text lost.
    pub other: u32,
    /// When the clash was seen.
    pub detected_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn note() -> Memory {
        serde_json::from_str(
            r#"{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","number":1,"scope":"global",
            "kind":"note","text":"x","source":{"origin":"human"},"trust":"high","importance":0.5,"confidence":1.0,
            "version":1,"created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}"#,
        )
        .unwrap()
    }

    #[test]
    fn a_kind_of_another_version_survives_the_round_trip() {
        let mut value = serde_json::to_value(note()).unwrap();
        value["kind"] = "hologram".into();
        value["body"] = serde_json::json!({"depth": 3, "layers": ["a", {"b": null}]});
        let memory: Memory = serde_json::from_value(value.clone()).unwrap();
        assert_eq!(memory.kind(), "hologram");
        assert_eq!(serde_json::to_value(&memory).unwrap(), value);
    }

    #[test]
    fn a_note_is_written_without_what_it_does_not_have() {
        insta::assert_snapshot!(serde_json::to_string(&note()).unwrap(), @r#"{"id":"01934f2e-0000-7000-8000-000000000001","anchor":"k7f3q9ab","number":1,"scope":"global","kind":"note","text":"x","source":{"origin":"human"},"trust":"high","status":"confirmed","importance":0.5,"confidence":1.0,"version":1,"created_at":"2026-11-15T10:00:00Z","updated_at":"2026-11-15T10:00:00Z"}"#);
    }

    #[test]
    fn an_archived_memory_says_when_and_why() {
        let at = "2026-11-15T10:00:00Z".parse().unwrap();
        let lifecycle = Lifecycle::Archived { at, reason: ArchiveReason::Forgotten };
        let json = serde_json::to_string(&lifecycle).unwrap();
        assert_eq!(
            json,
            r#"{"state":"archived","at":"2026-11-15T10:00:00Z","reason":"forgotten"}"#
        );
        assert_eq!(serde_json::from_str::<Lifecycle>(&json).unwrap(), lifecycle);
    }
}
