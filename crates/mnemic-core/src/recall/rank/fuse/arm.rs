//! What one arm says of each memory, brought between 0 and 1, and of those that it did not find.

use crate::recall::{
    gather::candidate::{ArmRank, Candidate},
    hit::FoundBy,
};

/// Where the two arms that are fused have a memory.
pub(super) struct Places {
    pub(super) keyword: Option<ArmRank>,
    pub(super) meant: Option<ArmRank>,
}

impl From<&Candidate> for Places {
    fn from(candidate: &Candidate) -> Self {
        Self { keyword: candidate.keyword, meant: candidate.meant() }
    }
}

impl From<&FoundBy> for Places {
    fn from(found: &FoundBy) -> Self {
        Self { keyword: found.keyword, meant: found.meant() }
    }
}

/// What one arm says of each memory.
pub(super) struct Arm {
    pub(super) weight: f64,
    pub(super) values: Vec<Option<f64>>,
    /// What it would say of one that it did not find.
    pub(super) unfound: f64,
}

impl Arm {
    pub(super) fn new(
        weight: f64,
        places: Vec<Option<ArmRank>>,
        value: impl Fn(ArmRank) -> f64,
    ) -> Self {
        let values = places.into_iter().map(|place| place.map(&value)).collect();
        Self { weight, values, unfound: 0.0 }
    }

    /// An arm that has something to say of every memory, and told only of the best.
    pub(super) fn with_least(mut self) -> Self {
        self.unfound = self.values.iter().flatten().copied().fold(1.0, f64::min);
        self
    }

    /// Whether it found anything.
    pub(super) fn found_any(&self) -> bool {
        self.values.iter().any(Option::is_some)
    }
}

/// The least and the greatest relevance in an arm.
pub(super) struct RelevanceRange {
    least: f64,
    greatest: f64,
}

impl RelevanceRange {
    pub(super) fn of(places: &[Option<ArmRank>]) -> Self {
        let (mut least, mut greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        for place in places.iter().flatten() {
            least = least.min(place.relevance);
            greatest = greatest.max(place.relevance);
        }
        Self { least, greatest }
    }

    pub(super) fn share(&self, place: ArmRank) -> f64 {
        if self.greatest > self.least {
            (place.relevance - self.least) / (self.greatest - self.least)
        } else {
            1.0
        }
    }
}
