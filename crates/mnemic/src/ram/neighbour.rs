//! Neighbours: what was said around a memory in its session.

use mnemic_core::{
    filter::Filter,
    id::MemoryId,
    memory::Memory,
    recall::{Neighbourhood, Window},
    scope::Reach,
};

use super::{contents::Contents, filter};

impl Contents {
    /// What was said around each of these memories.
    pub(super) fn neighbours(
        &self,
        reach: &Reach,
        filter: &Filter,
        ids: &[MemoryId],
        window: Window,
    ) -> Vec<Neighbourhood> {
        let around = |id: &MemoryId| self.around(reach, filter, *id, window).unwrap_or_default();
        ids.iter().map(around).collect()
    }

    fn around(
        &self,
        reach: &Reach,
        filter: &Filter,
        id: MemoryId,
        window: Window,
    ) -> Option<Neighbourhood> {
        let memory = self.memories.get(&id)?;
        memory.place()?;
        let is_beside = |other: &&Memory| {
            other.source.session == memory.source.session
                && other.scope == memory.scope
                && reach.covers(&other.scope)
                && filter::passes(filter, other)
        };
        let mut beside: Vec<&Memory> = self.memories.values().filter(is_beside).collect();
        beside.sort_by_key(|other| place(other));
        let here = beside.partition_point(|other| place(other) < place(memory));
        let after = beside[here..].iter().filter(|other| other.id != id).take(window.after);
        let before = beside[..here].iter().rev().take(window.before);
        let owned = |memory: &&Memory| (*memory).clone();
        Some(Neighbourhood {
            before: before.map(owned).collect(),
            after: after.map(owned).collect(),
        })
    }
}

fn place(memory: &Memory) -> (Option<i64>, MemoryId) {
    (memory.place(), memory.id)
}
