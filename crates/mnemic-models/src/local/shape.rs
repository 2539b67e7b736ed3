//! What a model is besides its weights: the same weights make other vectors with another vocabulary, fewer layers, another
//! pooling or other cases. So all of that is part of its revision.

use std::fs;

use mnemic_core::port::embedder::EmbedError;
use sha2::{Digest, Sha256};

use super::{
    config::{Config, Pooling},
    description::{Description, unusable},
};
use crate::word::Case;

/// How many digits of the hash are kept: it only has to tell states of one model apart.
const DIGITS: usize = 8;

/// What the small files of a known model say.
pub(crate) struct Pinned<'a> {
    /// The text of its `config.json`.
    pub config: &'a str,
    /// The SHA-256 of each file that its vocabulary may be in.
    pub vocabularies: Vec<&'a str>,
}

impl Description {
    /// The revision of the model whose weights have this one. A model that is as it was pinned needs no more to be told
    /// apart.
    pub(super) fn revision(
        &self,
        weights: &str,
        pinned: Option<&Pinned<'_>>,
    ) -> Result<String, EmbedError> {
        let vocabulary =
            fs::read(&self.vocabulary).map_err(|error| unusable(&self.vocabulary, error))?;
        if pinned.is_some_and(|pinned| self.is_as(pinned, &vocabulary)) {
            return Ok(weights.to_owned());
        }
        let mut hasher = blake3::Hasher::new();
        let config = serde_json::to_vec(&self.config).map_err(|it| unusable(&self.weights, it))?;
        hasher.update(&config);
        hasher.update(match self.pooling {
            Pooling::Mean => b"\nmean",
            Pooling::First => b"\nfirst",
        });
        hasher.update(match self.case {
            Case::Folded => b"\nfolded\n",
            Case::Kept => b"\nkept\n",
        });
        hasher.update(&vocabulary);
        Ok(format!("{weights}-{}", &hasher.finalize().to_hex()[..DIGITS]))
    }

    fn is_as(&self, pinned: &Pinned<'_>, vocabulary: &[u8]) -> bool {
        let found = format!("{:x}", Sha256::digest(vocabulary));
        self.pooling == Pooling::Mean
            && self.case == Case::Folded
            && Config::parse(pinned.config).as_ref() == Ok(&self.config)
            && pinned.vocabularies.iter().any(|expected| *expected == found)
    }
}
