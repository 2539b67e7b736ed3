//! Choice: in which order memories are offered to a context, and which are not worth offering.

use std::collections::HashSet;

use jiff::Timestamp;

use super::piece::Piece;
use crate::{
    journal::daily_log::excerpt,
    recall::{Hit, adjust::note},
    record::{id::MemoryId, memory::Memory},
};

/// What ranks so far behind the best says nothing of the question.
const FAR_BEHIND: f64 = 0.02;
/// So many days make a memory half as weighty.
const HALF_WEIGHT_DAYS: f64 = 30.0;

/// A memory that may go into a context, and of a long one the passage that answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ContextMemory {
    /// The memory.
    pub memory: Memory,
    /// The passage.
    pub passage: Option<String>,
}

impl From<Memory> for ContextMemory {
    fn from(memory: Memory) -> Self {
        Self { memory, passage: None }
    }
}

/// The hits that are not far behind the best.
pub fn near_the_best(hits: Vec<Hit>) -> Vec<ContextMemory> {
    let best = hits.first().map_or(0.0, note::uncalibrated);
    let near = hits.into_iter().filter(|hit| note::uncalibrated(hit) >= FAR_BEHIND * best);
    near.map(|hit| ContextMemory { memory: hit.memory, passage: hit.snippet }).collect()
}

/// The most important first; what is old counts less.
pub fn most_important(mut memories: Vec<Memory>, now: Timestamp, most: usize) -> Vec<Memory> {
    let weight = |memory: &Memory| {
        let days = (now.as_second() - memory.created_at.as_second()).max(0) as f64 / 86_400.0;
        memory.importance / (1.0 + days / HALF_WEIGHT_DAYS)
    };
    memories
        .sort_by(|one, other| weight(other).total_cmp(&weight(one)).then(other.id.cmp(&one.id)));
    memories.truncate(most);
    memories
}

/// What was chosen, and after it what else there is.
pub fn and_the_rest(mut chosen: Vec<ContextMemory>, all: Vec<Memory>) -> Vec<ContextMemory> {
    let known: HashSet<MemoryId> = chosen.iter().map(|one| one.memory.id).collect();
    chosen.extend(
        all.into_iter().filter(|memory| !known.contains(&memory.id)).map(ContextMemory::from),
    );
    chosen
}

/// Puts what is pinned in its order: by importance, and the latest of equals first. The time does not matter to it.
pub fn order_pinned(pinned: &mut [Memory]) {
    pinned.sort_by(|one, other| {
        let by_importance = other.importance.total_cmp(&one.importance);
        by_importance.then(other.updated_at.cmp(&one.updated_at)).then(one.id.cmp(&other.id))
    });
}

/// The first and the last `ends` memories by time come before the rest, when there are more than both.
pub fn with_ends(memories: Vec<ContextMemory>, ends: usize) -> Vec<ContextMemory> {
    if ends == 0 || memories.len() <= ends.saturating_mul(2) {
        return memories;
    }
    let mut by_time: Vec<(Timestamp, MemoryId)> =
        memories.iter().map(|one| (one.memory.created_at, one.memory.id)).collect();
    by_time.sort_unstable();
    let head = by_time.iter().take(ends);
    let tail = by_time.iter().rev().take(ends);
    let kept: HashSet<MemoryId> = head.chain(tail).map(|(_, id)| *id).collect();
    let (mut first, rest): (Vec<ContextMemory>, Vec<ContextMemory>) =
        memories.into_iter().partition(|one| kept.contains(&one.memory.id));
    first.extend(rest);
    first
}

/// What is said of a memory that another one contradicts.
pub fn contradicted_by(opponent: &Memory) -> String {
    let name = Piece::of(opponent).reference().unwrap_or_default();
    let says = excerpt(&opponent.text);
    format!("⚠ CONFLICT: {name} says \"{says}\"; verify which is current")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::{Scoring, tests::memory};

    /// A memory made so many days before the other ones were.
    fn aged(number: u64, importance: f64, days: i64) -> Memory {
        let mut memory = memory(number);
        memory.importance = importance;
        memory.created_at -= jiff::SignedDuration::from_hours(24 * days);
        memory.updated_at = memory.created_at;
        memory
    }

    fn numbers<'a>(memories: impl IntoIterator<Item = &'a Memory>) -> Vec<u64> {
        memories.into_iter().filter_map(|memory| memory.number).collect()
    }

    #[test]
    fn a_month_makes_half_as_weighty() {
        let memories = vec![aged(1, 0.9, 40), aged(2, 0.5, 0), aged(3, 0.9, 0), aged(4, 0.1, 0)];
        let now = memory(1).created_at;
        assert_eq!(numbers(&most_important(memories.clone(), now, 10)), [3, 2, 1, 4]);
        assert_eq!(numbers(&most_important(memories, now, 2)), [3, 2]);
    }

    #[test]
    fn what_is_pinned_has_one_order() {
        let mut pinned = vec![aged(1, 0.5, 0), aged(2, 0.9, 9), aged(3, 0.9, 1), aged(4, 0.9, 1)];
        order_pinned(&mut pinned);
        assert_eq!(numbers(&pinned), [3, 4, 2, 1]);
    }

    #[test]
    fn the_first_and_the_last_come_before_the_rest() {
        let ranked = [3, 1, 5, 2, 4]
            .map(|number| ContextMemory::from(aged(number, 0.5, 10 - number as i64)));
        for (ends, expected) in
            [(0, [3, 1, 5, 2, 4]), (1, [1, 5, 3, 2, 4]), (2, [1, 5, 2, 4, 3]), (3, [3, 1, 5, 2, 4])]
        {
            let chosen = with_ends(ranked.to_vec(), ends);
            assert_eq!(numbers(chosen.iter().map(|one| &one.memory)), expected, "{ends}");
        }
        assert_eq!(with_ends(ranked.to_vec(), usize::MAX).len(), 5);
    }

    #[test]
    fn what_was_chosen_comes_before_the_rest() {
        let chosen = vec![ContextMemory::from(memory(2))];
        let all = and_the_rest(chosen, vec![memory(1), memory(2), memory(3)]);
        assert_eq!(numbers(all.iter().map(|one| &one.memory)), [2, 1, 3]);
    }

    #[test]
    fn what_is_far_behind_the_best_is_left_out() {
        let hit = |number: u64, score: f64| Hit {
            memory: memory(number),
            score,
            scoring: Scoring { relevance: score, ..Scoring::default() },
            kept: String::new(),
            snippet: None,
        };
        let near = near_the_best(vec![hit(1, 1.0), hit(2, 0.02), hit(3, 0.019)]);
        assert_eq!(numbers(near.iter().map(|one| &one.memory)), [1, 2]);
        assert!(near_the_best(Vec::new()).is_empty());
    }
}
