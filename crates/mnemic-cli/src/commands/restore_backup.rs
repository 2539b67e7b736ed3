//! `mnemic restore-backup`

use std::process::ExitCode;

use mnemic::Present;
use serde_json::json;

use super::{Invocation, finish};
use crate::{arguments::RestoreBackup, caller::whole_vault, output};

pub async fn run(session: &Invocation, restore: RestoreBackup) -> anyhow::Result<ExitCode> {
    let present = if restore.yes { Present::PutAside } else { Present::Refuse };
    let vault = &session.surroundings.vault;
    let restored = mnemic::restore_backup(&restore.file, vault, present).await?;
    let acts = match build_index(session).await {
        Ok(acts) => Some(acts),
        Err(error) => {
            output::aside(format!("warning: the index is not built yet: {error:#}"));
            output::aside("hint: the backup is restored; the next command builds the index");
            None
        }
    };
    if session.json {
        output::json(&json!({
            "vault": restored.vault, "files": restored.files, "made_at": restored.made_at,
            "aside": restored.aside, "acts": acts,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    output::line(format!(
        "Restored {} to its state of {}",
        restored.vault.display(),
        restored.made_at
    ));
    if let Some(aside) = &restored.aside {
        output::line(format!("The previous one is {}", aside.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the index of the restored vault; answers how many acts it holds.
async fn build_index(session: &Invocation) -> anyhow::Result<usize> {
    let engine = session.surroundings.open_anyway().await?;
    let reindexed = engine.reindex(&whole_vault()).await?;
    finish(engine).await;
    Ok(reindexed.acts)
}
