//! The system's own clock and randomness, for whoever has no other.

use std::{
    sync::LazyLock,
    time::{Duration, Instant},
};

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::port::clock::{Clock, Randomness};

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// The system's clock in the system's time zone.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the system clock that others are given")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }

    fn running(&self) -> Duration {
        START.elapsed()
    }

    fn zone(&self) -> TimeZone {
        TimeZone::system()
    }
}

/// The system's randomness.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemRandomness;

impl Randomness for SystemRandomness {
    fn fill(&self, buffer: &mut [u8]) {
        mnemic_platform::fill_random(buffer);
    }
}
