//! `mnemic session show`

use std::process::ExitCode;

use mnemic::{ShownSession, session::Turn, session::working::format_turn, token::Estimator};
use serde_json::json;

use super::{super::Invocation, id};
use crate::{arguments::SessionShow, caller::whole_vault, commands::finish_reading, output};

pub async fn run(session: &Invocation, show: SessionShow) -> anyhow::Result<ExitCode> {
    let name = id(&show.session)?;
    let engine = session.surroundings.open().await?;
    if show.prompt {
        let working = engine.working_memory(&whole_vault(), &name).await?;
        let context = working.to_prompt_context(show.tokens, &Estimator);
        if session.json {
            output::json(&json!({ "session": name, "context": context }))?;
        } else if !context.is_empty() {
            output::line(context);
        }
    } else {
        let shown = engine.show_session(&whole_vault(), &name)?;
        if session.json {
            json_answer(&shown, show.all)?
        } else {
            text_answer(&shown, show.all)
        }
        faults(&shown);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

fn json_answer(shown: &ShownSession, all: bool) -> anyhow::Result<()> {
    let turns: Vec<_> =
        if all { shown.transcript.turns().cloned().collect() } else { shown.view.turns.clone() };
    let faults: Vec<_> = shown
        .transcript
        .faults
        .iter()
        .map(|fault| json!({ "line": fault.line, "error": fault.fault }))
        .collect();
    output::json(&json!({
        "session": shown.entry, "scope": shown.transcript.header.scope,
        "user": shown.transcript.header.user,
        "summary": if all { None } else { shown.view.summary.as_deref() },
        "turns": turns, "tokens": shown.tokens,
        "flush_at": shown.thresholds.flush, "compaction_at": shown.thresholds.compaction,
        "due": shown.due.map(|due| due.name()), "flushed": shown.transcript.is_flushed(),
        "findings": shown.kept.as_ref().map(mnemic::SessionFindings::all).unwrap_or_default(),
        "faults": faults, "torn": shown.transcript.torn.is_some(),
    }))
}

fn text_answer(shown: &ShownSession, all: bool) {
    let entry = &shown.entry;
    output::line(format!(
        "Session {} ({}, {} messages, about {} tokens, {})",
        entry.id,
        entry.status.name(),
        entry.messages,
        shown.tokens,
        shown.transcript.header.scope
    ));
    if let Some(parent) = &entry.parent {
        output::line(format!("Continues session {}", parent.session));
    }
    if all {
        shown.transcript.turns().map(shown_turn).for_each(output::line);
        return;
    }
    if let Some(summary) = &shown.view.summary {
        output::line(format!("{summary}\n"));
    }
    shown.view.turns.iter().map(shown_turn).for_each(output::line);
    if let Some(due) = shown.due {
        output::aside(format!("a {} is due", due.name()));
    }
}

/// A turn, its further lines set off: none of them can be taken for another turn.
fn shown_turn(turn: &Turn) -> String {
    format_turn(turn).trim_end().replace('\n', "\n  ")
}

/// What of the transcript could not be read.
fn faults(shown: &ShownSession) {
    for fault in &shown.transcript.faults {
        output::aside(format!("warning: cannot read line {}: {}", fault.line, fault.fault));
    }
    if shown.transcript.torn.is_some() {
        output::aside("warning: the last line is incomplete");
        output::aside(format!("hint: `mnemic session recover {}` repairs it", shown.entry.id));
    }
}
