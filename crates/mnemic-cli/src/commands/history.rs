//! `mnemic show --history`

use std::process::ExitCode;

use jiff::tz::TimeZone;
use mnemic::{
    MadeBy, Memory, PastVersion,
    json::{ActorJson, MemoryJson, cause_name},
};
use serde::Serialize;
use similar::TextDiff;

use super::{Invocation, audit, finish_reading, show::reference};
use crate::{arguments::One, caller::caller, output, when};

pub async fn run(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let history = engine.history(&caller(&reach), &reference(&one.memory)?).await?;
    finish_reading(engine).await;
    if session.json {
        let versions: Vec<PastJson> = history.iter().map(PastJson::from).collect();
        output::json(&serde_json::json!({ "versions": versions }))?;
    } else {
        describe(&history, &session.surroundings.zone());
    }
    Ok(ExitCode::SUCCESS)
}

/// One version of `show --history --json`.
#[derive(Debug, Serialize)]
pub struct PastJson<'a> {
    version: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actor: Option<ActorJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cause: Option<&'static str>,
    memory: MemoryJson<'a>,
}

impl<'a> From<&'a PastVersion> for PastJson<'a> {
    fn from(past: &'a PastVersion) -> Self {
        let made_by = past.made_by.as_ref();
        Self {
            version: past.version,
            act: made_by.map(|made_by| made_by.act.to_string()),
            actor: made_by.map(|made_by| ActorJson::from(&made_by.actor)),
            cause: made_by.map(|made_by| cause_name(made_by.cause)),
            memory: MemoryJson::from(&past.memory),
        }
    }
}

fn describe(history: &[PastVersion], zone: &TimeZone) {
    let mut before: Option<&Memory> = None;
    for past in history {
        output::line(format!("version {}  {}", past.version, made(past, zone)));
        for line in changes(before, &past.memory) {
            output::line(format!("  {line}"));
        }
        before = Some(&past.memory);
    }
}

/// Who made it so, and when.
pub fn made(past: &PastVersion, zone: &TimeZone) -> String {
    let updated_at = when::local(past.memory.updated_at, zone);
    match &past.made_by {
        Some(MadeBy { act, at, actor, .. }) => {
            let (at, actor) = (when::local(*at, zone), audit::describe_actor(actor));
            format!("{at}  {actor}  change {}", audit::name(*act))
        }
        None if !past.memory.scope.is_journalled() => {
            format!("{updated_at}  outside the journal")
        }
        None => format!("{updated_at}  merged"),
    }
}

/// What differs from the version before: the text line by line, the rest in words.
fn changes(before: Option<&Memory>, memory: &Memory) -> Vec<String> {
    let empty = String::new();
    let old = before.map_or(&empty, |before| &before.text);
    let mut lines = Vec::new();
    if *old != memory.text {
        let diff = TextDiff::from_lines(old, &memory.text);
        lines
            .extend(diff.iter_all_changes().map(|change| {
                format!("{}{}", change.tag(), change.value().trim_end_matches('\n'))
            }));
    }
    let Some(before) = before else { return lines };
    let category = |memory: &Memory| memory.category.as_ref().map(ToString::to_string);
    let fields = [
        ("category", category(before), category(memory)),
        ("tags", Some(before.tags.join(", ")), Some(memory.tags.join(", "))),
        ("status", Some(before.status.name().into()), Some(memory.status.name().into())),
        ("state", Some(before.lifecycle.name().into()), Some(memory.lifecycle.name().into())),
        ("scope", Some(before.scope.to_string()), Some(memory.scope.to_string())),
    ];
    for (field, old, new) in fields.into_iter().filter(|(_, old, new)| old != new) {
        let said = |value: Option<String>| value.filter(|value| !value.is_empty());
        let none = || "none".to_owned();
        lines.push(format!(
            "{field}: {} → {}",
            said(old).unwrap_or_else(none),
            said(new).unwrap_or_else(none)
        ));
    }
    lines
}
