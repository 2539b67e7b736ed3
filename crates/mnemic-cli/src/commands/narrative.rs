//! `mnemic narrative`

use std::process::ExitCode;

use mnemic::{Memory, Reach, Reference, ShownNarrative, json::MemoryJson};
use serde_json::json;

use super::{Invocation, finish_reading, name};
use crate::{
    arguments::{Narrative, NarrativeAction},
    caller::caller,
    output,
};

pub async fn run(session: &Invocation, narrative: Narrative) -> anyhow::Result<ExitCode> {
    let latest = NarrativeAction::Show { narrative: None, scope: None };
    match narrative.action.unwrap_or(latest) {
        NarrativeAction::Show { narrative, scope } => {
            show(session, narrative, session.surroundings.reach(scope.as_deref())?).await
        }
        NarrativeAction::Walk { narrative, limit, scope } => {
            let reach = session.surroundings.reach(scope.as_deref())?;
            let from = narrative.map(|text| text.parse::<Reference>()).transpose()?;
            let engine = session.surroundings.open().await?;
            let walk = engine.walk_narratives(&caller(&reach), from.as_ref(), limit).await?;
            finish_reading(engine).await;
            list(session, &walk.narratives, Some(walk.goes_on))
        }
        NarrativeAction::Search { words, limit, scope } => {
            let reach = session.surroundings.reach(scope.as_deref())?;
            let engine = session.surroundings.open().await?;
            let found = engine.search_narratives(&caller(&reach), &words.join(" "), limit).await?;
            finish_reading(engine).await;
            list(session, &found, None)
        }
    }
}

async fn show(
    session: &Invocation,
    narrative: Option<String>,
    reach: Reach,
) -> anyhow::Result<ExitCode> {
    let reference = narrative.map(|text| text.parse::<Reference>()).transpose()?;
    let engine = session.surroundings.open().await?;
    let shown = engine.show_narrative(&caller(&reach), reference.as_ref()).await?;
    finish_reading(engine).await;
    let ShownNarrative { memory, narrative, memories, next } = &shown;
    if session.json {
        output::json(&json!({
            "narrative": MemoryJson::from(memory), "memories": MemoryJson::all(memories),
            "next": next,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(line(memory));
    if let Some(topic) = &narrative.topic {
        output::line(format!("Topic: {topic}"));
    }
    if let Some(previous) = narrative.previous {
        output::line(format!("Before: {previous}"));
    }
    for memory in memories {
        output::line(format!("  {} {}", name(memory), mnemic::excerpt(&memory.text)));
    }
    Ok(ExitCode::SUCCESS)
}

fn list(
    session: &Invocation,
    narratives: &[Memory],
    goes_on: Option<bool>,
) -> anyhow::Result<ExitCode> {
    if session.json {
        output::json(&json!({ "narratives": MemoryJson::all(narratives), "goes_on": goes_on }))?;
        return Ok(ExitCode::SUCCESS);
    }
    narratives.iter().map(line).for_each(output::line);
    if goes_on == Some(true) {
        output::line("… older ones follow; `--limit` shows more");
    }
    Ok(ExitCode::SUCCESS)
}

fn line(memory: &Memory) -> String {
    let date = memory.created_at.strftime("%Y-%m-%d %H:%M");
    let session = memory.source.session.as_deref().unwrap_or("no session");
    format!("{} {} ({date}, {session})", name(memory), memory.text)
}
