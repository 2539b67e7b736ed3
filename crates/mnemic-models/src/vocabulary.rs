//! The pieces that words are made of, and how a word is parted into them: greedily, the longest piece first.
//!
//! The pieces lie sorted in one run of bytes that is looked up as it is. A vocabulary inside the binary
//! therefore costs nothing at start-up.
//!
//! | Bytes | What |
//! |---|---|
//! | 4 | how many pieces begin a word |
//! | 4 | how many pieces continue one |
//! | 4 × (all pieces + 1) | where each piece begins in the text, and where the last one ends |
//! | the rest | the pieces that begin a word, sorted by their bytes; then the others, likewise |
//!
//! All numbers are little-endian. Pieces that continue a word stand without their `##`.

use std::{borrow::Cow, cmp::Ordering, ops::Range};

/// Longer words are not looked at: BERT calls them unknown.
const MAX_WORD_CHARS: usize = 100;
const HEAD_BYTES: usize = 8;
const OFFSET_BYTES: usize = 4;

/// Pieces, each known by its place in the order.
#[derive(Debug, Clone)]
pub(crate) struct Vocabulary {
    bytes: Cow<'static, [u8]>,
    beginning: usize,
    pieces: usize,
}

impl Vocabulary {
    /// The vocabulary at the start of `bytes`, which are in the lay-out above.
    pub(crate) fn read(bytes: Cow<'static, [u8]>) -> Self {
        let beginning = number(&bytes, 0);
        let pieces = beginning + number(&bytes, 4);
        Self { bytes, beginning, pieces }
    }

    /// Lays tokens out. The second answer tells for each piece which token it was.
    pub(crate) fn arrange<'a>(tokens: impl Iterator<Item = &'a str>) -> (Self, Vec<u32>) {
        let mut beginning = Vec::new();
        let mut continuing = Vec::new();
        for (id, token) in (0_u32..).zip(tokens) {
            match token.strip_prefix("##") {
                Some(rest) if !rest.is_empty() => continuing.push((rest, id)),
                _ if !token.is_empty() => beginning.push((token, id)),
                _ => {}
            }
        }
        beginning.sort_unstable();
        continuing.sort_unstable();
        let mut bytes = Vec::new();
        bytes.extend((beginning.len() as u32).to_le_bytes());
        bytes.extend((continuing.len() as u32).to_le_bytes());
        let ordered = || beginning.iter().chain(&continuing);
        let mut end = 0_u32;
        bytes.extend(end.to_le_bytes());
        for (piece, _) in ordered() {
            end += piece.len() as u32;
            bytes.extend(end.to_le_bytes());
        }
        ordered().for_each(|(piece, _)| bytes.extend(piece.as_bytes()));
        let ids = ordered().map(|(_, id)| *id).collect();
        (Self::read(Cow::Owned(bytes)), ids)
    }

    /// How many pieces there are.
    pub(crate) fn len(&self) -> usize {
        self.pieces
    }

    /// How many bytes the lay-out takes.
    pub(crate) fn byte_len(&self) -> usize {
        self.text_start() + self.offset(self.pieces)
    }

    #[cfg(test)]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Parts the word, and puts its pieces into `pieces`. When it cannot be parted to its end it is unknown: the answer
    /// is false, and `pieces` is as it was.
    pub(crate) fn part(&self, word: &str, pieces: &mut Vec<usize>) -> bool {
        let before = pieces.len();
        if word.len() > MAX_WORD_CHARS && word.chars().count() > MAX_WORD_CHARS {
            return false;
        }
        let mut rest = word.as_bytes();
        let mut section = 0..self.beginning;
        while !rest.is_empty() {
            let Some((piece, length)) = self.longest(section, rest) else {
                pieces.truncate(before);
                return false;
            };
            pieces.push(piece);
            rest = &rest[length..];
            section = self.beginning..self.pieces;
        }
        true
    }

    /// The piece that is exactly this token.
    pub(crate) fn find(&self, token: &str) -> Option<usize> {
        let (piece, length) = self.longest(0..self.beginning, token.as_bytes())?;
        (length == token.len()).then_some(piece)
    }

    /// The longest piece of a section that `word` begins with, and its length.
    ///
    /// Whatever `word` begins with sorts before it, and every piece in between begins with that too. So the
    /// last piece before `word` is the answer, or shows how much of `word` can still matter.
    fn longest(&self, section: Range<usize>, word: &[u8]) -> Option<(usize, usize)> {
        let mut word = word;
        loop {
            let last =
                self.place(&section, word).checked_sub(1).filter(|it| section.contains(it))?;
            let piece = self.piece(last);
            let shared = piece.iter().zip(word).take_while(|(left, right)| left == right).count();
            if shared == piece.len() {
                return Some((last, shared));
            }
            if shared == 0 {
                return None;
            }
            word = &word[..shared];
        }
    }

    /// Where the first piece stands that sorts after `word`.
    fn place(&self, section: &Range<usize>, word: &[u8]) -> usize {
        let (mut low, mut high) = (section.start, section.end);
        while low < high {
            let middle = low.midpoint(high);
            match self.piece(middle).cmp(word) {
                Ordering::Greater => high = middle,
                Ordering::Less | Ordering::Equal => low = middle + 1,
            }
        }
        low
    }

    fn piece(&self, index: usize) -> &[u8] {
        let start = self.text_start();
        &self.bytes[start + self.offset(index)..start + self.offset(index + 1)]
    }

    fn offset(&self, index: usize) -> usize {
        number(&self.bytes, HEAD_BYTES + index * OFFSET_BYTES)
    }

    fn text_start(&self) -> usize {
        HEAD_BYTES + (self.pieces + 1) * OFFSET_BYTES
    }
}

