//! Lines with a role and a content, as our own transcripts have them.

use serde_json::{Map, Value};

use super::{Reading, content_text, moment, text};
use crate::session::Said;

/// Reads one line.
pub(super) fn line(reading: &mut Reading, value: &Map<String, Value>) -> Result<(), String> {
    reading.is_of(text(value, "session").or_else(|| text(value, "session_id")));
    let Some(role) = text(value, "role") else {
        let known = text(value, "type").is_some();
        return if known { Ok(()) } else { Err("it has no role".to_owned()) };
    };
    let content = value.get("content").or_else(|| value.get("text")).map(content_text);
    let call_id = || text(value, "call_id").unwrap_or_default().to_owned();
    let content_of =
        |role: &str| content.clone().ok_or_else(|| format!("a `{role}` line has no content"));
    let said = match role {
        "user" | "human" => Said::User { content: content_of(role)? },
        "assistant" | "agent" | "model" => Said::Assistant { content: content_of(role)? },
        "tool_call" => Said::ToolCall {
            call_id: call_id(),
            name: text(value, "name").ok_or("a call has no name")?.to_owned(),
            input: value.get("input").cloned().unwrap_or_default(),
        },
        "tool_result" | "tool" => Said::ToolResult {
            call_id: call_id(),
            content: content_of(role)?,
            is_error: value.get("is_error").and_then(Value::as_bool).unwrap_or(false),
        },
        "system" | "developer" => return Ok(()),
        other => return Err(format!("`{other}` is no role that is known")),
    };
    let origin = text(value, "id").map(str::to_owned);
    reading.say(origin, moment(value, "timestamp"), said);
    Ok(())
}
