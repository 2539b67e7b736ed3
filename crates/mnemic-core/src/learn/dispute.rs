//! Disputes: two memories that cannot both be true, noticed after they were written and open until someone decides.
//!
//! A dispute is known by the two memories it is between, whoever noticed it first. It is about what they say: when one of
//! them says something else, it is over, and may be noticed anew.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    learn::contradiction::{Manner, Severity},
    record::{fingerprint::identity_digits, id::MemoryId},
};

/// Two memories that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// Between which.
    pub between: Pair,
    /// How much it matters.
    pub severity: Severity,
    /// In what way.
    pub manner: Manner,
    /// When it was noticed.
    pub detected_at: Timestamp,
    /// Whether someone said that both may stand.
    pub dismissed: bool,
}

/// A dispute as one of its sides tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opposed {
    /// The other side.
    pub to: MemoryId,
    /// How much it matters.
    pub severity: Severity,
    /// In what way.
    pub manner: Manner,
    /// When it was noticed.
    pub detected_at: Timestamp,
    /// Whether someone said that both may stand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismissed: bool,
}

impl Dispute {
    /// The side that tells of it where each dispute is told once, and what it tells.
    pub fn told(&self) -> (MemoryId, Opposed) {
        let Self { between: Pair(to, teller), severity, manner, detected_at, dismissed } = *self;
        (teller, Opposed { to, severity, manner, detected_at, dismissed })
    }
}

impl Opposed {
    /// The dispute, as this memory told it.
    pub fn by(&self, teller: MemoryId) -> Dispute {
        let Self { to, severity, manner, detected_at, dismissed } = *self;
        Dispute { between: Pair::of(teller, to), severity, manner, detected_at, dismissed }
    }
}

/// Two memories, the one with the lower id first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pair(MemoryId, MemoryId);

impl Pair {
    /// The pair of two memories, in whichever order.
    pub fn of(one: MemoryId, other: MemoryId) -> Self {
        Self(one.min(other), one.max(other))
    }

    /// Both.
    pub fn ids(self) -> [MemoryId; 2] {
        [self.0, self.1]
    }

    /// Whether one of them is this.
    pub fn holds(self, id: MemoryId) -> bool {
        self.0 == id || self.1 == id
    }

    /// The name by which people call what is between them: eight hexadecimal digits.
    pub fn name(self) -> String {
        identity_digits(&format!("{} {}", self.0, self.1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_the_same_whichever_comes_first() {
        let [one, other] = [1, 2].map(|last| MemoryId::from_bytes([last; 16]));
        assert_eq!(Pair::of(one, other), Pair::of(other, one));
        assert_eq!(Pair::of(other, one).ids(), [one, other]);
        assert_eq!(Pair::of(one, other).name(), Pair::of(other, one).name());
    }

    #[test]
    fn a_dispute_is_what_its_teller_tells() {
        let [one, other] = [1, 2].map(|last| MemoryId::from_bytes([last; 16]));
        let dispute = Dispute {
            between: Pair::of(other, one),
            severity: Severity::High,
            manner: Manner::Denial,
            detected_at: Timestamp::UNIX_EPOCH,
            dismissed: true,
        };
        let (teller, told) = dispute.told();
        assert_eq!((teller, told.to), (other, one));
        assert_eq!(told.by(teller), dispute);
    }
}
