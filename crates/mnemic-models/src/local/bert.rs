//! The encoder of BERT, from texts to vectors.
//!
//! Texts of a batch are laid end to end, not padded to one length: the matrix products see all rows at once, and only
//! attention looks at each text by itself. So a text's vector does not depend on what it was embedded with, and no
//! work is done for padding.

mod layer;

use mnemic_core::port::embedder::{EmbedError, Embedding, WordVector};
use ndarray::{Array1, Array2, ArrayView2, Axis};

use super::{
    config::{Config, Pooling},
    description::{Description, unusable},
    numeric::layer_norm,
    sequence::{Sequence, Tokenizer},
    weights::{Lookup, Weights},
};
use crate::vector::{is_finite, normalise};
use layer::Layer;

/// How many tokens pass through at once. More are no faster, and take more memory.
const MAX_ROWS: usize = 512;

/// A model in memory.
#[derive(Debug)]
pub(super) struct Bert {
    path: std::path::PathBuf,
    tokenizer: Tokenizer,
    pooling: Pooling,
    embeddings: Embeddings,
    layers: Vec<Layer>,
}

/// What the first layer sees of a token.
#[derive(Debug)]
struct Embeddings {
    tokens: Lookup,
    /// By place in the text; the vector for "first of two texts" is already added.
    positions: Array2<f32>,
    norm: Norm,
}

/// Weight, bias and epsilon of a layer norm.
#[derive(Debug)]
struct Norm {
    weight: Array1<f32>,
    bias: Array1<f32>,
    epsilon: f32,
}

impl Bert {
    /// Reads the model's files. The weights must be of this revision.
    pub(super) fn load(description: &Description, revision: &str) -> Result<Self, EmbedError> {
        let config = &description.config;
        let tokens = description.tokens()?;
        let tokenizer = Tokenizer::new(&tokens, description.case, config.max_position_embeddings)
            .map_err(|reason| unusable(&description.vocabulary, reason))?;
        let mut weights = Weights::read(&description.weights, revision)?;
        let (embeddings, layers) = assemble(&mut weights, config)
            .map_err(|reason| unusable(&description.weights, reason))?;
        let path = description.weights.clone();
        Ok(Self { path, tokenizer, pooling: description.pooling, embeddings, layers })
    }

    /// One embedding per text, in order.
    pub(super) fn embed(&self, texts: &[String]) -> Result<Vec<Embedding>, EmbedError> {
        let sequences: Vec<_> = texts.iter().map(|text| self.tokenizer.sequence(text)).collect();
        let mut embeddings = vec![Embedding::default(); texts.len()];
        for batch in batches(&sequences) {
            let rows = self.encode(batch.iter().map(|index| &sequences[*index]));
            let mut start = 0;
            for index in batch {
                let end = start + sequences[index].tokens.len();
                embeddings[index] = self
                    .embedding(&sequences[index], rows.slice_axis(Axis(0), (start..end).into()));
                start = end;
            }
        }
        let finite = |it: &Embedding| {
            is_finite(&it.vector) && it.words.iter().all(|word| is_finite(&word.vector))
        };
        if embeddings.iter().all(finite) {
            return Ok(embeddings);
        }
        Err(unusable(&self.path, "it gives numbers that are not finite"))
    }

    /// One row per token, the texts one after the other.
    fn encode<'a>(&self, sequences: impl Iterator<Item = &'a Sequence> + Clone) -> Array2<f32> {
        let lengths: Vec<usize> = sequences.clone().map(|sequence| sequence.tokens.len()).collect();
        let mut rows = self.embeddings.rows(sequences, lengths.iter().sum());
        for layer in &self.layers {
            layer.pass(&mut rows, &lengths);
        }
        rows
    }

    fn embedding(&self, sequence: &Sequence, rows: ArrayView2<f32>) -> Embedding {
        let vector = match self.pooling {
            Pooling::Mean => mean(rows),
            Pooling::First => mean(rows.slice_axis(Axis(0), (..1).into())),
        };
        let word = |(word, places): &(String, std::ops::Range<usize>)| WordVector {
            word: word.clone(),
            vector: mean(rows.slice_axis(Axis(0), places.clone().into())),
        };
        Embedding { vector, words: sequence.words.iter().map(word).collect() }
    }
}

