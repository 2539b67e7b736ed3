//! Whether two sentences say the same thing in nearly the same words.

use std::collections::HashSet;

use super::phrase::Phrasing;
use crate::{analyse, word};

/// From how large a share of common trigrams two sentences are alike.
const ALIKE: f64 = 0.6;

/// A sentence made ready to be compared.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    trigrams: HashSet<[char; 3]>,
    /// What must be the same in both: numbers, versions, names with digits, and whether something is denied.
    firm: Vec<String>,
    telling: Vec<word::Word>,
}

impl Shape {
    pub(super) fn of(sentence: &str) -> Self {
        let phrasing = Phrasing::of(sentence);
        let words: Vec<String> = phrasing.words().map(str::to_owned).collect();
        let characters: Vec<char> = words.join(" ").chars().collect();
        let trigrams = characters.windows(3).map(|it| [it[0], it[1], it[2]]).collect();
        let is_firm = |it: &&String| word::is_code(it) || NEGATIONS.contains(&it.as_str());
        let mut firm: Vec<String> = words.iter().filter(is_firm).cloned().collect();
        firm.sort();
        let is_telling = |it: &&String| analyse::is_telling(it);
        let mut telling: Vec<word::Word> = words.iter().filter(is_telling).map(stemmed).collect();
        telling.sort();
        telling.dedup();
        Self { trigrams, firm, telling }
    }

    /// Whether two sentences say the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (few, many) = {
            let (one, other) = (self.trigrams.len(), other.trigrams.len());
            (one.min(other), one.max(other))
        };
        if self.firm != other.firm || few == 0 || (few as f64) < ALIKE * many as f64 {
            return false;
        }
        let common = self.trigrams.intersection(&other.trigrams).count();
        let all = self.trigrams.len() + other.trigrams.len() - common;
        common as f64 >= ALIKE * all as f64 && self.differs_little(other)
    }

    /// Whether one says all that the other does and little more, so that "use tabs" is not "use spaces".
    fn differs_little(&self, other: &Self) -> bool {
        let missing = |one: &Self, other: &Self| {
            one.telling.iter().filter(|it| !other.telling.contains(it)).count()
        };
        let (gone, added) = (missing(self, other), missing(other, self));
        gone.min(added) == 0 && gone.max(added) * 4 <= self.telling.len().max(other.telling.len())
    }
}

fn stemmed(word: &String) -> word::Word {
    let mut word = word.as_bytes().to_vec();
    word::stem(&mut word);
    word
}

const NEGATIONS: [&str; 13] = [
    "not",
    "no",
    "never",
    "don't",
    "dont",
    "doesn't",
    "isn't",
    "shouldn't",
    "can't",
    "cannot",
    "without",
    "avoid",
    "won't",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_alike_that_say_the_same() {
        for (one, other, alike) in [
            (
                "We decided to use SQLite for storage",
                "we decided to use SQLite for the storage.",
                true,
            ),
            ("The API runs on port 8080", "The API runs on port 9090", false),
            ("Use tabs for indentation", "Don't use tabs for indentation", false),
            ("Use tabs for indentation here", "Use spaces for indentation here", false),
            ("Deploys happen on Friday", "The cat sat on the mat", false),
            ("", "", false),
        ] {
            assert_eq!(Shape::of(one).is_like(&Shape::of(other)), alike, "{one} / {other}");
        }
    }
}
