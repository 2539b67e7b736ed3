//! Embedders: what turns texts into vectors, so that memories are found by what they mean.
//!
//! Every vector belongs to the [`Identity`] of the embedder that made it. Vectors of two identities are never
//! compared: their numbers have nothing to do with each other.

use std::fmt;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use thiserror::Error;

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

    /// One embedding per text, in order. Every number is finite, every vector has the identity's dimensions.
    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError>;
}

/// Vectors of single words, without context: how near two words are that are not the same.
pub trait Lexicon: Send + Sync {
    /// The vector of a word in lower case, of unit length; nothing when no part of it is known.
    fn vector(&self, word: &str) -> Option<Vec<f32>>;
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
    #[error("`{provider}` asks to wait")]
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
