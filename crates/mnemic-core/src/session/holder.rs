//! Who writes a session: one process at a time, and none for longer than it is heard of.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// A writer that is not heard of for so long has lost its right.
pub const EXPIRES_AFTER: SignedDuration = SignedDuration::from_mins(15);

/// A process that writes a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The process.
    pub pid: u32,
    /// Its machine.
    pub host: String,
    /// When it was last heard of.
    pub since: Timestamp,
    /// Whether it goes on writing, as opposed to adding one thing.
    #[serde(default)]
    pub lasting: bool,
}

impl Holder {
    /// Whether it has not been heard of for too long.
    pub fn is_expired(&self, now: Timestamp) -> bool {
        now.duration_since(self.since) >= EXPIRES_AFTER
    }
}

impl std::fmt::Display for Holder {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { pid, host, since, .. } = self;
        write!(formatter, "process {pid} on `{host}` since {since}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_holder_expires_after_a_quarter_of_an_hour() {
        let since: Timestamp = "2026-11-15T10:00:00Z".parse().unwrap();
        let holder = Holder { pid: 7, host: "here".to_owned(), since, lasting: true };
        assert!(!holder.is_expired("2026-11-15T10:14:59Z".parse().unwrap()));
        assert!(holder.is_expired("2026-11-15T10:15:00Z".parse().unwrap()));
        assert_eq!(holder.to_string(), "process 7 on `here` since 2026-11-15T10:00:00Z");
    }
}
