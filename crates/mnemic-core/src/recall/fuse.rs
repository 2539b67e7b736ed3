//! Fusing: what several arms say of a memory becomes one relevance between 0 and 1.

use super::candidate::{Candidate, Place};

/// How much each arm counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmWeights {
    /// The keyword arm.
    pub keyword: f64,
    /// The vector arm, by the embedder that knows most.
    pub vector: f64,
}

/// How arms become one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fusion {
    /// By rank: Σ weight / (k + rank), as a share of what the first place in every arm that found anything would get.
    Reciprocal {
        /// How slowly lower ranks fall off.
        k: f64,
        /// How much each arm counts.
        weights: ArmWeights,
    },
    /// By relevance, spread between the least and the greatest that each arm found.
    Convex(ArmWeights),
    /// By relevance brought between 0 and 1 for each memory by itself: r / (1 + r) for keywords, the cosine for
    /// vectors. An arm that did not find the memory does not count against it.
    Weighted(ArmWeights),
    /// By turns: the first of each arm, then the second of each, and so on.
    Interleaved,
}

impl Fusion {
    /// The relevance of each candidate.
    pub fn relevances(self, candidates: &[Candidate]) -> Vec<f64> {
        match self {
            Self::Reciprocal { k, weights } => {
                let best = first_places(candidates, weights) / (k + 1.0);
                let share = |candidate: &Candidate| {
                    if best > 0.0 { reciprocal(candidate, k, weights) / best } else { 0.0 }
                };
                candidates.iter().map(share).collect()
            }
            Self::Convex(weights) => convex(candidates, weights),
            Self::Weighted(weights) => {
                candidates.iter().map(|candidate| weighted(candidate, weights)).collect()
            }
            Self::Interleaved => candidates.iter().map(interleaved).collect(),
        }
    }
}

fn reciprocal(candidate: &Candidate, k: f64, weights: ArmWeights) -> f64 {
    let part = |place: Option<Place>, weight: f64| {
        place.map_or(0.0, |place| weight / (k + place.rank as f64))
    };
    part(candidate.keyword, weights.keyword) + part(candidate.meant(), weights.vector)
}

/// What the arms count together that found anything.
fn first_places(candidates: &[Candidate], weights: ArmWeights) -> f64 {
    let weight = |found: bool, weight: f64| if found { weight } else { 0.0 };
    weight(candidates.iter().any(|candidate| candidate.keyword.is_some()), weights.keyword)
        + weight(candidates.iter().any(|candidate| candidate.vector.is_some()), weights.vector)
}

fn convex(candidates: &[Candidate], weights: ArmWeights) -> Vec<f64> {
    let keyword = Spread::of(candidates.iter().filter_map(|candidate| candidate.keyword));
    let vector = Spread::of(candidates.iter().filter_map(|candidate| candidate.meant()));
    let total = weights.keyword + weights.vector;
    let relevance = |candidate: &Candidate| {
        let keyword = weights.keyword * keyword.share(candidate.keyword);
        (keyword + weights.vector * vector.share(candidate.meant())) / total
    };
    candidates.iter().map(relevance).collect()
}

/// The least and the greatest relevance in an arm.
struct Spread {
    least: f64,
    greatest: f64,
}

impl Spread {
    fn of(places: impl Iterator<Item = Place>) -> Self {
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in places {
            least = least.min(place.relevance);
            greatest = greatest.max(place.relevance);
        }
        Self { least, greatest }
    }

    fn share(&self, place: Option<Place>) -> f64 {
        let Some(place) = place else { return 0.0 };
        if self.greatest > self.least {
            (place.relevance - self.least) / (self.greatest - self.least)
        } else {
            1.0
        }
    }
}

fn weighted(candidate: &Candidate, weights: ArmWeights) -> f64 {
    let keyword = candidate.keyword.map(|place| place.relevance / (1.0 + place.relevance));
    let vector = candidate.meant().map(|place| place.relevance.max(0.0));
    let parts = [(keyword, weights.keyword), (vector, weights.vector)];
    let found = parts.iter().filter_map(|(value, weight)| Some((value.as_ref()?, weight)));
    let (sum, total) = found
        .fold((0.0, 0.0), |(sum, total), (value, weight)| (sum + value * weight, total + weight));
    if total > 0.0 { sum / total } else { 0.0 }
}

