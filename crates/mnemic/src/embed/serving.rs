//! Which embedder answers questions now: the deep one only when it has seen almost every memory.

use std::sync::{Arc, atomic::Ordering};

use mnemic_core::{
    port::{embedder::Embedder, store::Store},
    record::{filter::Filter, scope::Reach},
};

use super::EmbeddingService;
use crate::error::Error;

/// Of so many memories one may wait: what is found by meaning would else be what happens to be embedded.
const MEMORIES_PER_WAITING: u64 = 20;
/// So many may wait in any case: a recall embeds them itself where it looks at them.
pub(crate) const WAITING_AT_MOST: usize = 4;

/// What recall may use now beside the instant embedder.
#[derive(Clone, Default)]
pub struct Serving {
    /// The deep embedder, when it serves.
    pub deep: Option<Arc<dyn Embedder>>,
    /// Why the one that was asked for does not serve, in a sentence.
    pub unused: Option<String>,
}

impl EmbeddingService {
    /// Which embedder may be asked about the memories of `store`. Once one serves it goes on serving until the index is
    /// built anew: what is remembered afterwards is soon embedded.
    pub(crate) async fn serving_from(&self, store: &dyn Store) -> Result<Serving, Error> {
        let Some(deep) = &self.embedders.deep else {
            let unused = self.embedders.fault.as_ref().map(ToString::to_string);
            return Ok(Serving { deep: None, unused });
        };
        let serves = Serving { deep: Some(Arc::clone(deep)), unused: None };
        if self.deep_serves.load(Ordering::Relaxed) {
            return Ok(serves);
        }
        let mut lag = store.lag(deep.identity()).await?;
        let memories = match lag {
            0 => 0,
            _ => store.count(&Reach::Vault, &Filter::active()).await?,
        };
        let serves_with =
            |lag: u64| lag <= WAITING_AT_MOST as u64 || lag * MEMORIES_PER_WAITING <= memories;
        if !serves_with(lag) {
            lag = self.waiting(store, deep.identity()).await?;
        }
        if serves_with(lag) {
            self.deep_serves.store(true, Ordering::Relaxed);
            return Ok(serves);
        }
        self.lacks_vectors.store(true, Ordering::Relaxed);
        let identity = deep.identity();
        let unused =
            format!("{lag} of {memories} memories still wait to be embedded by {identity}");
        Ok(Serving { deep: None, unused: Some(unused) })
    }
}
