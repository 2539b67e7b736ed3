//! A message of a chat: who says what, with the calls of tools and their results, as the interfaces of OpenAI and
//! Anthropic write them.

use serde_json::{Map, Value};

use super::{content_text, input, part_text, text};
use crate::session::TurnContent;

/// What a message says, in order: its text, and the calls of tools or their results that come with it.
pub(super) fn parse_message(message: &Map<String, Value>) -> Result<Vec<TurnContent>, String> {
    let role = text(message, "role").ok_or("it has no role")?;
    let content = message.get("content").or_else(|| message.get("text"));
    let has_calls = message.contains_key("tool_calls") || message.contains_key("function_call");
    let content = match content {
        Some(content) => content,
        None if has_calls || role == "tool_call" => &Value::Null,
        None => return Err(format!("a `{role}` message has no content")),
    };
    let name = |keys: &[&str]| {
        keys.iter().find_map(|key| text(message, key)).unwrap_or_default().to_owned()
    };
    let result = |call_id: String| TurnContent::ToolResult {
        call_id,
        content: content_text(content),
        is_error: is_error(message),
    };
    Ok(match role {
        "user" | "human" => parts(content, |content| TurnContent::User { content }),
        "assistant" | "agent" | "model" => {
            let mut said = parts(content, |content| TurnContent::Assistant { content });
            let calls = message.get("tool_calls").and_then(Value::as_array);
            said.extend(calls.into_iter().flatten().filter_map(call));
            said.extend(message.get("function_call").and_then(old_call));
            said
        }
        "tool_call" => vec![TurnContent::ToolCall {
            call_id: name(&["call_id"]),
            name: text(message, "name").ok_or("a call has no name")?.to_owned(),
            input: message.get("input").cloned().unwrap_or_default(),
        }],
        "tool_result" | "tool" => vec![result(name(&["call_id", "tool_call_id", "tool_use_id"]))],
        "function" => vec![result(name(&["name"]))],
        "system" | "developer" => Vec::new(),
        other => return Err(format!("unknown role `{other}`")),
    })
}

/// The parts of a content in order; texts that follow each other are one.
fn parts(content: &Value, spoken: impl Fn(String) -> TurnContent) -> Vec<TurnContent> {
    let Value::Array(parts) = content else { return vec![spoken(content_text(content))] };
    let mut said = Vec::new();
    let mut texts: Vec<&str> = Vec::new();
    for part in parts {
        match part.as_object().and_then(tool_part) {
            Some(tool) => {
                said.push(spoken(std::mem::take(&mut texts).join("\n")));
                said.push(tool);
            }
            None => texts.extend(part_text(part)),
        }
    }
    said.push(spoken(texts.join("\n")));
    said
}

/// A part that is a call of a tool or what came of one.
pub(super) fn tool_part(part: &Map<String, Value>) -> Option<TurnContent> {
    let of = |key: &str| text(part, key).unwrap_or_default().to_owned();
    match text(part, "type") {
        Some("tool_use") => Some(TurnContent::ToolCall {
            call_id: of("id"),
            name: of("name"),
            input: part.get("input").cloned().unwrap_or_default(),
        }),
        Some("tool_result") => Some(TurnContent::ToolResult {
            call_id: of("tool_use_id"),
            content: part.get("content").map(content_text).unwrap_or_default(),
            is_error: is_error(part),
        }),
        _ => None,
    }
}

fn is_error(value: &Map<String, Value>) -> bool {
    value.get("is_error").and_then(Value::as_bool).unwrap_or(false)
}

fn call(call: &Value) -> Option<TurnContent> {
    let function = call.get("function").or_else(|| call.get("custom"))?.as_object()?;
    let call_id = call.get("id").and_then(Value::as_str).unwrap_or_default();
    Some(function_call(call_id, function))
}

/// A call as it was written before calls had names of their own: its result names the tool.
fn old_call(function: &Value) -> Option<TurnContent> {
    let function = function.as_object()?;
    Some(function_call(text(function, "name")?, function))
}

fn function_call(call_id: &str, function: &Map<String, Value>) -> TurnContent {
    TurnContent::ToolCall {
        call_id: call_id.to_owned(),
        name: text(function, "name").unwrap_or_default().to_owned(),
        input: input(function.get("arguments").or_else(|| function.get("input"))),
    }
}
