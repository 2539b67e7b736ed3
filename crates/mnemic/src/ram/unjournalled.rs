//! What no journal records: the memories of tasks with their past.

use mnemic_core::{
    journal::unjournalled::{Unjournalled, UnjournalledMemory},
    port::store::Change,
    record::memory::Memory,
};

use super::contents::Contents;

impl Contents {
    /// The memories of tasks, and the highest number drawn.
    pub(super) fn unjournalled(&self) -> Unjournalled {
        let memories = self.memories.values().filter(|memory| !memory.scope.is_journalled());
        let kept = |memory: &Memory| UnjournalledMemory {
            memory: memory.clone(),
            past: self.past(memory),
        };
        Unjournalled {
            memories: memories.map(kept).collect(),
            last_number: self.cursor.last_number,
        }
    }

    fn past(&self, memory: &Memory) -> Vec<Change> {
        let (id, history) = (memory.id, &self.history);
        let versions =
            history.versions(id).cloned().map(|version| Change::Version(Box::new(version)));
        let repeats =
            history.repeats(id).into_iter().map(|session| Change::Repeated { id, session });
        let contradictions =
            history.contradictions(Some(&[id])).into_iter().map(Change::Contradicted);
        let conflicts = history.conflicts().into_iter().filter(|conflict| conflict.id == id);
        versions
            .chain(repeats)
            .chain(contradictions)
            .chain(conflicts.map(Change::MergeConflict))
            .collect()
    }
}
