//! What is put into a file, and taken out again.

use serde_json::Value;
use thiserror::Error;

use super::{block, client::Start, hooks::Hooks, json, toml};

/// Something that is put into a file.
#[derive(Debug, Clone)]
pub enum Edit {
    /// A value below names in a file of JSON.
    Json { path: &'static [&'static str], value: Value },
    /// What is called at which moments, in a file of JSON.
    Hooks(Hooks),
    /// The server in the configuration of Codex.
    Toml(Start),
    /// Instructions to the agent, between two marks.
    Block,
}

/// A file is not as its client would have it.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditError {
    /// It cannot be read.
    #[error("line {line}: {message}")]
    Malformed { line: usize, message: String },
    /// Something stands where something else belongs.
    #[error("`{0}` is not {1}")]
    Unexpected(String, &'static str),
}

impl Edit {
    /// The text with it. One that has it stays as it is.
    pub fn put(&self, text: &str) -> Result<String, EditError> {
        match self {
            Self::Json { path, value } => json::put(text, path, value),
            Self::Hooks(hooks) => hooks.put(text),
            Self::Toml(start) => toml::put(text, start),
            Self::Block => block::put(text),
        }
    }

    /// The text without it, and without what it leaves empty that was not there in the text from before. One that does
    /// not have it stays as it is.
    pub fn take(&self, text: &str, before: Option<&str>) -> Result<String, EditError> {
        match self {
            Self::Json { path, .. } => json::take(text, path, &json::value_or_null(before)),
            Self::Hooks(hooks) => hooks.take(text, &json::value_or_null(before)),
            Self::Toml(_) => toml::take(text, before),
            Self::Block => block::take(text),
        }
    }

    /// Whether a text says nothing that anybody would miss.
    pub fn is_void(&self, text: &str) -> bool {
        match self {
            Self::Json { .. } | Self::Hooks(_) => json::is_void(text),
            Self::Toml(_) | Self::Block => text.trim().is_empty(),
        }
    }
}
