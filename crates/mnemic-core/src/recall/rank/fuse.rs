//! Fusing: what several arms say of a memory becomes one relevance between 0 and 1.
//!
//! An arm counts as soon as it found anything at all; one that found nothing lowers nobody. What an arm says is brought
//! between 0 and 1 first, by the rule of the fusion.

mod arm;

use self::arm::{Arm, Places, RelevanceRange};
use crate::recall::{
    gather::candidate::{ArmRank, Candidate},
    hit::FoundBy,
};

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
    /// vectors. What does not hold the words has no relevance by keyword; what the vector arm did not get to is as near
    /// as the farthest that it did.
    Weighted(ArmWeights),
    /// By turns: the first of each arm, then the second of each, and so on.
    Interleaved,
}

/// Ranks fall off so slowly that what several arms have far up beats what one of them has first. Required, as are the
/// weights: the recipe that the profile `openclaw` promises. Measured on LoCoMo, it does worse than the measured ranking.
const K: f64 = 60.0;
/// Meaning counts more than words.
const WEIGHTS: ArmWeights = ArmWeights { keyword: 0.3, vector: 0.7 };

impl Fusion {
    /// Every way, as a profile or a configuration may ask for it.
    pub const ALL: [Self; 4] = [
        Self::Reciprocal { k: K, weights: WEIGHTS },
        Self::Convex(WEIGHTS),
        Self::Weighted(WEIGHTS),
        Self::Interleaved,
    ];
    /// By rank.
    pub const RECIPROCAL: Self = Self::ALL[0];
    /// By relevance, each memory by itself.
    pub const WEIGHTED: Self = Self::ALL[2];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reciprocal { .. } => "reciprocal",
            Self::Convex(_) => "convex",
            Self::Weighted(_) => "weighted",
            Self::Interleaved => "interleave",
        }
    }

    /// The relevance of each candidate.
    pub fn relevances(self, candidates: &[Candidate]) -> Vec<f64> {
        let arms = self.arms(&candidates.iter().map(Places::from).collect::<Vec<_>>());
        let relevance = |memory: usize| {
            let found = arms.iter().any(|arm| arm.values[memory].is_some());
            let said = arms.iter().filter(|arm| arm.found_any()).map(|arm| {
                (arm.values[memory].unwrap_or(if found { arm.unfound } else { 0.0 }), arm.weight)
            });
            self.joined(said)
        };
        (0..candidates.len()).map(relevance).collect()
    }

    /// The relevance of each hit by the arms that found it alone: what a cut-off looks at, for an arm that ranks a
    /// memory first must not be outvoted by one that did not get to it.
    pub fn by_finders<'a>(self, hits: impl Iterator<Item = &'a FoundBy>) -> Vec<f64> {
        let places: Vec<Places> = hits.map(Places::from).collect();
        let arms = self.arms(&places);
        let relevance = |memory: usize| {
            self.joined(arms.iter().filter_map(|arm| Some((arm.values[memory]?, arm.weight))))
        };
        (0..places.len()).map(relevance).collect()
    }

    /// One value of what arms say, each with its weight.
    fn joined(self, said: impl Iterator<Item = (f64, f64)>) -> f64 {
        if self == Self::Interleaved {
            return said.map(|(value, _)| value).fold(0.0, f64::max);
        }
        let (sum, total) = said.fold((0.0, 0.0), |(sum, total), (value, weight)| {
            (sum + value * weight, total + weight)
        });
        if total > 0.0 { sum / total } else { 0.0 }
    }

    /// What both arms say, brought between 0 and 1.
    fn arms(self, places: &[Places]) -> [Arm; 2] {
        let keyword: Vec<Option<ArmRank>> = places.iter().map(|places| places.keyword).collect();
        let meant: Vec<Option<ArmRank>> = places.iter().map(|places| places.meant).collect();
        match self {
            Self::Reciprocal { k, weights } => {
                let value = |place: ArmRank| (k + 1.0) / (k + place.rank as f64);
                [Arm::new(weights.keyword, keyword, value), Arm::new(weights.vector, meant, value)]
            }
            Self::Convex(weights) => {
                let (words, meaning) = (RelevanceRange::of(&keyword), RelevanceRange::of(&meant));
                [
                    Arm::new(weights.keyword, keyword, |place| words.share(place)),
                    Arm::new(weights.vector, meant, |place| meaning.share(place)),
                ]
            }
            Self::Weighted(weights) => [
                Arm::new(weights.keyword, keyword, |place| {
                    place.relevance / (1.0 + place.relevance)
                }),
                Arm::new(weights.vector, meant, |place| place.relevance.max(0.0)).with_least(),
            ],
            Self::Interleaved => {
                let turn = |place: ArmRank, offset: usize| (2 * (place.rank - 1) + offset) as f64;
                [
                    Arm::new(1.0, keyword, |place| K / (K + turn(place, 0))),
                    Arm::new(1.0, meant, |place| K / (K + turn(place, 1))),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;
    use proptest::prelude::*;

    fn candidate(keyword: Option<(usize, f64)>, vector: Option<(usize, f64)>) -> Candidate {
        let place = |(rank, relevance)| ArmRank { rank, relevance };
        let (keyword, vector) = (keyword.map(place), vector.map(place));
        Candidate { keyword, vector, ..Candidate::unranked(memory(1)) }
    }

    const HALVES: ArmWeights = ArmWeights { keyword: 0.5, vector: 0.5 };

    fn assert_close(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
        }
    }

    #[test]
    fn first_in_every_arm_is_wholly_relevant_by_rank() {
        let fusion = Fusion::RECIPROCAL;
        let both = candidate(Some((1, 9.0)), Some((1, 0.9)));
        let keyword = candidate(Some((1, 9.0)), None);
        let vector = candidate(None, Some((2, 0.8)));
        assert_close(&fusion.relevances(&[both, keyword, vector]), &[1.0, 0.3, 0.7 * 61.0 / 62.0]);
    }

    #[test]
    fn an_arm_that_found_nothing_at_all_lowers_no_rank() {
        let fusion = Fusion::RECIPROCAL;
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
        for (found, expected) in [
            (candidate(Some((1, 3.0)), None), 0.75),
            (candidate(None, Some((1, 0.6))), 0.6),
            (candidate(Some((1, 1.0)), Some((1, -0.5))), 0.15),
            (candidate(None, None), 0.0),
        ] {
            assert_close(&Fusion::WEIGHTED.relevances(&[found]), &[expected]);
        }
        let by_keyword = candidate(Some((1, 9.0)), None);
        assert_close(&Fusion::Convex(WEIGHTS).relevances(&[by_keyword]), &[1.0]);
    }

    #[test]
    fn what_one_arm_alone_has_far_down_does_not_pass_what_both_have_first() {
        let both = candidate(Some((1, 9.0)), Some((1, 0.64)));
        let keyword = candidate(Some((13, 3.6)), None);
        let vector = candidate(None, Some((2, 0.4)));
        for fusion in Fusion::ALL {
            let found = [both.clone(), keyword.clone(), vector.clone()];
            let relevances = fusion.relevances(&found);
            assert!(relevances[0] > relevances[1].max(relevances[2]), "{fusion:?} {relevances:?}");
        }
        let found = [both, keyword, vector, candidate(None, None)];
        let expected = [0.27 + 0.448, 0.3 * 3.6 / 4.6 + 0.28, 0.28, 0.0];
        assert_close(&Fusion::WEIGHTED.relevances(&found), &expected);
    }

    #[test]
    fn an_embedder_with_context_is_a_vector_arm_too() {
        let place = Some(ArmRank { rank: 1, relevance: 0.9 });
        let deep = Candidate { deep: place, ..candidate(Some((1, 9.0)), None) };
        for fusion in Fusion::ALL {
            let relevance = fusion.relevances(std::slice::from_ref(&deep))[0];
            assert!(relevance <= 1.0, "{fusion:?} {relevance}");
        }
        assert_close(&Fusion::RECIPROCAL.relevances(&[deep]), &[1.0]);
    }

    #[test]
    fn a_cut_off_asks_the_arms_that_found_a_memory() {
        let at = |rank, relevance| Some(ArmRank { rank, relevance });
        let none = FoundBy::default;
        let hits = [
            FoundBy { keyword: at(1, 3.0), vector: at(1, 0.2), deep: at(2, 0.5), ..none() },
            FoundBy { keyword: at(2, 1.0), ..none() },
            FoundBy { vector: at(1, 0.8), ..none() },
            none(),
        ];
        for (fusion, expected) in [
            (Fusion::RECIPROCAL, [0.3 + 0.7 * 61.0 / 62.0, 61.0 / 62.0, 1.0, 0.0]),
            (Fusion::WEIGHTED, [0.225 + 0.35, 0.5, 0.8, 0.0]),
        ] {
            assert_close(&fusion.by_finders(hits.iter()), &expected);
        }
    }

    #[test]
    fn arms_take_turns() {
        let found = [
            candidate(Some((2, 1.0)), None),
            candidate(None, Some((1, 0.1))),
            candidate(Some((1, 2.0)), Some((2, 0.0))),
        ];
        assert_close(&Fusion::Interleaved.relevances(&found), &[60.0 / 62.0, 60.0 / 61.0, 1.0]);
    }

    proptest! {
        #[test]
        fn relevance_lies_between_0_and_1(
            found in prop::collection::vec((prop::option::of(0.0..50.0), prop::option::of(-1.0..1.0)), 0..20),
        ) {
            let candidates: Vec<Candidate> = (1..).zip(found).map(|(rank, (keyword, vector))| {
                candidate(keyword.map(|value| (rank, value)), vector.map(|value| (rank, value)))
            }).collect();
            for fusion in Fusion::ALL {
                for relevance in fusion.relevances(&candidates) {
                    prop_assert!((0.0..=1.0 + 1e-9).contains(&relevance), "{fusion:?} {relevance}");
                }
            }
        }
    }
}
