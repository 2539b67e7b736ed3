//! Embedders: what turns texts into vectors, so that memories are found by what they mean.
//!
//! Every vector belongs to the [`Identity`] of the embedder that made it. Vectors of two identities are never
//! compared: their numbers have nothing to do with each other.

mod cache;
mod code;
mod stored;

use std::borrow::Cow;
use std::{fmt, time::Duration};

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::{
    cache::{EmbeddingCache, TextHash, is_overgrown},
    code::{Code, CodeReader, Codes},
    stored::{Quantised, StoredVectors},
};
use crate::{record::memory::Memory, text::analyse};

/// What makes the vectors of one embedder comparable with each other, and with no others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// Who computes it: `static`, `minilm`, `openai` and so on.
    pub provider: String,
    /// The model's name there.
    pub model: String,
    /// What tells two states of one model apart: a hash of its weights; empty where the provider does not say.
    pub revision: String,
    /// How many numbers a vector has.
    pub dimensions: usize,
    /// What is put before a text, if anything.
    pub prompt: String,
}

impl fmt::Display for Identity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{} ({} dimensions)", self.provider, self.model, self.dimensions)
    }
}

/// What a text is embedded for; some models treat the two differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is a question.
    Question,
    /// It is to be found.
    Memory,
}

/// What an embedder makes of one text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Embedding {
    /// The text as a whole: of unit length, or all zero when nothing in the text means anything to the embedder.
    pub vector: Vec<f32>,
    /// Its words in their context, in order; none from an embedder that does not tell.
    pub words: Vec<WordVector>,
}

impl Embedding {
    /// Whether its vector points nowhere: it is near to nothing, and says nothing of what is.
    pub fn is_zero(&self) -> bool {
        self.vector.iter().all(|value| *value == 0.0)
    }
}

/// One word of a text in its context.
#[derive(Debug, Clone, PartialEq)]
pub struct WordVector {
    /// The word, in lower case.
    pub word: String,
    /// Of unit length.
    pub vector: Vec<f32>,
}

/// Makes vectors of texts.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// Whose vectors these are. It does not change while the embedder lives.
    fn identity(&self) -> &Identity;

    /// Whether it answers at once, from this process alone: only then it is called inside a write.
    fn is_instant(&self) -> bool {
        false
    }

    /// Whether it has answered before and would again without loading a model first.
    fn is_ready(&self) -> bool {
        self.is_instant()
    }

    /// Lets go of what it can load again if nothing was embedded for `idle`, and says whether it did. To be called
    /// from time to time.
    fn unload_idle(&self, _now: Timestamp, _idle: Duration) -> bool {
        false
    }

    /// One embedding per text, in order. Every number is finite, every vector has the identity's dimensions.
    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError>;
}

/// Vectors of single words, without context: how near two words are that are not the same.
pub trait Lexicon: Send + Sync {
    /// The vector of a word in lower case, of unit length; nothing when no part of it is known.
    fn vector(&self, word: &str) -> Option<Vec<f32>>;

    /// Tells how near a word is to each of `others`, vectors that this lexicon made; nothing when no part of it is
    /// known.
    fn each_cosine(&self, word: &str, others: &[&[f32]], tell: &mut dyn FnMut(f32)) {
        if let Some(vector) = self.vector(word) {
            others.iter().for_each(|other| tell(dot(&vector, other)));
        }
    }
}

/// The sum of products.
pub fn dot(one: &[f32], other: &[f32]) -> f32 {
    pulp::Arch::new().dispatch(|| {
        // Eight sums at once, as processors add.
        let (ones, _) = one.as_chunks::<8>();
        let (others, _) = other.as_chunks::<8>();
        let mut sums = [0.0_f32; 8];
        for (one, other) in ones.iter().zip(others) {
            for lane in 0..8 {
                sums[lane] += one[lane] * other[lane];
            }
        }
        let done = ones.len().min(others.len()) * 8;
        let rest: f32 = one[done..].iter().zip(&other[done..]).map(|(a, b)| a * b).sum();
        sums.iter().sum::<f32>() + rest
    })
}

/// Why an embedder gave no vectors.
#[derive(Debug, Error)]
pub enum EmbedError {
    /// There is no such model here.
    #[error("the model `{0}` is not on this machine")]
    Missing(String),
    /// A file of the model cannot be used.
    #[error("the model file `{path}` cannot be used: {reason}")]
    Unusable {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The provider wants other credentials.
    #[error("`{0}` refused the key")]
    Unauthorised(String),
    /// The provider wants to be asked later.
    #[error("`{provider}` is rate limiting")]
    Busy {
        /// The provider.
        provider: String,
        /// For how long, if it said.
        retry_after_s: Option<u64>,
    },
    /// The provider could not be reached, or failed.
    #[error("`{provider}` did not answer: {reason}")]
    Unreachable {
        /// The provider.
        provider: String,
        /// What happened.
        reason: String,
    },
    /// What came back is not what was asked for.
    #[error("`{provider}` answered {reason}")]
    Nonsense {
        /// The provider.
        provider: String,
        /// What is wrong with the answer.
        reason: String,
    },
    /// No connection may be made.
    #[error("`{0}` needs the network, and the network is off")]
    Offline(String),
}

/// What of a memory is embedded: who says it, and the opening of what is said, with the fields of its body that say more.
pub fn text_of(memory: &Memory) -> String {
    let whole = match memory.embedded_words() {
        Some(words) => Cow::Owned(format!("{}\n{words}", memory.text)),
        None => Cow::Borrowed(memory.text.as_str()),
    };
    let opening = analyse::opening(&whole);
    match &memory.source.author {
        Some(author) => format!("{author}: {opening}"),
        None => opening.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    /// A vector of unit length.
    pub(super) fn unit(values: &[f32]) -> Vec<f32> {
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values.iter().map(|value| value / length).collect()
    }
}
