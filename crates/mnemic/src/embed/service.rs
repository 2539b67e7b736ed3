//! The embedding component: the embedders in use, what they made before, and what they refuse.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use mnemic_core::{
    port::{
        embedder::{EmbeddingCache, Identity, Role, StoredVectors, TextHash, text_of},
        store::Change,
    },
    record::{id::MemoryId, memory::Memory},
};
use tokio::sync::Notify;

use super::{Embedders, Refusals};
use crate::host::Host;

/// What makes vectors for one engine.
pub(crate) struct EmbeddingService {
    pub(super) host: Arc<Host>,
    pub(super) embedders: Embedders,
    /// What embedders made before; none where nothing may be left on disk.
    pub(super) cache: Option<Arc<dyn EmbeddingCache>>,
    pub(super) refusals: Refusals,
    /// Whether the deep embedder was found to have seen almost every memory of this index.
    pub(super) deep_serves: AtomicBool,
    /// Whether a recall lacked vectors that are still to be made.
    pub(super) lacks_vectors: AtomicBool,
    pub(super) wanted: Notify,
}

impl EmbeddingService {
    pub(crate) fn new(
        host: Arc<Host>,
        embedders: Embedders,
        cache: Option<Arc<dyn EmbeddingCache>>,
    ) -> Self {
        Self {
            host,
            embedders,
            cache,
            refusals: Refusals::default(),
            deep_serves: AtomicBool::new(false),
            lacks_vectors: AtomicBool::new(false),
            wanted: Notify::new(),
        }
    }

    pub(crate) fn embedders(&self) -> &Embedders {
        &self.embedders
    }

    /// Something was written that has no vector of every embedder yet.
    pub(crate) fn request_vectors(&self) {
        self.wanted.notify_one();
    }

    /// A recall lacked vectors that are still to be made.
    pub(crate) fn note_lacking_vectors(&self) {
        self.lacks_vectors.store(true, Ordering::Relaxed);
    }

    /// The index is another one: which memories have vectors in it is to be found out again.
    pub(crate) fn forget_index(&self) {
        self.deep_serves.store(false, Ordering::Relaxed);
    }

    /// Adds to changes the vectors of the memories that they make or replace, as far as an embedder answers at once.
    pub(crate) async fn embed(&self, changes: &mut Vec<Change>) {
        let Some(embedder) = &self.embedders.instant else { return };
        let (ids, texts): (Vec<_>, Vec<String>) =
            memories(changes).map(|memory| (memory.id, text_of(memory))).unzip();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embedded = match embedder.embed(&texts, Role::Memory).await {
            Ok(embedded) => embedded,
            Err(error) => {
                tracing::warn!(%error, "memories are indexed without vectors");
                return;
            }
        };
        let identity = Arc::new(embedder.identity().clone());
        changes.extend(ids.into_iter().zip(embedded).map(|(id, embedding)| Change::Vector {
            id,
            identity: Arc::clone(&identity),
            stored: Box::new(StoredVectors::of(&embedding)),
        }));
    }

    /// Adds to changes the vectors that the deep embedder has made of their memories before, without asking it.
    pub(crate) async fn embed_from_cache(&self, changes: &mut Vec<Change>) {
        let Some(embedder) = &self.embedders.deep else { return };
        let identity = Arc::new(embedder.identity().clone());
        let (ids, hashes): (Vec<MemoryId>, Vec<TextHash>) =
            memories(changes).map(|it| (it.id, TextHash::of(&text_of(it)))).unzip();
        let found = self.cached(&identity, &hashes).await;
        changes.extend(ids.into_iter().zip(found).filter_map(|(id, stored)| {
            let (identity, stored) = (Arc::clone(&identity), Box::new(stored?));
            Some(Change::Vector { id, identity, stored })
        }));
    }

    /// What the cache has; a cache that cannot be read has nothing, and vectors that say nothing are not taken from it.
    pub(super) async fn cached(
        &self,
        identity: &Identity,
        texts: &[TextHash],
    ) -> Vec<Option<StoredVectors>> {
        let nothing = || vec![None; texts.len()];
        let Some(cache) = self.cache.as_ref().filter(|_| !texts.is_empty()) else {
            return nothing();
        };
        let mut found = cache.get(identity, texts).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the cache of embeddings cannot be read");
            nothing()
        });
        found.iter_mut().for_each(|it| drop(it.take_if(|stored| stored.is_zero())));
        found
    }

    pub(super) async fn keep_cached(
        &self,
        identity: &Identity,
        made: Vec<(TextHash, StoredVectors)>,
    ) {
        let Some(cache) = &self.cache else { return };
        if let Err(error) = cache.put(identity, made).await {
            tracing::debug!(%error, "the cache of embeddings cannot be written");
        }
    }
}

fn memories(changes: &[Change]) -> impl Iterator<Item = &Memory> {
    changes.iter().filter_map(|change| match change {
        Change::Memory(memory) => Some(memory.as_ref()),
        _ => None,
    })
}
