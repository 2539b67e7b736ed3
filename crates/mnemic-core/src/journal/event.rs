//! What the journal records: acts, each a few events that happen together or not at all.
//!
//! A [`Event::Put`] carries the full state it sets and names the state it was based on, so that replaying
//! needs no other source and two changes of one state are seen to clash. Signals are increments.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub use super::actor::{Actor, Channel};
use crate::{
    document::{BlockHash, FileHash},
    learn::{
        claim::{ContradictionKind, Severity},
        contradiction::Pair,
    },
    port::clock::EventTime,
    record::{
        id::{ActId, Anchor, MemoryId, ReceiptId, RunId},
        memory::{Home, Memory, Signals},
        state::StateHash,
        vault_path::VaultPath,
    },
    transfer::whole::WholeMemory,
};

/// One line of the journal: events that happen together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Act {
    /// The format of the line.
    pub v: u32,
    /// Unique; an act met twice counts once.
    pub id: ActId,
    /// Its place in the order of all acts.
    pub time: EventTime,
    /// Who did it.
    pub actor: Actor,
    /// When it happened by the actor's clock.
    pub at: Timestamp,
    /// What ties acts together that one verb needed, as the batches of an import.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub run: Option<RunId>,
    /// What happened.
    pub events: Vec<Event>,
}

impl Act {
    /// The newest line format this version reads.
    pub const FORMAT: u32 = 2;
    /// The first line format. Acts that hold only notes and narratives still have it, so that versions which know
    /// nothing newer read them.
    pub const FIRST_FORMAT: u32 = 1;
    /// The line format with kinds that have bodies and documents of their own, and with the user that a memory belongs
    /// to: a version that knows only the first format would drop the user with the next change.
    pub const KINDS_FORMAT: u32 = 2;

    /// The oldest format that can hold these events.
    pub fn format_for(events: &[Event]) -> u32 {
        let of = |memory: &Memory| match memory.source.user {
            Some(_) => memory.rules().journal_format.max(Self::KINDS_FORMAT),
            None => memory.rules().journal_format,
        };
        let formats = events.iter().map(|event| match event {
            Event::Put(put) => of(&put.memory),
            Event::Reinstated(whole) => {
                whole.versions.iter().map(of).fold(of(&whole.memory), u32::max)
            }
            _ => Self::FIRST_FORMAT,
        });
        formats.max().unwrap_or(Self::FIRST_FORMAT)
    }
}

/// One thing that happened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A memory was made or changed.
    Put(Put),
    /// A memory came in from an export, with its past and its signals.
    Reinstated(Box<WholeMemory>),
    /// Usage said something about a memory.
    Signal(Signal),
    /// Memories got another home, nothing else about them changed.
    Moved(Moved),
    /// A memory was given a running number.
    Numbered(Numbered),
    /// A document was about to be written: it may be on disk from now on.
    Rendered(DocumentState),
    /// A document was found in this state and what a person changed in it was taken in.
    Adopted(DocumentState),
    /// A rendering reached the disk.
    Landed(Landed),
    /// Two memories were found to contradict each other.
    #[serde(rename = "disputed")]
    Contradicted(Contradicted),
    /// Someone said that two memories may both stand.
    Dismissed(Dismissed),
    /// An act was taken back; the other events of this act say how.
    Undone(Undone),
}

/// A memory in the state it was given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Put {
    /// Which verb did it.
    pub cause: Cause,
    /// The version the change was based on; 0 for a new memory.
    #[serde(default, skip_serializing_if = "is_new")]
    pub base: u32,
    /// What that version said; absent for a new memory and in journals of the first format.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_state: Option<StateHash>,
    /// The state it sets.
    pub memory: Box<Memory>,
}

impl Put {
    /// A state to be set; what it was based on is named when it is committed. Signals are never set, only
    /// added to.
    pub fn new(cause: Cause, base: u32, mut memory: Memory) -> Self {
        memory.signals = Signals::default();
        Self { cause, base, base_state: None, memory: Box::new(memory) }
    }
}

fn is_new(base: &u32) -> bool {
    *base == 0
}

/// Which verb changed a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// It was remembered.
    Remembered,
    /// It was imported.
    Imported,
    /// It was updated.
    Updated,
    /// It was pinned.
    Pinned,
    /// It was unpinned.
    Unpinned,
    /// It was forgotten.
    Forgotten,
    /// It was restored.
    Restored,
    /// A person wrote it into a document.
    WrittenByHand,
    /// A person edited its block.
    EditedByHand,
    /// A person deleted its block.
    DeletedByHand,
    /// An earlier change was taken back.
    Undone,
    /// It was a candidate, and use has confirmed it.
    Confirmed,
    /// It is a candidate that nobody used in time.
    Doubted,
}

