//! Recall: question in, ranked memories out. Here are its types and the ranking, as pure functions.
//!
//! The ranking is koshi's: keyword relevance × e^(0.2 × score) × 1 / (1 + 0.01 × days since the last hit), with
//! weights that can be configured.

use jiff::Timestamp;
use serde::Serialize;

use crate::{analyse::Term, filter::Filter, memory::Memory, scope::Reach};

pub mod cut;
pub mod diversity;
pub mod selection;
pub mod slo;

/// A question.
#[derive(Debug, Clone)]
pub struct RecallRequest {
    /// In the asker's own words.
    pub question: String,
    /// At most how many memories.
    pub limit: usize,
    /// On whose behalf.
    pub reach: Reach,
    /// Which memories are considered.
    pub filter: Filter,
}

impl RecallRequest {
    /// The most a question may return.
    pub const MAX_LIMIT: usize = 1_000;
}

/// What the keyword arm looks up.
#[derive(Debug, Clone)]
pub struct KeywordQuery {
    /// Any of these.
    pub terms: Vec<Term>,
    /// Among the memories that pass this.
    pub filter: Filter,
    /// At most how many.
    pub pool: usize,
}

/// How many terms a store matches at once; it takes the rarest.
pub const MAX_TERMS: usize = 64;

/// How many candidates are ranked: ranking reorders them, so more than are returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pool {
    /// For each memory returned.
    pub per_result: usize,
    /// At least.
    pub minimum: usize,
}

impl Pool {
    /// How many candidates are fetched for a limit.
    pub fn size_for(self, limit: usize) -> usize {
        (limit * self.per_result).max(self.minimum)
    }
}

/// How much feedback and age count in ranking.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// In the exponent of the score.
    pub score: f64,
    /// Of each day since the last hit.
    pub recency: f64,
}

/// What the keyword arm found.
#[derive(Debug, Clone)]
pub struct KeywordHit {
    /// The memory.
    pub memory: Memory,
    /// How well it matches; greater is better.
    pub relevance: f64,
}

/// A memory that answers a question.
#[derive(Debug, Clone)]
pub struct Hit {
    /// The memory.
    pub memory: Memory,
    /// Its rank value.
    pub score: f64,
    /// How the value came about.
    pub explanation: Explanation,
}

/// How the rank of a memory came about.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Explanation {
    /// What each arm says.
    pub arms: Vec<ArmExplanation>,
    /// What the relevance was multiplied with, in order.
    pub factors: Vec<Factor>,
    /// Why the memory is among the hits.
    pub kept: String,
}

/// What one arm says about a memory.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ArmExplanation {
    /// The arm.
    pub arm: &'static str,
    /// The memory's place in it, from 1.
    pub rank: usize,
    /// The relevance it gives.
    pub relevance: f64,
}

/// A named multiplier.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Factor {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

/// Ranks what the keyword arm found; ties, after rounding, go to the older id.
pub fn rank(found: Vec<KeywordHit>, limit: usize, weights: Weights, now: Timestamp) -> Vec<Hit> {
    let pool = found.len();
    let mut hits: Vec<Hit> = found
        .into_iter()
        .enumerate()
        .map(|(index, hit)| score(hit, index + 1, weights, now))
        .collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.memory.id.cmp(&b.memory.id)));
    hits.truncate(limit);
    for (index, hit) in hits.iter_mut().enumerate() {
        hit.explanation.kept = format!("place {} of {pool} candidates", index + 1);
    }
    hits
}

fn score(hit: KeywordHit, rank: usize, weights: Weights, now: Timestamp) -> Hit {
    let factors = vec![
        Factor { name: "score", value: score_factor(hit.memory.signals.score, weights) },
        Factor { name: "recency", value: recency_factor(&hit.memory, weights, now) },
    ];
    let score = factors.iter().fold(hit.relevance, |score, factor| score * factor.value);
    let arms = vec![ArmExplanation { arm: "keyword", rank, relevance: hit.relevance }];
    let explanation = Explanation { arms, factors, kept: String::new() };
    Hit { memory: hit.memory, score: rounded(score), explanation }
}

/// e^(weight × score), with the score held between −20 and 20 so that praise cannot drown relevance.
fn score_factor(score: i64, weights: Weights) -> f64 {
    (score.clamp(-20, 20) as f64 * weights.score).exp()
}

/// 1 / (1 + weight × days) since the last hit, else since it was made; a clock set back counts as no time.
fn recency_factor(memory: &Memory, weights: Weights, now: Timestamp) -> f64 {
    let since = memory.signals.last_hit_at.unwrap_or(memory.created_at);
    let days = (now.as_second() - since.as_second()) as f64 / 86_400.0;
    1.0 / (1.0 + days.max(0.0) * weights.recency)
}

/// Six significant digits: what differs less is a tie.
fn rounded(score: f64) -> f64 {
    if score == 0.0 || !score.is_finite() {
        return score;
    }
    let scale = 10f64.powi(5 - score.abs().log10().floor() as i32);
    (score * scale).round() / scale
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_factor_has_the_seeds_values_and_a_bound() {
        for (score, expected) in
            [(3, 1.82), (0, 1.0), (-1, 0.82), (-5, 0.37), (20, 54.6), (300, 54.6)]
        {
            let weights = crate::preset::Preset::Koshi.policies().weights;
            assert!((score_factor(score, weights) - expected).abs() < 0.01 * expected, "{score}");
        }
    }

    #[test]
    fn scores_that_differ_only_by_noise_are_equal() {
        assert_eq!(rounded(1.000_000_04), rounded(1.000_000_01));
        assert_eq!(rounded(1.234_567e-9), 1.234_57e-9);
        assert_ne!(rounded(1.000_01), rounded(1.000_02));
    }

    #[test]
    fn ranking_considers_more_than_it_returns() {
        let pool = Pool { per_result: 5, minimum: 50 };
        assert_eq!((pool.size_for(5), pool.size_for(100)), (50, 500));
    }
}
