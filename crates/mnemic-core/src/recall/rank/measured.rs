//! The measured ranking: evidence by weights that were fitted on conversations with known answers.
//!
//! `mnemic-bench … --evidence` writes down what can be told of each candidate, `scripts/fit-ranking.py` finds the
//! weights; both say how well they do on conversations they were not fitted on. Conversations have no headings: what
//! those tell counts as much as words that are said (`coverage`) or stand beside (`likeness_window`). Nor do they ask for
//! what is new (`newest`): that counts as much as decides between memories that say about the same.

use crate::recall::{Weighed, evidence::Evidence};

/// What each piece of evidence counts.
struct Weighing {
    weights: &'static [(&'static str, f64)],
    /// What is added, so that the relevance is the chance that the memory answers the question.
    level: f64,
    /// What is added on top where memories are notes: they lack all that a session and an author tell.
    notes: f64,
}

/// The name of the level among the evidence.
const LEVEL: &str = "level";

/// When only words can be compared.
const WORDS: Weighing = Weighing {
    weights: &[
        ("opening", 1.2),
        ("coverage", 4.0),
        ("proximity", 0.7),
        ("before", 1.9),
        ("before_2", 2.9),
        ("after", 1.8),
        ("answers", 4.7),
        ("session", 1.9),
        ("session_covers", 3.7),
        ("author", 2.6),
        ("user", 1.9),
        ("assistant", 3.3),
        ("personal", 0.4),
        ("number", 0.8),
        ("time", 4.5),
        ("newest", 2.0),
        ("first", 0.9),
        ("names", 4.0),
        ("label", 4.0),
        ("later", 2.0),
    ],
    level: -11.4,
    notes: 8.0,
};

/// When words and texts have vectors without context.
const PLAIN: Weighing = Weighing {
    weights: &[
        ("proximity", 0.2),
        ("before_2", 1.5),
        ("answers", 3.7),
        ("session_covers", 1.9),
        ("session_like", 1.8),
        ("author", 2.5),
        ("user", 1.8),
        ("assistant", 2.6),
        ("personal", 0.5),
        ("number", 0.8),
        ("time", 4.7),
        ("newest", 2.0),
        ("first", 0.8),
        ("names", 4.5),
        ("likeness", 1.8),
        ("likeness_window", 4.3),
        ("meaning", 3.4),
        ("meaning_beside", 2.3),
        ("label", 4.3),
        ("later", 2.5),
    ],
    level: -13.6,
    notes: 7.5,
};

/// When they have vectors with context, too.
const DEEP: Weighing = Weighing {
    weights: &[
        ("coverage", 0.1),
        ("before_2", 0.9),
        ("answers", 3.5),
        ("author", 2.5),
        ("user", 1.9),
        ("assistant", 2.8),
        ("personal", 0.5),
        ("number", 0.8),
        ("time", 5.0),
        ("newest", 2.0),
        ("first", 0.7),
        ("names", 4.0),
        ("likeness_window", 2.0),
        ("deep_words", 4.3),
        ("deep_window", 5.0),
        ("deep", 1.8),
        ("deep_beside", 2.2),
        ("session_deep", 0.8),
        ("session_deep_covers", 5.0),
        ("label", 4.3),
        ("later", 2.5),
    ],
    level: -15.8,
    notes: 8.5,
};

/// What could be compared, as the names of the evidence tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::recall) enum Depth {
    /// Only words.
    Words,
    /// Vectors without context, too.
    Plain,
    /// Vectors with context, too.
    Deep,
}

impl Depth {
    pub(in crate::recall) fn of(tells: impl Fn(&str) -> bool) -> Self {
        if tells("deep") {
            Self::Deep
        } else if tells("meaning") {
            Self::Plain
        } else {
            Self::Words
        }
    }
}

fn weighing(evidence: &Evidence) -> &'static Weighing {
    match Depth::of(|name| evidence.iter().any(|(told, _)| *told == name)) {
        Depth::Words => &WORDS,
        Depth::Plain => &PLAIN,
        Depth::Deep => &DEEP,
    }
}

/// The chance that a memory answers the question.
pub fn relevance(evidence: &Evidence) -> f64 {
    let weighing = weighing(evidence);
    let weight = |name: &str| weight(weighing, name).unwrap_or(0.0);
    let sum: f64 = evidence.iter().map(|(name, value)| value * weight(name)).sum();
    1.0 / (1.0 + (-(sum + weighing.level)).exp())
}

/// What each piece of evidence added, and the level: together the logarithm of the odds.
pub fn weighed(evidence: &Evidence) -> Vec<Weighed> {
    if evidence.is_empty() {
        return Vec::new();
    }
    let weighing = weighing(evidence);
    let counted = evidence.iter().filter_map(|(name, value)| {
        let adds = value * weight(weighing, name)?;
        (adds != 0.0).then_some(Weighed { name, value: *value, adds })
    });
    let level = Weighed { name: LEVEL, value: 1.0, adds: weighing.level };
    counted.chain([level]).collect()
}

/// What is added where memories are notes, by what was weighed.
pub(in crate::recall) fn notes(weighed: &[Weighed]) -> f64 {
    let level = weighed.iter().find(|weighed| weighed.name == LEVEL).map(|level| level.adds);
    let weighings = [&WORDS, &PLAIN, &DEEP].into_iter();
    let used = weighings.filter(|weighing| Some(weighing.level) == level).map(|it| it.notes).next();
    used.unwrap_or_default()
}

fn weight(weighing: &Weighing, name: &str) -> Option<f64> {
    weighing.weights.iter().find(|(weighed, _)| *weighed == name).map(|(_, weight)| *weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_evidence_makes_a_memory_more_relevant() {
        for extra in ["coverage", "author", "time"] {
            let little = vec![("opening", 0.5), (extra, 0.0)];
            let more = vec![("opening", 0.5), (extra, 1.0)];
            assert!(relevance(&more) > relevance(&little), "{extra}");
        }
        assert!((0.0..=1.0).contains(&relevance(&vec![("coverage", 1e6)])));
    }

    #[test]
    fn what_was_there_to_be_looked_at_decides_how_it_is_weighed() {
        let words = weighed(&vec![("coverage", 1.0)]);
        let level = |adds| Weighed { name: "level", value: 1.0, adds };
        let coverage = Weighed { name: "coverage", value: 1.0, adds: 4.0 };
        assert_eq!(words, [coverage, level(-11.4)]);
        assert_eq!(weighed(&vec![("coverage", 1.0), ("meaning", 0.0)]), [level(-13.6)]);
        let deep = weighed(&vec![("coverage", 1.0), ("meaning", 0.5), ("deep", 1.0)]);
        assert_eq!(
            deep.iter().map(|weighed| weighed.name).collect::<Vec<_>>(),
            ["coverage", "deep", "level"]
        );
        assert_eq!([words, deep].map(|weighed| notes(&weighed)), [WORDS.notes, DEEP.notes]);
        assert_eq!((weighed(&Vec::new()), notes(&[])), (Vec::new(), 0.0));
    }

    #[test]
    fn what_is_shown_adds_up_to_the_relevance() {
        let evidence = vec![("coverage", 0.7), ("opening", 0.5), ("time", 1.0), ("unknown", 9.0)];
        let sum: f64 = weighed(&evidence).iter().map(|weighed| weighed.adds).sum();
        assert!((1.0 / (1.0 + (-sum).exp()) - relevance(&evidence)).abs() < 1e-12);
    }
}
