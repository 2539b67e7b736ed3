//! Recall: question in, ranked memories out. Here are its types and every decision in it, as pure functions.
//!
//! A question is taken apart ([`question`]), arms find candidates ([`gather`]), what can be told of each is read
//! ([`evidence`]), a profile makes a rank value of it ([`mod@rank`]), passes look at what hits are to one another
//! ([`adjust`]), what is too low or too much of the same is dropped ([`select`]), and each hit can say how it came about.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::Serialize;

use crate::{
    record::{filter::Filter, id::MemoryId, memory::Memory, scope::Reach},
    text::alias::Widening,
};

pub mod adjust;
pub mod evidence;
pub mod gather;
pub mod pace;
pub mod question;
pub mod rank;
pub mod receipt;
pub mod select;
pub mod verdict;

pub use adjust::lift::Via;
pub use evidence::Evidence;
pub use gather::{
    Imprints, KeywordHit, KeywordQuery, MAX_TERMS, Neighbour, Neighbourhood, Spot, Statistics,
    VectorHit, VectorQuery, Window,
    candidate::{Candidate, Candidates, Place},
    matching::Matching,
    material::{Around, DeepMeaning, Material, PlainMeaning},
    timeliness::Timeliness,
};
pub use rank::{
    factor::Factor,
    profile::{Profile, Ranking},
};
pub use select::{Drops, Selecting};
pub use verdict::Verdict;

use rank::{factor::Rule, measured, profile::Base};

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

/// How the words of a question are looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lookup {
    /// Which of them a memory must hold.
    pub matching: Matching,
    /// Whether words are taken for misspelt when nothing holds any of them.
    pub fuzzy: bool,
    /// Which synonyms are looked up too.
    pub aliases: Widening,
}

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

/// What ranking knows beside the memories.
#[derive(Debug, Clone)]
pub struct Circumstances {
    /// When the question is asked.
    pub now: Timestamp,
    /// How much feedback and age count.
    pub weights: Weights,
    /// Who asks, about what.
    pub asker: Asker,
    /// Which memories contradict another, as far as a factor asks for it, while nobody has said which holds.
    pub disputed: HashSet<MemoryId>,
}

/// Who asks, and what they are at.
#[derive(Debug, Clone, Default)]
pub struct Asker {
    /// Their name.
    pub user: Option<String>,
    /// What is being talked about.
    pub topics: Vec<String>,
    /// Files in play.
    pub files: Vec<String>,
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
    /// Of a long text, the passage that says most of what was asked.
    pub snippet: Option<String>,
}

/// How the rank of a memory came about.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Explanation {
    /// What each arm says.
    pub arms: Vec<ArmExplanation>,
    /// What relevance was made of: each piece of evidence by its weight.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<Weighed>,
    /// The relevance.
    pub relevance: f64,
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
    /// Which memory led to it, where another did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
}

/// A piece of evidence that counted.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Weighed {
    /// Its name.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
    /// What it added.
    pub adds: f64,
}

/// Ranks candidates; ties, after rounding, go to the older id. `evidence` is what can be told of each, for a profile
/// that asks for it.
pub fn rank(
    candidates: Vec<Candidate>,
    evidence: Vec<Evidence>,
    ranking: Ranking,
    circumstances: &Circumstances,
) -> Vec<Hit> {
    let relevances = relevances(&candidates, &evidence, ranking.base);
    let mut evidence = evidence.into_iter();
    let mut hits: Vec<Hit> = candidates
        .into_iter()
        .zip(relevances)
        .map(|(candidate, relevance)| {
            let evidence = evidence.next().unwrap_or_default();
            hit(candidate, relevance, &evidence, ranking.rules, circumstances)
        })
        .collect();
    hits.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.memory.id.cmp(&b.memory.id)));
    hits
}

/// The name of the time arm.
pub(crate) const TIME: &str = "time";

/// A relevance is never nothing, so that factors count even where every memory holds every word.
const LEAST_SHARE: f64 = 0.01;
/// What is less than so many times as relevant is about as relevant.
const BAND: f64 = 1.25;

fn relevances(candidates: &[Candidate], evidence: &[Evidence], base: Base) -> Vec<f64> {
    let keyword = |candidate: &Candidate| candidate.keyword.map_or(0.0, |place| place.relevance);
    // A question for nothing but a time is wholly answered by what lies in it.
    if base != Base::Measured
        && !candidates.is_empty()
        && candidates.iter().all(Candidate::is_only_timely)
    {
        return vec![1.0; candidates.len()];
    }
    match base {
        Base::Measured => evidence.iter().map(measured::relevance).collect(),
        Base::Keyword => candidates.iter().map(keyword).collect(),
        Base::KeywordShare => shares(candidates, keyword).collect(),
        Base::KeywordBands => shares(candidates, keyword).map(band).collect(),
        Base::Fused(fusion) => fusion.relevances(candidates),
    }
}

