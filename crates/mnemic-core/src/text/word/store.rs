//! The words of a store: the same that FTS5 makes with `porter unicode61 remove_diacritics 2`.
//!
//! They differ from the words of [`super`] where FTS5 does: it ends a word at every mark that is no accent, so that a
//! word of Hindi is a phrase of letters to it. A store that made other words would not find what another finds. What
//! such a phrase finds is then ranked by whole words.

use super::{Word, letter::Character, stem};

/// The words of a text as a store has them, in order.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    each_folded(text, |word| {
        let mut word = word.as_bytes().to_vec();
        stem(&mut word);
        words.push(word);
    });
    words
}

/// A text that is one word, stemmed and with its ending; nothing of any other. What is misspelt may have the wrong
/// ending taken off.
pub fn stemmed_and_whole(text: &str) -> Vec<String> {
    let mut whole = folded(text);
    if whole.len() != 1 {
        return Vec::new();
    }
    let mut stemmed = whole[0].as_bytes().to_vec();
    stem(&mut stemmed);
    whole.splice(..0, String::from_utf8(stemmed));
    whole.dedup();
    whole
}

/// The first word of a text with this stem, in lower case and without accents, but with its ending.
pub fn written(stem: &str, text: &str) -> Option<String> {
    let has_stem = |word: &String| {
        let mut word = word.as_bytes().to_vec();
        super::stem(&mut word);
        word == stem.as_bytes()
    };
    folded(text).into_iter().find(has_stem)
}

fn folded(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_folded(text, |word| words.push(word.to_owned()));
    words
}

fn each_folded(text: &str, mut tell: impl FnMut(&str)) {
    let mut word = String::new();
    for character in text.chars() {
        match Character::of(character) {
            Character::Letter(folded) => word.push(folded),
            Character::Accent if !word.is_empty() => {}
            Character::Accent | Character::Separator => {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn spelled(text: &str) -> Vec<String> {
        words(text).into_iter().map(|word| String::from_utf8(word).unwrap()).collect()
    }

    #[test]
    fn a_stem_is_told_as_it_is_written() {
        let stem = &stemmed_and_whole("Databases")[0];
        assert_eq!(written(stem, "Our Database, two databases").as_deref(), Some("database"));
        assert_eq!(written(stem, "a date").as_deref(), None);
    }

    #[test]
    fn one_word_is_told_with_and_without_its_ending() {
        assert_eq!(stemmed_and_whole("Databases"), ["databas", "databases"]);
        assert_eq!(stemmed_and_whole("cat"), ["cat"]);
        assert!(stemmed_and_whole("").is_empty() && stemmed_and_whole("two words").is_empty());
    }

    #[test]
    fn a_text_becomes_its_words() {
        for (text, expected) in [
            ("She was RUNNING to the café!", vec!["she", "wa", "run", "to", "the", "cafe"]),
            ("e\u{301}tude \u{301}x", vec!["etud", "x"]),
            ("rust-lang_2024", vec!["rust", "lang", "2024"]),
            ("a\0b", vec!["a", "b"]),
            ("हिन्दी", vec!["ह", "न", "द"]),
            ("ΣΊΣΥΦΟΣ", vec!["σίσυφοσ"]),
            ("", vec![]),
        ] {
            assert_eq!(spelled(text), expected, "{text}");
        }
    }
}
