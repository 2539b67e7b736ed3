//! What a client says when it tells of a moment.

use std::path::PathBuf;

use serde_json::{Map, Value};
use thiserror::Error;

use super::{Client, Event};
use crate::{record::id::SessionId, text::surrogate::without_lone_surrogates};

/// The longest question that is made of a prompt, in characters. Whoever pastes a file asks at one of its ends.
const QUESTION_CHARS: usize = 4_000;

/// What a client says when it tells of a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The moment.
    pub event: Event,
    /// What the client calls it.
    pub name: String,
    /// The client.
    pub client: Client,
    /// The conversation, by a name that a session can have.
    pub session: Option<SessionId>,
    /// The file in which the client writes what is said.
    pub transcript: Option<PathBuf>,
    /// The folder it works in.
    pub folder: Option<PathBuf>,
    /// What the user said.
    pub prompt: String,
    /// Whether the agent no longer has what the session was given.
    pub begins_anew: bool,
}

/// What a client says cannot be understood.
#[derive(Debug, Error)]
pub enum CallError {
    /// It is no JSON.
    #[error("the client's input is not a JSON object")]
    Json(#[from] serde_json::Error),
}

impl Call {
    /// Reads what a client says of a moment. Nothing said is nothing known.
    pub fn read(event: Event, client: Option<Client>, text: &str) -> Result<Self, CallError> {
        let said: Map<String, Value> = if text.trim().is_empty() {
            Map::new()
        } else {
            serde_json::from_str(&without_lone_surrogates(text))?
        };
        let client = client.unwrap_or_else(|| Client::of(&said));
        let first = |keys: &[&str]| keys.iter().find_map(|key| non_empty_text(&said, key));
        let root = said.get("workspace_roots").and_then(|roots| roots.get(0)?.as_str());
        let folder = first(&["cwd"]).or_else(|| root.map(str::to_owned));
        Ok(Self {
            event,
            name: first(&["hook_event_name"]).unwrap_or_else(|| event.name().to_owned()),
            client,
            session: first(&["session_id", "conversation_id"])
                .and_then(|id| SessionId::nearest(&id)),
            transcript: first(&["transcript_path"]).map(PathBuf::from),
            folder: folder.map(PathBuf::from),
            prompt: first(&["prompt"]).unwrap_or_default(),
            begins_anew: matches!(
                first(&["source", "trigger"]).as_deref(),
                Some("clear" | "compact")
            ),
        })
    }

    /// What is asked of memory: the prompt, of a very long one its beginning and its end.
    pub fn question(&self) -> String {
        let prompt = self.prompt.trim();
        let length = prompt.chars().count();
        if length <= QUESTION_CHARS {
            return prompt.to_owned();
        }
        let half = QUESTION_CHARS / 2;
        let beginning: String = prompt.chars().take(half).collect();
        let end: String = prompt.chars().skip(length - half).collect();
        format!("{beginning}\n{end}")
    }
}

fn non_empty_text(said: &Map<String, Value>, key: &str) -> Option<String> {
    let text = said.get(key)?.as_str()?;
    (!text.trim().is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(event: Event, said: &Value) -> Call {
        Call::read(event, None, &said.to_string()).unwrap()
    }

    #[test]
    fn every_client_is_told_from_the_others() {
        for (said, client) in [
            (
                json!({"session_id": "a", "transcript_path": "/h/.claude/projects/p/a.jsonl"}),
                Client::ClaudeCode,
            ),
            (
                json!({"session_id": "a", "transcript_path": "/h/.codex/sessions/rollout-a.jsonl"}),
                Client::Codex,
            ),
            (json!({"conversation_id": "a", "workspace_roots": ["/w"]}), Client::Cursor),
            (json!({"session_id": "a", "hook_event_name": "BeforeAgent"}), Client::Gemini),
            (json!({}), Client::ClaudeCode),
        ] {
            assert_eq!(read(Event::Prompt, &said).client, client, "{said}");
        }
    }

    #[test]
    fn what_is_missing_or_of_the_wrong_type_is_done_without() {
        let call = Call::read(Event::Stop, None, "").unwrap();
        assert_eq!((call.session, call.transcript, call.folder), (None, None, None));
        let odd = json!({"session_id": 7, "transcript_path": null, "cwd": "", "prompt": ["x"]});
        let call = read(Event::Stop, &odd);
        assert_eq!((call.session, call.transcript, call.prompt.as_str()), (None, None, ""));
        assert!(Call::read(Event::Stop, None, "{\"session_id\":").is_err());
        assert!(Call::read(Event::Stop, None, "[1]").is_err());
    }

    #[test]
    fn half_a_character_costs_itself() {
        let call = Call::read(Event::Prompt, None, r#"{"prompt":"cut \ud83d"}"#).unwrap();
        assert_eq!(call.prompt, "cut \u{fffd}");
    }

    #[test]
    fn a_very_long_prompt_asks_with_its_ends() {
        let prompt = format!("first {} last", "x".repeat(10_000));
        let question = read(Event::Prompt, &json!({ "prompt": prompt })).question();
        assert!(question.starts_with("first") && question.ends_with("last"));
        assert!(question.chars().count() <= QUESTION_CHARS + 1);
    }

    #[test]
    fn a_conversation_that_was_shortened_or_cleared_begins_anew() {
        for (source, anew) in
            [("startup", false), ("resume", false), ("clear", true), ("compact", true)]
        {
            let call = read(Event::SessionStart, &json!({ "source": source }));
            assert_eq!(call.begins_anew, anew, "{source}");
        }
    }
}
