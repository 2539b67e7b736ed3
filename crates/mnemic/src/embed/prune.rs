//! Pruning the cache of embeddings: vectors of texts that no memory has any more go, once there are many.

use std::collections::HashSet;

use mnemic_core::{
    port::{
        embedder::{EmbeddingCache, Identity, TextHash, is_overgrown, text_of},
        store::Store,
    },
    record::{
        filter::{Filter, Query},
        scope::Reach,
    },
};

use super::Queue;
use crate::error::Error;

/// How many memories are read at once.
const PAGE: usize = 1_000;

impl Queue<'_> {
    /// Lets go of vectors that nobody needs, if the cache holds far more than there are memories. What another process
    /// caches meanwhile may go, too: it costs time once and nothing else.
    pub(super) async fn prune_embeddings(&self) {
        let (Some(cache), Some(deep)) = (&self.embedding.cache, &self.embedding.embedders.deep)
        else {
            return;
        };
        if let Err(error) = self.prune(cache.as_ref(), deep.identity()).await {
            tracing::debug!(%error, "the cache of embeddings cannot be pruned");
        }
    }

    async fn prune(&self, cache: &dyn EmbeddingCache, identity: &Identity) -> Result<(), Error> {
        let vectors = cache.count().await?;
        if !is_overgrown(vectors, 0) {
            return Ok(());
        }
        let texts = self
            .scribe
            .read(|store| async move {
                let memories = store.count(&Reach::Vault, &Filter::none()).await?;
                if !is_overgrown(vectors, memories) {
                    return Ok(None);
                }
                Ok(Some(texts(&*store).await?))
            })
            .await?;
        let Some(texts) = texts else { return Ok(()) };
        cache.keep(identity, texts).await?;
        let left = cache.count().await?;
        tracing::info!(vectors, left, "the cache of embeddings is pruned");
        Ok(())
    }
}

/// The texts of all memories, whatever their lifecycle.
async fn texts(store: &dyn Store) -> Result<HashSet<TextHash>, Error> {
    let mut texts = HashSet::new();
    let mut query = Query { limit: PAGE, ..Query::default() };
    loop {
        let page = store.query(&Reach::Vault, &query).await?;
        texts.extend(page.memories.iter().map(|memory| TextHash::of(&text_of(memory))));
        match page.next {
            None => return Ok(texts),
            after => query.after = after,
        }
    }
}
