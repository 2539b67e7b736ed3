//! Texts that an embedder refuses while it takes others: they do not keep the rest of their batch waiting, and are not
//! asked for again. The cache of embeddings keeps which those are.

use std::{
    collections::HashSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

use mnemic_core::port::embedder::{EmbedError, Embedder, Identity, Role, StoredVectors, TextHash};

use super::checked;

/// So many texts are tried alone before an embedder is taken to refuse everything.
const PROBES: usize = 2;
/// What is tried where there is but one text.
const HARMLESS: &str = "memory";

/// Which texts were refused, and by whom.
#[derive(Debug, Default)]
pub(crate) struct Refusals(Mutex<HashSet<(Identity, TextHash)>>);

impl Refusals {
    pub(super) fn count(&self) -> usize {
        self.lock().len()
    }

    pub(super) fn holds(&self, identity: &Identity, text: TextHash) -> bool {
        self.lock().contains(&(identity.clone(), text))
    }

    pub(super) fn add(&self, identity: &Identity, texts: impl Iterator<Item = TextHash>) {
        for text in texts {
            tracing::warn!(provider = identity.provider, "a text is refused and has no vector");
            self.lock().insert((identity.clone(), text));
        }
    }

    /// Takes over what was found out elsewhere; how many of them are new.
    pub(super) fn learn(&self, identity: &Identity, texts: Vec<TextHash>) -> usize {
        let mut known = self.lock();
        texts.into_iter().filter(|text| known.insert((identity.clone(), *text))).count()
    }

    pub(super) fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, HashSet<(Identity, TextHash)>> {
        // Whoever panicked left a whole set behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The vectors of texts, in order; none of one that is refused while others are taken.
pub(super) async fn embed(
    embedder: &dyn Embedder,
    texts: &[&str],
) -> Result<Vec<Option<StoredVectors>>, EmbedError> {
    match attempt(embedder, texts).await {
        Ok(made) => Ok(made.into_iter().map(Some).collect()),
        Err(failure @ EmbedError::Nonsense { .. }) => {
            if takes_any(embedder, texts).await? {
                part_by_part(embedder, texts).await
            } else {
                Err(failure)
            }
        }
        Err(failure) => Err(failure),
    }
}

/// Whether the embedder takes any of the shortest texts alone. Otherwise it is not for the texts that it refuses.
async fn takes_any(embedder: &dyn Embedder, texts: &[&str]) -> Result<bool, EmbedError> {
    let mut shortest = if texts.len() == 1 { vec![HARMLESS] } else { texts.to_vec() };
    shortest.sort_by_key(|text| text.len());
    for text in shortest.into_iter().take(PROBES) {
        match attempt(embedder, &[text]).await {
            Ok(_) => return Ok(true),
            Err(EmbedError::Nonsense { .. }) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(false)
}

/// Halves texts until those that are refused stand alone.
async fn part_by_part(
    embedder: &dyn Embedder,
    texts: &[&str],
) -> Result<Vec<Option<StoredVectors>>, EmbedError> {
    let mut made = Vec::with_capacity(texts.len());
    let halves = |texts| <[&str]>::split_at(texts, texts.len() / 2);
    let (first, second) = halves(texts);
    let mut parts = vec![second, first];
    while let Some(part) = parts.pop() {
        match attempt(embedder, part).await {
            Ok(stored_vectors) => made.extend(stored_vectors.into_iter().map(Some)),
            Err(EmbedError::Nonsense { .. }) if part.len() == 1 => made.push(None),
            Err(EmbedError::Nonsense { .. }) => {
                let (first, second) = halves(part);
                parts.extend([second, first]);
            }
            Err(failure) => return Err(failure),
        }
    }
    Ok(made)
}

async fn attempt(
    embedder: &dyn Embedder,
    texts: &[&str],
) -> Result<Vec<StoredVectors>, EmbedError> {
    let embedded = embedder.embed(texts, Role::Memory).await?;
    checked(embedder, embedded, texts)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_trait::async_trait;
    use mnemic_core::port::embedder::Embedding;

    use super::*;

    /// Refuses what contains a word, and counts how often it is asked.
    struct Picky {
        identity: Identity,
        refuses: &'static str,
        asked: AtomicUsize,
    }

    impl Picky {
        fn new(refuses: &'static str) -> Self {
            let identity = Identity {
                provider: "picky".to_owned(),
                model: "picky".to_owned(),
                revision: String::new(),
                dimensions: 1,
                prompt: String::new(),
            };
            Self { identity, refuses, asked: AtomicUsize::new(0) }
        }
    }

    #[async_trait]
    impl Embedder for Picky {
        fn identity(&self) -> &Identity {
            &self.identity
        }

        async fn embed(&self, texts: &[&str], _: Role) -> Result<Vec<Embedding>, EmbedError> {
            self.asked.fetch_add(1, Ordering::Relaxed);
            if texts.iter().any(|text| text.contains(self.refuses)) {
                let provider = self.identity.provider.clone();
                return Err(EmbedError::Nonsense {
                    provider,
                    reason: "with status 400".to_owned(),
                });
            }
            Ok(texts.iter().map(|_| Embedding { vector: vec![1.0], words: Vec::new() }).collect())
        }
    }

    #[tokio::test]
    async fn what_is_refused_stands_alone() {
        let picky = Picky::new("bad");
        let made = embed(&picky, &["a", "bad", "b", "c", "d", "worse than bad"]).await.unwrap();
        let taken: Vec<bool> = made.iter().map(Option::is_some).collect();
        assert_eq!(taken, [true, false, true, true, true, false]);
    }

    #[tokio::test]
    async fn an_embedder_that_refuses_everything_is_asked_three_times() {
        let picky = Picky::new("");
        let texts = vec!["a"; 64];
        assert!(embed(&picky, &texts).await.is_err());
        assert_eq!(picky.asked.into_inner(), 3);
    }

    #[tokio::test]
    async fn a_text_that_comes_alone_is_refused_while_another_is_taken() {
        assert_eq!(embed(&Picky::new("bad"), &["bad"]).await.unwrap(), [None]);
        assert!(embed(&Picky::new(""), &["bad"]).await.is_err());
    }

    #[test]
    fn a_refusal_is_one_embedders() {
        let refusals = Refusals::default();
        let one = Picky::new("").identity;
        let other = Identity { model: "other".to_owned(), ..one.clone() };
        refusals.add(&one, std::iter::once(TextHash::of("a")));
        assert!(refusals.holds(&one, TextHash::of("a")));
        assert!(!refusals.holds(&other, TextHash::of("a")));
        assert_eq!(refusals.count(), 1);
    }
}
