//! A hit: a memory that answers a question, with the values that its rank was made of.
//!
//! Passes, verdict and selection read and change these values; what is shown of them is made at the edge
//! ([`super::explanation`]).

use super::{
    adjust::lift::Via,
    evidence::Evidence,
    gather::candidate::{ArmRank, Candidate},
    rank::factor::Factor,
};
use crate::record::memory::Memory;

/// A memory that answers a question.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The memory.
    pub memory: Memory,
    /// Its rank value.
    pub score: f64,
    /// How the value came about.
    pub scoring: Scoring,
    /// Why it is among the hits.
    pub kept: String,
    /// Of a long text, the passage that says most of what was asked.
    pub snippet: Option<String>,
}

/// How a rank value came about.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scoring {
    /// What led to the memory.
    pub found: FoundBy,
    /// What relevance was made of; empty for rankings that ask for none.
    pub evidence: Evidence,
    /// What a link to a better hit added.
    pub link: Option<Shift>,
    /// What was added because memories are notes.
    pub note: Option<Shift>,
    /// The relevance, with what was added.
    pub relevance: f64,
    /// What the relevance was multiplied with, in order.
    pub factors: Vec<Factor>,
}

impl Scoring {
    /// The relevance multiplied with all factors.
    pub(super) fn product(&self) -> f64 {
        self.factors.iter().fold(self.relevance, |product, factor| product * factor.value)
    }
}

/// What a pass added to the log-odds of a hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shift {
    /// What it was made of.
    pub value: f64,
    /// What it added.
    pub adds: f64,
}

/// What led to a memory: its place in each arm that found it, or another memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FoundBy {
    /// The keyword arm.
    pub keyword: Option<ArmRank>,
    /// The vector arm, by an embedder without context.
    pub vector: Option<ArmRank>,
    /// The vector arm, by an embedder with context.
    pub deep: Option<ArmRank>,
    /// The time arm.
    pub time: Option<ArmRank>,
    /// A link to or from a better hit.
    pub link: Option<LedBy>,
    /// A better hit that it stands beside.
    pub beside: Option<LedBy>,
}

/// A memory that led to another.
#[derive(Debug, Clone, PartialEq)]
pub struct LedBy {
    /// Its place.
    pub place: ArmRank,
    /// Which it is, unless it has no name.
    pub via: Option<Via>,
}

impl FoundBy {
    /// What the vector arm says, by the embedder that knows most.
    pub fn meant(&self) -> Option<ArmRank> {
        self.deep.or(self.vector)
    }

    /// Whether nothing is known to have led to it.
    pub fn is_empty(&self) -> bool {
        let Self { keyword, vector, deep, time, link, beside } = self;
        let in_arm = [keyword, vector, deep, time].into_iter().any(Option::is_some);
        !in_arm && link.is_none() && beside.is_none()
    }
}

impl From<&Candidate> for FoundBy {
    fn from(candidate: &Candidate) -> Self {
        let Candidate { keyword, vector, deep, time, .. } = *candidate;
        Self { keyword, vector, deep, time, link: None, beside: None }
    }
}

/// Puts hits in order, best first; ties go to the older id.
pub(super) fn sort(hits: &mut [Hit]) {
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.memory.id.cmp(&b.memory.id)));
}

/// Six significant digits: what differs less is a tie.
pub(super) fn rounded(score: f64) -> f64 {
    if score == 0.0 || !score.is_finite() {
        return score;
    }
    let scale = 10f64.powi(5 - score.abs().log10().floor() as i32);
    (score * scale).round() / scale
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A hit of a score without more ado.
    pub(crate) fn hit(memory: Memory, score: f64, scoring: Scoring) -> Hit {
        Hit { memory, score, scoring, kept: String::new(), snippet: None }
    }

    #[test]
    fn scores_that_differ_only_by_noise_are_equal() {
        assert_eq!(rounded(1.000_000_04), rounded(1.000_000_01));
        assert_eq!(rounded(1.234_567e-9), 1.234_57e-9);
        assert_ne!(rounded(1.000_01), rounded(1.000_02));
    }

    #[test]
    fn whatever_led_to_a_hit_is_something() {
        let place = ArmRank { rank: 1, relevance: 1.0 };
        assert!(FoundBy::default().is_empty());
        for found in [
            FoundBy { time: Some(place), ..FoundBy::default() },
            FoundBy { link: Some(LedBy { place, via: None }), ..FoundBy::default() },
            FoundBy { beside: Some(LedBy { place, via: None }), ..FoundBy::default() },
        ] {
            assert!(!found.is_empty(), "{found:?}");
        }
    }
}
