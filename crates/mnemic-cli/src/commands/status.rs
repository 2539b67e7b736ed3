//! `mnemic status`

use std::process::ExitCode;

use mnemic::{EmbeddingStatus, LanguageStatus, VaultStatus, config::ModelProvider};
use serde_json::json;

use super::{Invocation, config::counted, finish_reading};
use crate::{caller::whole_vault, output};

pub async fn run(session: &Invocation) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let status = engine.status(&whole_vault()).await?;
    finish_reading(engine).await;
    if session.json {
        output::json(&answer(&status))?;
    } else {
        show(&status);
    }
    Ok(ExitCode::SUCCESS)
}

fn answer(status: &VaultStatus) -> serde_json::Value {
    let scopes: Vec<_> = status
        .census
        .iter()
        .map(|row| json!({ "scope": row.scope, "lifecycle": row.lifecycle, "count": row.count }))
        .collect();
    let damaged: Vec<_> = status
        .damaged
        .iter()
        .map(|damaged| json!({ "path": damaged.path, "reason": damaged.reason }))
        .collect();
    let (embedding, language, recalls) = (&status.embedding, &status.language, status.recalls);
    json!({
        "vault": status.root, "preset": status.preset.name(),
        "configuration_faults": status.configuration_faults, "memories": scopes, "documents": status.documents,
        "waiting": status.stale_documents.len(), "damaged": damaged,
        "conflicts": status.conflicts, "disputes": status.contradictions, "journal_bytes": status.journal_bytes,
        "embedding": {
            "provider": embedding.provider.name(), "embedder": embedding.embedder,
            "lag": embedding.lag, "unused": embedding.unused,
        },
        "language": {
            "provider": language.provider.name(), "model": language.model, "unused": language.unused.as_ref().map(ToString::to_string),
            "used_today": language.used_today, "daily_tokens": language.daily_tokens,
            "timeout_s": language.timeout_s,
        },
        "recalls": {
            "measured": recalls.recalls, "p95_ms": recalls.p95.map(|p95| p95.as_millis()),
            "degraded": recalls.degraded,
        },
    })
}

fn show(status: &VaultStatus) {
    output::line(format!("Vault      {}", status.root.display()));
    output::line(format!("Preset     {}", status.preset));
    if status.configuration_faults > 0 {
        output::line(format!(
            "Config     {}; `mnemic config check` lists them",
            counted(status.configuration_faults)
        ));
    }
    for row in &status.census {
        output::line(format!("Memories   {} {} in {}", row.count, row.lifecycle, row.scope));
    }
    if status.census.is_empty() {
        output::line("Memories   none yet; `mnemic remember TEXT` adds the first");
    }
    output::line(format!(
        "Documents  {}, {} to be written",
        status.documents,
        status.stale_documents.len()
    ));
    show_embedding(&status.embedding);
    show_language(&status.language);
    if status.recalls.recalls > 0 {
        output::line(format!("Recalls    {}", status.recalls));
    }
    output::line(format!("Journal    {} bytes", status.journal_bytes));
    if status.conflicts > 0 {
        output::line(format!("Conflicts  {}; `mnemic doctor` lists them", status.conflicts));
    }
    if status.contradictions > 0 {
        let pairs = status.contradictions;
        output::line(format!(
            "Conflicts  {pairs} contradicting pairs; `mnemic conflicts list` lists them"
        ));
    }
    for damaged in &status.damaged {
        output::line(format!(
            "Damaged    `{}` {}; `mnemic doctor` says what to do",
            damaged.path, damaged.reason
        ));
    }
}

fn show_embedding(embedding: &EmbeddingStatus) {
    let embedder = embedding.embedder.as_ref().map_or("none".to_owned(), ToString::to_string);
    let waiting = match embedding.lag {
        0 => String::new(),
        lag => {
            format!(
                ", {lag} memories without vectors; `mnemic models use {}` embeds them",
                embedding.provider
            )
        }
    };
    output::line(format!("Embedder   {embedder}{waiting}"));
    if let Some(unused) = &embedding.unused {
        output::line(format!("           {unused}"));
    }
}

/// Nothing is said of a language model that nobody asked for.
fn show_language(language: &LanguageStatus) {
    if language.provider == ModelProvider::None {
        return;
    }
    output::line(format!("Model      {language}"));
    if let Some(unused) = &language.unused {
        output::line(format!("           {unused}; Mnemic uses its rules instead"));
    }
}
