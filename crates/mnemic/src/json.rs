//! How answers show a memory and its past in JSON: a contract with programs, kept apart from how the journal writes them.
//!
//! The command line and the slash commands answer with these. A change of the journal's format does not reach an answer
//! unless someone changes these types.

mod memory;

use mnemic_core::{
    journal::event::{Actor, Cause, Signal},
    record::memory::{MergeConflict, Version},
};
use serde::Serialize;

pub use self::memory::{MemoryJson, SignalsJson, SourceJson, trust_name};

/// One state that a memory was in.
#[derive(Debug, Serialize)]
pub struct VersionJson<'a> {
    id: String,
    version: u32,
    memory: MemoryJson<'a>,
}

impl<'a> From<&'a Version> for VersionJson<'a> {
    fn from(version: &'a Version) -> Self {
        let memory = MemoryJson::from(&version.memory);
        Self { id: version.id.to_string(), version: version.version, memory }
    }
}

/// Two changes of one memory that could not be merged.
#[derive(Debug, Serialize)]
pub struct MergeConflictJson {
    id: String,
    kept: u32,
    other: u32,
    detected_at: String,
}

impl From<&MergeConflict> for MergeConflictJson {
    fn from(conflict: &MergeConflict) -> Self {
        Self {
            id: conflict.id.to_string(),
            kept: conflict.kept,
            other: conflict.other,
            detected_at: conflict.detected_at.to_string(),
        }
    }
}

/// Who did something.
#[derive(Debug, Serialize)]
pub struct ActorJson {
    channel: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
}

impl From<&Actor> for ActorJson {
    fn from(actor: &Actor) -> Self {
        Self {
            channel: actor.channel.to_string(),
            agent: actor.agent.as_ref().map(ToString::to_string),
            session: actor.session.as_ref().map(ToString::to_string),
        }
    }
}

/// What usage said about a memory.
#[derive(Debug, Serialize)]
pub struct SignalJson {
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    repeated_in: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    accessed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    injected: Option<InjectedJson>,
}

/// The context in which a memory was handed to an agent.
#[derive(Debug, Serialize)]
struct InjectedJson {
    receipt: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
}

impl From<&Signal> for SignalJson {
    fn from(signal: &Signal) -> Self {
        let injected = signal.injected.as_ref().map(|injected| InjectedJson {
            receipt: injected.receipt.to_string(),
            session: injected.session.as_ref().map(ToString::to_string),
        });
        Self {
            id: signal.id.to_string(),
            score: Some(signal.score).filter(|score| *score != 0),
            hit: signal.hit,
            repeated_in: signal.repeated_in.as_ref().map(ToString::to_string),
            accessed: signal.accessed,
            injected,
        }
    }
}

/// The name of the verb that changed a memory.
pub fn cause_name(cause: Cause) -> &'static str {
    match cause {
        Cause::Remembered => "remembered",
        Cause::Imported => "imported",
        Cause::Updated => "updated",
        Cause::Pinned => "pinned",
        Cause::Unpinned => "unpinned",
        Cause::Forgotten => "forgotten",
        Cause::Restored => "restored",
        Cause::WrittenByHand => "written_by_hand",
        Cause::EditedByHand => "edited_by_hand",
        Cause::DeletedByHand => "deleted_by_hand",
        Cause::Undone => "undone",
        Cause::Confirmed => "confirmed",
        Cause::Doubted => "doubted",
    }
}
