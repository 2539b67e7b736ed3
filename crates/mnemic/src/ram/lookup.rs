//! Memories by name: id, anchor, number, prefix, key; and what belongs to one.

use std::collections::BTreeSet;

use mnemic_core::{
    learn::contradiction::Contradiction,
    port::store::{Key, Loaded, Needs},
    record::{
        id::{Anchor, MemoryId, Reference},
        memory::{Memory, MergeConflict, Version},
        scope::Reach,
        state::StateHash,
    },
};

use super::contents::Contents;

impl Contents {
    pub(super) fn get(&self, reach: &Reach, id: MemoryId) -> Option<&Memory> {
        self.memories.get(&id).filter(|memory| reach.covers(&memory.scope))
    }

    /// The memories a reference may mean: those it names exactly, else those it is a prefix of.
    pub(super) fn resolve(
        &self,
        reach: &Reach,
        reference: &Reference,
        limit: usize,
    ) -> Vec<Memory> {
        let some = |ids: BTreeSet<MemoryId>| -> Vec<Memory> {
            ids.into_iter().filter_map(|id| self.get(reach, id)).take(limit).cloned().collect()
        };
        let exact = some(self.named_exactly(reference));
        match reference.prefix() {
            Some(prefix) if exact.is_empty() => some(self.with_prefix(prefix)),
            _ => exact,
        }
    }

    fn named_exactly(&self, reference: &Reference) -> BTreeSet<MemoryId> {
        let anchor = reference.name().and_then(|name| name.parse::<Anchor>().ok());
        let anchored = anchor.and_then(|anchor| self.names.with_anchor(&anchor));
        let numbered = reference.number().and_then(|number| self.names.with_number(number));
        [anchored, numbered, reference.id()].into_iter().flatten().collect()
    }

    fn with_prefix(&self, prefix: &str) -> BTreeSet<MemoryId> {
        let of_id = prefix.to_ascii_lowercase();
        let ids = self.memories.keys().filter(|id| id.to_string().starts_with(&of_id));
        ids.copied().chain(self.names.with_anchor_prefix(prefix)).collect()
    }

    /// The memories that a key stands for, by id.
    pub(super) fn matching(&self, key: &Key) -> Vec<Memory> {
        self.keys.matching(key).filter_map(|id| self.memories.get(&id)).cloned().collect()
    }

    /// The memories with these anchors, in the order given.
    pub(super) fn anchored(&self, anchors: &[Anchor]) -> Vec<Memory> {
        let ids = anchors.iter().filter_map(|anchor| self.names.with_anchor(anchor));
        ids.filter_map(|id| self.memories.get(&id)).cloned().collect()
    }

    /// The states a memory was in before the present one.
    pub(super) fn versions(&self, reach: &Reach, id: MemoryId) -> Vec<Version> {
        let memory = self.get(reach, id);
        memory.map(|_| self.history.versions(id).cloned().collect()).unwrap_or_default()
    }

    /// The sessions that have repeated a memory, by name.
    pub(super) fn repeats(&self, reach: &Reach, id: MemoryId) -> Vec<String> {
        let memory = self.get(reach, id);
        memory.map(|_| self.history.repeats(id)).unwrap_or_default()
    }

    /// The unresolved conflicts of one memory, or of all within reach.
    pub(super) fn conflicts(&self, reach: &Reach, id: Option<MemoryId>) -> Vec<MergeConflict> {
        let mut conflicts = self.history.conflicts();
        conflicts.retain(|conflict| {
            id.is_none_or(|id| conflict.id == id) && self.get(reach, conflict.id).is_some()
        });
        conflicts
    }

    /// The contradictions of these memories, or all, between memories that are active and within reach.
    pub(super) fn contradictions(
        &self,
        reach: &Reach,
        of: Option<&[MemoryId]>,
    ) -> Vec<Contradiction> {
        let mut contradictions = self.history.contradictions(of);
        let is_there = |id: MemoryId| self.get(reach, id).is_some_and(|it| it.is_active());
        contradictions
            .retain(|contradiction| contradiction.between.ids().into_iter().all(is_there));
        contradictions
    }

    /// The memories that `document` has yet to show, at most `limit`, oldest first.
    pub(super) fn unrendered(&self, document: &str, limit: usize) -> Vec<Memory> {
        let ids = self.backlog.unrendered(document);
        let mut memories: Vec<_> = ids.filter_map(|id| self.memories.get(&id)).collect();
        memories.sort_by_key(|memory| (memory.created_at, memory.number, memory.id));
        memories.into_iter().take(limit).cloned().collect()
    }

    /// The documents that do not show their memories as they are, or have log lines to come, by path.
    pub(super) fn stale_documents(&self) -> Vec<String> {
        let stale = self.backlog.documents().chain(self.documents.with_log_lines());
        stale.collect::<BTreeSet<_>>().into_iter().cloned().collect()
    }

    pub(super) fn load(&self, needs: &Needs) -> Loaded {
        let memory = |id: &MemoryId| Some((*id, self.memories.get(id)?.clone()));
        let number = |number: &u64| Some((*number, self.names.with_number(*number)?));
        let anchor = |anchor: &Anchor| Some((anchor.clone(), self.names.with_anchor(anchor)?));
        let version =
            |key: &(MemoryId, u32)| Some((*key, self.history.version(key.0, key.1)?.clone()));
        let state = |key: &(MemoryId, StateHash)| {
            let version = self.history.with_state(key.0, key.1)?;
            Some(((version.id, version.version), version.clone()))
        };
        let repeated = |repeat: &&(MemoryId, String)| self.history.has_repeat(repeat);
        Loaded {
            memories: needs.ids.iter().filter_map(memory).collect(),
            numbers: needs.numbers.iter().filter_map(number).collect(),
            anchors: needs.anchors.iter().filter_map(anchor).collect(),
            versions: needs
                .versions
                .iter()
                .filter_map(version)
                .chain(needs.states.iter().filter_map(state))
                .collect(),
            repeats: needs.repeats.iter().filter(repeated).cloned().collect(),
        }
    }

    /// The memories without a number, by id.
    pub(super) fn unnumbered(&self) -> Vec<MemoryId> {
        if self.names.all_are_numbered() {
            return Vec::new();
        }
        let unnumbered = self.memories.values().filter(|memory| memory.number.is_none());
        unnumbered.map(|memory| memory.id).collect()
    }
}
