//! The material of an answer: candidates, what was said around them, and how near they are in meaning.

use std::collections::HashMap;

use super::{
    candidate::Candidate,
    query::{Neighbour, Neighbourhood, Window},
};
use crate::{
    recall::evidence::passage::AuthoredText,
    record::{id::MemoryId, link::Link},
};

/// As far as neighbours tell of a memory. Measured on LoCoMo: such a window has recall@10 71.0 by
/// keyword, one before alone 68.4.
pub(super) const LOOKED_AT: Window = Window { before: 2, after: 1 };

/// What is looked at: candidates and what was said around them.
#[derive(Debug, Default)]
pub struct Material {
    /// The memories that arms found.
    pub candidates: Vec<Candidate>,
    /// Memories that are looked at only because they stand beside a candidate.
    pub others: Vec<Neighbour>,
    /// Which of the candidates name which.
    pub links: Vec<Link>,
    /// What stands around each candidate: places among the candidates, then the others.
    pub around: Vec<Surrounding>,
    /// How near the meaning of each of them is to the question's, by an embedder without context.
    pub plain: Option<PlainMeaning>,
    /// The same by an embedder with context.
    pub deep: Option<DeepMeaning>,
}

impl Material {
    /// Candidates, and what was said around each as far as that is known.
    pub fn of(candidates: Vec<Candidate>, mut known: HashMap<MemoryId, Neighbourhood>) -> Self {
        let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id).collect();
        let mut places: HashMap<MemoryId, usize> = ids.iter().copied().zip(0..).collect();
        let (mut others, mut around) = (Vec::new(), Vec::new());
        for id in &ids {
            let mut place = |neighbour: Neighbour| {
                let next = ids.len() + others.len();
                let place = *places.entry(neighbour.id).or_insert(next);
                if place == next {
                    others.push(neighbour);
                }
                place
            };
            let Neighbourhood { before, after } = known.remove(id).unwrap_or_default();
            let before = before.into_iter().take(LOOKED_AT.before).map(&mut place).collect();
            let after = after.into_iter().take(LOOKED_AT.after).map(place).collect();
            around.push(Surrounding { before, after });
        }
        Self { candidates, others, around, ..Self::default() }
    }

    /// What candidates and others say, in this order.
    pub(in crate::recall) fn authored_texts(&self) -> Vec<AuthoredText<'_>> {
        let candidates =
            self.candidates.iter().map(|candidate| AuthoredText::by_memory(&candidate.memory));
        let others = self.others.iter().map(|other| AuthoredText {
            author: other.author.as_deref(),
            text: other.text.as_str().into(),
        });
        candidates.chain(others).collect()
    }
}

/// What stands around a candidate, the nearest first.
#[derive(Debug, Clone, Default)]
pub struct Surrounding {
    /// Before it.
    pub before: Vec<usize>,
    /// After it.
    pub after: Vec<usize>,
}

/// How near memories are to a question by vectors that know no context.
#[derive(Debug, Clone, Default)]
pub struct PlainMeaning {
    /// The cosine of each memory with the question.
    pub whole: Vec<f64>,
    /// The cosine of each memory with the telling words of the question.
    pub content_words: Vec<f64>,
}

/// How near memories are to a question by vectors that know context.
#[derive(Debug, Clone, Default)]
pub struct DeepMeaning {
    /// The cosine of each memory with the question.
    pub whole: Vec<f64>,
    /// For each memory, how near its nearest word is to each telling word of the question.
    pub words: Vec<Vec<f64>>,
    /// How much each of those words counts; together 1.
    pub weights: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{Candidates, tests::memory};

    fn neighbour(number: u64) -> Neighbour {
        let memory = memory(number);
        Neighbour { id: memory.id, author: None, text: memory.text }
    }

    #[test]
    fn what_stands_around_several_is_looked_at_once() {
        let mut candidates = Candidates::default();
        candidates.add([memory(1), memory(3), memory(9)]);
        let around = |before: &[u64], after: &[u64]| Neighbourhood {
            before: before.iter().copied().map(neighbour).collect(),
            after: after.iter().copied().map(neighbour).collect(),
        };
        let known = [(1, around(&[], &[2, 3])), (3, around(&[2, 1], &[4]))];
        let known = known.map(|(number, around)| (memory(number).id, around)).into();
        let material = Material::of(candidates.into_vec(), known);
        let others: Vec<MemoryId> = material.others.iter().map(|other| other.id).collect();
        assert_eq!(others, [memory(2).id, memory(4).id]);
        let around = material.around.iter().map(|around| (&around.before[..], &around.after[..]));
        let expected: [(&[usize], &[usize]); 3] = [(&[], &[3]), (&[3, 0], &[4]), (&[], &[])];
        assert_eq!(around.collect::<Vec<_>>(), expected);
    }
}
