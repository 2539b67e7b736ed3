//! The verdict: whether a recall found an answer, only something near it, or nothing.
//!
//! An agent that is told "nothing" can say so instead of making the best of what happened to rank first.

use serde::Serialize;

use super::{Hit, Weighed, profile::Base, question::Question};
use crate::{memory::Memory, word};

/// How sure it is that a recall found an answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Something answers the question.
    Strong,
    /// Something may.
    Weak,
    /// Nothing does.
    #[default]
    None,
}

/// From here on an answer is sure.
const STRONG: f64 = 0.5;
/// From here on it is possible.
const WEAK: f64 = 0.15;

/// Judges a recall by the hits it kept, whichever of them is best.
///
/// The measured ranking says itself how likely a memory answers. It was fitted on conversations, where the session and
/// the author of a memory tell much; for a note without them it counts, too, how much of the question the note says.
/// What other rankings say compares memories with one another and cannot tell a good answer from the best of bad ones,
/// so there it is the share of the question's words that a memory holds.
pub fn verdict(hits: &[Hit], question: &Question, base: Base) -> Verdict {
    let chance = |hit: &Hit| match base {
        Base::Measured => hit.explanation.relevance.max(said(hit).powi(2)),
        _ => share_held(question, &hit.memory),
    };
    Verdict::of(hits.iter().map(chance).fold(0.0, f64::max))
}

impl Verdict {
    fn of(chance: f64) -> Self {
        match chance {
            chance if chance >= STRONG => Self::Strong,
            chance if chance >= WEAK => Self::Weak,
            _ => Self::None,
        }
    }
}

/// How much of the question a hit says in its own or like words, by how telling each is.
fn said(hit: &Hit) -> f64 {
    let says = |weighed: &&Weighed| matches!(weighed.name, "likeness_window" | "coverage");
    let values = hit.explanation.evidence.iter().filter(says).map(|weighed| weighed.value);
    values.fold(0.0, f64::max)
}

/// The share of the question's words that a memory holds in its text, its tags or its author.
fn share_held(question: &Question, memory: &Memory) -> f64 {
    if question.terms.is_empty() {
        return 0.0;
    }
    let mut held = vec![false; question.terms.len()];
    let mut scratch = Vec::new();
    let author = memory.source.author.iter();
    for text in std::iter::once(&memory.text).chain(&memory.tags).chain(author) {
        word::each_folded_word(&crate::analyse::index_text(text), |word| {
            if let Some(place) = question.term_of(word, &mut scratch) {
                held[place] = true;
            }
        });
    }
    held.iter().filter(|held| **held).count() as f64 / held.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{Explanation, tests::memory};

    fn hit(text: &str, relevance: f64) -> Hit {
        let explanation = Explanation {
            arms: Vec::new(),
            evidence: Vec::new(),
            relevance,
            factors: Vec::new(),
            kept: String::new(),
        };
        let memory = Memory { text: text.to_owned(), ..memory(1) };
        Hit { memory, score: 1.0, explanation }
    }

    #[test]
    fn the_best_chance_decides_when_ranking_says_it() {
        let question = Question::of("which database");
        for (chances, expected) in [
            (vec![], Verdict::None),
            (vec![0.1, 0.6], Verdict::Strong),
            (vec![0.2, 0.1], Verdict::Weak),
            (vec![0.1], Verdict::None),
            (vec![f64::NAN], Verdict::None),
        ] {
            let hits: Vec<Hit> = chances.iter().map(|chance| hit("x", *chance)).collect();
            assert_eq!(verdict(&hits, &question, Base::Measured), expected, "{chances:?}");
        }
    }

    #[test]
    fn a_note_that_says_what_is_asked_is_an_answer_without_a_session() {
        let question = Question::of("which database");
        for (value, expected) in
            [(0.3, Verdict::None), (0.5, Verdict::Weak), (0.8, Verdict::Strong)]
        {
            let mut hit = hit("x", 0.001);
            let weighed = Weighed { name: "likeness_window", value, adds: value };
            hit.explanation.evidence.push(weighed);
            assert_eq!(verdict(&[hit], &question, Base::Measured), expected, "{value}");
        }
    }

    #[test]
    fn the_share_of_words_decides_when_it_does_not() {
        for (question, text, expected) in [
            ("chosen databases", "we choose a database", Verdict::Strong),
            ("red green blue fast database", "a database", Verdict::Weak),
            ("database", "a vase", Verdict::None),
            ("猫", "我的猫很好", Verdict::Strong),
            ("🦀", "🦀", Verdict::None),
        ] {
            let question = Question::of(question);
            let found = verdict(&[hit(text, 0.0)], &question, Base::Keyword);
            assert_eq!(found, expected, "{text}");
        }
    }
}
