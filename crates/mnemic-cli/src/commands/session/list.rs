//! `mnemic session list`

use std::process::ExitCode;

use mnemic::{Listed, session::SessionState};
use serde_json::{Value, json};

use super::super::Invocation;
use crate::{arguments::SessionList, caller::caller, commands::finish_reading, output};

pub async fn run(session: &Invocation, list: SessionList) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.reach(list.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let mut listed = engine.list_sessions(&caller(&reach))?;
    finish_reading(engine).await;
    listed.retain(|it| list.archived || it.entry.status != SessionState::Archived);
    let total = listed.len();
    listed.truncate(list.limit);
    if session.json {
        let sessions = listed.iter().map(session_json).collect::<Result<Vec<_>, _>>()?;
        output::json(&json!({ "sessions": sessions, "total": total }))?;
    } else {
        listed.iter().map(line).for_each(output::line);
        if listed.len() < total {
            output::line(format!("… {} of {total}; `--limit` shows more", listed.len()));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn session_json(listed: &Listed) -> anyhow::Result<Value> {
    let mut value = serde_json::to_value(&listed.entry)?;
    value["scope"] = json!(listed.scope);
    Ok(value)
}

fn line(listed: &Listed) -> String {
    let Listed { scope, entry } = listed;
    let title = entry.title.as_ref().map(|title| format!(" {title}")).unwrap_or_default();
    let date = entry.updated_at.strftime("%Y-%m-%d %H:%M");
    let (id, status, messages) = (&entry.id, entry.status.name(), entry.messages);
    format!("{id}{title} ({status}, {messages} messages, {scope}, {date})")
}
