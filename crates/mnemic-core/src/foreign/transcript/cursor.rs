//! Lines of Cursor: a role, and a message with parts as Claude Code has them. Nothing in them tells when it was said.

use std::borrow::Cow;

use serde_json::{Map, Value, json};

use super::{TranscriptReader, claude::Part, content_text, moment, text};

/// Whether a line is one of Cursor's.
pub(super) fn is_own(value: &Map<String, Value>) -> bool {
    text(value, "role").is_some() && value.get("message").is_some_and(Value::is_object)
}

/// Reads one line. What is no part of the conversation is passed over.
pub(super) fn line(
    reading: &mut TranscriptReader,
    value: &Map<String, Value>,
) -> Result<(), String> {
    let Some(role) = text(value, "role").filter(|role| matches!(*role, "user" | "assistant"))
    else {
        return Ok(());
    };
    let content = value.get("message").and_then(|message| message.get("content"));
    let content = content.ok_or_else(|| format!("a `{role}` line has no message"))?;
    let part = Part { uuid: None, role, at: moment(value, "timestamp") };
    match content {
        Value::Array(parts) => {
            parts
                .iter()
                .enumerate()
                .for_each(|(place, it)| part.add_part(reading, place, &asked(it)));
        }
        content => {
            let said = json!({ "type": "text", "text": content_text(content) });
            part.add_part(reading, 0, &asked(&said));
        }
    }
    Ok(())
}

/// A part without what Cursor puts around the user's words.
fn asked(part: &Value) -> Cow<'_, Value> {
    let said = part.get("text").and_then(Value::as_str);
    let query =
        said.and_then(|said| said.split_once("<user_query>")?.1.rsplit_once("</user_query>"));
    match query {
        Some((query, _)) => Cow::Owned(json!({ "type": "text", "text": query.trim() })),
        None => Cow::Borrowed(part),
    }
}
