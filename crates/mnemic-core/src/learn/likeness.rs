//! Whether two sentences say the same thing in nearly the same words.

use std::collections::HashSet;

use super::phrase::Phrasing;
use crate::text::{analyse, word};

/// From how large a share of common trigrams two sentences are alike.
const ALIKE: f64 = 0.6;

/// How many telling words a sentence must have to say again what a longer one says.
const LEAST_TELLING: usize = 3;

/// A sentence made ready to be compared.
#[derive(Debug, Clone)]
pub struct SentenceFeatures {
    trigrams: HashSet<[char; 3]>,
    /// What must be the same in both: numbers, versions, names with digits, and whether something is denied.
    firm: Vec<String>,
    content_words: Vec<word::Word>,
    /// The words that say what it is about, in order; of two ways to say that something was chosen, neither is one.
    named: Vec<word::Word>,
}

impl SentenceFeatures {
    /// The shape of a sentence.
    pub fn of(sentence: &str) -> Self {
        let phrasing = Phrasing::of(sentence);
        let words: Vec<String> = phrasing.words().map(str::to_owned).collect();
        let characters: Vec<char> = words.join(" ").chars().collect();
        let trigrams = characters.windows(3).map(|it| [it[0], it[1], it[2]]).collect();
        let is_firm = |it: &&String| word::is_code(it) || NEGATIONS.contains(&it.as_str());
        let mut firm: Vec<String> = words.iter().filter(is_firm).cloned().collect();
        firm.sort();
        let is_content_word = |it: &&String| analyse::is_content_word(it);
        let mut content_words: Vec<word::Word> =
            words.iter().filter(is_content_word).map(stemmed).collect();
        let is_light = |it: &&String| LIGHT.contains(&it.as_str());
        let mut named: Vec<word::Word> =
            words.iter().filter(|it| is_content_word(it) && !is_light(it)).map(stemmed).collect();
        named.dedup();
        content_words.sort();
        content_words.dedup();
        Self { trigrams, firm, content_words, named }
    }

    /// Whether it says nothing but what another says, in nearly the same words or in fewer. What turns the other round
    /// does not: "use B, not A" is not "use A, not B".
    pub fn restates(&self, other: &Self) -> bool {
        if self.is_like(other) {
            return true;
        }
        let enough = self.named.len() >= LEAST_TELLING || self.named.len() == other.named.len();
        let mut rest = other.named.iter();
        enough
            && self.named.len() > 1
            && self.firm == other.firm
            && self.named.iter().all(|word| rest.any(|it| it == word))
    }

    /// Whether two sentences say the same.
    pub fn is_like(&self, other: &Self) -> bool {
        let (few, many) = {
            let (one, other) = (self.trigrams.len(), other.trigrams.len());
            (one.min(other), one.max(other))
        };
        if self.firm != other.firm || few == 0 || (few as f64) < ALIKE * many as f64 {
            return false;
        }
        let common = self.trigrams.intersection(&other.trigrams).count();
        let all = self.trigrams.len() + other.trigrams.len() - common;
        common as f64 >= ALIKE * all as f64
            && self.differs_little(other)
            && self.is_in_order_of(other)
    }

    /// Whether what both name comes in the same order, so that "A over B" is not "B over A".
    fn is_in_order_of(&self, other: &Self) -> bool {
        let own = self.named.iter().filter(|it| other.named.contains(it));
        own.eq(other.named.iter().filter(|it| self.named.contains(it)))
    }

    /// Whether one says all that the other does and little more, so that "use tabs" is not "use spaces".
    fn differs_little(&self, other: &Self) -> bool {
        let missing = |one: &Self, other: &Self| {
            one.content_words.iter().filter(|it| !other.content_words.contains(it)).count()
        };
        let (gone, added) = (missing(self, other), missing(other, self));
        gone.min(added) == 0
            && gone.max(added) * 4 <= self.content_words.len().max(other.content_words.len())
    }
}

fn stemmed(word: &String) -> word::Word {
    let mut word = word.as_bytes().to_vec();
    word::stem(&mut word);
    word
}

/// Words that only say that something is so, or was chosen.
const LIGHT: [&str; 24] = [
    "use", "uses", "used", "using", "go", "going", "went", "chose", "choose", "chosen", "decided",
    "decide", "decision", "settled", "agreed", "picked", "we're", "we'll", "let's", "our", "noted",
    "already", "still", "also",
];

const NEGATIONS: [&str; 21] = [
    "stop",
    "drop",
    "remove",
    "removed",
    "instead",
    "longer",
    "deprecated",
    "replace",
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
            ("Prefer Redis over Postgres", "Prefer Postgres over Redis", false),
            ("", "", false),
        ] {
            assert_eq!(
                SentenceFeatures::of(one).is_like(&SentenceFeatures::of(other)),
                alike,
                "{one} / {other}"
            );
        }
    }

    #[test]
    fn a_sentence_says_again_what_another_said() {
        let known = "We decided to use CockroachDB for the ledger service";
        for (said, restates) in [
            ("We decided to go with CockroachDB for our ledger service", true),
            ("We use CockroachDB for the ledger service.", true),
            ("We decided to use CockroachDB for the billing service", false),
            ("We no longer use CockroachDB for the ledger service", false),
            ("We decided to use CockroachDB 24 for the ledger service", false),
            ("We decided to use Postgres for the ledger service", false),
            ("CockroachDB", false),
        ] {
            assert_eq!(
                SentenceFeatures::of(said).restates(&SentenceFeatures::of(known)),
                restates,
                "{said}"
            );
        }
        let (one, other) = ("Prefer Redis over Postgres", "Prefer Postgres over Redis");
        assert!(!SentenceFeatures::of(one).restates(&SentenceFeatures::of(other)));
        let stopped = SentenceFeatures::of("Stop using CockroachDB for the ledger service");
        assert!(
            !SentenceFeatures::of(known).restates(&stopped)
                && !stopped.restates(&SentenceFeatures::of(known))
        );
    }
}
