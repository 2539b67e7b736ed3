//! Memories that wait to be embedded: whatever has no vector of an embedder in use. There is no list of them but that.
//!
//! Texts are embedded while no lock is held. A memory that changed meanwhile waits on.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use mnemic_core::{
    port::{
        embedder::{Embedder, Identity, Imprint, TextHash, text_of},
        store::{Change, Needs, StoreError, Transaction},
    },
    record::id::MemoryId,
};

use super::{memories, refusal};
use crate::{engine::Engine, error::Error};

/// How often a long-running process looks for what other processes wrote.
const LOOK: Duration = Duration::from_secs(30);
/// How long writes are gathered before they are embedded.
const PAUSE: Duration = Duration::from_millis(500);
/// How long a model that nobody needs stays in memory.
const IDLE: Duration = Duration::from_secs(300);
/// How long a process that is about to end goes on embedding.
const MOMENT: Duration = Duration::from_secs(2);

/// How far embedding has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Embedded {
    /// How many memories got a vector.
    pub done: usize,
    /// How many still wait, for any embedder.
    pub left: u64,
}

/// What became of a batch.
#[derive(Debug)]
struct Batch {
    added: usize,
    settled: usize,
}

/// A memory's text when it was read.
struct Waiting {
    id: MemoryId,
    text: String,
    hash: TextHash,
}

impl Engine {
    /// Embeds up to `limit` memories that wait, the newest first. What was embedded before a failure stays.
    pub async fn embed_pending(&self, limit: usize) -> Result<Embedded, Error> {
        let mut done = 0;
        for embedder in self.embedders.all() {
            done += self.embed_by(embedder, limit - done).await?;
        }
        let left = self.pending().await?;
        if done > 0 {
            tracing::debug!(done, left, "memories embedded");
            self.prune_embeddings().await;
        }
        Ok(Embedded { done, left })
    }

    /// How many of up to `limit` waiting memories an embedder embeds.
    async fn embed_by(&self, embedder: &Arc<dyn Embedder>, limit: usize) -> Result<usize, Error> {
        let batch_size = self.settings().embedding.batch_size;
        let mut done = 0;
        while done < limit {
            let count = batch_size.min(limit - done);
            let batch = self.embed_batch(embedder, count).await?;
            done += batch.added;
            if batch.settled < count {
                break;
            }
        }
        Ok(done)
    }

    /// How many memories wait to be embedded.
    pub async fn pending(&self) -> Result<u64, Error> {
        self.read(|store| async move {
            let mut left = 0;
            for embedder in self.embedders.all() {
                left += self.waiting(&*store, embedder.identity()).await?;
            }
            Ok(left)
        })
        .await
    }

    /// Embeds memories after the last answer of a process, if the embedder has just answered a question or a recall
    /// lacked vectors: with a deep embedder up to `limit`, and all of it for a moment at most.
    pub async fn embed_for_a_moment(&self, limit: usize) -> Result<(), Error> {
        let is_ready = self.embedders.deep.as_ref().is_some_and(|deep| deep.is_ready());
        if !self.lacks_vectors.swap(false, Ordering::Relaxed) && !is_ready {
            return Ok(());
        }
        let embedding = async {
            for embedder in self.embedders.all() {
                let limit = if embedder.is_instant() { usize::MAX } else { limit };
                self.embed_by(embedder, limit).await?;
            }
            Ok(())
        };
        // What was embedded before the moment is over stays.
        tokio::time::timeout(MOMENT, embedding).await.unwrap_or(Ok(()))
    }

    /// Embeds memories soon after they are written, by whichever process, and lets go of a model that nobody needs,
    /// for as long as it is polled.
    pub async fn keep_embedded(&self) {
        let mut told = None;
        loop {
            match self.embed_pending(usize::MAX).await {
                Ok(_) => told = None,
                Err(error) => {
                    let failure = error.with_causes();
                    if told.as_ref() != Some(&failure) {
                        tracing::warn!(error = failure, "memories wait to be embedded");
                    }
                    told = Some(failure);
                }
            }
            if let Some(deep) = &self.embedders.deep {
                deep.unload_idle(self.now(), IDLE);
            }
            tokio::select! {
                () = self.embedding_wanted.notified() => tokio::time::sleep(PAUSE).await,
                () = tokio::time::sleep(LOOK) => {}
            }
        }
    }

    /// Embeds one batch: memories get their vector, unless their text is refused.
    async fn embed_batch(
        &self,
        embedder: &Arc<dyn Embedder>,
        count: usize,
    ) -> Result<Batch, Error> {
        let identity = embedder.identity();
        let known = self.refusals.count();
        let unembedded = self
            .read(|store| async move { Ok(store.unembedded(identity, count + known).await?) })
            .await?;
        let mut waiting: Vec<Waiting> = unembedded
            .iter()
            .map(|memory| {
                let text = text_of(memory);
                Waiting { id: memory.id, hash: TextHash::of(&text), text }
            })
            .filter(|it| !self.refusals.holds(identity, it.hash))
            .collect();
        waiting.truncate(count);
        let hashes: Vec<TextHash> = waiting.iter().map(|it| it.hash).collect();
        let learnt = self.learn_refusals(identity, &hashes).await;
        waiting.retain(|it| !self.refusals.holds(identity, it.hash));
        if waiting.is_empty() {
            return Ok(Batch { added: 0, settled: learnt });
        }
        let imprints = self.imprints_of(embedder, &waiting).await?;
        let refused = imprints.iter().filter(|imprint| imprint.is_none()).count();
        let added = self.keep_vectors(identity, waiting, imprints).await?;
        Ok(Batch { added, settled: added + refused + learnt })
    }

