//! The order of candidates: a relevance for each, by what the profile makes it of, multiplied with its factors.

use super::{
    factor::Rule,
    measured,
    profile::{Base, Ranking},
};
use crate::recall::{
    RankingContext,
    evidence::Evidence,
    gather::candidate::Candidate,
    hit::{self, FoundBy, Hit, Scoring, rounded},
};

/// Ranks candidates; ties, after rounding, go to the older id. `evidence` is what can be told of each, for a profile
/// that asks for it.
pub fn rank(
    candidates: Vec<Candidate>,
    evidence: Vec<Evidence>,
    ranking: Ranking,
    circumstances: &RankingContext,
) -> Vec<Hit> {
    let relevances = relevances(&candidates, &evidence, ranking.base);
    let mut evidence = evidence.into_iter();
    let mut hits: Vec<Hit> = candidates
        .into_iter()
        .zip(relevances)
        .map(|(candidate, relevance)| {
            let evidence = evidence.next().unwrap_or_default();
            scored(candidate, relevance, evidence, ranking.rules, circumstances)
        })
        .collect();
    hit::sort(&mut hits);
    hits
}

/// A relevance is never nothing, so that factors count even where every memory holds every word. Chosen by hand.
const LEAST_SHARE: f64 = 0.01;
/// What is less than so many times as relevant is about as relevant. Chosen by hand, wide enough for `IMPORTANCE`.
pub(super) const BAND: f64 = 1.25;

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

fn scored(
    candidate: Candidate,
    relevance: f64,
    evidence: Evidence,
    rules: &[Rule],
    circumstances: &RankingContext,
) -> Hit {
    let factors = rules.iter().map(|rule| rule.factor(&candidate, circumstances)).collect();
    let found = FoundBy::from(&candidate);
    let scoring = Scoring { found, evidence, relevance, factors, ..Scoring::default() };
    let score = rounded(scoring.product());
    Hit { memory: candidate.memory, score, scoring, kept: String::new(), snippet: None }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use jiff::Timestamp;

    use super::*;
    use crate::{
        recall::{ArmRank, Asker, Profile, Weights, tests::memory},
        record::memory::Memory,
    };

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
            keyword: Some(ArmRank { rank: 1, relevance }),
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
        let circumstances = RankingContext {
            now: Timestamp::from_second(10 * 86_400).unwrap(),
            weights: Weights { score: 0.2, recency: 0.0 },
            asker: Asker::default(),
            contradicted: HashSet::new(),
        };
        let ranked = rank(found, Vec::new(), Profile::Engine.ranking(None), &circumstances);
        let numbers: Vec<u64> = ranked.iter().filter_map(|hit| hit.memory.number).collect();
        assert_eq!(numbers, [5, 3, 4, 1, 2]);
    }
}
