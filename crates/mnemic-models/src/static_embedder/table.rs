//! The table of token vectors: a vocabulary and one row of small integers for each of its pieces.
//!
//! | Bytes | What |
//! |---|---|
//! | 8 | `MNEMICT1` |
//! | 4 | how many numbers a row has, little-endian as all numbers here |
//! | as it says | the vocabulary, in the lay-out of `vocabulary.rs` |
//! | 4 × pieces | the scale of each row, a 32-bit float; it carries how much the piece counts in a text |
//! | dimensions × pieces | the rows, 8-bit signed integers |

use std::borrow::Cow;

use crate::vocabulary::{Vocabulary, number};

const MARK: &[u8; 8] = b"MNEMICT1";
const HEAD_BYTES: usize = 12;
const SCALE_BYTES: usize = 4;

/// A vocabulary whose pieces have vectors.
#[derive(Debug)]
pub(super) struct Table {
    vocabulary: Vocabulary,
    dimensions: usize,
    scales: &'static [u8],
    rows: &'static [u8],
}

impl Table {
    /// The table in `bytes`, which are in the lay-out above.
    pub(super) fn read(bytes: &'static [u8]) -> Self {
        assert!(bytes.starts_with(MARK), "the table is of this version");
        let dimensions = number(bytes, MARK.len());
        let vocabulary = Vocabulary::read(Cow::Borrowed(&bytes[HEAD_BYTES..]));
        let rest = &bytes[HEAD_BYTES + vocabulary.byte_len()..];
        let (scales, rows) = rest.split_at(vocabulary.len() * SCALE_BYTES);
        assert_eq!(rows.len(), vocabulary.len() * dimensions, "each piece has a row");
        Self { vocabulary, dimensions, scales, rows }
    }

    /// How many numbers a vector has.
    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The pieces that have rows.
    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Adds the vector of a piece to `sum`.
    pub(super) fn add(&self, piece: usize, sum: &mut [f32]) {
        let scale = self.scales[piece * SCALE_BYTES..][..SCALE_BYTES].try_into();
        let scale = f32::from_le_bytes(scale.expect("four bytes were taken"));
        let row = &self.rows[piece * self.dimensions..][..self.dimensions];
        for (sum, value) in sum.iter_mut().zip(row) {
            *sum += f32::from(value.cast_signed()) * scale;
        }
    }

    #[cfg(test)]
    pub(super) fn arrange<const DIMENSIONS: usize>(rows: &[(&str, [i8; DIMENSIONS], f32)]) -> Self {
        let (vocabulary, ids) = Vocabulary::arrange(rows.iter().map(|(token, ..)| *token));
        let ordered = || ids.iter().map(|id| &rows[*id as usize]);
        let mut bytes = MARK.to_vec();
        bytes.extend((DIMENSIONS as u32).to_le_bytes());
        bytes.extend(vocabulary.bytes());
        ordered().for_each(|(.., scale)| bytes.extend(scale.to_le_bytes()));
        ordered().for_each(|(_, row, _)| bytes.extend(row.map(i8::cast_unsigned)));
        Self::read(bytes.leak())
    }
}
