//! `mnemic backup`

use std::process::ExitCode;

use mnemic::BackupRequest;
use serde_json::json;

use super::{Invocation, finish_reading};
use crate::{arguments::Backup, caller::whole_vault, output};

pub async fn run(session: &Invocation, backup: Backup) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    let keep = backup.keep.map(|keep| keep as usize);
    let made = engine.backup(&whole_vault(), BackupRequest { output: backup.output, keep }).await?;
    finish_reading(engine).await;
    let code = if made.left_out.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    if session.json {
        let left_out: Vec<_> =
            made.left_out.iter().map(|it| json!({"path": it.path, "reason": it.reason})).collect();
        output::json(&json!({
            "file": made.file, "files": made.files, "bytes": made.bytes, "removed": made.removed,
            "left_out": left_out,
        }))?;
        return Ok(code);
    }
    output::line(format!("Backed up {} files to {}", made.files, made.file.display()));
    for removed in &made.removed {
        output::line(format!("Removed the older backup {}", removed.display()));
    }
    for left_out in &made.left_out {
        output::aside(format!("warning: `{}` is not in it: {}", left_out.path, left_out.reason));
    }
    if !made.left_out.is_empty() {
        output::aside(
            "hint: rename or move these files, then back up again; the rest is in the backup",
        );
    }
    Ok(code)
}
