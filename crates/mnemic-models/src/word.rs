//! How BERT parts a text into words: at spaces, with every punctuation mark and every Chinese character alone.
//!
//! It follows BERT's own normaliser to the letter, since a model knows only the pieces that it was trained with. That
//! is why it does not ask `mnemic_core::text::word` what a word is: BERT drops Hindi's vowel signs, and we keep them.

use std::ops::ControlFlow;

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory};

/// What becomes of capitals and accents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Case {
    /// Letters in lower case, without accents.
    Folded,
    /// As they are written.
    Kept,
}

/// Shows each word of the text to `visit`, in order, until it breaks.
pub(crate) fn each_word(text: &str, case: Case, visit: impl FnMut(&str) -> ControlFlow<()>) {
    let mut splitter = Splitter { word: String::new(), visit };
    // Breaking early is what the caller asked for.
    let _ = match case {
        Case::Folded if text.is_ascii() => {
            splitter.read(text.chars().map(|letter| letter.to_ascii_lowercase()))
        }
        Case::Folded => splitter
            .read(text.nfd().filter(|letter| !is_accent(*letter)).flat_map(char::to_lowercase)),
        Case::Kept => splitter.read(text.chars()),
    };
}

struct Splitter<Visit> {
    word: String,
    visit: Visit,
}

impl<Visit: FnMut(&str) -> ControlFlow<()>> Splitter<Visit> {
    fn read(&mut self, letters: impl Iterator<Item = char>) -> ControlFlow<()> {
        for letter in letters {
            match Class::of(letter) {
                Class::Letter => self.word.push(letter),
                Class::Space => self.finish()?,
                Class::Alone => {
                    self.finish()?;
                    self.word.push(letter);
                    self.finish()?;
                }
                Class::Nothing => {}
            }
        }
        self.finish()
    }

    fn finish(&mut self) -> ControlFlow<()> {
        if self.word.is_empty() {
            return ControlFlow::Continue(());
        }
        let flow = (self.visit)(&self.word);
        self.word.clear();
        flow
    }
}

enum Class {
    Letter,
    Space,
    Alone,
    Nothing,
}

impl Class {
    fn of(letter: char) -> Self {
        if letter.is_ascii() {
            return Self::of_ascii(letter);
        }
        if is_chinese(letter) {
            return Self::Alone;
        }
        if letter.is_whitespace() {
            return Self::Space;
        }
        if letter == char::REPLACEMENT_CHARACTER {
            return Self::Nothing;
        }
        match letter.general_category_group() {
            GeneralCategoryGroup::Punctuation => Self::Alone,
            // BERT keeps characters that its version of Unicode does not have.
            GeneralCategoryGroup::Other
                if letter.general_category() != GeneralCategory::Unassigned =>
            {
                Self::Nothing
            }
            _ => Self::Letter,
        }
    }

    fn of_ascii(letter: char) -> Self {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' => Self::Letter,
            ' ' | '\t' | '\n' | '\r' => Self::Space,
            _ if letter.is_ascii_punctuation() => Self::Alone,
            _ => Self::Nothing,
        }
    }
}

fn is_accent(letter: char) -> bool {
    !letter.is_ascii() && letter.general_category() == GeneralCategory::NonspacingMark
}

/// The blocks that BERT calls Chinese: ideographs, but neither kana nor hangul.
fn is_chinese(letter: char) -> bool {
    matches!(u32::from(letter),
        0x4E00..=0x9FFF | 0x3400..=0x4DBF | 0x20000..=0x2A6DF | 0x2A700..=0x2B73F
        | 0x2B740..=0x2B81F | 0x2B820..=0x2CEAF | 0xF900..=0xFAFF | 0x2F800..=0x2FA1F)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, case: Case) -> Vec<String> {
        let mut words = Vec::new();
        each_word(text, case, |word| {
            words.push(word.to_owned());
            ControlFlow::Continue(())
        });
        words
    }

    #[test]
    fn texts_are_parted_as_bert_parts_them() {
        let table: [(&str, &[&str]); 10] = [
            ("Hello, World!", &["hello", ",", "world", "!"]),
            ("don't", &["don", "'", "t"]),
            ("snake_case $5", &["snake", "_", "case", "$", "5"]),
            ("Zürich Café naïve", &["zurich", "cafe", "naive"]),
            ("我们choose数据库", &["我", "们", "choose", "数", "据", "库"]),
            ("“quoted” – dash", &["“", "quoted", "”", "–", "dash"]),
            ("a\u{0}b\u{200d}c\u{fffd}d", &["abcd"]),
            ("one\u{a0}two\u{3000}three\nfour", &["one", "two", "three", "four"]),
            ("", &[]),
            (" \t ", &[]),
        ];
        for (text, expected) in table {
            assert_eq!(words(text, Case::Folded), expected, "{text}");
        }
    }

    #[test]
    fn a_cased_model_sees_capitals_and_accents() {
        assert_eq!(words("Café, OK", Case::Kept), ["Café", ",", "OK"]);
    }

    #[test]
    fn reading_stops_when_enough_was_seen() {
        let mut seen = 0;
        each_word("one two three", Case::Folded, |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        assert_eq!(seen, 1);
    }
}
