//! The embedder that is always there: a table of token vectors inside the binary, and no model to run.
//!
//! The table was distilled from all-MiniLM-L6-v2 by `scripts/distill-static.py`. It is read where it lies: making
//! the embedder parses nothing.

mod memo;
mod table;

use std::ops::ControlFlow;

use async_trait::async_trait;
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Identity, Lexicon, Role, dot};

use crate::{
    vector::normalise,
    word::{Case, each_word},
};
use memo::Memo;
use table::Table;

static TABLE: &[u8] = include_bytes!("../data/static/table.bin");
/// SHA-256 of the table. It makes the identity, so that another table makes other vectors.
const TABLE_SHA256: &str = "aeb04672717e787e0add934eccc8aa0fe70de0c14987df394f36040f9a573186";

/// Texts as the sum of what their words mean, each by itself.
#[derive(Debug)]
pub struct StaticEmbedder {
    identity: Identity,
    table: Table,
    memo: Memo,
}

impl StaticEmbedder {
    /// The embedder over the table in the binary.
    pub fn new() -> Self {
        Self::over(Table::read(TABLE), &TABLE_SHA256[..16])
    }

    fn over(table: Table, revision: &str) -> Self {
        let identity = Identity {
            provider: "static".to_owned(),
            model: "all-MiniLM-L6-v2-static".to_owned(),
            revision: revision.to_owned(),
            dimensions: table.dimensions(),
            prompt: String::new(),
        };
        Self { identity, table, memo: Memo::default() }
    }

    /// The vector of one text, now: of unit length, or all zero when none of its words is known.
    pub fn vector_of(&self, text: &str) -> Vec<f32> {
        let mut sum = vec![0.0; self.table.dimensions()];
        let mut pieces = Vec::new();
        each_word(text, Case::Folded, |word| {
            pieces.clear();
            self.table.vocabulary().part(word, &mut pieces);
            pieces.iter().for_each(|piece| self.table.add(*piece, &mut sum));
            ControlFlow::Continue(())
        });
        normalise(&mut sum);
        sum
    }
}

impl Default for StaticEmbedder {
    fn default() -> Self {
        Self::new()
    }
}

#[async_trait]
impl Embedder for StaticEmbedder {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn is_instant(&self) -> bool {
        true
    }

    async fn embed(&self, texts: &[&str], _role: Role) -> Result<Vec<Embedding>, EmbedError> {
        let embedding = |text: &&str| Embedding { vector: self.vector_of(text), words: Vec::new() };
        Ok(texts.iter().map(embedding).collect())
    }
}

impl Lexicon for StaticEmbedder {
    fn vector(&self, word: &str) -> Option<Vec<f32>> {
        let vector = self.vector_of(word);
        vector.iter().any(|value| *value != 0.0).then_some(vector)
    }

    fn each_cosine(&self, word: &str, others: &[&[f32]], tell: &mut dyn FnMut(f32)) {
        if let Some(vector) = self.memo.of(word, || self.unit_of_word(word)) {
            others.iter().for_each(|other| tell(dot(&vector, other)));
        }
    }
}

impl StaticEmbedder {
    /// The vector of a word. Most need no taking apart before they are parted into pieces.
    fn unit_of_word(&self, word: &str) -> Option<Vec<f32>> {
        if !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return self.vector(word);
        }
        let mut sum = vec![0.0; self.table.dimensions()];
        let mut pieces = Vec::new();
        self.table.vocabulary().part(word, &mut pieces);
        pieces.iter().for_each(|piece| self.table.add(*piece, &mut sum));
        normalise(&mut sum);
        sum.iter().any(|value| *value != 0.0).then_some(sum)
    }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::*;

    fn cosine(left: &[f32], right: &[f32]) -> f32 {
        left.iter().zip(right).map(|(left, right)| left * right).sum()
    }

    fn tiny() -> StaticEmbedder {
        let rows = [("red", [2, 0], 0.5), ("blue", [0, 4], 1.0), ("##ish", [1, 1], 1.0)];
        StaticEmbedder::over(Table::arrange(&rows), "test")
    }

    #[test]
    fn a_text_is_the_normalised_sum_of_its_pieces() {
        let vector = tiny().vector_of("Red, BLUE!");
        let length = 17_f32.sqrt();
        assert!((vector[0] - 1.0 / length).abs() < 1e-6 && (vector[1] - 4.0 / length).abs() < 1e-6);
    }

    #[test]
    fn a_word_is_the_sum_of_its_pieces_and_an_unknown_one_has_no_vector() {
        let embedder = tiny();
        let reddish = embedder.vector("redish").unwrap();
        let length = 5_f32.sqrt();
        assert!((reddish[0] - 2.0 / length).abs() < 1e-6);
        assert_eq!(embedder.vector("green"), None);
        assert_eq!(embedder.vector(""), None);
    }

    #[test]
    fn a_word_is_as_near_to_others_as_its_vector() {
        let embedder = StaticEmbedder::new();
        let other = embedder.vector("database").unwrap();
        for word in ["storage", "antidisestablishment", "café", "数据", "k8s"] {
            let exact = embedder.vector(word).map(|vector| dot(&vector, &other));
            let mut found = None;
            embedder.each_cosine(word, &[&other], &mut |cosine| found = Some(cosine));
            let difference = exact.zip(found).map(|(exact, found)| (exact - found).abs());
            assert!(difference.is_none_or(|difference| difference < 1e-5), "{word}");
            assert_eq!(exact.is_some(), found.is_some(), "{word}");
        }
    }

    #[tokio::test]
    async fn a_text_without_known_words_is_all_zero() {
        let embedded = tiny().embed(&["green?", "", "red"], Role::Memory).await.unwrap();
        assert_eq!(embedded[0].vector, [0.0, 0.0]);
        assert_eq!(embedded[1].vector, [0.0, 0.0]);
        assert_eq!(embedded[2].vector, [1.0, 0.0]);
        assert!(embedded.iter().all(|embedding| embedding.words.is_empty()));
    }

    #[test]
    fn the_table_in_the_binary_is_the_one_that_was_committed() {
        assert_eq!(format!("{:x}", Sha256::digest(TABLE)), TABLE_SHA256);
    }

    #[test]
    fn every_piece_of_the_table_has_a_finite_vector() {
        let embedder = StaticEmbedder::new();
        assert_eq!(embedder.identity().dimensions, 256);
        for piece in 0..embedder.table.vocabulary().len() {
            let mut row = vec![0.0; 256];
            embedder.table.add(piece, &mut row);
            assert!(crate::vector::is_finite(&row));
        }
    }

    #[test]
    fn words_of_like_meaning_are_nearer_than_others() {
        let embedder = StaticEmbedder::new();
        let vector = |word| embedder.vector(word).unwrap();
        assert!(
            cosine(&vector("car"), &vector("automobile"))
                > cosine(&vector("car"), &vector("banana"))
        );
        assert!(
            cosine(&vector("doctor"), &vector("physician"))
                > cosine(&vector("doctor"), &vector("guitar"))
        );
    }

    #[test]
    fn a_text_beyond_any_measure_is_embedded() {
        let embedder = StaticEmbedder::new();
        let text = "database 数据库 \u{301}\u{301} ".repeat(10_000);
        assert!(crate::vector::is_finite(&embedder.vector_of(&text)));
    }
}
