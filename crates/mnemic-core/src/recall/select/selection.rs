//! A selection: which of the ranked memories stay, and why each of the others was dropped.

use std::fmt;

use serde::Serialize;

/// Which of some ranked candidates stay. Every candidate is in one of the two lists.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Selection {
    /// The places of those that stay, best first.
    pub kept: Vec<usize>,
    /// The others, in the order of their places.
    pub dropped: Vec<Dropped>,
}

/// A candidate that was dropped.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Dropped {
    /// Its place among the candidates, from 0.
    pub index: usize,
    /// Why.
    #[serde(flatten)]
    pub reason: Reason,
}

/// Why a candidate was dropped.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum Reason {
    /// Its score is below the least.
    BelowLeast {
        /// The least.
        least: f64,
    },
    /// It is among the lowest.
    AmongLowest {
        /// So many are dropped.
        dropped: usize,
    },
    /// Its score is too far below the median.
    BelowMedian {
        /// What it would have needed.
        least: f64,
    },
    /// Its session has enough others.
    SessionFull {
        /// The session.
        session: String,
        /// So many may stay.
        most: usize,
    },
    /// It says too much of what another says that stays.
    Alike {
        /// The place of the other.
        other: usize,
        /// How alike they are.
        similarity: f64,
    },
    /// There was no more room.
    NoRoom {
        /// So many may stay.
        most: usize,
    },
}

impl Selection {
    /// Sorts candidates by whether they have a reason to be dropped.
    pub(super) fn from_reasons(reasons: impl IntoIterator<Item = Option<Reason>>) -> Self {
        let mut selection = Self::default();
        for (index, reason) in reasons.into_iter().enumerate() {
            match reason {
                Some(reason) => selection.dropped.push(Dropped { index, reason }),
                None => selection.kept.push(index),
            }
        }
        selection
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BelowLeast { least } => write!(f, "score below {least:.3}"),
            Self::AmongLowest { dropped } => write!(f, "among the lowest {dropped}"),
            Self::BelowMedian { least } => {
                write!(f, "score below {least:.3}, too far under the median")
            }
            Self::SessionFull { session, most } => {
                write!(f, "session `{session}` has {most} already")
            }
            Self::Alike { other, similarity } => {
                write!(f, "too much like place {} ({similarity:.2})", other + 1)
            }
            Self::NoRoom { most } => write!(f, "not among the best {most}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_reads_as_a_sentence_and_has_a_shape_in_json() {
        let reason = Reason::SessionFull { session: "s1".to_owned(), most: 2 };
        assert_eq!(reason.to_string(), "session `s1` has 2 already");
        assert_eq!(
            Reason::Alike { other: 0, similarity: 0.912 }.to_string(),
            "too much like place 1 (0.91)"
        );
        let json = serde_json::to_string(&Dropped { index: 3, reason }).unwrap();
        assert_eq!(json, r#"{"index":3,"reason":"session_full","session":"s1","most":2}"#);
    }
}
