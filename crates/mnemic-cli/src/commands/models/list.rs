//! `mnemic models list`

use std::process::ExitCode;

use mnemic::{
    EmbeddingStatus,
    config::Provider,
    models::{CatalogueModel, Presence},
};
use serde_json::{Value, json};

use super::{super::finish_reading, Invocation, catalogue};
use crate::{caller::whole_vault, output};

pub async fn run(session: &Invocation) -> anyhow::Result<ExitCode> {
    let entries = catalogue(&session.surroundings)?.list();
    let engine = session.surroundings.open_anyway().await?;
    let used = engine.status(&whole_vault()).await?.embedding;
    finish_reading(engine).await;
    if session.json {
        let models: Vec<Value> = entries.iter().map(|entry| entry_json(entry, &used)).collect();
        output::json(&json!({
            "folder": session.surroundings.models, "provider": used.provider.name(),
            "embedder": used.embedder, "fault": used.unused, "models": models,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!("In use     {} (embedding.provider is {})", in_use(&used), used.provider));
    if let Some(unused) = &used.unused {
        output::line(format!("           {unused}"));
    }
    output::line("static     present, inside mnemic");
    for entry in &entries {
        output::line(line(entry, &used));
    }
    if let Some(folder) = &session.surroundings.models {
        output::line(format!("Folder     {}", folder.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// What answers questions now. An embedder that memories still wait for is chosen, and static vectors serve for it.
fn in_use(used: &EmbeddingStatus) -> String {
    match &used.embedder {
        None => "none".to_owned(),
        Some(chosen) if used.unused.is_some() && chosen.provider != Provider::Static.name() => {
            format!("static, until {chosen} serves")
        }
        Some(embedder) => embedder.to_string(),
    }
}

fn is_used(entry: &CatalogueModel, used: &EmbeddingStatus) -> bool {
    used.embedder.as_ref().is_some_and(|identity| identity.model == entry.name)
}

fn line(entry: &CatalogueModel, used: &EmbeddingStatus) -> String {
    let about = entry.known.as_ref().map_or("yours".to_owned(), |known| {
        format!("{}, {} MB, {}", known.about, known.download_bytes() / 1_000_000, known.licence)
    });
    let state = match &entry.presence {
        Presence::Present if is_used(entry, used) && used.unused.is_some() => "chosen".to_owned(),
        Presence::Present if is_used(entry, used) => "in use".to_owned(),
        Presence::Present => "present".to_owned(),
        Presence::Absent => format!("`mnemic models fetch {}` gets it", entry.name),
        Presence::Unusable(error) => error.to_string(),
    };
    format!("{}  {state} ({about})", entry.name)
}

fn entry_json(entry: &CatalogueModel, used: &EmbeddingStatus) -> Value {
    let (state, fault) = match &entry.presence {
        Presence::Present => ("present", None),
        Presence::Absent => ("absent", None),
        Presence::Unusable(error) => ("unusable", Some(error.to_string())),
    };
    json!({
        "name": entry.name, "state": state, "fault": fault, "used": is_used(entry, used),
        "about": entry.known.as_ref().map(|known| &known.about),
        "licence": entry.known.as_ref().map(|known| &known.licence),
        "bytes": entry.known.as_ref().map(|known| known.download_bytes()),
    })
}
