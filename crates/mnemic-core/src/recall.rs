//! Recall: question in, ranked memories out. Here are its types and every decision in it, as pure functions.
//!
//! A question is taken apart ([`question`]), arms find candidates ([`gather`]), what can be told of each is read
//! ([`evidence`]), a profile makes a rank value of it ([`mod@rank`]), passes look at what hits are to one another
//! ([`adjust`]), what is too low or too much of the same is dropped ([`select`]), and each hit can say how it came about.

use std::collections::HashSet;

use jiff::Timestamp;

use crate::{
    record::{filter::Filter, id::MemoryId},
    text::alias::Expansion,
};

pub mod adjust;
pub mod evidence;
pub mod explanation;
pub mod gather;
pub mod hit;
pub mod pace;
pub mod question;
pub mod rank;
pub mod receipt;
pub mod select;
pub mod verdict;

pub use adjust::lift::Via;
pub use evidence::{Evidence, EvidenceKind};
pub use explanation::{ARMS, ArmExplanation, Explanation, SHIFTS, WeighedEvidence, shared_words};
pub use gather::{
    KeywordHit, KeywordQuery, MAX_TERMS, MaybeVectors, Neighbour, Neighbourhood, SessionPosition,
    Statistics, VectorHit, VectorQuery, Window,
    candidate::{ArmRank, Candidate, Candidates},
    matching::Matching,
    material::{DeepMeaning, Material, PlainMeaning, Surrounding},
    timeliness::Timeliness,
};
pub use hit::{Hit, Scoring};
pub use rank::{
    factor::{FACTORS, Factor},
    order::rank,
    profile::{Profile, Ranking},
};
pub use select::{Drops, Selecting};
pub use verdict::Verdict;

/// A question.
#[derive(Debug, Clone)]
pub struct RecallRequest {
    /// In the asker's own words.
    pub question: String,
    /// At most how many memories.
    pub limit: usize,
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
    pub aliases: Expansion,
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
pub struct RankingContext {
    /// When the question is asked.
    pub now: Timestamp,
    /// How much feedback and age count.
    pub weights: Weights,
    /// Who asks, about what.
    pub asker: Asker,
    /// Which memories contradict another, as far as a factor asks for it, while nobody has said which holds.
    pub contradicted: HashSet<MemoryId>,
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::record::memory::Memory;

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
    fn ranking_considers_more_than_it_returns() {
        let pool = Pool { per_result: 5, minimum: 50 };
        assert_eq!((pool.size_for(5), pool.size_for(100)), (50, 500));
    }
}
