//! A phrase: the words of a question, looked at from one of them, as the readers of dates need it.

use super::{
    super::positioned::{Gap, Word},
    lexicon,
};

/// The words of a question, and whether the reader is inside of a range, as after "between".
///
/// Inside of a range a word is taken for a date more readily.
#[derive(Clone, Copy)]
pub(super) struct Phrase<'a> {
    pub words: &'a [Word],
    pub in_range: bool,
}

impl<'a> Phrase<'a> {
    /// The word at this place.
    pub fn get(self, at: usize) -> Option<&'a Word> {
        self.words.get(at)
    }

    /// The word at this place if it stands in one phrase with the one before.
    pub fn next(self, at: usize) -> Option<&'a Word> {
        self.get(at).filter(|word| word.continues())
    }

    /// Whether the word at this place is this one and stands in one phrase with the one before.
    pub fn next_is(self, at: usize, lower: &str) -> bool {
        self.next(at).is_some_and(|word| word.lower == lower)
    }

    /// Whether the word at this place begins a tight group with the next by this sign.
    pub fn is_tight(self, at: usize, gap: Gap) -> bool {
        let (Some(word), Some(before)) = (self.get(at), self.get(at.wrapping_sub(1))) else {
            return false;
        };
        word.gap == gap && word.range.start == before.range.end + 1
    }

    /// The place after the words that only soften a date: the beginning of, early, the.
    pub fn past_softeners(self, mut at: usize) -> usize {
        while self.get(at).is_some_and(|word| is_softener(&word.lower)) {
            at += 1;
        }
        at
    }

    /// The word that leads to the one at this place, softeners left out.
    pub fn lead(self, at: usize) -> &'a str {
        let mut at = at;
        while let Some(before) = at.checked_sub(1) {
            if !matches!(self.words[at].gap, Gap::Space | Gap::Dash) {
                return "";
            }
            let word = &self.words[before].lower;
            if !is_softener(word) {
                return word;
            }
            at = before;
        }
        ""
    }

    /// The word directly before this place, in the same phrase.
    pub fn before(self, at: usize) -> &'a str {
        let here = self.get(at).filter(|word| matches!(word.gap, Gap::Space | Gap::Dash));
        here.and(at.checked_sub(1)).map_or("", |before| &self.words[before].lower)
    }

    /// Whether nothing stands at this place that would make the date before it a part of something else.
    pub fn ends(self, at: usize) -> bool {
        self.get(at).is_none_or(|word| word.gap != Gap::Space || lexicon::may_follow(&word.lower))
    }
}

fn is_softener(word: &str) -> bool {
    matches!(
        word,
        "the" | "early" | "late" | "mid" | "beginning" | "start" | "middle" | "end" | "of"
    )
}
