//! Slips: whether a word may be meant to be another one, looked at as both are written.
//!
//! What is compared in an index has lost its ending: `blanc` is almost what is left of `balancer`, and yet nobody
//! writes the one for the other.

use super::within;
use crate::text::analyse::is_content_word;

/// In so short a word only two swapped letters are a slip: too many others differ from it by one. Chosen by hand, as are
/// the numbers below.
const SHORT: usize = 4;
/// A word must have so many letters to be taken for the beginning of another.
const LEAST_BEGINNING: usize = 4;
/// Endings that change nothing.
const ENDINGS: [&str; 4] = ["ing", "ed", "es", "s"];
/// An ending is one only after so many letters.
const LEAST_STEM: usize = 3;

/// Whether someone who wrote the one in lower case may have meant the other. Nobody means a word that tells nothing.
pub fn may_mean(said: &str, written: &str) -> bool {
    if !is_content_word(written) {
        return false;
    }
    without_endings(said).any(|said| without_endings(written).any(|written| is_slip(said, written)))
}

fn is_slip(said: &str, written: &str) -> bool {
    let is_long = said.chars().count() > SHORT;
    within(said, written).is_some() && (is_long || letters(said) == letters(written))
}

/// Whether a word that nothing holds may be the beginning of one that something does.
pub fn may_begin(said: &str) -> bool {
    said.chars().count() >= LEAST_BEGINNING
}

/// Whether guesses for some of the words that no memory holds are worth following: when most remain unknown, the
/// question is about something else.
pub fn are_believable(guessed: usize, unknown: usize) -> bool {
    guessed > 0 && guessed * 2 >= unknown
}

/// A word as it is and without the endings it may have.
fn without_endings(word: &str) -> impl Iterator<Item = &str> {
    let stems = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
    let stems = stems.filter(|stem| stem.chars().count() >= LEAST_STEM);
    std::iter::once(word).chain(stems)
}

fn letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_told_from_another_word() {
        for (said, written, expected) in [
            ("databse", "database", true),
            ("databse", "databases", true),
            ("deplyed", "deploy", true),
            ("secert", "secrets", true),
            ("aplpe", "apple", true),
            ("form", "from", false),
            ("prot", "port", true),
            ("tall", "all", false),
            ("uuid", "uid", false),
            ("mont", "months", false),
            ("blanc", "balancer", false),
            ("smal", "small", false),
            ("v2", "v3", false),
        ] {
            assert_eq!(may_mean(said, written), expected, "{said} {written}");
        }
    }

    #[test]
    fn guesses_for_few_of_many_unknown_words_are_not_believed() {
        for (guessed, unknown, expected) in
            [(0, 0, false), (0, 1, false), (1, 1, true), (1, 2, true), (1, 3, false), (2, 3, true)]
        {
            assert_eq!(are_believable(guessed, unknown), expected, "{guessed} of {unknown}");
        }
    }
}
