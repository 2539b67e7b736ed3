//! Whether what someone wants remembered is remembered already.

use crate::record::{
    draft::Valid,
    fingerprint::normalised,
    memory::{Lifecycle, Memory},
    source::Origin,
};

/// What to do with a draft.
#[derive(Debug, Clone, PartialEq)]
pub enum Decision {
    /// It is new.
    New,
    /// It is remembered already, as this.
    Repeat(Memory),
    /// It was archived and comes back.
    Restore(Memory),
    /// It was forgotten, and an automatic writer may not bring it back.
    StayForgotten(Memory),
}

/// Who wants something remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writer {
    /// Someone who means it.
    Deliberate,
    /// A program working through material: extraction, flush, import.
    Automatic,
}

impl Writer {
    /// Who writes memories of this origin.
    pub fn of_origin(origin: &Origin) -> Self {
        match origin {
            Origin::Extraction
            | Origin::AutoFlush
            | Origin::Narrative
            | Origin::Migration
            | Origin::Import => Self::Automatic,
            Origin::Human | Origin::Agent | Origin::Conversation | Origin::Other(_) => {
                Self::Deliberate
            }
        }
    }
}

/// Decides, given the memories of the scope with the draft's fingerprint. A draft that its caller knows by
/// a name of its own is never taken for another memory, nor one of another kind for the same.
pub fn decide(draft: &Valid, candidates: Vec<Memory>, writer: Writer) -> Decision {
    if draft.draft().source.reference.is_some() {
        return Decision::New;
    }
    let text = normalised(draft.text());
    let kind = draft.draft().body.kind();
    let same = |memory: &Memory| memory.kind() == kind && normalised(&memory.text) == text;
    let (active, others): (Vec<_>, Vec<_>) =
        candidates.into_iter().filter(same).partition(Memory::is_active);
    if let Some(memory) = active.into_iter().next() {
        return Decision::Repeat(memory);
    }
    match others.into_iter().find(|memory| !matches!(memory.lifecycle, Lifecycle::Erased { .. })) {
        None => Decision::New,
        Some(memory) if writer == Writer::Deliberate || memory.lifecycle.was_undone() => {
            Decision::Restore(memory)
        }
        Some(memory) => Decision::StayForgotten(memory),
    }
}