/// The little-endian number at `at`.
pub(crate) fn number(bytes: &[u8], at: usize) -> usize {
    let digits = bytes[at..at + 4].try_into().expect("four bytes were taken");
    u32::from_le_bytes(digits) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKENS: [&str; 12] = [
        "[UNK]", "un", "##aff", "##able", "want", "##want", "##ed", "wa", "run", "##ning", "u",
        "数",
    ];

    fn part(word: &str) -> Option<Vec<&'static str>> {
        let (vocabulary, ids) = Vocabulary::arrange(TOKENS.into_iter());
        let mut pieces = Vec::new();
        let known = vocabulary.part(word, &mut pieces);
        assert!(known || pieces.is_empty());
        known.then(|| pieces.into_iter().map(|piece| TOKENS[ids[piece] as usize]).collect())
    }

    #[test]
    fn words_are_parted_greedily() {
        let table: [(&str, Option<&[&str]>); 9] = [
            ("unwanted", Some(&["un", "##want", "##ed"])),
            ("unaffable", Some(&["un", "##aff", "##able"])),
            ("running", Some(&["run", "##ning"])),
            ("runed", Some(&["run", "##ed"])),
            ("wanted", Some(&["want", "##ed"])),
            ("wan", None),
            ("u", Some(&["u"])),
            ("数", Some(&["数"])),
            ("zebra", None),
        ];
        for (word, expected) in table {
            assert_eq!(part(word).as_deref(), expected, "{word}");
        }
    }

    #[test]
    fn a_word_of_more_than_a_hundred_characters_is_unknown() {
        assert_eq!(part(&format!("want{}", "ed".repeat(49))), None);
        let (vocabulary, _) = Vocabulary::arrange(["want", "##ed"].into_iter());
        let mut pieces = Vec::new();
        assert!(vocabulary.part(&format!("want{}", "ed".repeat(48)), &mut pieces));
        assert!(!vocabulary.part(&format!("want{}", "ed".repeat(49)), &mut pieces));
        assert_eq!(pieces.len(), 49);
    }

    #[test]
    fn a_vocabulary_reads_back_what_was_laid_out() {
        let (vocabulary, ids) = Vocabulary::arrange(TOKENS.into_iter());
        let again = Vocabulary::read(vocabulary.bytes.clone());
        assert_eq!(again.len(), TOKENS.len());
        assert_eq!(again.byte_len(), vocabulary.bytes.len());
        assert_eq!(again.find("[UNK]").map(|piece| ids[piece]), Some(0));
        assert_eq!(again.find("[UN"), None);
    }

    #[test]
    fn the_longest_piece_is_the_one_that_trying_all_lengths_finds() {
        let (vocabulary, _) = Vocabulary::arrange(TOKENS.into_iter());
        for word in ["unwanted", "wa", "w", "affx", "wantonly", "runner", "数据", "", "zzz"] {
            let tried = (1..=word.len())
                .rev()
                .filter(|length| word.is_char_boundary(*length))
                .find(|length| TOKENS.contains(&&word[..*length]));
            let found = vocabulary.longest(0..vocabulary.beginning, word.as_bytes());
            assert_eq!(found.map(|(_, length)| length), tried, "{word}");
        }
    }
}