fn interleaved(candidate: &Candidate) -> f64 {
    let turn = |place: Option<Place>, offset: usize| {
        place.map_or(usize::MAX, |place| 2 * (place.rank - 1) + offset)
    };
    let turn = turn(candidate.keyword, 0).min(turn(candidate.meant(), 1));
    if turn == usize::MAX { 0.0 } else { 1.0 / (1.0 + turn as f64) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;
    use proptest::prelude::*;

    fn candidate(keyword: Option<(usize, f64)>, vector: Option<(usize, f64)>) -> Candidate {
        let place = |(rank, relevance)| Place { rank, relevance };
        let (keyword, vector) = (keyword.map(place), vector.map(place));
        Candidate { keyword, vector, ..Candidate::unranked(memory(1)) }
    }

    const HALVES: ArmWeights = ArmWeights { keyword: 0.5, vector: 0.5 };
    const SEED: ArmWeights = ArmWeights { keyword: 0.3, vector: 0.7 };

    fn assert_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn first_in_every_arm_is_wholly_relevant_by_rank() {
        let fusion = Fusion::Reciprocal { k: 60.0, weights: SEED };
        let both = candidate(Some((1, 9.0)), Some((1, 0.9)));
        let keyword = candidate(Some((1, 9.0)), None);
        let vector = candidate(None, Some((2, 0.8)));
        assert_close(&fusion.relevances(&[both, keyword, vector]), &[1.0, 0.3, 0.7 * 61.0 / 62.0]);
    }

    #[test]
    fn an_arm_that_found_nothing_at_all_lowers_no_rank() {
        let fusion = Fusion::Reciprocal { k: 60.0, weights: SEED };
        let found = [candidate(Some((1, 9.0)), None), candidate(None, None)];
        assert_close(&fusion.relevances(&found), &[1.0, 0.0]);
        assert_close(&fusion.relevances(&found[1..]), &[0.0]);
    }

    #[test]
    fn relevances_are_spread_within_each_arm() {
        let found = [
            candidate(Some((1, 10.0)), Some((2, 0.2))),
            candidate(Some((2, 5.0)), None),
            candidate(Some((3, 0.0)), Some((1, 0.6))),
        ];
        assert_close(&Fusion::Convex(HALVES).relevances(&found), &[0.5, 0.25, 0.5]);
    }

    #[test]
    fn an_arm_that_found_nothing_does_not_count_against_a_memory() {
        let found = [candidate(Some((1, 3.0)), None), candidate(None, Some((1, 0.6)))];
        assert_close(&Fusion::Weighted(SEED).relevances(&found), &[0.75, 0.6]);
        let both = candidate(Some((1, 1.0)), Some((1, -0.5)));
        assert_close(&Fusion::Weighted(SEED).relevances(&[both]), &[0.15]);
    }

    #[test]
    fn arms_take_turns() {
        let found = [
            candidate(Some((2, 1.0)), None),
            candidate(None, Some((1, 0.1))),
            candidate(Some((1, 2.0)), Some((2, 0.0))),
        ];
        assert_close(&Fusion::Interleaved.relevances(&found), &[1.0 / 3.0, 0.5, 1.0]);
    }

    proptest! {
        #[test]
        fn relevance_lies_between_0_and_1(
            found in prop::collection::vec((prop::option::of(0.0..50.0), prop::option::of(-1.0..1.0)), 0..20),
        ) {
            let candidates: Vec<Candidate> = (1..).zip(found).map(|(rank, (keyword, vector))| {
                candidate(keyword.map(|value| (rank, value)), vector.map(|value| (rank, value)))
            }).collect();
            for fusion in [
                Fusion::Reciprocal { k: 60.0, weights: SEED },
                Fusion::Convex(SEED),
                Fusion::Weighted(HALVES),
                Fusion::Interleaved,
            ] {
                for relevance in fusion.relevances(&candidates) {
                    prop_assert!((0.0..=1.0 + 1e-9).contains(&relevance), "{fusion:?} {relevance}");
                }
            }
        }
    }
}
