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
        ("opening", 4.0),
        ("coverage", 3.0),
        ("proximity", 1.0),
        ("window", 3.0),
        ("author", 1.0),
        ("ends_asking", -0.5),
        ("length", 1.0),
        ("user", 1.0),
    ],
    level: -6.0,
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
