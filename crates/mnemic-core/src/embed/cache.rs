//! What a cache of embeddings promises: a text that an embedder has seen once need not be embedded again.
//!
//! It is derived and disposable. Whoever loses it pays again, and nothing else is lost.

use async_trait::async_trait;

use super::{Identity, Imprint};
use crate::store::StoreResult;

/// BLAKE3 of a text as it is embedded, to the letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TextHash(pub [u8; 32]);

impl TextHash {
    /// The hash of a text.
    pub fn of(text: &str) -> Self {
        Self(*blake3::hash(text.as_bytes()).as_bytes())
    }
}

/// Vectors by who made them and of what.
#[async_trait]
pub trait EmbeddingCache: Send + Sync {
    /// What an embedder made of texts before, in order; nothing for those it has not seen.
    async fn get(
        &self,
        identity: &Identity,
        texts: &[TextHash],
    ) -> StoreResult<Vec<Option<Imprint>>>;

    /// Keeps what an embedder made of texts.
    async fn put(&self, identity: &Identity, made: Vec<(TextHash, Imprint)>) -> StoreResult<()>;
}
