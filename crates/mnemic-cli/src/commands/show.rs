//! `mnemic show`

use std::process::ExitCode;

use jiff::tz::TimeZone;
use mnemic::{Memory, Shown};

use super::{Invocation, finish_reading, name, nature, why_low};
use crate::{arguments::One, caller::caller, failure::UserError, json::ShownJson, output, when};

pub async fn run(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let reference = reference(&one.memory)?;
    let engine = session.surroundings.open().await?;
    let shown = engine.show(&caller(&reach), &reference).await?;
    if session.json {
        output::json(&ShownJson::from(&shown))?;
    } else {
        describe(&shown, &session.surroundings.zone());
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

/// What was typed, as a reference.
pub fn reference(typed: &str) -> anyhow::Result<mnemic::Reference> {
    let hint = "`mnemic list` shows numbers and anchors";
    typed.parse().map_err(|error: mnemic::IdError| UserError::error(error.to_string(), hint))
}

fn describe(shown: &Shown, zone: &TimeZone) {
    let memory = &shown.memory;
    output::line(format!("{} ({})", name(memory), nature(memory)));
    output::line("");
    output::line(&memory.text);
    output::line("");
    for line in facts(memory, zone) {
        output::line(line);
    }
    for conflict in &shown.conflicts {
        let text = |version| text_of(shown, version);
        output::line(format!("\nTwo changes conflict. Current (version {}):", conflict.kept));
        output::line(text(conflict.kept));
        output::line(format!("\nReplaced (version {}):", conflict.other));
        output::line(text(conflict.other));
        output::line("\n`mnemic update` with the right text resolves the conflict.");
    }
}

fn text_of(shown: &Shown, version: u32) -> String {
    let past = shown.versions.iter().find(|past| past.version == version);
    past.map_or_else(|| shown.memory.text.clone(), |past| past.memory.text.clone())
}

fn facts(memory: &Memory, zone: &TimeZone) -> Vec<String> {
    let mut facts = vec![
        format!("id          {}", memory.id),
        format!("status      {:?}, {}", memory.status, memory.lifecycle.name()).to_lowercase(),
        format!("remembered  {}", when::local(memory.created_at, zone)),
        format!(
            "updated     {} (version {})",
            when::local(memory.updated_at, zone),
            memory.version
        ),
        format!("source      {}, trust {:?}", memory.source.origin, memory.trust).to_lowercase(),
        format!("importance  {:.2}, score {}", memory.importance, memory.signals.score),
    ];
    if !memory.may_be_injected() {
        facts.push(format!("low trust   {}; contexts leave it out", why_low(memory)));
    }
    for (label, value) in memory.shown_fields() {
        let label = label.to_lowercase();
        facts.push(format!("{label:<11} {}", value.replace('\n', "\n            ")));
    }
    if !memory.tags.is_empty() {
        facts.push(format!("tags        {}", memory.tags.join(", ")));
    }
    if !memory.file_paths.is_empty() {
        facts.push(format!("files       {}", memory.file_paths.join(", ")));
    }
    if let Some(home) = &memory.home {
        facts.push(format!("document    {}, {}", home.document, home.section));
    }
    facts
}
