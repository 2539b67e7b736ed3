//! What is wrong with a configuration, told so that a person can put it right.

use std::fmt;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The line of the file, from 1.
    pub line: Option<usize>,
    /// The key as it is written there.
    pub key: Option<String>,
    /// What is wrong, and what would be right.
    pub message: String,
}

impl Fault {
    pub(super) fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), key: None, message: message.into() }
    }

    pub(super) fn of_key(line: usize, key: &str, message: impl Into<String>) -> Self {
        Self { key: Some(key.to_owned()), ..Self::at(line, message) }
    }

    /// A fault of the file as a whole.
    pub fn of_file(message: impl Into<String>) -> Self {
        Self { line: None, key: None, message: message.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(formatter, "line {line}: ")?;
        }
        formatter.write_str(&self.message)
    }
}
