//! `mnemic session end` and `mnemic session compact`

use std::process::ExitCode;

use mnemic::{Compacted, Ended};
use serde_json::json;

use super::{super::Invocation, id};
use crate::{
    caller::whole_vault,
    commands::{finish, flush, remember::text_or_stdin},
    output,
};

pub async fn end(session: &Invocation, name: &str) -> anyhow::Result<ExitCode> {
    let name = id(name)?;
    let engine = session.surroundings.open().await?;
    let ended = engine.end_session(&whole_vault(), &name).await?;
    finish(engine).await;
    show(session, &ended)
}

pub fn show(session: &Invocation, ended: &Ended) -> anyhow::Result<ExitCode> {
    let failures: Vec<_> = ended
        .failures()
        .map(|(stage, error)| {
            let code = error.code().as_str();
            json!({ "stage": stage.name(), "error": error.to_string(), "code": code })
        })
        .collect();
    if session.json {
        let done = ended.stages.iter().filter(|it| it.outcome.is_ok());
        output::json(&json!({
            "session": ended.session,
            "stages": done.map(|it| it.stage.name()).collect::<Vec<_>>(),
            "failed": failures, "narrative": ended.narrative, "promoted": ended.promoted,
            "readable": ended.readable,
        }))?;
    } else {
        let said = if ended.stages.is_empty() { "had already ended" } else { "ended" };
        output::line(format!("Session {} {said}", ended.session));
        if let Some(readable) = &ended.readable {
            output::line(format!("Transcript: {readable}"));
        }
        if !ended.promoted.is_empty() {
            output::line(format!("Memories from this session: {}", ended.promoted.len()));
        }
    }
    for (stage, error) in ended.failures() {
        output::aside(format!("warning: the stage `{stage}` failed: {error}"));
    }
    if !failures.is_empty() {
        let hint = "run `mnemic session end` again to finish";
        output::aside(format!("hint: the conversation is safe; {hint}"));
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

pub async fn compact(
    session: &Invocation,
    name: &str,
    summary: Option<String>,
) -> anyhow::Result<ExitCode> {
    let name = id(name)?;
    let summary = summary.map(|text| text_or_stdin(vec![text])).transpose()?;
    let engine = session.surroundings.open().await?;
    let compacted = engine.compact_session(&whole_vault(), &name, summary).await?;
    finish(engine).await;
    let Compacted {
        flushed,
        summary,
        first_kept_id,
        summarised_turns,
        tokens_before,
        tokens_after,
    } = &compacted;
    if session.json {
        output::json(&json!({
            "session": name, "summary": summary, "first_kept_id": first_kept_id, "summarised_turns": summarised_turns,
            "tokens_before": tokens_before, "tokens_after": tokens_after,
            "flushed": flush::json(flushed),
        }))?;
    } else {
        output::line(format!(
            "Summarised {summarised_turns} turns: about {tokens_before} tokens became {tokens_after}"
        ));
        if flushed.triggered {
            output::line(format!("Flushed first: {} memories", flushed.memories.len()));
        }
    }
    Ok(ExitCode::SUCCESS)
}
