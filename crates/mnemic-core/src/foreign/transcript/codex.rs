//! Lines of Codex: items of a rollout, each in an envelope or, in older versions, bare.

use serde_json::{Map, Value};

use super::{TranscriptReader, content_text, input, moment, text};
use crate::session::TurnContent;

/// What Codex puts before a message of the user by itself.
const OWN: [&str; 5] = [
    "<environment_context>",
    "<user_instructions>",
    "<permissions instructions>",
    "<turn_aborted>",
    "# AGENTS.md instructions",
];

/// Whether an item of this type may stand without an envelope.
pub(super) fn is_bare(kind: &str) -> bool {
    matches!(
        kind,
        "message"
            | "reasoning"
            | "function_call"
            | "function_call_output"
            | "custom_tool_call"
            | "custom_tool_call_output"
            | "local_shell_call"
    )
}

/// Reads one line.
pub(super) fn line(
    reading: &mut TranscriptReader,
    value: &Map<String, Value>,
) -> Result<(), String> {
    let Some(payload) = value.get("payload") else { return read_unwrapped(reading, value) };
    let payload = payload.as_object().ok_or("the payload is not an object")?;
    match text(value, "type") {
        Some("session_meta") => reading.is_of(text(payload, "id")),
        Some("response_item") => return item(reading, value, payload),
        _ => {}
    }
    Ok(())
}

fn read_unwrapped(
    reading: &mut TranscriptReader,
    value: &Map<String, Value>,
) -> Result<(), String> {
    match text(value, "type") {
        None if value.contains_key("instructions") => reading.is_of(text(value, "id")),
        Some(_) => return item(reading, value, value),
        None => {}
    }
    Ok(())
}

fn item(
    reading: &mut TranscriptReader,
    envelope: &Map<String, Value>,
    item: &Map<String, Value>,
) -> Result<(), String> {
    let call_id =
        || text(item, "call_id").or_else(|| text(item, "id")).unwrap_or_default().to_owned();
    let name = || text(item, "name").unwrap_or("shell").to_owned();
    let said = match text(item, "type") {
        Some("message") => {
            let content = content_text(item.get("content").ok_or("a message has no content")?);
            match text(item, "role") {
                Some("user") if OWN.iter().any(|own| content.trim_start().starts_with(own)) => {
                    return Ok(());
                }
                Some("user") => TurnContent::User { content },
                Some("assistant") => TurnContent::Assistant { content },
                _ => return Ok(()),
            }
        }
        Some("function_call") => TurnContent::ToolCall {
            call_id: call_id(),
            name: name(),
            input: input(item.get("arguments")),
        },
        Some("custom_tool_call") => TurnContent::ToolCall {
            call_id: call_id(),
            name: name(),
            input: input(item.get("input")),
        },
        Some("local_shell_call") => TurnContent::ToolCall {
            call_id: call_id(),
            name: name(),
            input: input(item.get("action")),
        },
        Some("function_call_output" | "custom_tool_call_output") => {
            let (content, is_error) = output(item.get("output"));
            TurnContent::ToolResult { call_id: call_id(), content, is_error }
        }
        _ => return Ok(()),
    };
    reading.add_turn(None, moment(envelope, "timestamp"), said);
    Ok(())
}

/// What came of a call: a text that may begin with how it went, or an object with both, which may be written as text
/// itself.
fn output(value: Option<&Value>) -> (String, bool) {
    let value = input(value);
    let Value::Object(object) = &value else { return printed_output(content_text(&value)) };
    let content = object.get("output").or_else(|| object.get("content"));
    let Some(content) = content else { return (value.to_string(), false) };
    let exit = object.get("metadata").and_then(|it| it.get("exit_code")).and_then(Value::as_i64);
    let failed = object.get("success").and_then(Value::as_bool) == Some(false);
    (content_text(content), failed || exit.is_some_and(|code| code != 0))
}

/// What a command printed and whether it failed, of a text that says so in its first lines.
fn printed_output(text: String) -> (String, bool) {
    const HEAD_LINES: usize = 8;
    let mut exit = None;
    for line in text.lines().take(HEAD_LINES) {
        let code = ["Exit code: ", "Process exited with code "]
            .into_iter()
            .find_map(|words| line.strip_prefix(words));
        exit = exit.or_else(|| code.and_then(|code| code.trim().parse::<i64>().ok()));
        if line.trim_end() == "Output:" {
            break;
        }
    }
    let Some(exit) = exit else { return (text, false) };
    let printed = text.split_once("Output:\n").map_or("", |(_, printed)| printed);
    let content = if printed.trim().is_empty() { text.clone() } else { printed.to_owned() };
    (content, exit != 0)
}
