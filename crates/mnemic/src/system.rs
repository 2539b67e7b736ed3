//! The system's own clock and randomness, for whoever has no other.

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::clock::{Clock, Randomness};

/// The system's clock in the system's time zone.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the system clock that others are given")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
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
        let mut filled = 0;
        while filled < buffer.len() {
            let flags = rustix::rand::GetRandomFlags::empty();
            filled += rustix::rand::getrandom(&mut buffer[filled..], flags).unwrap_or(0);
        }
    }
}
