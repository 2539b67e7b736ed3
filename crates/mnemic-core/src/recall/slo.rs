//! The service level of recall: when recalls get slow they do less until they are fast again.
//!
//! The mode changes at two different marks, and each change starts a new window: what was measured in one mode
//! says nothing about the other.

use std::{collections::VecDeque, time::Duration};

/// When recalls are slow and when they are fast.
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

    fn degraded_after(&self) -> bool {
        match self.p95() {
            None => self.degraded,
            Some(p95) if self.degraded => p95 >= self.objective.recover_below,
            Some(p95) => p95 > self.objective.degrade_above,
        }
    }
}

/// How much a recall may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many memories it returns.
    pub results: usize,
    /// How many candidates it looks at.
    pub candidates: usize,
    /// How long it may take.
    pub duration: Duration,
}

/// How much less a degraded recall does: each limit is divided by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Degradation {
    /// Of the results.
    pub results: usize,
    /// Of the candidates.
    pub candidates: usize,
    /// Of the time.
    pub duration: u32,
}

impl Default for Degradation {
    fn default() -> Self {
        Self { results: 3, candidates: 5, duration: 2 }
    }
}

impl Degradation {
    /// The limits of a degraded recall; never less than one memory.
    pub fn apply(self, limits: Limits) -> Limits {
        let share = |limit: usize, divisor: usize| limit.div_ceil(divisor.max(1)).max(1);
        let results = share(limits.results, self.results);
        Limits {
            results,
            candidates: share(limits.candidates, self.candidates).max(results),
            duration: limits.duration / self.duration.max(1),
        }
    }
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
    fn a_degraded_recall_does_less() {
        let limits = |results, candidates, duration_ms| Limits {
            results,
            candidates,
            duration: Duration::from_millis(duration_ms),
        };
        for (whole, less) in [
            (limits(15, 500, 200), limits(5, 100, 100)),
            (limits(10, 50, 200), limits(4, 10, 100)),
            (limits(1, 1, 0), limits(1, 1, 0)),
            (limits(9, 3, 10), limits(3, 3, 5)),
        ] {
            assert_eq!(Degradation::default().apply(whole), less, "{whole:?}");
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
