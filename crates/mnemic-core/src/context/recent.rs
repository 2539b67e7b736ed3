//! What an agent is told at the beginning of a session: what happened lately, and what counts most of all that is older.

use std::collections::HashSet;

use jiff::{SignedDuration, Timestamp};

use super::choice::most_important;
use crate::record::{fingerprint::Fingerprint, id::MemoryId, memory::Memory};

/// How many of the weightiest are facts that an agent has in mind.
const FACTS_MOST: usize = 10;
/// So many days are as good as all.
const DAYS_MOST: usize = 36_500;

/// How far back an agent looks, and how much it is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecentLimits {
    /// At most how many memories.
    pub memories: usize,
    /// How many days, and daily logs, today's among them.
    pub days: usize,
}

impl RecentLimits {
    /// From when on something is late.
    pub fn since(&self, now: Timestamp) -> Timestamp {
        let hours = 24 * self.days.min(DAYS_MOST) as i64;
        now.saturating_sub(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN)
    }

    /// What happened lately, at most half of all, and the weightiest of what is older, at most a quarter; together
    /// the weightiest first.
    pub fn recent(&self, late: Vec<Memory>, older: Vec<Memory>, now: Timestamp) -> Vec<Memory> {
        let mut late = late;
        late.sort_by_key(|memory| std::cmp::Reverse((memory.created_at, memory.id)));
        late.truncate(self.memories / 2);
        let known: HashSet<MemoryId> = late.iter().map(|memory| memory.id).collect();
        let older = older.into_iter().filter(|memory| !known.contains(&memory.id)).collect();
        late.extend(most_important(older, now, self.memories / 4));
        most_important(late, now, self.memories)
    }
}

/// What holds at present, of what an agent is told, each once. What sessions came to is past.
pub fn active_facts(recent: &[Memory]) -> Vec<String> {
    let mut known = HashSet::new();
    let is_new = |text: &&String| known.insert(Fingerprint::of(text.trim_end_matches('.')));
    let notes = recent.iter().filter(|memory| memory.rules().makes_claims);
    notes.map(|memory| &memory.text).filter(is_new).take(FACTS_MOST).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::tests::memory;

    /// A memory made so many days before now.
    fn aged(number: u64, importance: f64, days: i64) -> Memory {
        let mut memory = memory(number);
        memory.importance = importance;
        memory.created_at -= SignedDuration::from_hours(24 * days);
        memory
    }

    #[test]
    fn half_of_it_is_late_and_a_quarter_is_what_counts_most() {
        let now = memory(1).created_at;
        let looking = RecentLimits { memories: 8, days: 2 };
        let late: Vec<Memory> = (1..=6).map(|number| aged(number, 0.5, 0)).collect();
        let older = vec![aged(7, 0.3, 30), aged(8, 1.0, 30), aged(9, 0.9, 30), late[5].clone()];
        let recent = looking.recent(late, older, now);
        let numbers: Vec<u64> = recent.iter().filter_map(|memory| memory.number).collect();
        assert_eq!(numbers.len(), 6);
        assert!([8, 9].iter().all(|number| numbers.contains(number)), "{numbers:?}");
        assert!(!numbers.contains(&7), "{numbers:?}");
    }

    #[test]
    fn a_fact_is_told_once_and_a_story_is_no_fact() {
        let said = |number: u64, text: &str| Memory { text: text.to_owned(), ..memory(number) };
        let story = Memory {
            body: crate::record::memory::Body::Narrative(Default::default()),
            ..said(3, "We talked")
        };
        let recent = [said(1, "Use tabs"), said(2, "use tabs."), story, said(4, "Use SQLite")];
        assert_eq!(active_facts(&recent), ["Use tabs", "Use SQLite"]);
    }

    #[test]
    fn any_number_of_days_is_a_time() {
        let now = memory(1).created_at;
        for (days, hours) in [(0, 0), (2, 48), (usize::MAX, 24 * 36_500)] {
            let since = RecentLimits { memories: 1, days }.since(now);
            assert_eq!(now.duration_since(since), SignedDuration::from_hours(hours));
        }
    }
}
