//! The words of a text as they are looked up: lower case, without accents, stemmed.
//!
//! Words are the same that FTS5 makes with `porter unicode61 remove_diacritics 2`, so that every store
//! finds the same, and what is ranked here is what was found there. They are bytes because stemming is
//! defined on bytes.

pub mod irregular;
mod letter;
mod separator;
mod stem;

use letter::Character;

/// A word as it is looked up.
pub type Word = Vec<u8>;

/// The longest word, in bytes; of a longer one only the beginning counts.
const MAX_BYTES: usize = 32_768;

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word> {
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

/// A text that is one word, stemmed and with its ending; nothing of any other. What is misspelt may have the wrong
/// ending taken off.
pub fn stemmed_and_whole(text: &str) -> Vec<String> {
    let mut whole = folded_words(text);
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
        self::stem(&mut word);
        word == stem.as_bytes()
    };
    folded_words(text).into_iter().find(has_stem)
}

/// The words of a text in order: in lower case and without accents, but with their endings.
pub fn folded_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_folded_word(text, |word| words.push(word.to_owned()));
    words
}

/// Tells each word of a text in order, as [`folded_words`] has them.
pub fn each_folded_word(text: &str, mut tell: impl FnMut(&str)) {
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
