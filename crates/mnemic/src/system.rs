//! The system's own clock and randomness, for whoever has no other.

use std::{
    fs::File,
    io::Read,
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
    /// # Panics
    ///
    /// When the system gives none: names that others can guess or share would be worse.
    fn fill(&self, buffer: &mut [u8]) {
        let mut filled = 0;
        while filled < buffer.len() {
            let flags = rustix::rand::GetRandomFlags::empty();
            match rustix::rand::getrandom(&mut buffer[filled..], flags) {
                Ok(count) => filled += count,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return read_device(&mut buffer[filled..]),
            }
        }
    }
}

/// For kernels and sandboxes without the call.
fn read_device(buffer: &mut [u8]) {
    let read = File::open("/dev/urandom").and_then(|mut device| device.read_exact(buffer));
    read.expect("the system gives randomness");
}

/// The name of this machine.
pub(crate) fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}
