//! The measured ranking: evidence by weights that were fitted on conversations with known answers.

use super::{Weighed, evidence::Evidence};

/// What each piece of evidence counts, by what was there to be looked at.
struct Weighing {
    weights: &'static [(&'static str, f64)],
    /// What is added, so that the relevance is the chance that the memory answers the question.
    level: f64,
}

const WORDS: Weighing = Weighing {
    weights: &[
        ("opening", 1.5),
        ("coverage", 4.0),
        ("proximity", 0.9),
        ("before", 2.3),
        ("before_2", 3.2),
        ("after", 1.8),
        ("answers", 4.8),
        ("session", 2.9),
        ("session_covers", 3.4),
        ("author", 2.7),
        ("user", 1.8),
        ("assistant", 2.9),
        ("personal", 0.5),
        ("has_number", 1.0),
        ("timely", 5.2),
        ("first", 0.9),
    ],
    level: -12.0,
};

fn weighing(_evidence: &Evidence) -> &'static Weighing {
    &WORDS
}

/// The chance that a memory answers the question.
pub fn relevance(evidence: &Evidence) -> f64 {
    let weighing = weighing(evidence);
    let sum: f64 = weighed(evidence).iter().map(|weighed| weighed.adds).sum();
    1.0 / (1.0 + (-(sum + weighing.level)).exp())
}

/// What each piece of evidence added.
pub fn weighed(evidence: &Evidence) -> Vec<Weighed> {
    let weighing = weighing(evidence);
    let weight = |name: &str| {
        weighing.weights.iter().find(|(weighed, _)| *weighed == name).map(|(_, weight)| *weight)
    };
    let counted = evidence.iter().filter_map(|(name, value)| {
        let adds = value * weight(name)?;
        (adds != 0.0).then_some(Weighed { name, value: *value, adds })
    });
    counted.collect()
}
