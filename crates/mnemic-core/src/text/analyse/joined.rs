//! Glue: words side by side in a question that a memory may write as one, as `parse tariff table` and
//! `parseTariffTable`, or `on call` and `oncall`.

use super::is_content_word;
use crate::text::{
    positioned::{self, Gap, Word},
    word::is_unspaced,
};

/// So many words of a question are looked at. Chosen by hand, as are the numbers below.
const MOST_WORDS: usize = 64;
/// So many of them may be one.
const LONGEST_RUN: usize = 3;
/// A longer word is nothing that anyone writes.
const LONGEST: usize = 32;
/// Words that tell nothing alone but are written together with others, as in `login` and `outbox`.
const PARTICLES: [&str; 7] = ["down", "in", "off", "on", "out", "over", "up"];

/// Words written as one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JoinedWords {
    /// As one.
    pub text: String,
    /// By themselves.
    pub parts: Vec<String>,
}

/// The words of a question that may be one, in order.
pub(crate) fn joined_words(question: &str) -> Vec<JoinedWords> {
    let mut words = positioned::words(positioned::beginning(question));
    words.truncate(MOST_WORDS);
    let starts = 0..words.len();
    let runs = starts.flat_map(|start| {
        (2..=LONGEST_RUN).filter_map(|count| words.get(start..start + count)).collect::<Vec<_>>()
    });
    let joined = |run: &[Word]| JoinedWords {
        text: run.iter().map(|word| word.lower.as_str()).collect(),
        parts: run.iter().map(|word| word.lower.clone()).collect(),
    };
    let fits = |joined: &JoinedWords| joined.text.chars().count() <= LONGEST;
    runs.filter(|run| may_be_one(run)).map(joined).filter(fits).collect()
}

fn may_be_one(run: &[Word]) -> bool {
    let is_number = |word: &Word| word.lower.chars().all(char::is_numeric);
    let is_run = |word: &Word| word.lower.contains(is_unspaced);
    if run.iter().all(is_number) || run.iter().any(is_run) {
        return false;
    }
    let gaps = || run[1..].iter().map(|word| word.gap);
    if gaps().all(|gap| gap == Gap::Dash) {
        return true;
    }
    let tells = |word: &Word| is_content_word(&word.lower) && word.lower.chars().count() > 1;
    let all_tell = run.iter().all(tells);
    let with_particle = run.len() == 2
        && run.iter().any(tells)
        && run.iter().all(|word| tells(word) || PARTICLES.contains(&word.lower.as_str()));
    gaps().all(|gap| matches!(gap, Gap::Space | Gap::Dash)) && (all_tell || with_particle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_that_tell_something_may_be_one_word() {
        for (question, expected) in [
            ("parse tariff table", vec!["parsetariff", "parsetarifftable", "tarifftable"]),
            ("which UUID v7?", vec!["uuidv7"]),
            ("who is on call, and why", vec!["oncall"]),
            ("the on-call e-mail", vec!["oncall", "email"]),
            ("ABX-4417", vec!["abx4417"]),
            ("may be it is", vec![]),
            ("port, gateway", vec![]),
            ("12 34", vec![]),
            ("東京 タワー", vec![]),
            ("", vec![]),
        ] {
            let found: Vec<String> =
                joined_words(question).into_iter().map(|joined| joined.text).collect();
            assert_eq!(found, expected, "{question}");
        }
    }
}
