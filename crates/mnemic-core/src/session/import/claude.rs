//! Lines of Claude Code. One line may be several turns: a text and calls of tools, or several results.

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{Reading, content_text, moment, text};
use crate::session::Said;

/// Reads one line. What is no part of the conversation is passed over.
pub(super) fn line(reading: &mut Reading, value: &Map<String, Value>) -> Result<(), String> {
    reading.is_of(text(value, "sessionId"));
    let is_set = |key: &str| value.get(key).and_then(Value::as_bool).unwrap_or(false);
    let hidden = ["isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage"];
    let role = text(value, "type").unwrap_or_default();
    if !matches!(role, "user" | "assistant") || hidden.into_iter().any(is_set) {
        return Ok(());
    }
    let message = value.get("message").and_then(Value::as_object);
    let content = message.and_then(|message| message.get("content"));
    let content = content.ok_or_else(|| format!("a `{role}` line has no message"))?;
    let part = Part { uuid: text(value, "uuid"), role, at: moment(value, "timestamp") };
    match content {
        Value::Array(parts) => {
            parts.iter().enumerate().for_each(|(place, it)| part.say(reading, place, it));
        }
        content => reading.say(part.name(0), part.at, spoken(role, content_text(content))),
    }
    Ok(())
}

/// What the parts of a line have in common.
pub(super) struct Part<'a> {
    pub(super) uuid: Option<&'a str>,
    pub(super) role: &'a str,
    pub(super) at: Option<Timestamp>,
}

impl Part<'_> {
    fn name(&self, place: usize) -> Option<String> {
        self.uuid.map(|uuid| format!("{uuid} {place}"))
    }

    pub(super) fn say(&self, reading: &mut Reading, place: usize, value: &Value) {
        let Some(object) = value.as_object() else { return };
        let call = |key: &str| text(object, key).unwrap_or_default().to_owned();
        let said = match text(object, "type") {
            Some("text") => spoken(self.role, text(object, "text").unwrap_or_default().to_owned()),
            Some("tool_use") => Said::ToolCall {
                call_id: call("id"),
                name: call("name"),
                input: object.get("input").cloned().unwrap_or_default(),
            },
            Some("tool_result") => Said::ToolResult {
                call_id: call("tool_use_id"),
                content: object.get("content").map(content_text).unwrap_or_default(),
                is_error: object.get("is_error").and_then(Value::as_bool).unwrap_or(false),
            },
            _ => return,
        };
        reading.say(self.name(place), self.at, said);
    }
}

fn spoken(role: &str, content: String) -> Said {
    if role == "user" { Said::User { content } } else { Said::Assistant { content } }
}
