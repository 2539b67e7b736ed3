//! `mnemic preset`

use std::process::ExitCode;

use mnemic::{
    Engine, Preset,
    config::{self, Configuration, FILE, KEYS, Key, Origin, Settings, Value},
};
use serde_json::{Map, json};

use super::Invocation;
use crate::{arguments::PresetAction, caller::whole_vault, failure::UserError, output};

pub async fn run(session: &Invocation, action: PresetAction) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let used = engine.settings().preset;
    let named = |name: Option<String>| name.map_or(Ok(used), |name| find(&name));
    match action {
        PresetAction::Show { name } => show(session, named(name)?, used),
        PresetAction::Use { name } => take(session, &engine, find(&name)?).await,
        PresetAction::Diff { a, b } => diff(session, find(&a)?, named(b)?),
    }
}

fn find(name: &str) -> anyhow::Result<Preset> {
    let hint = "`mnemic preset show NAME` says what one sets";
    name.parse().map_err(|error: mnemic::PresetError| UserError::error(error.to_string(), hint))
}

fn policies() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().filter(|key| key.is_policy())
}

fn show(session: &Invocation, preset: Preset, used: Preset) -> anyhow::Result<ExitCode> {
    let settings = Settings::of(preset);
    if session.json {
        let values: Map<String, serde_json::Value> =
            policies().map(|key| (key.name.to_owned(), json!(key.value(&settings)))).collect();
        output::json(&json!({
            "preset": preset.name(), "description": preset.description(),
            "used": preset == used, "policies": values,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mark = if preset == used { ", in use" } else { "" };
    output::line(format!("{preset}: {}{mark}", preset.description()));
    for key in policies() {
        output::line(format!("{:<28} {}", key.name, key.value(&settings)));
    }
    let others = Preset::ALL.into_iter().filter(|other| *other != preset);
    let others: Vec<&str> = others.map(Preset::name).collect();
    output::line(format!("other presets: {}", others.join(", ")));
    Ok(ExitCode::SUCCESS)
}

/// A value that differs.
struct Difference {
    key: &'static Key,
    a: Value,
    b: Value,
}

fn differences(a: &Settings, b: &Settings) -> Vec<Difference> {
    policies()
        .map(|key| Difference { key, a: key.value(a), b: key.value(b) })
        .filter(|difference| difference.a != difference.b)
        .collect()
}

fn diff(session: &Invocation, a: Preset, b: Preset) -> anyhow::Result<ExitCode> {
    let differences = differences(&Settings::of(a), &Settings::of(b));
    if session.json {
        let rows: Vec<_> = differences
            .iter()
            .map(|Difference { key, a, b }| json!({ "key": key.name, "a": a, "b": b }))
            .collect();
        output::json(&json!({ "a": a.name(), "b": b.name(), "differences": rows }))?;
        return Ok(ExitCode::SUCCESS);
    }
    if differences.is_empty() {
        output::line(format!("{a} and {b} set the same values"));
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!("{:<28} {:<10} {}", "", a.name(), b.name()));
    for Difference { key, a, b } in differences {
        output::line(format!("{:<28} {:<10} {}", key.name, a.to_string(), b));
    }
    Ok(ExitCode::SUCCESS)
}

async fn take(session: &Invocation, engine: &Engine, preset: Preset) -> anyhow::Result<ExitCode> {
    let line = engine.configure(&whole_vault(), config::find("preset")?, preset.name()).await?;
    let before = engine.configuration();
    let changes = differences(&before.settings, &after(before, preset));
    let kept: Vec<&str> = policies()
        .filter(|key| is_in_file(before, key) && differs(key, preset, &before.settings))
        .map(|key| key.name)
        .collect();
    if session.json {
        let rows: Vec<_> = changes
            .iter()
            .map(|Difference { key, a, b }| json!({ "key": key.name, "from": a, "to": b }))
            .collect();
        output::json(&json!({
            "preset": preset.name(), "file": engine.root().join(FILE), "line": line,
            "changes": rows, "kept": kept,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!("The preset is {preset} ({FILE} line {line})"));
    for Difference { key, a, b } in changes {
        output::line(format!("{:<28} {a} → {b}", key.name));
    }
    for key in kept {
        output::line(format!("{key:<28} unchanged, set in {FILE}"));
    }
    Ok(ExitCode::SUCCESS)
}

/// The settings under another preset: what the file says of a key stays.
fn after(before: &Configuration, preset: Preset) -> Settings {
    let mut settings = Settings::of(preset);
    for key in policies().filter(|key| is_in_file(before, key)) {
        let value = key.value(&before.settings).to_string();
        key.put(&value, &mut settings).expect("what the file says was checked");
    }
    settings
}

fn is_in_file(configuration: &Configuration, key: &Key) -> bool {
    matches!(configuration.origin(key), Origin::File { .. })
}

fn differs(key: &Key, preset: Preset, settings: &Settings) -> bool {
    key.value(&Settings::of(preset)) != key.value(settings)
}
