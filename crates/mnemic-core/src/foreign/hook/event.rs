//! The moments of a conversation that a client tells of.

use std::{fmt, str::FromStr};

use thiserror::Error;

/// A moment of a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A conversation begins, goes on, or begins anew after it was shortened.
    SessionStart,
    /// The user has said something that the agent is about to answer.
    Prompt,
    /// The conversation is about to be shortened.
    BeforeCompaction,
    /// The agent has answered.
    Stop,
    /// A helper of the agent has answered.
    SubagentStop,
    /// The conversation ends.
    SessionEnd,
}

/// Every moment with the names it has, without spelling; the first is the one that Claude Code has for it.
const NAMES: [(Event, &[&str]); 6] = [
    (Event::SessionStart, &["SessionStart"]),
    (Event::Prompt, &["UserPromptSubmit", "BeforeSubmitPrompt", "BeforeAgent"]),
    (Event::BeforeCompaction, &["PreCompact", "PreCompress"]),
    (Event::Stop, &["Stop", "AfterAgent"]),
    (Event::SubagentStop, &["SubagentStop"]),
    (Event::SessionEnd, &["SessionEnd"]),
];

impl Event {
    /// Its name, as Claude Code has it.
    pub fn name(self) -> &'static str {
        let named = NAMES.iter().find(|(event, _)| *event == self);
        named.and_then(|(_, names)| names.first()).copied().unwrap_or_default()
    }

    /// Whether the client waits to be told something, as opposed to telling of what was said.
    pub fn injects(self) -> bool {
        matches!(self, Self::SessionStart | Self::Prompt)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Event {
    type Err = EventError;

    /// By any client's name for it, in any spelling: `UserPromptSubmit`, `user-prompt-submit`, `beforeSubmitPrompt`.
    fn from_str(text: &str) -> Result<Self, EventError> {
        let bare = normalised_name(text);
        let named = NAMES
            .iter()
            .find(|(_, names)| names.iter().any(|name| self::normalised_name(name) == bare));
        named.map(|(event, _)| *event).ok_or_else(|| EventError(text.to_owned()))
    }
}

fn normalised_name(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|it| it.to_ascii_lowercase()).collect()
}

/// No moment has that name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown hook event `{0}`")]
pub struct EventError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_found_by_any_clients_name_in_any_spelling() {
        for (text, event) in [
            ("SessionStart", Event::SessionStart),
            ("sessionStart", Event::SessionStart),
            ("session-start", Event::SessionStart),
            ("user_prompt_submit", Event::Prompt),
            ("beforeSubmitPrompt", Event::Prompt),
            ("BeforeAgent", Event::Prompt),
            ("PRECOMPACT", Event::BeforeCompaction),
            ("stop", Event::Stop),
            ("subagent stop", Event::SubagentStop),
            ("SessionEnd", Event::SessionEnd),
        ] {
            assert_eq!(text.parse(), Ok(event), "{text}");
        }
        assert!("PreToolUse".parse::<Event>().is_err());
        assert!("".parse::<Event>().is_err());
    }
}
