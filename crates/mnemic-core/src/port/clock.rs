//! Time and randomness as arguments: nothing below the CLI reads the system's.

use std::{sync::Mutex, time::Duration};

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};

/// Where time comes from.
pub trait Clock: Send + Sync {
    /// The present moment.
    fn now(&self) -> Timestamp;

    /// How long this clock has been running, by which durations are measured: unlike [`Clock::now`] it is never set.
    /// A clock that stands still measures none.
    fn running(&self) -> Duration {
        Duration::ZERO
    }

    /// The user's time zone: it decides what day it is.
    fn zone(&self) -> TimeZone {
        TimeZone::UTC
    }
}

/// Where randomness comes from.
pub trait Randomness: Send + Sync {
    /// Fills the buffer with unpredictable bytes.
    fn fill(&self, buffer: &mut [u8]);
}

/// A clock that stands still until told otherwise, for tests and demonstrations.
#[derive(Debug)]
pub struct FixedClock(Mutex<Timestamp>);

impl FixedClock {
    /// A clock that shows `now`.
    pub fn new(now: Timestamp) -> Self {
        Self(Mutex::new(now))
    }

    /// Sets the clock, forwards or backwards.
    pub fn set(&self, now: Timestamp) {
        *self.0.lock().expect("setting a clock cannot panic") = now;
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        *self.0.lock().expect("setting a clock cannot panic")
    }
}

/// The hybrid logical time of an act: microseconds since 1970, always above every time applied before it.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct EventTime(pub u64);

impl EventTime {
    /// No act has a later time; there is room for more after it.
    pub const LATEST: Self = Self(u64::MAX / 2);

    /// The time of an act made at `now` after `last`. A clock that was set back cannot bring it below.
    pub fn after(last: Self, now: Timestamp) -> Self {
        let now = u64::try_from(now.as_microsecond()).unwrap_or(0);
        Self(now.max(last.0 + 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn event_times_rise_even_when_the_clock_falls() {
        let late: Timestamp = "2036-01-01T00:00:00Z".parse().unwrap();
        let early: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let first = EventTime::after(EventTime::default(), late);
        let second = EventTime::after(first, early);
        assert_eq!(first.0, 2_082_758_400_000_000);
        assert_eq!(second.0, first.0 + 1);
    }
}
