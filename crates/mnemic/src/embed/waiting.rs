//! How many memories wait to be embedded. What an embedder refuses waits for nothing: it is found without its vector.

use mnemic_core::port::{
    embedder::{Identity, TextHash, text_of},
    store::Store,
};

use super::EmbeddingService;
use crate::error::Error;

/// Among so many it is looked which are refused. More than that are not refused but wait.
const LOOKED_AT: u64 = 256;

impl EmbeddingService {
    /// How many memories of `store` wait to be embedded.
    pub(crate) async fn waiting(
        &self,
        store: &dyn Store,
        identity: &Identity,
    ) -> Result<u64, Error> {
        let lag = store.lag(identity).await?;
        if lag == 0 || lag > LOOKED_AT {
            return Ok(lag);
        }
        let unembedded = store.unembedded(identity, usize::try_from(lag).unwrap_or(0)).await?;
        let texts: Vec<TextHash> =
            unembedded.iter().map(|memory| TextHash::of(&text_of(memory))).collect();
        self.learn_refusals(identity, &texts).await;
        let refused = texts.iter().filter(|text| self.refusals.holds(identity, **text)).count();
        Ok(lag.saturating_sub(refused as u64))
    }

    /// Takes over which of these texts were refused in other processes; how many those are.
    pub(super) async fn learn_refusals(&self, identity: &Identity, texts: &[TextHash]) -> usize {
        let Some(cache) = self.cache.as_ref().filter(|_| !texts.is_empty()) else { return 0 };
        match cache.refused(identity, texts).await {
            Ok(refused) => self.refusals.learn(identity, refused),
            Err(error) => {
                tracing::debug!(%error, "the cache of embeddings cannot be read");
                0
            }
        }
    }

    /// Whether the embedder is known to refuse a text.
    pub(crate) fn refuses(&self, identity: &Identity, text: &str) -> bool {
        self.refusals.holds(identity, TextHash::of(text))
    }

    /// Keeps which texts are refused, for this process and those to come.
    pub(super) async fn keep_refusals(&self, identity: &Identity, refused: Vec<TextHash>) {
        if refused.is_empty() {
            return;
        }
        self.refusals.add(identity, refused.iter().copied());
        let Some(cache) = &self.cache else { return };
        if let Err(error) = cache.refuse(identity, refused).await {
            tracing::debug!(%error, "the cache of embeddings cannot be written");
        }
    }

    /// Has texts that the deep embedder refused before asked for again.
    pub(crate) async fn forget_refusals(&self) -> Result<(), Error> {
        let Some(deep) = &self.embedders.deep else { return Ok(()) };
        self.refusals.clear();
        match &self.cache {
            Some(cache) => Ok(cache.forget_refusals(deep.identity()).await?),
            None => Ok(()),
        }
    }
}
