//! The clients that tell of conversations: how each is told apart, and how each wants its answer.

use std::{fmt, str::FromStr};

use serde_json::{Map, Value, json};
use thiserror::Error;

use super::Event;
use crate::context::Format;

/// A client of an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Client {
    /// Claude Code.
    ClaudeCode,
    /// Codex.
    Codex,
    /// Cursor.
    Cursor,
    /// Gemini CLI.
    Gemini,
}

impl Client {
    /// Every client.
    pub const ALL: [Self; 4] = [Self::ClaudeCode, Self::Codex, Self::Cursor, Self::Gemini];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ClaudeCode => "claude-code",
            Self::Codex => "codex",
            Self::Cursor => "cursor",
            Self::Gemini => "gemini",
        }
    }

    /// How it reads a context.
    pub const fn format(self) -> Format {
        match self {
            Self::ClaudeCode | Self::Cursor => Format::Xml,
            Self::Codex => Format::Plain,
            Self::Gemini => Format::Markdown,
        }
    }

    /// Whether it takes a context at this moment. Cursor takes none beside a prompt.
    pub fn takes_context(self, event: Event) -> bool {
        event == Event::SessionStart || (event == Event::Prompt && self != Self::Cursor)
    }

    /// Whether what it is told beside a prompt stays in the conversation. Gemini forgets it after the answer.
    pub fn keeps_context(self) -> bool {
        self != Self::Gemini
    }

    /// Which client speaks, by what it says. Claude Code is taken for granted, as others copy its words.
    pub(super) fn of(said: &Map<String, Value>) -> Self {
        let transcript = said.get("transcript_path").and_then(Value::as_str).unwrap_or_default();
        let name = said.get("hook_event_name").and_then(Value::as_str).unwrap_or_default();
        let has = |key: &str| said.contains_key(key);
        if has("cursor_version") || has("conversation_id") || has("workspace_roots") {
            return Self::Cursor;
        }
        if transcript.contains("/.codex/") || transcript.contains("/rollout-") {
            return Self::Codex;
        }
        if transcript.contains("/.gemini/") || matches!(name, "BeforeAgent" | "AfterAgent") {
            return Self::Gemini;
        }
        Self::ClaudeCode
    }

    /// The answer that hands it a context at a moment that it calls `name`.
    pub fn answer(self, name: &str, context: &str) -> Value {
        match self {
            Self::Cursor => json!({ "continue": true, "additional_context": context }),
            Self::ClaudeCode | Self::Codex | Self::Gemini => json!({
                "hookSpecificOutput": { "hookEventName": name, "additionalContext": context }
            }),
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Client {
    type Err = ClientError;

    fn from_str(text: &str) -> Result<Self, ClientError> {
        let named = |client: &Self| client.name().eq_ignore_ascii_case(text.trim());
        Self::ALL.into_iter().find(named).ok_or_else(|| ClientError(text.to_owned()))
    }
}

/// No client has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a client with hooks; choose one of {names}", names = Client::ALL.map(Client::name).join(", "))]
pub struct ClientError(String);
