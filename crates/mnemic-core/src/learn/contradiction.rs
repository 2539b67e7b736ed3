//! Contradictions: two memories that cannot both be true, noticed after they were written and open until someone decides.
//!
//! The two memories identify a contradiction. When one of them changes its text, the contradiction ends, and Mnemic may
//! find a new one.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    learn::claim::{ContradictionKind, Severity},
    record::{fingerprint::identity_digits, id::MemoryId},
};

/// Two memories that contradict each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contradiction {
    /// Between which.
    pub between: Pair,
    /// How much it matters.
    pub severity: Severity,
    /// In what way.
    pub manner: ContradictionKind,
    /// When it was noticed.
    pub detected_at: Timestamp,
    /// Whether someone said that both may stand.
    pub dismissed: bool,
}

/// A contradiction as seen from one of its memories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ContradictionWith {
    /// The other side.
    pub to: MemoryId,
    /// How much it matters.
    pub severity: Severity,
    /// In what way.
    pub manner: ContradictionKind,
    /// When it was noticed.
    pub detected_at: Timestamp,
    /// Whether someone said that both may stand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dismissed: bool,
}

impl Contradiction {
    /// The later of the two memories, and the contradiction as its export writes it. Each is exported once.
    pub fn exported(&self) -> (MemoryId, ContradictionWith) {
        let Self { between: Pair(to, later), severity, manner, detected_at, dismissed } = *self;
        (later, ContradictionWith { to, severity, manner, detected_at, dismissed })
    }
}

impl ContradictionWith {
    /// The contradiction of this memory with the other.
    pub fn of(&self, memory: MemoryId) -> Contradiction {
        let Self { to, severity, manner, detected_at, dismissed } = *self;
        Contradiction { between: Pair::of(memory, to), severity, manner, detected_at, dismissed }
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
    fn a_contradiction_reads_back_from_either_side() {
        let [one, other] = [1, 2].map(|last| MemoryId::from_bytes([last; 16]));
        let contradiction = Contradiction {
            between: Pair::of(other, one),
            severity: Severity::High,
            manner: ContradictionKind::Denial,
            detected_at: Timestamp::UNIX_EPOCH,
            dismissed: true,
        };
        let (later, exported) = contradiction.exported();
        assert_eq!((later, exported.to), (other, one));
        assert_eq!(exported.of(later), contradiction);
    }
}