impl Embeddings {
    fn rows<'a>(&self, sequences: impl Iterator<Item = &'a Sequence>, count: usize) -> Array2<f32> {
        let mut rows = Array2::zeros((count, self.positions.ncols()));
        let tokens = sequences.flat_map(|sequence| sequence.tokens.iter().enumerate());
        for (mut row, (position, token)) in rows.rows_mut().into_iter().zip(tokens) {
            self.tokens.copy_row(*token as usize, row.as_slice_mut().expect("rows are contiguous"));
            row += &self.positions.row(position);
        }
        self.norm.apply(&mut rows);
        rows
    }
}

impl Norm {
    fn take(weights: &mut Weights, name: &str, config: &Config) -> Result<Self, String> {
        Ok(Self {
            weight: weights.row(&format!("{name}.weight"), config.hidden_size)?,
            bias: weights.row(&format!("{name}.bias"), config.hidden_size)?,
            epsilon: config.layer_norm_eps,
        })
    }

    fn apply(&self, rows: &mut Array2<f32>) {
        for mut row in rows.rows_mut() {
            let row = row.as_slice_mut().expect("rows are contiguous");
            layer_norm(row, self.weight.view(), self.bias.view(), self.epsilon);
        }
    }
}

/// Puts the tensors where they belong. Some files name them all with `bert.` before.
fn assemble(weights: &mut Weights, config: &Config) -> Result<(Embeddings, Vec<Layer>), String> {
    let prefix = if weights.has("bert.embeddings.word_embeddings.weight") { "bert." } else { "" };
    let name = |rest: &str| format!("{prefix}embeddings.{rest}");
    let size = config.hidden_size;
    let tokens = weights.lookup(&name("word_embeddings.weight"), [config.vocab_size, size])?;
    let mut positions = weights
        .matrix(&name("position_embeddings.weight"), [config.max_position_embeddings, size])?;
    positions += &weights.matrix(&name("token_type_embeddings.weight"), [2, size])?.row(0);
    let norm = Norm::take(weights, &name("LayerNorm"), config)?;
    let layers = (0..config.num_hidden_layers)
        .map(|index| Layer::take(weights, &format!("{prefix}encoder.layer.{index}"), config))
        .collect::<Result<_, _>>()?;
    Ok((Embeddings { tokens, positions, norm }, layers))
}

/// The sequences by length, in batches of at most [`MAX_ROWS`] tokens.
fn batches(sequences: &[Sequence]) -> Vec<Vec<usize>> {
    let length = |index: &usize| sequences[*index].tokens.len();
    let mut order: Vec<usize> = (0..sequences.len()).collect();
    order.sort_by_key(length);
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut rows = MAX_ROWS;
    for index in order {
        rows += length(&index);
        match batches.last_mut() {
            Some(batch) if rows <= MAX_ROWS => batch.push(index),
            _ => {
                rows = length(&index);
                batches.push(vec![index]);
            }
        }
    }
    batches
}

fn mean(rows: ArrayView2<f32>) -> Vec<f32> {
    let mut vector = rows.sum_axis(Axis(0)).to_vec();
    normalise(&mut vector);
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn batches_hold_like_lengths_and_not_too_many_tokens() {
        let lengths = [256, 10, 256, 256, 20, 230];
        let sequences =
            lengths.map(|length| Sequence { tokens: vec![0; length], words: Vec::new() });
        assert_eq!(batches(&sequences), [vec![1, 4, 5], vec![0, 2], vec![3]]);
        assert!(batches(&[]).is_empty());
    }
}
