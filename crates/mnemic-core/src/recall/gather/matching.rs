//! Matching: which of a question's words a memory must hold to be found by its words.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// Which of a question's words a memory must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Matching {
    /// At least one.
    #[default]
    Any,
    /// Every one.
    All,
    /// At least one, or a longer word that begins with it.
    Prefix,
}

impl Matching {
    /// Every way.
    pub const ALL: [Self; 3] = [Self::Any, Self::All, Self::Prefix];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
            Self::Prefix => "prefix",
        }
    }
}

impl fmt::Display for Matching {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Matching {
    type Err = MatchingError;

    fn from_str(text: &str) -> Result<Self, MatchingError> {
        let named = |matching: &Self| matching.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| MatchingError(text.to_owned()))
    }
}

/// There is no such way to match.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown way to match words `{0}`; choose one of {names}", names = Matching::ALL.map(Matching::name).join(", "))]
pub struct MatchingError(String);
