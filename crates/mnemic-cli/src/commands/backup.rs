//! `mnemic backup`

use std::process::ExitCode;

use mnemic::BackupRequest;
use serde_json::json;

use super::{Session, finish_reading};
use crate::{arguments::Backup, output};

pub async fn run(session: &Session, backup: Backup) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let keep = backup.keep.map(|keep| keep as usize);
    let made = engine.backup(BackupRequest { output: backup.output, keep }).await?;
    finish_reading(engine).await;
    if session.json {
        output::json(&json!({
            "file": made.file, "files": made.files, "bytes": made.bytes, "removed": made.removed,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!("Backed up {} files to {}", made.files, made.file.display()));
    for removed in &made.removed {
        output::line(format!("Removed the older backup {}", removed.display()));
    }
    Ok(ExitCode::SUCCESS)
}
