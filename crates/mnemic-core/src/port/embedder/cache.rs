//! What a cache of embeddings promises: a text that an embedder has seen once need not be embedded again.
//!
//! It is derived and disposable. Whoever loses it pays again, and nothing else is lost.

use std::collections::HashSet;

use async_trait::async_trait;

use super::{Identity, StoredVectors};
use crate::port::store::StoreResult;

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
    ) -> StoreResult<Vec<Option<StoredVectors>>>;

    /// Keeps what an embedder made of texts.
    async fn put(
        &self,
        identity: &Identity,
        made: Vec<(TextHash, StoredVectors)>,
    ) -> StoreResult<()>;

    /// Keeps which texts an embedder refused.
    async fn refuse(&self, identity: &Identity, texts: Vec<TextHash>) -> StoreResult<()>;

    /// Which of these texts an embedder refused.
    async fn refused(&self, identity: &Identity, texts: &[TextHash]) -> StoreResult<Vec<TextHash>>;

    /// Lets go of all that an embedder refused.
    async fn forget_refusals(&self, identity: &Identity) -> StoreResult<()>;

    /// How many vectors it holds, as far as they were counted.
    async fn count(&self) -> StoreResult<u64>;

    /// Lets go of every vector that was not made of one of these texts, and of what embedders made other than this one
    /// and the last one beside it. So no text has more than two.
    async fn keep(&self, identity: &Identity, texts: HashSet<TextHash>) -> StoreResult<()>;
}

/// A smaller cache is not worth looking through.
const SPARE: u64 = 1_000;
/// A cache that is looked through holds two vectors for each memory at most. It is not looked through again before it
/// has grown by one for each.
const FOR_EACH: u64 = 3;

/// Whether a cache holds so much that it is worth finding out what of it is still needed.
pub fn is_overgrown(vectors: u64, memories: u64) -> bool {
    vectors > memories.saturating_mul(FOR_EACH).saturating_add(SPARE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cache_is_overgrown_when_it_holds_far_more_than_there_are_memories() {
        for (vectors, memories, overgrown) in [
            (0, 0, false),
            (1_000, 0, false),
            (1_001, 0, true),
            (31_000, 10_000, false),
            (31_001, 10_000, true),
            (u64::MAX, u64::MAX, false),
        ] {
            assert_eq!(is_overgrown(vectors, memories), overgrown, "{vectors} of {memories}");
        }
    }
}
