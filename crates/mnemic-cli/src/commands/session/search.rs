//! `mnemic session search`

use std::process::ExitCode;

use mnemic::session::{TurnContent, TurnMatch};
use serde_json::{Value, json};

use super::super::Invocation;
use crate::{arguments::SessionSearch, caller::caller, commands::finish_reading, output};

pub async fn run(session: &Invocation, search: SessionSearch) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.reach(search.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let found = engine.search_sessions(&caller(&reach), &search.words.join(" "), search.limit)?;
    finish_reading(engine).await;
    if session.json {
        let turns: Vec<Value> = found.iter().map(spot_json).collect();
        output::json(&json!({ "turns": turns }))?;
    } else if found.is_empty() {
        output::line("No message matches");
    } else {
        found.iter().map(line).for_each(output::line);
    }
    Ok(ExitCode::SUCCESS)
}

fn spot_json(spot: &TurnMatch) -> Value {
    json!({
        "session": spot.session, "scope": spot.scope, "words": spot.held,
        "passage": spot.passage, "turn": spot.turn,
    })
}

fn line(spot: &TurnMatch) -> String {
    let date = spot.turn.at.strftime("%Y-%m-%d %H:%M");
    let TurnMatch { scope, session, passage, .. } = spot;
    format!("{session} ({scope}, {date}) {}: {passage}", speaker(&spot.turn.said))
}

fn speaker(said: &TurnContent) -> &'static str {
    match said {
        TurnContent::User { .. } => "User",
        TurnContent::Assistant { .. } => "Assistant",
        TurnContent::ToolCall { .. } => "Tool call",
        TurnContent::ToolResult { is_error: false, .. } => "Tool result",
        TurnContent::ToolResult { .. } => "Tool error",
    }
}
