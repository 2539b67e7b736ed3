//! The name of a session.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use crate::record::scope::{ScopeError, Slug};

/// The name of a session: a [`Slug`], since its files carry the name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SessionId(Slug);

impl SessionId {
    /// The longest name.
    pub const MAX_CHARS: usize = Slug::MAX_CHARS;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The nearest name to what another tool calls a session.
    pub fn nearest(text: &str) -> Option<Self> {
        Slug::nearest(text).map(Self)
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for SessionId {
    type Err = ScopeError;

    fn from_str(text: &str) -> Result<Self, ScopeError> {
        text.parse().map(Self)
    }
}