/// The relevance of each as a share of the best.
fn shares(
    candidates: &[Candidate],
    relevance: impl Fn(&Candidate) -> f64 + Copy,
) -> impl Iterator<Item = f64> {
    let best = candidates.iter().map(relevance).fold(f64::MIN_POSITIVE, f64::max);
    candidates.iter().map(move |candidate| (relevance(candidate) / best).max(LEAST_SHARE))
}

/// The highest share of the band that a share lies in.
fn band(share: f64) -> f64 {
    // What lies on the edge of a band by a rounding belongs to the better one.
    BAND.powf(-(share.recip().ln() / BAND.ln() - 1e-9).floor().max(0.0))
}

fn hit(
    candidate: Candidate,
    relevance: f64,
    evidence: &Evidence,
    rules: &[Rule],
    circumstances: &Circumstances,
) -> Hit {
    let factors: Vec<Factor> =
        rules.iter().map(|rule| rule.factor(&candidate, circumstances)).collect();
    let score = factors.iter().fold(relevance, |score, factor| score * factor.value);
    let arm = |arm, place: Option<Place>| {
        place.map(|Place { rank, relevance }| ArmExplanation { arm, rank, relevance, via: None })
    };
    let arms = [
        arm("keyword", candidate.keyword),
        arm("vector", candidate.vector),
        arm("deep", candidate.deep),
        arm(TIME, candidate.time),
    ];
    let explanation = Explanation {
        arms: arms.into_iter().flatten().collect(),
        evidence: measured::weighed(evidence),
        relevance,
        factors,
        kept: String::new(),
    };
    Hit { memory: candidate.memory, score: rounded(score), explanation, snippet: None }
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
pub(crate) mod tests {
    use super::*;

    /// A note with a number and nothing special.
    pub(crate) fn memory(number: u64) -> Memory {
        serde_json::from_value(serde_json::json!({
            "id": format!("01934f2e-0000-7000-8000-{number:012}"), "anchor": "k7f3q9ab",
            "number": number, "scope": "global", "kind": "note", "text": "x",
            "source": {"origin": "human"}, "trust": "high", "importance": 0.5, "confidence": 1.0,
            "version": 1, "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        }))
        .unwrap()
    }

    #[test]
    fn scores_that_differ_only_by_noise_are_equal() {
        assert_eq!(rounded(1.000_000_04), rounded(1.000_000_01));
        assert_eq!(rounded(1.234_567e-9), 1.234_57e-9);
        assert_ne!(rounded(1.000_01), rounded(1.000_02));
    }

    #[test]
    fn what_is_about_as_relevant_is_in_one_band() {
        for (share, expected) in
            [(1.0, 1.0), (0.81, 1.0), (0.8, 1.0), (0.79, 0.8), (0.65, 0.8), (0.5, 0.512)]
        {
            assert!((band(share) - expected).abs() < 1e-9, "{share} {}", band(share));
        }
    }

    #[test]
    fn relevance_comes_before_importance_and_importance_before_newness() {
        let candidate = |number: u64, relevance: f64, importance: f64, day: i64| Candidate {
            memory: Memory {
                importance,
                created_at: Timestamp::from_second(day * 86_400).unwrap(),
                ..memory(number)
            },
            keyword: Some(Place { rank: 1, relevance }),
            vector: None,
            deep: None,
            time: None,
            timeliness: 0.0,
        };
        let found = vec![
            candidate(1, 10.0, 0.0, 1),
            candidate(2, 7.0, 1.0, 9),
            candidate(3, 9.0, 0.9, 1),
            candidate(4, 9.5, 0.0, 2),
            candidate(5, 8.5, 0.9, 3),
        ];
        let circumstances = Circumstances {
            now: Timestamp::from_second(10 * 86_400).unwrap(),
            weights: Weights { score: 0.2, recency: 0.0 },
            asker: Asker::default(),
            disputed: HashSet::new(),
        };
        let ranked = rank(found, Vec::new(), Profile::Engine.ranking(None), &circumstances);
        let numbers: Vec<u64> = ranked.iter().filter_map(|hit| hit.memory.number).collect();
        assert_eq!(numbers, [5, 3, 4, 1, 2]);
    }

    #[test]
    fn ranking_considers_more_than_it_returns() {
        let pool = Pool { per_result: 5, minimum: 50 };
        assert_eq!((pool.size_for(5), pool.size_for(100)), (50, 500));
    }
}