    /// The vectors of texts: those made before, and the rest made now. None of a text that the embedder refuses.
    async fn imprints_of(
        &self,
        embedder: &Arc<dyn Embedder>,
        waiting: &[Waiting],
    ) -> Result<Vec<Option<Imprint>>, Error> {
        let identity = embedder.identity();
        let hashes: Vec<TextHash> = waiting.iter().map(|it| it.hash).collect();
        let is_cached = !embedder.is_instant();
        let mut found =
            if is_cached { self.cached(identity, &hashes).await } else { vec![None; hashes.len()] };
        let missing: Vec<usize> = (0..found.len()).filter(|it| found[*it].is_none()).collect();
        if !missing.is_empty() {
            let texts: Vec<&str> = missing.iter().map(|it| waiting[*it].text.as_str()).collect();
            let made = refusal::embed(embedder.as_ref(), &texts).await?;
            let of_texts = missing.iter().map(|it| hashes[*it]).zip(&made);
            let (accepted, refused): (Vec<_>, Vec<_>) =
                of_texts.partition(|(_, made)| made.is_some());
            let refused = refused.into_iter().map(|(text, _)| text).collect();
            if is_cached {
                let entries =
                    accepted.into_iter().filter_map(|(text, made)| Some((text, made.clone()?)));
                self.cache(identity, entries.collect()).await;
            }
            self.keep_refusals(identity, refused).await;
            missing.into_iter().zip(made).for_each(|(place, made)| found[place] = made);
        }
        Ok(found)
    }

    /// Puts vectors into the index, unless the memory says something else by now.
    async fn keep_vectors(
        &self,
        identity: &Identity,
        waiting: Vec<Waiting>,
        imprints: Vec<Option<Imprint>>,
    ) -> Result<usize, Error> {
        let _indexing = self.hold_index_lock().await?;
        let Some(store) = self.current_store().await? else {
            return Err(StoreError::Damaged("there is no index".to_owned()).into());
        };
        let ids = waiting.iter().map(|it| it.id).collect();
        let present = store.load(&Needs { ids, ..Needs::default() }).await?.memories;
        let identity = Arc::new(identity.clone());
        let changes: Vec<Change> = waiting
            .into_iter()
            .zip(imprints)
            .filter(|(it, _)| present.get(&it.id).is_some_and(|now| text_of(now) == it.text))
            .filter_map(|(it, imprint)| {
                let (identity, imprint) = (Arc::clone(&identity), Box::new(imprint?));
                Some(Change::Vector { id: it.id, identity, imprint })
            })
            .collect();
        let added = changes.len();
        store.commit(Transaction { changes, cursor: None }).await?;
        Ok(added)
    }

    /// Adds to changes the vectors that the deep embedder has made of their memories before, without asking it.
    pub(crate) async fn embed_from_cache(&self, changes: &mut Vec<Change>) {
        let Some(embedder) = &self.embedders.deep else { return };
        let identity = Arc::new(embedder.identity().clone());
        let (ids, hashes): (Vec<MemoryId>, Vec<TextHash>) =
            memories(changes).map(|it| (it.id, TextHash::of(&text_of(it)))).unzip();
        let found = self.cached(&identity, &hashes).await;
        changes.extend(ids.into_iter().zip(found).filter_map(|(id, imprint)| {
            let (identity, imprint) = (Arc::clone(&identity), Box::new(imprint?));
            Some(Change::Vector { id, identity, imprint })
        }));
    }

    /// What the cache has; a cache that cannot be read has nothing, and vectors that say nothing are not taken from it.
    async fn cached(&self, identity: &Identity, texts: &[TextHash]) -> Vec<Option<Imprint>> {
        let nothing = || vec![None; texts.len()];
        let Some(cache) = self.embeddings.as_ref().filter(|_| !texts.is_empty()) else {
            return nothing();
        };
        let mut found = cache.get(identity, texts).await.unwrap_or_else(|error| {
            tracing::debug!(%error, "the cache of embeddings cannot be read");
            nothing()
        });
        found.iter_mut().for_each(|it| drop(it.take_if(|imprint| imprint.says_nothing())));
        found
    }

    async fn cache(&self, identity: &Identity, made: Vec<(TextHash, Imprint)>) {
        let Some(cache) = &self.embeddings else { return };
        if let Err(error) = cache.put(identity, made).await {
            tracing::debug!(%error, "the cache of embeddings cannot be written");
        }
    }
}
