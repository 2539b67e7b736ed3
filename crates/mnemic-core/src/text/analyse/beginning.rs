//! Beginnings: a word that is looked up as the beginning of longer ones.
//!
//! An index knows words without their endings, and `certificat` is longer than what it knows of `certificate`: such a
//! beginning is looked up with endings that would be taken off again.

use super::Term;
use crate::text::word::{Word, store};

/// What words end in.
const ENDINGS: [&str; 21] = [
    "e", "s", "es", "ed", "er", "ing", "y", "ly", "al", "ally", "ion", "ions", "ive", "or", "ity",
    "ment", "ness", "ful", "able", "ize", "ism",
];

impl Term {
    /// The word as a beginning.
    #[must_use]
    pub fn as_beginning(mut self) -> Self {
        if !self.prefix {
            self.prefix = true;
            self.forms.extend(completed(&self.text));
        }
        self
    }
}

/// Words that begin with a text and of which an index knows less than that.
pub(crate) fn completed(text: &str) -> Vec<String> {
    let [known] = &store::words(text)[..] else { return Vec::new() };
    let mut seen: Vec<Word> = Vec::new();
    let words = ENDINGS.iter().map(|ending| format!("{text}{ending}"));
    let is_new = |word: &String| {
        let [stem] = &store::words(word)[..] else { return false };
        let is_new = !stem.starts_with(known) && !seen.contains(stem);
        if is_new {
            seen.push(stem.clone());
        }
        is_new
    };
    words.filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_longer_than_its_stem_is_looked_up_as_the_word_it_may_become() {
        assert_eq!(completed("certificat"), ["certificate"]);
        for whole in ["kube", "data", "certif", "猫", "", "two words"] {
            assert!(completed(whole).is_empty(), "{whole}: {:?}", completed(whole));
        }
    }

    #[test]
    fn what_is_a_beginning_already_stays_as_it_is() {
        let term = Term::word("certificat").as_beginning();
        assert!(term.prefix && term.forms == ["certificate"]);
        assert_eq!(term.clone().as_beginning(), term);
    }
}
