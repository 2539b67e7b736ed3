//! The service level of recall: when recalls get slow they do less until they are fast again.
//!
//! The mode changes at two different marks, and each change starts a new window: what was measured in one mode
//! says nothing about the other.

use std::{collections::VecDeque, fmt, time::Duration};

/// When recalls are slow and when they are fast. What is usual is required: the last 100 recalls, at least 5 of them,
/// slow above 300 ms, fast below 200 ms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objective {
    /// How many of the last recalls are looked at.
    pub window: usize,
    /// With fewer nothing changes.
    pub fewest: usize,
    /// Above it recalls are degraded.
    pub degrade_above: Duration,
    /// Below it they recover.
    pub recover_below: Duration,
}

impl Default for Objective {
    fn default() -> Self {
        Self {
            window: 100,
            fewest: 5,
            degrade_above: Duration::from_millis(300),
            recover_below: Duration::from_millis(200),
        }
    }
}

/// How fast recalls have been, and whether they are degraded.
#[derive(Debug, Clone, Default)]
pub struct Slo {
    objective: Objective,
    latencies: VecDeque<Duration>,
    degraded: bool,
}

impl Slo {
    /// Nothing measured yet.
    pub fn new(objective: Objective) -> Self {
        Self { objective, ..Self::default() }
    }

    /// Whether the next recall should do less.
    pub fn is_degraded(&self) -> bool {
        self.degraded
    }

    /// Takes in how long a recall took; says whether the mode changed.
    pub fn observe(&mut self, latency: Duration) -> bool {
        if self.latencies.len() >= self.objective.window {
            self.latencies.pop_front();
        }
        self.latencies.push_back(latency);
        let degraded = self.degraded_after();
        let changed = degraded != self.degraded;
        if changed {
            self.degraded = degraded;
            self.latencies.clear();
        }
        changed
    }

    /// The latency that nineteen of twenty recalls in the window did not exceed, by nearest rank; none before
    /// enough were measured.
    pub fn p95(&self) -> Option<Duration> {
        if self.latencies.len() < self.objective.fewest.max(1) {
            return None;
        }
        let mut sorted: Vec<Duration> = self.latencies.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get((sorted.len() * 95).div_ceil(100) - 1).copied()
    }

    /// How fast recalls have been since the mode last changed.
    pub fn pace(&self) -> Pace {
        Pace { recalls: self.latencies.len(), p95: self.p95(), degraded: self.degraded }
    }

    fn degraded_after(&self) -> bool {
        match self.p95() {
            None => self.degraded,
            Some(p95) if self.degraded => p95 >= self.objective.recover_below,
            Some(p95) => p95 > self.objective.degrade_above,
        }
    }
}

/// How fast recalls have been.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pace {
    /// How many of the last recalls this tells of.
    pub recalls: usize,
    /// What nineteen of twenty of them did not exceed; nothing while there are too few.
    pub p95: Option<Duration>,
    /// Whether recalls do less than usual.
    pub degraded: bool,
}

impl fmt::Display for Pace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.p95, self.recalls) {
            (Some(p95), recalls) => {
                write!(formatter, "95 % of {recalls} within {} ms", p95.as_millis())?;
            }
            (None, recalls) => write!(formatter, "{recalls} measured")?,
        }
        if self.degraded { formatter.write_str("; slow, so they do less") } else { Ok(()) }
    }
}

/// How many times fewer candidates a degraded recall looks at. Required: 100 in place of 500.
const DEGRADED: usize = 5;

/// How many candidates a degraded recall looks at: fewer, but enough for what it was asked for.
pub fn degraded_pool(pool: usize, limit: usize) -> usize {
    pool.div_ceil(DEGRADED).max(limit).min(pool).max(1)
}

/// How many memories a recall returns: as many as wanted, but of a slow one at most `degraded_results`, unless that is 0.
pub fn results(limit: usize, degraded: bool, degraded_results: usize) -> usize {
    if degraded && degraded_results > 0 { limit.min(degraded_results) } else { limit }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn observed(latencies_ms: impl IntoIterator<Item = u64>) -> Slo {
        let mut slo = Slo::default();
        for latency_ms in latencies_ms {
            slo.observe(Duration::from_millis(latency_ms));
        }
        slo
    }

    #[test]
    fn the_p95_is_the_nearest_rank() {
        for (latencies_ms, expected) in [
            (vec![10, 20, 30, 40], None),
            (vec![10, 20, 30, 40, 50], Some(50)),
            ((1..=20).collect(), Some(19)),
            ((1..=100).collect(), Some(95)),
            ((1..=150).collect(), Some(145)),
        ] {
            let p95 = observed(latencies_ms.clone()).p95();
            assert_eq!(p95, expected.map(Duration::from_millis), "{latencies_ms:?}");
        }
    }

    #[test]
    fn recalls_degrade_above_one_mark_and_recover_below_another() {
        let degraded = || observed([400; 5]);
        assert!(!observed([400; 4]).is_degraded());
        assert!(!observed([300; 50]).is_degraded());
        assert!(degraded().is_degraded());
        let after = |latency_ms: u64, count: usize| {
            let mut slo = degraded();
            for _ in 0..count {
                slo.observe(Duration::from_millis(latency_ms));
            }
            slo.is_degraded()
        };
        assert!(after(250, 200));
        assert!(after(200, 200));
        assert!(after(100, 4));
        assert!(!after(100, 5));
    }

    #[test]
    fn a_change_of_mode_starts_a_new_window() {
        let mut slo = observed([400; 4]);
        assert!(slo.observe(Duration::from_millis(400)));
        assert_eq!(slo.p95(), None);
        assert!(!slo.observe(Duration::from_millis(10)));
    }

    #[test]
    fn one_slow_recall_among_many_changes_nothing() {
        let slo = observed((0..100).map(|number| if number == 50 { 5_000 } else { 20 }));
        assert!(!slo.is_degraded());
    }

    #[test]
    fn a_degraded_recall_looks_at_less_but_answers_in_full() {
        for (pool, limit, degraded) in
            [(500, 15, 100), (100, 10, 20), (50, 20, 20), (1, 1, 1), (3, 10, 3), (0, 0, 1)]
        {
            assert_eq!(degraded_pool(pool, limit), degraded, "{pool} {limit}");
        }
    }

    #[test]
    fn a_degraded_recall_returns_less_where_that_is_wanted() {
        for (limit, degraded, most, expected) in
            [(15, false, 5, 15), (15, true, 5, 5), (3, true, 5, 3), (15, true, 0, 15)]
        {
            assert_eq!(results(limit, degraded, most), expected, "{limit} {degraded} {most}");
        }
    }

    #[test]
    fn how_fast_recalls_have_been_can_be_told() {
        for (latencies_ms, expected) in [
            (vec![10; 3], "3 measured"),
            ((1..=20).collect(), "95 % of 20 within 19 ms"),
            (vec![400; 7], "2 measured; slow, so they do less"),
            (vec![400; 10], "95 % of 5 within 400 ms; slow, so they do less"),
        ] {
            assert_eq!(observed(latencies_ms).pace().to_string(), expected);
        }
    }

    proptest! {
        #[test]
        fn the_window_never_grows_beyond_its_size(
            latencies_ms in prop::collection::vec(0u64..1_000, 0..300),
        ) {
            let slo = observed(latencies_ms);
            prop_assert!(slo.latencies.len() <= 100);
        }
    }
}
