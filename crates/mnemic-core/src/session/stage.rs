//! The stages in which a session comes to its end. Each can fail by itself and be made up for later.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A stage of the end of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The transcript says that the session has ended.
    Persist,
    /// What was said is told in short.
    Summary,
    /// One sentence is added to the chain of narratives.
    Narrative,
    /// What is worth keeping is written beside the transcript.
    Findings,
    /// What is worth keeping for longer is remembered.
    Promotion,
    /// The readable form is written.
    Projections,
    /// The daily log tells of it.
    DailyLog,
    /// Whoever listens is told.
    Events,
}

impl Stage {
    /// All of them, in order.
    pub const ALL: [Self; 8] = [
        Self::Persist,
        Self::Summary,
        Self::Narrative,
        Self::Findings,
        Self::Promotion,
        Self::Projections,
        Self::DailyLog,
        Self::Events,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Persist => "persist",
            Self::Summary => "summary",
            Self::Narrative => "narrative",
            Self::Findings => "findings",
            Self::Promotion => "promotion",
            Self::Projections => "projections",
            Self::DailyLog => "daily_log",
            Self::Events => "events",
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}
