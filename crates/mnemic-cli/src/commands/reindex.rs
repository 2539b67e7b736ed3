//! `mnemic reindex`

use std::process::ExitCode;

use serde_json::json;

use super::{Session, finish};
use crate::output;

pub async fn run(session: &Session) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let reindexed = engine.reindex().await?;
    finish(engine).await;
    if session.json {
        output::json(&json!({ "acts": reindexed.acts, "bad_lines": reindexed.bad_lines.len() }))?;
    } else {
        output::line(format!("The index is built anew from {} acts", reindexed.acts));
    }
    for bad in &reindexed.bad_lines {
        output::aside(format!("warning: journal/{} line {}: {}", bad.segment, bad.line, bad.fault));
    }
    Ok(ExitCode::SUCCESS)
}
