//! What a word is: everything that splits text into words asks here.
//!
//! A word begins with a letter or a digit. Letters, digits, combining marks (Mn, Mc and Me: the vowel signs of Hindi or
//! Burmese are marks) and joiners continue it. Words are compared folded: in lower case, without accents, mostly
//! stemmed.
//!
//! Two others must differ, and say why: [`store`], which makes the words that FTS5 makes, and the models' splitter,
//! which follows BERT's.

pub mod irregular;
mod letter;
mod separator;
mod stem;
pub mod store;
mod unspaced;

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

pub(crate) use unspaced::{is_unspaced, syllables};

/// A word as it is looked up. It is bytes because stemming is defined on bytes.
pub type Word = Vec<u8>;

/// The longest word, in bytes; of a longer one only the beginning counts, as in FTS5.
const MAX_BYTES: usize = 32_768;

/// Whether a word can begin with a character.
pub fn is_letter(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric();
    }
    // Some marks are alphabetic, too.
    character.is_alphanumeric() && !is_combining_mark(character)
}

/// Whether a character continues a word.
pub fn is_inside(character: char) -> bool {
    is_letter(character) || is_mark(character)
}

/// Whether a character belongs to the letter before it: a combining mark, or a joiner, which only says how the letters
/// around it are drawn.
pub(crate) fn is_mark(character: char) -> bool {
    !character.is_ascii() && (is_combining_mark(character) || is_joiner(character))
}

fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}' | '\u{200d}')
}

/// Where each word of a text stands, in bytes.
pub fn spans(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut characters = text.char_indices().peekable();
    std::iter::from_fn(move || {
        let (start, first) = characters.find(|(_, character)| is_letter(*character))?;
        let mut end = start + first.len_utf8();
        while let Some((place, character)) = characters.next_if(|(_, next)| is_inside(*next)) {
            end = place + character.len_utf8();
        }
        Some(start..end)
    })
}

/// What a character is to the word it stands in.
enum Part {
    /// Part of it, folded.
    Letter(char),
    /// Part of it, but no difference to how it is looked up: an accent, a joiner, a variant of a sign.
    Dropped,
    /// A mark without which it would be another word.
    Mark(char),
    /// Between words.
    Separator,
}

impl Part {
    fn of(character: char) -> Self {
        if character.is_ascii() {
            return match character.is_ascii_alphanumeric() {
                true => Self::Letter(character.to_ascii_lowercase()),
                false => Self::Separator,
            };
        }
        if is_mark(character) {
            let is_dropped = letter::is_accent(character)
                || is_joiner(character)
                || is_variation_selector(character);
            return if is_dropped { Self::Dropped } else { Self::Mark(character) };
        }
        if is_letter(character) { Self::Letter(letter::folded(character)) } else { Self::Separator }
    }
}

fn is_variation_selector(character: char) -> bool {
    matches!(u32::from(character), 0x180B..=0x180D | 0x180F | 0xFE00..=0xFE0F | 0xE_0100..=0xE_01EF)
}

/// Tells each word of a text in order, folded, but with its ending.
pub fn each_folded_word(text: &str, mut tell: impl FnMut(&str)) {
    let mut word = String::new();
    for character in text.chars() {
        match Part::of(character) {
            Part::Letter(folded) => word.push(folded),
            Part::Mark(mark) if !word.is_empty() => word.push(mark),
            Part::Dropped if !word.is_empty() => {}
            Part::Mark(_) | Part::Dropped | Part::Separator => {
                if !word.is_empty() {
                    tell(&word);
                    word.clear();
                }
            }
        }
    }
    if !word.is_empty() {
        tell(&word);
    }
}

/// The words of a text in order, folded, but with their endings.
pub fn folded_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_folded_word(text, |word| words.push(word.to_owned()));
    words
}

/// The words of a text in order, folded and stemmed.
pub fn stems(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    each_folded_word(text, |word| {
        let mut word = word.as_bytes().to_vec();
        stem(&mut word);
        words.push(word);
    });
    words
}

/// Takes the endings off a folded word.
pub fn stem(word: &mut Word) {
    stem::stem(word);
    word.truncate(MAX_BYTES);
}

/// Whether a word is a code, as a version, a port, a ticket: however alike two of them look, they mean nothing alike.
pub fn is_code(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_text_becomes_its_words() {
        for (text, expected) in [
            ("She was RUNNING to the café!", vec!["she", "was", "running", "to", "the", "cafe"]),
            ("e\u{301}tude \u{301}x", vec!["etude", "x"]),
            ("rust-lang_2024", vec!["rust", "lang", "2024"]),
            ("हिन्दी भाषा।", vec!["हिन्दी", "भाषा"]),
            ("தமிழ் মৌমাছি ශ්\u{200d}රී", vec!["தமிழ்", "মৌমাছি", "ශ්රී"]),
            ("ქართული ቋንቋ", vec!["ქართული", "ቋንቋ"]),
            ("ΣΊΣΥΦΟΣ", vec!["σίσυφοσ"]),
            ("\u{93e}क 1\u{fe0f} 🦀\u{fe0f}\u{200d} \u{e0b0}main", vec!["क", "1", "main"]),
            ("", vec![]),
        ] {
            assert_eq!(folded_words(text), expected, "{text}");
        }
        assert_eq!(stems("running हिन्दी"), [b"run".to_vec(), "हिन्दी".into()]);
    }

    proptest! {
        #[test]
        fn a_word_is_the_same_wherever_it_is_split(text in "\\PC{0,60}|[a-zé猫ကြာខ្ម्ि\u{200d}🦀 .-]{0,40}") {
            let written: Vec<Vec<String>> = spans(&text).map(|span| folded_words(&text[span])).collect();
            prop_assert!(written.iter().all(|words| words.len() == 1), "{written:?}");
            prop_assert_eq!(written.concat(), folded_words(&text));
        }
    }
}
