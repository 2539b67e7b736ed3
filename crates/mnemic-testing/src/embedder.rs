//! An embedder for tests: the same text always gets the same vector, and what it was asked is counted.

use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use async_trait::async_trait;
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Identity, Role, WordVector};

const DIMENSIONS: usize = 64;

/// What a [`FakeEmbedder`] answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FakeBehaviour {
    /// Vectors, as promised.
    Good,
    /// It refuses the key.
    Refusing,
    /// It takes no texts that say `password`.
    Picky,
    /// Vectors that are not numbers.
    NotANumber,
    /// Vectors of other dimensions.
    TooShort,
    /// Vectors of zeros.
    Zero,
}

/// An embedder that takes no time and knows no meaning: texts that share words are near each other.
#[derive(Debug)]
pub struct FakeEmbedder {
    identity: Identity,
    mood: Mutex<FakeBehaviour>,
    embedded: AtomicUsize,
}

impl FakeEmbedder {
    /// One with this model's name, which is all that tells two of them apart.
    pub fn new(model: &str) -> Self {
        let identity = Identity {
            provider: "fake".to_owned(),
            model: model.to_owned(),
            revision: String::new(),
            dimensions: DIMENSIONS,
            prompt: String::new(),
        };
        Self { identity, mood: Mutex::new(FakeBehaviour::Good), embedded: AtomicUsize::new(0) }
    }

    /// How it answers from now on.
    pub fn turn(&self, mood: FakeBehaviour) {
        *self.mood.lock().unwrap_or_else(PoisonError::into_inner) = mood;
    }

    /// How many texts of memories it has embedded.
    pub fn embedded(&self) -> usize {
        self.embedded.load(Ordering::SeqCst)
    }

    fn answer(&self, text: &str, mood: FakeBehaviour) -> Embedding {
        let words: Vec<WordVector> = text.split_whitespace().map(word).collect();
        let mut vector = vec![0.0; DIMENSIONS];
        for word in &words {
            vector.iter_mut().zip(&word.vector).for_each(|(sum, value)| *sum += value);
        }
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt().max(1.0);
        vector.iter_mut().for_each(|value| *value /= length);
        match mood {
            FakeBehaviour::NotANumber => vector[0] = f32::NAN,
            FakeBehaviour::TooShort => vector.truncate(3),
            FakeBehaviour::Zero => vector.fill(0.0),
            FakeBehaviour::Good | FakeBehaviour::Refusing | FakeBehaviour::Picky => {}
        }
        Embedding { vector, words }
    }
}

/// A word points one way, which follows from its letters.
fn word(word: &str) -> WordVector {
    let word = word.to_lowercase();
    let hash = word
        .bytes()
        .fold(7_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(usize::from(byte)));
    let mut vector = vec![0.0; DIMENSIONS];
    vector[hash % DIMENSIONS] = 1.0;
    WordVector { word, vector }
}

#[async_trait]
impl Embedder for FakeEmbedder {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError> {
        let mood = *self.mood.lock().unwrap_or_else(PoisonError::into_inner);
        if mood == FakeBehaviour::Refusing {
            return Err(EmbedError::Unauthorised(self.identity.provider.clone()));
        }
        if mood == FakeBehaviour::Picky && texts.iter().any(|text| text.contains("password")) {
            let provider = self.identity.provider.clone();
            return Err(EmbedError::Nonsense { provider, reason: "with status 400".to_owned() });
        }
        if role == Role::Memory {
            self.embedded.fetch_add(texts.len(), Ordering::SeqCst);
        }
        Ok(texts.iter().map(|text| self.answer(text, mood)).collect())
    }
}
