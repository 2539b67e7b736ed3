//! Promotion: which findings of sessions become memories of the project, by points that signals give.
//!
//! A finding that is promoted by points starts as a candidate; [`quarantine`] says when it is confirmed. Nothing is ever
//! promoted into `global` by points: [`widening`](super::widening) says what a person has to say first.

pub mod quarantine;
pub mod repeat;
pub mod signal;

use std::fmt;

use serde::Serialize;

use crate::record::memory::Status;
pub use signal::{Evidence, Signal, WeighedSignal};

/// How readily findings are promoted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    /// Only what has proven itself.
    Conservative,
    /// What two signals speak for.
    #[default]
    Balanced,
    /// What one strong signal speaks for.
    Aggressive,
}

/// What a finding needs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Thresholds {
    /// How many points.
    pub points: u32,
    /// What importance at least.
    pub importance: f64,
    /// How many characters at least.
    pub chars: usize,
}

impl Readiness {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Conservative, Self::Balanced, Self::Aggressive];

    /// What findings need at this readiness.
    pub fn thresholds(self) -> Thresholds {
        match self {
            Self::Conservative => Thresholds { points: 4, importance: 0.4, chars: 50 },
            Self::Balanced => Thresholds { points: 3, importance: 0.25, chars: 30 },
            Self::Aggressive => Thresholds { points: 2, importance: 0.15, chars: 20 },
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Conservative => "conservative",
            Self::Balanced => "balanced",
            Self::Aggressive => "aggressive",
        }
    }
}

/// What is learnt without being asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Learning {
    /// Whether anything is.
    pub auto: bool,
    /// How readily.
    pub readiness: Readiness,
}

impl Learning {
    /// How findings are judged.
    pub fn mode(self) -> Mode {
        if self.auto { Mode::Weighted(self.readiness) } else { Mode::Manual }
    }
}

/// What was decided of a finding, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Judgement {
    /// What is done with it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The points it has.
    pub points: u32,
    /// The points it needs.
    pub needed: u32,
    /// What gave them.
    pub signals: Vec<WeighedSignal>,
}

/// What is done with a finding.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    /// It becomes a memory.
    Promote {
        /// Of this status.
        status: Status,
    },
    /// It stays a finding, and more signals may promote it yet.
    Wait,
    /// It does not come into question.
    Skip {
        /// Why.
        reason: SkipReason,
    },
}

/// Why a finding does not come into question.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SkipReason {
    /// It says too little.
    Short {
        /// How many characters it has.
        chars: usize,
        /// How many it would need.
        needed: usize,
    },
    /// It matters too little.
    Unimportant {
        /// How much it matters.
        importance: f64,
        /// How much it would have to.
        needed: f64,
    },
    /// It tells what happened, not what to know.
    Passing,
    /// Learning is off.
    Off,
}

/// Whether anything is learnt without being asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Nothing is: only what someone asks for is promoted.
    Manual,
    /// What signals speak for is promoted.
    Weighted(Readiness),
}

/// Decides what is done with a finding. What a user asked to remember or pinned passes whatever else is said of it.
pub fn judge(evidence: &Evidence, mode: Mode) -> Judgement {
    let signals = signal::weigh(evidence);
    let points = signals.iter().map(|it| it.points).sum();
    let readiness = match mode {
        Mode::Weighted(readiness) => readiness,
        Mode::Manual => Readiness::default(),
    };
    let thresholds = readiness.thresholds();
    let verdict = match status_asked_for(&signals) {
        Some(status) => Verdict::Promote { status },
        None => match unfit(evidence, mode, thresholds) {
            Some(reason) => Verdict::Skip { reason },
            None if points >= thresholds.points => Verdict::Promote { status: Status::Candidate },
            None => Verdict::Wait,
        },
    };
    Judgement { verdict, points, needed: thresholds.points, signals }
}

fn status_asked_for(signals: &[WeighedSignal]) -> Option<Status> {
    let has = |signal: Signal| signals.iter().any(|it| it.signal == signal);
    if has(Signal::ExplicitPin) {
        return Some(Status::Pinned);
    }
    has(Signal::UserIntent).then_some(Status::Confirmed)
}

fn unfit(evidence: &Evidence, mode: Mode, thresholds: Thresholds) -> Option<SkipReason> {
    let chars = evidence.text.chars().count();
    if !matches!(mode, Mode::Weighted(_)) {
        return Some(SkipReason::Off);
    }
    if evidence.passing {
        return Some(SkipReason::Passing);
    }
    if chars < thresholds.chars {
        return Some(SkipReason::Short { chars, needed: thresholds.chars });
    }
    let importance = evidence.importance;
    let is_enough = importance >= thresholds.importance;
    (!is_enough).then_some(SkipReason::Unimportant { importance, needed: thresholds.importance })
}

impl fmt::Display for Judgement {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for weighed in &self.signals {
            writeln!(formatter, "{:>+3}  {}", weighed.points, weighed.reason)?;
        }
        let Self { points, needed, .. } = self;
        match &self.verdict {
            Verdict::Promote { status } => {
                write!(formatter, "{points} of {needed} points: promoted, {}", status.name())
            }
            Verdict::Wait => write!(formatter, "{points} of {needed} points: not promoted yet"),
            Verdict::Skip { reason } => write!(formatter, "not promoted: {reason}"),
        }
    }
}

impl fmt::Display for SkipReason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Short { chars, needed } => {
                write!(formatter, "{chars} characters say too little, {needed} are needed")
            }
            Self::Unimportant { importance, needed } => {
                write!(formatter, "importance {importance:.2} is below {needed:.2}")
            }
            Self::Passing => formatter.write_str("it tells what happened, not what to know"),
            Self::Off => formatter.write_str("nothing is promoted without being asked for"),
        }
    }
}

#[cfg(test)]
mod tests;
