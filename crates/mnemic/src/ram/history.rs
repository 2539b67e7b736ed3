//! What belongs to memories beside themselves: former states, conflicts, repeats.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use mnemic_core::{
    learn::dispute::{Dispute, Pair},
    record::{
        id::MemoryId,
        memory::{Conflict, Version},
        state::StateHash,
    },
};

/// Former states, conflicts and repeats of all memories.
#[derive(Debug, Default)]
pub(super) struct History {
    versions: BTreeMap<(MemoryId, u32), Version>,
    conflicts: BTreeMap<(MemoryId, u32, u32), Timestamp>,
    disputes: BTreeMap<Pair, Dispute>,
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
    pub(super) fn conflicts(&self) -> Vec<Conflict> {
        let conflict = |(&(id, kept, other), &detected_at): (&(MemoryId, u32, u32), &Timestamp)| {
            Conflict { id, kept, other, detected_at }
        };
        let mut conflicts: Vec<Conflict> = self.conflicts.iter().map(conflict).collect();
        conflicts.sort_by_key(|conflict| conflict.detected_at);
        conflicts
    }

    /// The disputes of these memories, or all, oldest first.
    pub(super) fn disputes(&self, of: Option<&[MemoryId]>) -> Vec<Dispute> {
        let is_of = |pair: &Pair| of.is_none_or(|ids| ids.iter().any(|id| pair.holds(*id)));
        let found = self.disputes.iter().filter(|(pair, _)| is_of(pair));
        let mut disputes: Vec<Dispute> = found.map(|(_, dispute)| dispute.clone()).collect();
        disputes.sort_by_key(|dispute| (dispute.detected_at, dispute.between));
        disputes
    }

    pub(super) fn dispute(&mut self, dispute: Dispute) {
        self.disputes.entry(dispute.between).or_insert(dispute);
    }

    pub(super) fn dismiss(&mut self, pair: Pair) {
        if let Some(dispute) = self.disputes.get_mut(&pair) {
            dispute.dismissed = true;
        }
    }

    /// The disputes of a memory are over.
    pub(super) fn end_disputes(&mut self, id: MemoryId) {
        self.disputes.retain(|pair, _| !pair.holds(id));
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

    pub(super) fn keep_conflict(&mut self, conflict: Conflict) {
        let Conflict { id, kept, other, detected_at } = conflict;
        self.conflicts.insert((id, kept, other), detected_at);
    }

    pub(super) fn keep_repeat(&mut self, id: MemoryId, session: String) {
        self.repeats.insert((id, session));
    }

    /// The conflicts of a memory are settled.
    pub(super) fn settle(&mut self, id: MemoryId) {
        self.conflicts.retain(|(disputed, ..), _| *disputed != id);
    }

    /// Nothing of a memory is kept any longer.
    pub(super) fn forget(&mut self, id: MemoryId) {
        self.settle(id);
        self.end_disputes(id);
        self.versions.retain(|(former, _), _| *former != id);
        self.repeats.retain(|(repeated, _)| *repeated != id);
    }
}
