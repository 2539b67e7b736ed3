//! Memories that wait to be embedded: whatever has no vector of an embedder in use. There is no list of them but that.
//!
//! Texts are embedded while no lock is held. A memory that changed meanwhile waits on.

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use mnemic_core::{
    port::{
        embedder::{Embedder, Identity, StoredVectors, TextHash, text_of},
        store::{Change, Needs, StoreError, Transaction},
    },
    record::id::MemoryId,
};

use super::{EmbeddingService, refusal};
use crate::{error::Error, ledger::Ledger, scribe::Scribe};

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

/// The memories of one engine that wait to be embedded.
pub(crate) struct Queue<'a> {
    pub(crate) embedding: &'a EmbeddingService,
    pub(crate) ledger: &'a Ledger,
    pub(crate) scribe: &'a Scribe,
}

/// A memory's text when it was read.
struct Waiting {
    id: MemoryId,
    text: String,
    hash: TextHash,
}

impl Queue<'_> {
    /// Embeds up to `limit` memories that wait, the newest first. What was embedded before a failure stays.
    pub(crate) async fn embed_pending(&self, limit: usize) -> Result<Embedded, Error> {
        let mut done = 0;
        for embedder in self.embedding.embedders.all() {
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
        let batch_size = self.embedding.host.settings().embedding.batch_size;
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
    pub(crate) async fn pending(&self) -> Result<u64, Error> {
        self.scribe
            .read(|store| async move {
                let mut left = 0;
                for embedder in self.embedding.embedders.all() {
                    left += self.embedding.waiting(&*store, embedder.identity()).await?;
                }
                Ok(left)
            })
            .await
    }

    /// Embeds memories after the last answer of a process, if the embedder has just answered a question or a recall
    /// lacked vectors: with a deep embedder up to `limit`, and all of it for a moment at most.
    pub(crate) async fn embed_for_a_moment(&self, limit: usize) -> Result<(), Error> {
        let is_ready = self.embedding.embedders.deep.as_ref().is_some_and(|deep| deep.is_ready());
        if !self.embedding.lacks_vectors.swap(false, Ordering::Relaxed) && !is_ready {
            return Ok(());
        }
        let embedding = async {
            for embedder in self.embedding.embedders.all() {
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
    pub(crate) async fn keep_embedded(&self) {
        let mut last_failure = None;
        loop {
            match self.embed_pending(usize::MAX).await {
                Ok(_) => last_failure = None,
                Err(error) => {
                    let failure = error.with_causes();
                    if last_failure.as_ref() != Some(&failure) {
                        tracing::warn!(error = failure, "memories wait to be embedded");
                    }
                    last_failure = Some(failure);
                }
            }
            if let Some(deep) = &self.embedding.embedders.deep {
                deep.unload_idle(self.embedding.host.now(), IDLE);
            }
            tokio::select! {
                () = self.embedding.wanted.notified() => tokio::time::sleep(PAUSE).await,
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
        let known = self.embedding.refusals.count();
        let unembedded = self
            .scribe
            .read(|store| async move { Ok(store.unembedded(identity, count + known).await?) })
            .await?;
        let mut waiting: Vec<Waiting> = unembedded
            .iter()
            .map(|memory| {
                let text = text_of(memory);
                Waiting { id: memory.id, hash: TextHash::of(&text), text }
            })
            .filter(|it| !self.embedding.refusals.holds(identity, it.hash))
            .collect();
        waiting.truncate(count);
        let hashes: Vec<TextHash> = waiting.iter().map(|it| it.hash).collect();
        let learnt = self.embedding.learn_refusals(identity, &hashes).await;
        waiting.retain(|it| !self.embedding.refusals.holds(identity, it.hash));
        if waiting.is_empty() {
            return Ok(Batch { added: 0, settled: learnt });
        }
        let stored_vectors = self.vectors_of(embedder, &waiting).await?;
        let refused = stored_vectors.iter().filter(|stored| stored.is_none()).count();
        let added = self.keep_vectors(identity, waiting, stored_vectors).await?;
        Ok(Batch { added, settled: added + refused + learnt })
    }

    /// The vectors of texts: those made before, and the rest made now. None of a text that the embedder refuses.
    async fn vectors_of(
        &self,
        embedder: &Arc<dyn Embedder>,
        waiting: &[Waiting],
    ) -> Result<Vec<Option<StoredVectors>>, Error> {
        let identity = embedder.identity();
        let hashes: Vec<TextHash> = waiting.iter().map(|it| it.hash).collect();
        let is_cached = !embedder.is_instant();
        let mut found = if is_cached {
            self.embedding.cached(identity, &hashes).await
        } else {
            vec![None; hashes.len()]
        };
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
                self.embedding.keep_cached(identity, entries.collect()).await;
            }
            self.embedding.keep_refusals(identity, refused).await;
            missing.into_iter().zip(made).for_each(|(place, made)| found[place] = made);
        }
        Ok(found)
    }

    /// Puts vectors into the index, unless the memory says something else by now.
    async fn keep_vectors(
        &self,
        identity: &Identity,
        waiting: Vec<Waiting>,
        stored_vectors: Vec<Option<StoredVectors>>,
    ) -> Result<usize, Error> {
        let _indexing = self.ledger.hold_index_lock().await?;
        let Some(store) = self.ledger.current_store().await? else {
            return Err(StoreError::Damaged("there is no index".to_owned()).into());
        };
        let ids = waiting.iter().map(|it| it.id).collect();
        let present = store.load(&Needs { ids, ..Needs::default() }).await?.memories;
        let identity = Arc::new(identity.clone());
        let changes: Vec<Change> = waiting
            .into_iter()
            .zip(stored_vectors)
            .filter(|(it, _)| present.get(&it.id).is_some_and(|now| text_of(now) == it.text))
            .filter_map(|(it, stored)| {
                let (identity, stored) = (Arc::clone(&identity), Box::new(stored?));
                Some(Change::Vector { id: it.id, identity, stored })
            })
            .collect();
        let added = changes.len();
        store.commit(Transaction { changes, cursor: None }).await?;
        Ok(added)
    }
}
