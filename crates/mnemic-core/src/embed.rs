//! Embedders: what turns texts into vectors, so that memories are found by what they mean.
//!
//! Every vector belongs to the [`Identity`] of the embedder that made it. Vectors of two identities are never
//! compared: their numbers have nothing to do with each other.

mod cache;

use std::{fmt, time::Duration};

use async_trait::async_trait;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use self::cache::{EmbeddingCache, TextHash, is_overgrown};
use crate::{analyse, memory::Memory};

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

/// What of a memory is embedded: who says it, and the opening of what is said.
pub fn text_of(memory: &Memory) -> String {
    let opening = analyse::opening(&memory.text);
    match &memory.source.author {
        Some(author) => format!("{author}: {opening}"),
        None => opening.to_owned(),
    }
}

/// An [`Embedding`] as it is stored: small enough to keep a million of, exact enough to rank by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Imprint {
    /// The text as a whole, a byte per dimension.
    pub whole: Quantised,
    /// Its words in their context, a bit per dimension.
    pub words: Vec<Code>,
}

impl Imprint {
    /// What is kept of an embedding.
    pub fn of(embedding: &Embedding) -> Self {
        let words = embedding.words.iter().map(|word| Code::of(&word.vector)).collect();
        Self { whole: Quantised::of(&embedding.vector), words }
    }
}

/// A vector with a byte per dimension.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Quantised {
    /// What one step of a byte is worth.
    pub scale: f32,
    /// The steps.
    pub steps: Vec<i8>,
}

impl Quantised {
    /// The nearest to a vector.
    pub fn of(vector: &[f32]) -> Self {
        let largest = vector.iter().fold(0.0_f32, |largest, value| largest.max(value.abs()));
        if largest == 0.0 || !largest.is_finite() {
            return Self { scale: 0.0, steps: vec![0; vector.len()] };
        }
        let scale = largest / 127.0;
        let steps = vector.iter().map(|value| (value / scale).round() as i8).collect();
        Self { scale, steps }
    }

    /// The cosine with a vector, both being of unit length; 0 when one of them says nothing.
    pub fn cosine(&self, vector: &[f32]) -> f64 {
        let steps: Vec<f32> = self.steps.iter().map(|step| f32::from(*step)).collect();
        f64::from(dot(&steps, vector) * self.scale)
    }
}

/// A vector with a bit per dimension: whether it points that way.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Code(pub Vec<u64>);

impl Code {
    /// The code of a vector.
    pub fn of(vector: &[f32]) -> Self {
        let pack = |values: &[f32]| {
            let bits = values.iter().enumerate();
            bits.fold(0, |packed, (bit, value)| packed | (u64::from(*value > 0.0) << bit))
        };
        Self(vector.chunks(64).map(pack).collect())
    }

    /// In how many dimensions two codes point different ways.
    pub fn distance(&self, other: &Self) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, other)| (one ^ other).count_ones()).sum()
    }

    /// As bytes, the lowest first.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|packed| packed.to_le_bytes()).collect()
    }

    /// What [`Code::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let packed = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        });
        Self(packed.collect())
    }
}

/// A vector made ready to be compared with many codes: for each eight dimensions, what each of their codes adds.
#[derive(Debug, Clone)]
pub struct CodeReader {
    tables: Vec<[f32; 256]>,
    unit: f32,
}

impl CodeReader {
    /// Gets a vector of unit length ready.
    pub fn new(vector: &[f32]) -> Self {
        let table = |values: &[f32]| {
            let mut table = [0.0; 256];
            for (code, sum) in table.iter_mut().enumerate() {
                let signed = values.iter().enumerate();
                *sum = signed
                    .map(|(bit, value)| if code >> bit & 1 == 1 { *value } else { -*value })
                    .sum();
            }
            table
        };
        let unit = 1.0 / (vector.len().max(1) as f32).sqrt();
        Self { tables: vector.chunks(8).map(table).collect(), unit }
    }

    /// The cosine with what a code stands for, a vector of equal parts.
    pub fn cosine(&self, code: &Code) -> f64 {
        f64::from(self.cosine_of(&code.0))
    }

    /// The same for a code that lies among others.
    pub fn cosine_of(&self, packed: &[u64]) -> f32 {
        let bytes = packed.iter().flat_map(|packed| packed.to_le_bytes());
        let sum: f32 =
            self.tables.iter().zip(bytes).map(|(table, byte)| table[usize::from(byte)]).sum();
        sum * self.unit
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(values: &[f32]) -> Vec<f32> {
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values.iter().map(|value| value / length).collect()
    }

    #[test]
    fn a_quantised_vector_is_as_near_as_the_vector() {
        let one = unit(&(0..256).map(|n| (n as f32 * 0.7).sin()).collect::<Vec<_>>());
        let other = unit(&(0..256).map(|n| (n as f32 * 0.71).sin()).collect::<Vec<_>>());
        let exact: f32 = one.iter().zip(&other).map(|(a, b)| a * b).sum();
        assert!((Quantised::of(&one).cosine(&other) - f64::from(exact)).abs() < 0.01);
        assert!((Quantised::of(&one).cosine(&one) - 1.0).abs() < 0.01);
    }

    #[test]
    fn what_says_nothing_is_near_nothing() {
        let nothing = Quantised::of(&[0.0; 4]);
        assert_eq!(nothing.cosine(&[0.5; 4]), 0.0);
        assert_eq!(Quantised::of(&[f32::INFINITY, 1.0]).cosine(&[1.0, 0.0]), 0.0);
    }

    #[test]
    fn a_code_survives_as_bytes_and_tells_directions_apart() {
        let vector = unit(&(0..100).map(|n| (n as f32).cos()).collect::<Vec<_>>());
        let code = Code::of(&vector);
        assert_eq!(Code::from_bytes(&code.to_bytes()), code);
        assert_eq!(code.distance(&code), 0);
        let opposite = Code::of(&vector.iter().map(|value| -value).collect::<Vec<_>>());
        assert_eq!(code.distance(&opposite), 100);
        let reader = CodeReader::new(&vector);
        assert!(reader.cosine(&code) > 0.85);
        assert!((reader.cosine(&code) + reader.cosine(&opposite)).abs() < 1e-5);
    }
}
