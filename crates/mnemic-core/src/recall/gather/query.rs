//! Gathering: what is asked of a store for a question, and what it answers. Each arm finds memories its own way.

use std::borrow::Cow;

use super::{matching::Matching, material::LOOKED_AT};
use crate::{
    port::embedder::{Identity, StoredVectors},
    record::{filter::Filter, id::MemoryId, memory::Memory, scope::Scope},
    text::analyse::Term,
};

/// What the keyword arm looks up.
#[derive(Debug, Clone)]
pub struct KeywordQuery {
    /// These.
    pub terms: Vec<Term>,
    /// Which of them a memory must hold.
    pub matching: Matching,
    /// Among the memories that pass this.
    pub filter: Filter,
    /// At most how many.
    pub pool: usize,
}

impl KeywordQuery {
    /// The terms as they are looked up: beginnings of words when those are asked for.
    pub fn lookups(&self) -> Cow<'_, [Term]> {
        if self.matching != Matching::Prefix {
            return Cow::Borrowed(&self.terms);
        }
        self.terms.iter().cloned().map(Term::as_beginning).collect()
    }
}

/// How many terms a store matches at once; it takes the rarest. Chosen by hand, for time.
pub const MAX_TERMS: usize = 64;

/// What the keyword arm found.
#[derive(Debug, Clone)]
pub struct KeywordHit {
    /// The memory.
    pub memory: Memory,
    /// How well it matches; greater is better.
    pub relevance: f64,
}

/// What the vector arm looks for.
#[derive(Debug, Clone)]
pub struct VectorQuery {
    /// Whose vectors are compared.
    pub identity: Identity,
    /// The question, of unit length.
    pub vector: Vec<f32>,
    /// Among the memories that pass this.
    pub filter: Filter,
    /// At most how many.
    pub pool: usize,
}

/// What the vector arm found.
#[derive(Debug, Clone)]
pub struct VectorHit {
    /// The memory.
    pub memory: Memory,
    /// The cosine, from −1 to 1.
    pub similarity: f64,
}

/// How common the words of a question are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// How many memories there are.
    pub memories: u64,
    /// How many of them hold each term, counted as far as [`Statistics::counted_to`].
    pub frequencies: Vec<u64>,
}

impl Statistics {
    /// How far a term is counted among so many memories: what is more common tells hardly anything. Chosen by hand, for
    /// time.
    pub fn counted_to(memories: u64) -> u64 {
        (memories / 20).clamp(1_000, 16_000)
    }
}

/// How many memories around one are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// Of those before it.
    pub before: usize,
    /// Of those after it.
    pub after: usize,
}

/// Where in a session a memory stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionPosition {
    /// Whose session it is.
    pub scope: Scope,
    /// The session.
    pub session: String,
    /// The memory's place in it, and its id, which decides between equals.
    pub place: (i64, MemoryId),
}

impl SessionPosition {
    /// Where a memory stands; nothing for one without a session.
    pub fn of(memory: &Memory) -> Option<Self> {
        let session = memory.source.session.clone()?;
        Some(Self { scope: memory.scope.clone(), session, place: (memory.place()?, memory.id) })
    }
}

/// What was said around a memory in its session, the nearest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Neighbourhood {
    /// Before it.
    pub before: Vec<Neighbour>,
    /// After it.
    pub after: Vec<Neighbour>,
}

impl Neighbourhood {
    /// What of it, and of the memory in its middle, stands around each of its memories: no more than is known here.
    pub fn around_each(&self, middle: &Memory) -> Vec<(MemoryId, Self)> {
        let middle = Neighbour::from(middle);
        let row: Vec<&Neighbour> =
            self.before.iter().rev().chain([&middle]).chain(&self.after).collect();
        let around = |place: usize| {
            let before = row[..place].iter().rev().copied().cloned();
            let after = row[place + 1..].iter().copied().cloned();
            let before = before.take(LOOKED_AT.before).collect();
            Self { before, after: after.take(LOOKED_AT.after).collect() }
        };
        let places = (0..row.len()).filter(|place| *place != self.before.len());
        places.map(|place| (row[place].id, around(place))).collect()
    }
}

/// A memory beside another: who said what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Neighbour {
    /// Which memory.
    pub id: MemoryId,
    /// Who said it.
    pub author: Option<String>,
    /// What was said.
    pub text: String,
}

impl From<&Memory> for Neighbour {
    fn from(memory: &Memory) -> Self {
        let (author, text) = (memory.source.author.clone(), memory.text.clone());
        Self { id: memory.id, author, text }
    }
}

/// Vectors made by one embedder, for memories in the order they were asked for.
pub type MaybeVectors = Vec<Option<StoredVectors>>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;

    #[test]
    fn what_is_known_around_one_is_known_around_those_beside_it() {
        let neighbours = |numbers: &[u64]| -> Vec<Neighbour> {
            numbers.iter().map(|number| Neighbour::from(&memory(*number))).collect()
        };
        let around = Neighbourhood { before: neighbours(&[4, 3]), after: neighbours(&[6, 7]) };
        let expected: [(u64, &[u64], &[u64]); 4] =
            [(3, &[], &[4]), (4, &[3], &[5]), (6, &[5, 4], &[7]), (7, &[6, 5], &[])];
        let expected = expected.map(|(number, before, after)| {
            let (before, after) = (neighbours(before), neighbours(after));
            (memory(number).id, Neighbourhood { before, after })
        });
        assert_eq!(around.around_each(&memory(5)), expected);
        assert_eq!(Neighbourhood::default().around_each(&memory(5)), []);
    }
}
