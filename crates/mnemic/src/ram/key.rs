//! Which memories a key stands for: what they say, and what their callers call them.

use std::collections::{BTreeSet, HashMap};

use mnemic_core::{
    port::store::Key,
    record::{fingerprint::Fingerprint, id::MemoryId, memory::Memory},
};

/// The memories by key.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Keys(HashMap<Key, BTreeSet<MemoryId>>);

impl Keys {
    /// The memories that a key stands for, by id.
    pub(super) fn matching(&self, key: &Key) -> impl Iterator<Item = MemoryId> {
        self.0.get(key).into_iter().flatten().copied()
    }

    pub(super) fn add(&mut self, memory: &Memory) {
        for key in keys_of(memory) {
            self.0.entry(key).or_default().insert(memory.id);
        }
    }

    /// Takes a memory out as it was added.
    pub(super) fn remove(&mut self, memory: &Memory) {
        for key in keys_of(memory) {
            if let Some(ids) = self.0.get_mut(&key) {
                ids.remove(&memory.id);
                if ids.is_empty() {
                    self.0.remove(&key);
                }
            }
        }
    }
}

fn keys_of(memory: &Memory) -> impl Iterator<Item = Key> {
    let fingerprint = Key::Fingerprint(memory.scope.clone(), Fingerprint::of(&memory.text));
    let reference = memory.source.reference.clone();
    let reference = reference.map(|reference| Key::Ref(memory.scope.clone(), reference));
    std::iter::once(fingerprint).chain(reference)
}
