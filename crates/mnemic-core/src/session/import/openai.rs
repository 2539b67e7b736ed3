//! Messages of OpenAI's chat interface: a document with `messages`, or the list of them.

use serde_json::{Map, Value};

use super::{Foreign, Format, Reading, content_text, input, moment, text};
use crate::session::{Said, transcript::Fault};

/// Reads a document; nothing when it is none of these.
pub(super) fn read(document: &Value) -> Option<Foreign> {
    let messages = match document {
        Value::Array(messages) => messages,
        document => document.get("messages")?.as_array()?,
    };
    let whole = document.as_object();
    let session = whole.and_then(|it| text(it, "id").or_else(|| text(it, "session_id")));
    let created = whole.and_then(|it| moment(it, "created").or_else(|| moment(it, "created_at")));
    let mut reading = Reading::of(Format::OpenAi, session.map(str::to_owned), Vec::new());
    for (place, value) in messages.iter().enumerate() {
        let said = value.as_object().ok_or("it is no object").map(said);
        match said.and_then(|said| said.ok_or("it has no role that is known")) {
            Ok(turns) => {
                let at = value.as_object().and_then(|it| moment(it, "timestamp")).or(created);
                turns.into_iter().for_each(|said| reading.say(None, at, said));
            }
            Err(fault) => {
                let fault = format!("message {}: {fault}", place + 1);
                reading.foreign.faults.push(Fault { line: place + 1, fault });
            }
        }
    }
    Some(reading.foreign)
}

/// What a message says: its text and the calls of tools that come with it.
fn said(message: &Map<String, Value>) -> Option<Vec<Said>> {
    let content = message.get("content").map(content_text).unwrap_or_default();
    let name = |key: &str| text(message, key).unwrap_or_default().to_owned();
    Some(match text(message, "role")? {
        "user" => vec![Said::User { content }],
        "assistant" => {
            let calls = message.get("tool_calls").and_then(Value::as_array);
            let calls = calls.into_iter().flatten().filter_map(call);
            std::iter::once(Said::Assistant { content }).chain(calls).collect()
        }
        "tool" => {
            vec![Said::ToolResult { call_id: name("tool_call_id"), content, is_error: false }]
        }
        "function" => vec![Said::ToolResult { call_id: name("name"), content, is_error: false }],
        "system" | "developer" => Vec::new(),
        _ => return None,
    })
}

fn call(call: &Value) -> Option<Said> {
    let function = call.get("function").or_else(|| call.get("custom"))?.as_object()?;
    Some(Said::ToolCall {
        call_id: call.get("id").and_then(Value::as_str).unwrap_or_default().to_owned(),
        name: text(function, "name").unwrap_or_default().to_owned(),
        input: input(function.get("arguments").or_else(|| function.get("input"))),
    })
}
