//! The vector arm: every vector is compared, so the nearest are exactly the nearest.

use std::collections::{BTreeMap, HashMap};

use mnemic_core::{
    port::embedder::{Identity, StoredVectors},
    recall::{VectorHit, VectorQuery},
    record::{id::MemoryId, memory::Memory, scope::Reach},
};

use super::{contents::Contents, filter};

/// Vectors by the embedder that made them.
#[derive(Debug, Default)]
pub(super) struct Vectors(HashMap<Identity, BTreeMap<MemoryId, StoredVectors>>);

impl Vectors {
    /// The vector that an embedder made of a memory.
    pub(super) fn get(&self, id: MemoryId, identity: &Identity) -> Option<&StoredVectors> {
        self.0.get(identity)?.get(&id)
    }

    /// Keeps a vector, unless it is of other dimensions.
    pub(super) fn put(&mut self, id: MemoryId, identity: &Identity, stored: StoredVectors) {
        if stored.whole.steps.len() == identity.dimensions {
            self.0.entry(identity.clone()).or_default().insert(id, stored);
        }
    }

    /// Forgets every vector of a memory.
    pub(super) fn forget(&mut self, id: MemoryId) {
        for vectors in self.0.values_mut() {
            vectors.remove(&id);
        }
    }
}

impl Contents {
    /// The memories whose vectors lie nearest to the query's.
    pub(super) fn nearest(&self, reach: &Reach, query: &VectorQuery) -> Vec<VectorHit> {
        let says_nothing = query.vector.iter().all(|value| *value == 0.0);
        let Some(vectors) = self.vectors.0.get(&query.identity).filter(|_| !says_nothing) else {
            return Vec::new();
        };
        let hit = |(id, stored): (&MemoryId, &StoredVectors)| {
            let memory = self.get(reach, *id)?;
            let similarity = stored.whole.cosine(&query.vector);
            filter::passes(&query.filter, memory)
                .then(|| VectorHit { memory: memory.clone(), similarity })
        };
        let mut hits: Vec<VectorHit> = vectors.iter().filter_map(hit).collect();
        hits.sort_by(|one, other| {
            other.similarity.total_cmp(&one.similarity).then(one.memory.id.cmp(&other.memory.id))
        });
        hits.truncate(query.pool);
        hits
    }

    /// The active memories that an embedder has made no vector of, newest first.
    pub(super) fn unembedded(&self, identity: &Identity) -> impl Iterator<Item = &Memory> {
        let lacks = move |memory: &&Memory| {
            memory.is_active() && self.vectors.get(memory.id, identity).is_none()
        };
        self.memories.values().rev().filter(lacks)
    }
}