impl Cause {
    /// What was done, in words.
    pub fn label(self) -> &'static str {
        match self {
            Self::Remembered => "Remembered",
            Self::Imported => "Imported",
            Self::Updated => "Updated",
            Self::Pinned => "Pinned",
            Self::Unpinned => "Unpinned",
            Self::Forgotten => "Forgot",
            Self::Restored => "Restored",
            Self::WrittenByHand => "Written by hand",
            Self::EditedByHand => "Edited by hand",
            Self::DeletedByHand => "Deleted by hand",
            Self::Undone => "Took back a change of",
            Self::Confirmed => "Confirmed",
            Self::Doubted => "Doubted",
        }
    }
}

/// What usage says about a memory, as increments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Signal {
    /// The memory.
    pub id: MemoryId,
    /// Added to the score.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub score: i64,
    /// Whether it counts as a hit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hit: bool,
    /// The session in which it was remembered once more; raises importance once per session.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated_in: Option<String>,
    /// Whether it counts as an access.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub accessed: bool,
    /// The context in which it was handed to an agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub injected: Option<Injected>,
}

impl Signal {
    /// Nothing said yet about a memory.
    pub fn about(id: MemoryId) -> Self {
        Self { id, score: 0, hit: false, repeated_in: None, accessed: false, injected: None }
    }
}

/// The context in which a memory was handed to an agent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Injected {
    /// Its receipt.
    pub receipt: ReceiptId,
    /// The session it was made for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
}

fn is_zero(score: &i64) -> bool {
    *score == 0
}

/// Memories got another home.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Moved {
    /// The new home.
    pub home: Home,
    /// The memories.
    pub ids: Vec<MemoryId>,
}

/// A memory was given a running number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Numbered {
    /// The memory.
    pub id: MemoryId,
    /// Its number from now on.
    pub number: u64,
}

/// Two memories were found to contradict each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Contradicted {
    /// Which.
    pub between: Pair,
    /// How much it matters.
    pub severity: Severity,
    /// In what way.
    pub manner: ContradictionKind,
}

/// Someone said that two memories may both stand.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dismissed {
    /// Which.
    pub between: Pair,
}

/// An act was taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Undone {
    /// The act.
    pub act: ActId,
}

/// A state of a document that is known to Mnemic, as the difference to the state before it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DocumentState {
    /// The document's path below the vault.
    pub document: VaultPath,
    /// The hash of the file before; absent when there was none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FileHash>,
    /// The hash of the file.
    pub to: FileHash,
    /// The value of its `Last updated` line, by which an editor's old buffer is recognised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stamp: Option<String>,
    /// The size of the file in characters.
    pub chars: usize,
    /// The blocks that differ from the state before.
    pub blocks: Vec<BlockState>,
    /// For daily logs: acts up to this time are in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub through: Option<EventTime>,
}

/// A block of a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockState {
    /// The block's anchor.
    pub anchor: Anchor,
    /// The hash of its bytes; absent when the block is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<BlockHash>,
    /// The version of the memory that the block shows.
    #[serde(default, skip_serializing_if = "is_new")]
    pub version: u32,
}

/// A rendering reached the disk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Landed {
    /// The document.
    pub document: VaultPath,
    /// The hash of the file.
    pub hash: FileHash,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn contradictions_lie_in_the_journal_as_they_are_documented() {
        let [one, other] = [1, 2].map(|last| MemoryId::from_bytes([last; 16]));
        let between = Pair::of(other, one);
        let pair = json!([one.to_string(), other.to_string()]);
        let contradicted =
            Contradicted { between, severity: Severity::High, manner: ContradictionKind::Denial };
        for (event, line) in [
            (
                Event::Contradicted(contradicted),
                json!({"disputed": {"between": pair, "severity": "high", "manner": "denial"}}),
            ),
            (Event::Dismissed(Dismissed { between }), json!({"dismissed": {"between": pair}})),
        ] {
            assert_eq!(serde_json::to_value(&event).unwrap(), line);
            assert_eq!(serde_json::from_value::<Event>(line).unwrap(), event);
        }
    }

    #[test]
    fn a_memory_of_a_user_needs_the_format_that_keeps_the_user() {
        let memory = |user: Option<&str>| -> Memory {
            serde_json::from_value(json!({
                "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
                "scope": "global", "kind": "note", "text": "x", "trust": "high",
                "source": {"origin": "human", "user": user}, "importance": 0.5, "confidence": 1.0,
                "version": 1, "created_at": "2026-11-15T10:00:00Z",
                "updated_at": "2026-11-15T10:00:00Z"
            }))
            .unwrap()
        };
        let put = |user| Event::Put(Put::new(Cause::Remembered, 0, memory(user)));
        assert_eq!(Act::format_for(&[put(None)]), Act::FIRST_FORMAT);
        assert_eq!(Act::format_for(&[put(None), put(Some("ada"))]), Act::KINDS_FORMAT);
    }
}
