//! Quarantine: what was promoted by points is a candidate until use confirms it.
//!
//! Being found by a question is no use: whoever could plant a memory could also make it match. Only feedback, a pin, or
//! having been given to an agent in another session without being contradicted confirms, and in `global` only a person. Once, when its time is up
//! unused, a candidate loses importance; `reviewed_at` keeps that from happening again at every start.

use std::fmt;

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;

use crate::record::memory::Status;

/// How long a candidate has before it is judged.
pub const WINDOW: SignedDuration = SignedDuration::from_hours(24);
/// What is left of the importance of a candidate that nobody used.
const DOUBT: f64 = 0.8;

/// What is known of a candidate when it is judged.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate<'a> {
    /// How settled it is.
    pub status: Status,
    /// How much it matters.
    pub importance: f64,
    /// When it was promoted.
    pub promoted_at: Timestamp,
    /// When it was judged before.
    pub reviewed_at: Option<Timestamp>,
    /// Whether someone reinforced it.
    pub reinforced: bool,
    /// The conversation it comes from.
    pub root: Option<&'a str>,
    /// The conversations in which it was given to an agent.
    pub injected_in: &'a [String],
    /// Whether another memory contradicts it.
    pub contradicted: bool,
    /// Whether only a person can confirm it.
    pub needs_person: bool,
}

/// What becomes of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Review {
    /// Use has confirmed it.
    Confirm {
        /// What it was.
        by: Use,
    },
    /// Its time is up and nobody used it: it matters less from now on.
    Doubt {
        /// How much it still matters.
        importance: f64,
    },
}

impl fmt::Display for Review {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Confirm { by: Use::Feedback } => formatter.write_str("Confirmed by feedback"),
            Self::Confirm { by: Use::Injection } => {
                formatter.write_str("Confirmed by use in another session")
            }
            Self::Doubt { importance } => {
                write!(formatter, "Doubted, importance {importance:.2} from now on")
            }
        }
    }
}

/// What confirms a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Use {
    /// Someone said that it is right.
    Feedback,
    /// An agent was given it in another session, and nothing contradicts it.
    Injection,
}

/// Judges a candidate; nothing as long as its time is not up, or when it was judged and nothing has confirmed it since.
pub fn review(candidate: &Candidate<'_>, now: Timestamp) -> Option<Review> {
    if candidate.status != Status::Candidate || now < candidate.promoted_at + WINDOW {
        return None;
    }
    if candidate.reinforced && !candidate.needs_person {
        return Some(Review::Confirm { by: Use::Feedback });
    }
    let elsewhere = |root: &String| candidate.root != Some(root.as_str());
    let may_confirm = !candidate.contradicted && !candidate.needs_person;
    if may_confirm && candidate.injected_in.iter().any(elsewhere) {
        return Some(Review::Confirm { by: Use::Injection });
    }
    let doubted = Review::Doubt { importance: candidate.importance * DOUBT };
    candidate.reviewed_at.is_none().then_some(doubted)
}
