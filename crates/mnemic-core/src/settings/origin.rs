//! Where the value of a key comes from.

use std::fmt;

use crate::settings::preset::Preset;

/// Where a value comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Nobody said anything.
    Default,
    /// The preset in use.
    Preset(Preset),
    /// The file.
    File {
        /// The line, from 1.
        line: usize,
    },
    /// What was said for this once.
    Override,
}

impl Origin {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Preset(_) => "preset",
            Self::File { .. } => "file",
            Self::Override => "command line",
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preset(preset) => write!(formatter, "preset {preset}"),
            Self::File { line } => write!(formatter, "{} line {line}", super::FILE),
            other => formatter.write_str(other.name()),
        }
    }
}
