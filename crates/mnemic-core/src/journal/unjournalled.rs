//! What only an index holds: the memories of tasks. A rebuild takes them over from the index that it replaces.
//!
//! The journal is the truth: where it gives an id or an anchor to a memory of its own, the task's memory is left out.

use crate::{
    port::store::{Change, Loaded, Needs},
    record::memory::Memory,
};

/// What an index holds and no journal records, as far as it can be read.
#[derive(Debug, Clone, Default)]
pub struct Unjournalled {
    /// The memories.
    pub memories: Vec<UnjournalledMemory>,
    /// The highest running number drawn.
    pub last_number: u64,
}

/// A memory that only an index holds.
#[derive(Debug, Clone)]
pub struct UnjournalledMemory {
    /// The memory, with its signals.
    pub memory: Memory,
    /// What brings back its former states, repeats and contradictions.
    pub past: Vec<Change>,
}

impl Unjournalled {
    /// What must be known of the new index.
    pub fn needs(&self) -> Needs {
        let memories = || self.memories.iter().map(|kept| &kept.memory);
        Needs {
            ids: memories().map(|memory| memory.id).collect(),
            numbers: memories().filter_map(|memory| memory.number).collect(),
            anchors: memories().map(|memory| memory.anchor.clone()).collect(),
            ..Needs::default()
        }
    }

    /// The changes that put the memories into an index that has drawn numbers up to `last_number` and in which `taken`
    /// is taken, with the highest number drawn then. A memory whose number is another's gets a new one.
    pub fn into_changes(self, taken: &Loaded, last_number: u64) -> (Vec<Change>, u64) {
        // An index without such memories has drawn no number that the journal does not know, unless it is ahead of a
        // journal that lost its end.
        let drawn = if self.memories.is_empty() { 0 } else { self.last_number };
        let mut last_number = last_number.max(drawn);
        let numbers = self.memories.iter().filter_map(|kept| kept.memory.number);
        last_number = numbers.fold(last_number, u64::max);
        let mut changes = Vec::new();
        for UnjournalledMemory { mut memory, past } in self.memories {
            if taken.memories.contains_key(&memory.id) || taken.anchors.contains_key(&memory.anchor)
            {
                continue;
            }
            if memory.number.is_none_or(|number| taken.numbers.contains_key(&number)) {
                last_number += 1;
                memory.number = Some(last_number);
            }
            changes.push(Change::Memory(Box::new(memory)));
            changes.extend(past);
        }
        (changes, last_number)
    }
}
