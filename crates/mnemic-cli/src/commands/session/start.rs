//! `mnemic session start` and `mnemic session fork`

use std::process::ExitCode;

use mnemic::{Engine, Memory, Started};
use serde_json::json;

use super::{super::Invocation, id, recover};
use crate::{arguments::SessionStart, caller::whole_vault, commands::finish, output};

pub async fn run(session: &Invocation, start: SessionStart) -> anyhow::Result<ExitCode> {
    let scope = session.surroundings.scope(start.scope.as_deref())?;
    let start = mnemic::Start {
        scope,
        id: start.name.as_deref().or(start.id.as_deref()).map(id).transpose()?,
        agent: start.agent,
        user: start.user,
        title: start.title,
        taken_over: None,
    };
    let engine = session.surroundings.open().await?;
    let started = engine.start_session(&whole_vault(), start).await?;
    answer(session, engine, &started).await
}

pub async fn fork(
    session: &Invocation,
    from: &str,
    name: Option<String>,
) -> anyhow::Result<ExitCode> {
    let name = name.as_deref().map(id).transpose()?;
    let parent = id(from)?;
    let engine = session.surroundings.open().await?;
    let started = engine.fork_session(&whole_vault(), &parent, name).await?;
    answer(session, engine, &started).await
}

async fn answer(
    session: &Invocation,
    engine: Engine,
    started: &Started,
) -> anyhow::Result<ExitCode> {
    let narrative = before(&engine, started).await?;
    finish(engine).await;
    if session.json {
        output::json(&json!({
            "session": started.session, "scope": started.scope, "resumed": started.resumed,
            "narrative": narrative,
            "recovered": started.recovered.iter().map(recover::json).collect::<Vec<_>>(),
            "archived": started.archived,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let said = if started.resumed { "Resumed" } else { "Started" };
    output::line(format!("{said} session {} ({})", started.session, started.scope));
    if let Some(narrative) = narrative {
        output::line(format!("Last time: {}", narrative.text));
    }
    started.recovered.iter().for_each(recover::print_recovered);
    for archived in &started.archived {
        output::aside(format!("archived session {archived}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// What the last narrative tells.
async fn before(engine: &Engine, started: &Started) -> anyhow::Result<Option<Memory>> {
    let Some(id) = started.narrative else { return Ok(None) };
    let reference = id.to_string().parse()?;
    Ok(engine.show(&whole_vault(), &reference).await.ok().map(|shown| shown.memory))
}
