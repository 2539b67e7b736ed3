//! Gemini CLI: a document of messages, or in later versions lines, of which a later one may say what an earlier message
//! became, or that messages were taken back.
//!
//! A line that sets all messages anew is passed over: whatever was said has a line of its own, and the rest are
//! summaries and what was made shorter.

use std::collections::HashMap;

use jiff::Timestamp;
use serde_json::{Map, Value};

use super::{Foreign, Format, TranscriptReader, moment, text};
use crate::session::{TurnContent, transcript::Fault};

/// What hooks add to what the user said.
const HOOKED: [&str; 2] = ["<hook_context>", "</hook_context>"];
/// How a message begins that Gemini CLI writes by itself.
const OWN: &str = "<session_context>";

/// Whether a line, or a document, is of Gemini CLI.
pub(super) fn is_ours(value: &Map<String, Value>) -> bool {
    ["projectHash", "$set", "$rewindTo"].into_iter().any(|key| value.contains_key(key))
}

/// Reads a document; nothing when it is none of these.
pub(super) fn read(document: &Value) -> Option<Foreign> {
    let whole = document.as_object().filter(|whole| is_ours(whole))?;
    let messages = whole.get("messages")?.as_array()?;
    let session = text(whole, "sessionId").map(str::to_owned);
    let mut reading = TranscriptReader::of(Format::Gemini, session, Vec::new());
    for (place, value) in messages.iter().enumerate() {
        reading.line = place + 1;
        let said = value.as_object().ok_or_else(|| "it is not an object".to_owned());
        if let Err(fault) = said.and_then(|it| message(&mut reading, it)) {
            let fault = format!("message {}: {fault}", place + 1);
            reading.foreign.faults.push(Fault { line: place + 1, fault });
        }
    }
    Some(reading.foreign)
}

/// Reads lines, each with its number.
pub(super) fn lines(reading: &mut TranscriptReader, lines: &[(usize, Map<String, Value>)]) {
    let mut standing: Vec<&(usize, Map<String, Value>)> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for line in lines {
        let value = &line.1;
        if let Some(back_to) = text(value, "$rewindTo") {
            standing.truncate(places.get(back_to).copied().unwrap_or_default());
            places.retain(|_, place| *place < standing.len());
        } else if let Some(id) = text(value, "id") {
            let place = *places.entry(id).or_insert(standing.len());
            match standing.get_mut(place) {
                Some(known) => *known = line,
                None => standing.push(line),
            }
        } else {
            reading.is_of(text(value, "sessionId"));
        }
    }
    for (number, value) in standing {
        reading.line = *number;
        if let Err(fault) = message(reading, value) {
            reading.foreign.faults.push(Fault { line: *number, fault });
        }
    }
}

/// Reads a message: what was said, and the calls of tools that came with it.
fn message(reading: &mut TranscriptReader, value: &Map<String, Value>) -> Result<(), String> {
    let kind = text(value, "type").ok_or("a message has no type")?;
    if !matches!(kind, "user" | "gemini") {
        return Ok(());
    }
    // What the user typed, rather than what became of it.
    let content = value.get("displayContent").or_else(|| value.get("content"));
    let content =
        content.map(visible_text).ok_or_else(|| format!("a `{kind}` message has no content"))?;
    let (id, at) = (text(value, "id"), moment(value, "timestamp"));
    let said = match kind {
        "user" => TurnContent::User { content: user_text(&content) },
        _ => TurnContent::Assistant { content },
    };
    reading.add_turn(id.map(str::to_owned), at, said);
    for call in value.get("toolCalls").and_then(Value::as_array).into_iter().flatten() {
        if let Some(call) = call.as_object() {
            tool_call(reading, at, call);
        }
    }
    Ok(())
}

fn tool_call(reading: &mut TranscriptReader, at: Option<Timestamp>, call: &Map<String, Value>) {
    let id = text(call, "id").unwrap_or_default();
    let origin = |what: &str| (!id.is_empty()).then(|| format!("{what} {id}"));
    let name = text(call, "name").unwrap_or_default().to_owned();
    let input = call.get("args").cloned().unwrap_or_default();
    reading.add_turn(
        origin("call"),
        at,
        TurnContent::ToolCall { call_id: id.to_owned(), name, input },
    );
    let (status, result) = (text(call, "status").unwrap_or_default(), call.get("result"));
    let is_error = matches!(status, "error" | "cancelled");
    if is_error || result.is_some_and(|result| !result.is_null()) {
        let content = result.map(visible_text).unwrap_or_default();
        let said = TurnContent::ToolResult { call_id: id.to_owned(), content, is_error };
        reading.add_turn(origin("result"), moment(call, "timestamp").or(at), said);
    }
}

/// What parts say: texts that are no thoughts, and what tools answered.
fn visible_text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let said = parts.iter().map(visible_text).filter(|said| !said.is_empty());
            said.collect::<Vec<_>>().join("\n")
        }
        Value::Object(part) if part.get("thought") == Some(&Value::Bool(true)) => String::new(),
        Value::Object(part) => match part.get("functionResponse") {
            Some(answer) => answered(&answer["response"]),
            None => text(part, "text").unwrap_or_default().to_owned(),
        },
        _ => String::new(),
    }
}

fn answered(response: &Value) -> String {
    match response.get("output").or_else(|| response.get("error")).unwrap_or(response) {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// What the user typed, without what Gemini CLI and hooks add.
fn user_text(content: &str) -> String {
    if content.trim_start().starts_with(OWN) {
        return String::new();
    }
    let [opening, closing] = HOOKED;
    let mut typed = String::new();
    let mut rest = content;
    while let Some((before, after)) = rest.split_once(opening) {
        typed.push_str(before);
        rest = after.split_once(closing).map_or("", |(_, after)| after);
    }
    (typed + rest).trim().to_owned()
}
