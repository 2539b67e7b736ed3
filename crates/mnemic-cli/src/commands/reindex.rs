//! `mnemic reindex`

use std::process::ExitCode;

use mnemic::BadLine;
use serde_json::{Value, json};

use super::{Invocation, finish};
use crate::{caller::whole_vault, output};

pub async fn run(session: &Invocation) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let reindexed = engine.reindex(&whole_vault()).await?;
    finish(engine).await;
    if session.json {
        let skipped: Vec<_> = reindexed.bad_lines.iter().map(skipped).collect();
        output::json(&json!({
            "acts": reindexed.acts, "bad_lines": skipped.len(), "skipped": skipped,
        }))?;
    } else {
        output::line(format!("Rebuilt the index from {} changes", reindexed.acts));
    }
    for bad in &reindexed.bad_lines {
        output::aside(format!("warning: journal/{} line {}: {}", bad.segment, bad.line, bad.fault));
    }
    Ok(ExitCode::SUCCESS)
}

fn skipped(bad: &BadLine) -> Value {
    json!({ "segment": bad.segment, "line": bad.line, "fault": bad.fault })
}
