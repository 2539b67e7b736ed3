//! What belongs to memories beside themselves: former states, conflicts, repeats.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use mnemic_core::{
    learn::contradiction::{Contradiction, Pair},
    record::{
        id::MemoryId,
        memory::{MergeConflict, Version},
        state::StateHash,
    },
};

/// Former states, conflicts and repeats of all memories.
#[derive(Debug, Default)]
pub(super) struct History {
    versions: BTreeMap<(MemoryId, u32), Version>,
    conflicts: BTreeMap<(MemoryId, u32, u32), Timestamp>,
    contradictions: BTreeMap<Pair, Contradiction>,
    repeats: HashSet<(MemoryId, String)>,
}

impl History {
    /// The former states of a memory, oldest first.
    pub(super) fn versions(&self, id: MemoryId) -> impl Iterator<Item = &Version> {
        self.versions.range((id, 0)..=(id, u32::MAX)).map(|(_, version)| version)
    }

    /// One former state.
    pub(super) fn version(&self, id: MemoryId, version: u32) -> Option<&Version> {
        self.versions.get(&(id, version))
    }

    /// The latest former state that said this.
    pub(super) fn with_state(&self, id: MemoryId, state: StateHash) -> Option<&Version> {
        self.versions(id).filter(|version| StateHash::of(&version.memory) == state).last()
    }

    /// Every conflict, the one seen first first.
    pub(super) fn conflicts(&self) -> Vec<MergeConflict> {
        let conflict = |(&(id, kept, other), &detected_at): (&(MemoryId, u32, u32), &Timestamp)| {
            MergeConflict { id, kept, other, detected_at }
        };
        let mut conflicts: Vec<MergeConflict> = self.conflicts.iter().map(conflict).collect();
        conflicts.sort_by_key(|conflict| conflict.detected_at);
        conflicts
    }

    /// The contradictions of these memories, or all, oldest first.
    pub(super) fn contradictions(&self, of: Option<&[MemoryId]>) -> Vec<Contradiction> {
        let is_of = |pair: &Pair| of.is_none_or(|ids| ids.iter().any(|id| pair.holds(*id)));
        let found = self.contradictions.iter().filter(|(pair, _)| is_of(pair));
        let mut contradictions: Vec<Contradiction> =
            found.map(|(_, contradiction)| contradiction.clone()).collect();
        contradictions
            .sort_by_key(|contradiction| (contradiction.detected_at, contradiction.between));
        contradictions
    }

    pub(super) fn contradiction(&mut self, contradiction: Contradiction) {
        self.contradictions.entry(contradiction.between).or_insert(contradiction);
    }

    pub(super) fn dismiss(&mut self, pair: Pair) {
        if let Some(contradiction) = self.contradictions.get_mut(&pair) {
            contradiction.dismissed = true;
        }
    }

    /// The contradictions of a memory are over.
    pub(super) fn end_contradictions(&mut self, id: MemoryId) {
        self.contradictions.retain(|pair, _| !pair.holds(id));
    }

    /// The sessions that have repeated a memory, by name.
    pub(super) fn repeats(&self, id: MemoryId) -> Vec<String> {
        let of_memory = |(repeated, _): &&(MemoryId, String)| *repeated == id;
        let sessions = self.repeats.iter().filter(of_memory).map(|(_, session)| session.clone());
        let mut sessions: Vec<String> = sessions.collect();
        sessions.sort();
        sessions
    }

    /// Whether a session has repeated a memory.
    pub(super) fn has_repeat(&self, repeat: &(MemoryId, String)) -> bool {
        self.repeats.contains(repeat)
    }

    pub(super) fn keep_version(&mut self, version: Version) {
        self.versions.insert((version.id, version.version), version);
    }

    pub(super) fn keep_conflict(&mut self, conflict: MergeConflict) {
        let MergeConflict { id, kept, other, detected_at } = conflict;
        self.conflicts.insert((id, kept, other), detected_at);
    }

    pub(super) fn keep_repeat(&mut self, id: MemoryId, session: String) {
        self.repeats.insert((id, session));
    }

    /// The conflicts of a memory are settled.
    pub(super) fn drop_conflicts(&mut self, id: MemoryId) {
        self.conflicts.retain(|(contradicted, ..), _| *contradicted != id);
    }

    /// Nothing of a memory is kept any longer.
    pub(super) fn forget(&mut self, id: MemoryId) {
        self.drop_conflicts(id);
        self.end_contradictions(id);
        self.versions.retain(|(former, _), _| *former != id);
        self.repeats.retain(|(repeated, _)| *repeated != id);
    }
}
