//! Kinds of memories: what holds for every memory of a kind, in one table. Verbs and decisions ask the table and never
//! look which body a memory has.

pub mod narrative;

use crate::record::memory::{Body, Memory};

/// What holds for every memory of a kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// Whether its memories lie in a document, as blocks that people edit.
    pub has_home: bool,
    /// Whether its memories get a category from their words when nobody names one.
    pub is_categorised: bool,
    /// Whether its memories say something about the world, which others may repeat or contradict.
    pub makes_claims: bool,
    /// Whether the daily log tells of its memories by itself.
    pub is_logged: bool,
    /// Whether its memories can be changed once they are written.
    pub is_mutable: bool,
    /// Whether its memories can be reinforced, demoted and pinned.
    pub takes_feedback: bool,
}

/// A note: its header says it all.
const NOTE: Kind = Kind {
    has_home: true,
    is_categorised: true,
    makes_claims: true,
    is_logged: true,
    is_mutable: true,
    takes_feedback: true,
};

/// A narrative tells what happened. The readable form of its session and the daily log show it, the end of the session
/// logs it.
const NARRATIVE: Kind = Kind {
    has_home: false,
    is_categorised: false,
    makes_claims: false,
    is_logged: false,
    is_mutable: false,
    takes_feedback: false,
};

/// A kind from another version of Mnemic: treated as a note, but for its category.
const UNKNOWN: Kind = Kind { is_categorised: false, ..NOTE };

impl Body {
    /// What holds for every memory of this kind.
    pub fn rules(&self) -> &'static Kind {
        match self {
            Self::Note => &NOTE,
            Self::Narrative(_) => &NARRATIVE,
            Self::Other { .. } => &UNKNOWN,
        }
    }
}

impl Memory {
    /// What holds for every memory of its kind.
    pub fn rules(&self) -> &'static Kind {
        self.body.rules()
    }
}
