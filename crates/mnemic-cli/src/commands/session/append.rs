//! `mnemic session append`

use std::{io::BufRead, process::ExitCode};

use mnemic::{
    Appended, Error, SessionError, Utterance, session::TurnContent,
    surrogate::without_lone_surrogates,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{super::Invocation, id};
use crate::{
    arguments::{SessionAppend, SpeakerArgument},
    caller::whole_vault,
    commands::{finish_reading, remember::text_or_stdin},
    failure::UserError,
    output,
};

pub async fn run(session: &Invocation, append: SessionAppend) -> anyhow::Result<ExitCode> {
    let name = id(&append.session)?;
    let one = if append.text.is_empty() { None } else { Some(turn_content(append)?) };
    let engine = session.surroundings.open().await?;
    let appended = match one {
        Some(said) => engine.append_to_session(&whole_vault(), &name, Utterance::now(said)).await?,
        None => {
            let lines = std::io::stdin().lock().lines().enumerate();
            let lines =
                lines.filter(|(_, line)| !line.as_ref().is_ok_and(|it| it.trim().is_empty()));
            let read = lines.map(|(index, line)| {
                let read =
                    line.map_err(|error| error.to_string()).and_then(|line| utterance(&line));
                read.map_err(|fault| at_line(index + 1, &fault))
            });
            engine.append_all_to_session(&whole_vault(), &name, read).await?
        }
    };
    finish_reading(engine).await;
    show(session, &appended)
}

fn at_line(line: usize, fault: &str) -> Error {
    SessionError::Turn(format!("line {line}: {fault}")).into()
}

/// What the arguments say was said.
fn turn_content(append: SessionAppend) -> anyhow::Result<TurnContent> {
    let SessionAppend { text, role, tool, call, error, .. } = append;
    let content = text_or_stdin(text)?;
    let call_id = call.unwrap_or_default();
    Ok(match role {
        SpeakerArgument::User => TurnContent::User { content },
        SpeakerArgument::Assistant => TurnContent::Assistant { content },
        SpeakerArgument::ToolResult => {
            TurnContent::ToolResult { call_id, content, is_error: error }
        }
        SpeakerArgument::ToolCall => {
            let name = tool.ok_or_else(|| {
                UserError::error("the tool call has no tool name", "name it with `--tool NAME`")
            })?;
            let input = serde_json::from_str(&content).unwrap_or(Value::String(content));
            TurnContent::ToolCall { call_id, name, input }
        }
    })
}

/// A line of standard input.
#[derive(Deserialize)]
struct Line {
    id: Option<String>,
    timestamp: Option<jiff::Timestamp>,
    #[serde(flatten)]
    said: TurnContent,
}

fn utterance(line: &str) -> Result<Utterance, String> {
    let mut object: Map<String, Value> =
        serde_json::from_str(&without_lone_surrogates(line)).map_err(|error| error.to_string())?;
    object.entry("call_id").or_insert_with(|| Value::String(String::new()));
    let line = serde_json::from_value(Value::Object(object));
    let Line { id, timestamp, said } = line.map_err(|error| error.to_string())?;
    Ok(Utterance { id, at: timestamp, said })
}

fn show(session: &Invocation, appended: &Appended) -> anyhow::Result<ExitCode> {
    let Appended { added, known, messages, tokens, due, torn } = appended;
    if session.json {
        output::json(&json!({
            "added": added, "known": known, "messages": messages, "tokens": tokens,
            "due": due.map(|due| due.name()), "torn_bytes": torn.map(|torn| torn.bytes),
        }))?;
    } else {
        let was_known = if *known > 0 { format!(", {known} known") } else { String::new() };
        output::line(format!(
            "{} added{was_known}; {messages} messages, about {tokens} tokens",
            added.len()
        ));
        if let Some(due) = due {
            output::aside(format!("a {} is due", due.name()));
        }
    }
    if let Some(torn) = torn {
        let bytes = torn.bytes;
        output::aside(format!(
            "warning: moved an incomplete last line of {bytes} bytes to a file of its own"
        ));
    }
    Ok(ExitCode::SUCCESS)
}
