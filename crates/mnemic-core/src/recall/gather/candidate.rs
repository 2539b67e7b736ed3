//! Candidates: the memories that arms found for a question, each once, with what every arm says of it.

use std::collections::HashMap;

use crate::record::{id::MemoryId, memory::Memory};

use super::{
    query::{KeywordHit, VectorHit},
    timeliness::Timeliness,
};

/// A memory that some arm found.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// The memory.
    pub memory: Memory,
    /// What the keyword arm says.
    pub keyword: Option<ArmRank>,
    /// What the vector arm says, by an embedder without context.
    pub vector: Option<ArmRank>,
    /// What it says by an embedder with context.
    pub deep: Option<ArmRank>,
    /// What the time arm says: where it stands among what lies in a time that the question names.
    pub time: Option<ArmRank>,
    /// How well its time fits one that the question names, from 0 to 1.
    pub timeliness: f64,
}

impl Candidate {
    /// A memory that no arm ranked.
    pub fn unranked(memory: Memory) -> Self {
        let (keyword, vector, deep, time) = (None, None, None, None);
        Self { memory, keyword, vector, deep, time, timeliness: 0.0 }
    }

    /// Whether its time alone speaks for it.
    pub fn is_only_timely(&self) -> bool {
        self.time.is_some() && self.keyword.is_none() && self.meant().is_none()
    }

    /// What the vector arm says, by the embedder that knows most.
    pub fn meant(&self) -> Option<ArmRank> {
        self.deep.or(self.vector)
    }

    /// Its best rank in any arm.
    pub fn best_rank(&self) -> Option<usize> {
        let places = [self.keyword, self.vector, self.deep].into_iter().flatten();
        places.map(|place| place.rank).min()
    }
}

/// Where in an arm a memory stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ArmRank {
    /// Its rank, from 1.
    pub rank: usize,
    /// Its relevance there; greater is better.
    pub relevance: f64,
}

/// Candidates, each once, in the order in which they were first found.
#[derive(Debug, Clone, Default)]
pub struct Candidates {
    all: Vec<Candidate>,
    places: HashMap<MemoryId, usize>,
}

impl Candidates {
    /// Adds what the keyword arm found, best first.
    pub fn add_keyword(&mut self, hits: Vec<KeywordHit>) {
        for (rank, hit) in (1..).zip(hits) {
            let place = ArmRank { rank, relevance: hit.relevance };
            self.of(hit.memory).keyword.get_or_insert(place);
        }
    }

    /// Adds what the vector arm found, nearest first.
    pub fn add_vector(&mut self, hits: Vec<VectorHit>) {
        for (rank, hit) in (1..).zip(hits) {
            let place = ArmRank { rank, relevance: hit.similarity };
            self.of(hit.memory).vector.get_or_insert(place);
        }
    }

    /// Adds what the vector arm found by an embedder with context, nearest first.
    pub fn add_deep(&mut self, hits: Vec<VectorHit>) {
        for (rank, hit) in (1..).zip(hits) {
            let place = ArmRank { rank, relevance: hit.similarity };
            self.of(hit.memory).deep.get_or_insert(place);
        }
    }

    /// Adds memories that no arm ranked.
    pub fn add(&mut self, memories: impl IntoIterator<Item = Memory>) {
        for memory in memories {
            self.of(memory);
        }
    }

    /// Drops the memories that do not pass.
    pub fn retain(&mut self, passes: impl Fn(&Memory) -> bool) {
        self.all.retain(|candidate| passes(&candidate.memory));
        self.index();
    }

    /// Tells how well the time of each fits one that the question names; the time arm ranks those that lie in one.
    pub fn mark_timely(&mut self, timeliness: impl Fn(&Memory) -> Timeliness) {
        let mut inside: Vec<&mut Candidate> = Vec::new();
        for candidate in &mut self.all {
            let timely = timeliness(&candidate.memory);
            (candidate.timeliness, candidate.time) = (timely.fit, None);
            if timely.inside {
                inside.push(candidate);
            }
        }
        inside.sort_by(|one, other| other.timeliness.total_cmp(&one.timeliness));
        for (rank, candidate) in (1..).zip(inside) {
            candidate.time = Some(ArmRank { rank, relevance: candidate.timeliness });
        }
    }

    /// Drops what does not lie in a time that the question names, unless nothing does. Tells whether it dropped any.
    pub fn keep_timely(&mut self) -> bool {
        let timely = |candidate: &Candidate| candidate.time.is_some();
        let all = self.all.len();
        if self.all.iter().any(timely) {
            self.all.retain(timely);
            self.index();
        }
        self.all.len() < all
    }

    /// Whether a memory is among them.
    pub fn hold(&self, id: MemoryId) -> bool {
        self.places.contains_key(&id)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Candidate> {
        self.all.iter()
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<Candidate> {
        self.all
    }

    fn index(&mut self) {
        let places = self.all.iter().enumerate();
        self.places = places.map(|(place, candidate)| (candidate.memory.id, place)).collect();
    }

    fn of(&mut self, memory: Memory) -> &mut Candidate {
        let next = self.all.len();
        let place = *self.places.entry(memory.id).or_insert(next);
        if place == next {
            self.all.push(Candidate::unranked(memory));
        }
        &mut self.all[place]
    }
}
