//! `mnemic import` from another tool: its files are read where they are and stay as they are.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use mnemic::{Migrated, Skipped, Tool};
use serde_json::json;

use super::{
    super::{Invocation, finish},
    claude, explain_low_trust, incoming,
};
use crate::{
    arguments::ImportHow, caller::whole_vault, failure::UserError, output, surroundings::homes,
};

const SKIPPED_SHOWN: usize = 20;

pub async fn run(
    session: &Invocation,
    tool: Tool,
    at: Option<PathBuf>,
    how: ImportHow,
) -> anyhow::Result<ExitCode> {
    let scope = session.surroundings.scope(how.scope.as_deref())?;
    let folder = match at {
        Some(named) => own_folder(tool, named),
        None => usual_folder(tool)?,
    };
    if !folder.exists() {
        return Err(UserError::error(
            format!("there is no `{}`", folder.display()),
            "name the folder that contains the memories",
        ));
    }
    let into = incoming(scope, how.untrusted);
    let engine = session.surroundings.open().await?;
    let progress = |count: u64| output::progress(&format!("{count} memories"));
    let migrated =
        engine.migrate(&whole_vault(), tool, &folder, into, how.dry_run, progress).await?;
    if how.dry_run {
        engine.close().await?;
    } else {
        output::progress("writing documents");
        finish(engine).await;
    }
    output::progress("");
    show(session, &folder, how.dry_run, &migrated)
}

/// The folder with the memories, when one above it was named.
fn own_folder(tool: Tool, named: PathBuf) -> PathBuf {
    let below = match tool {
        Tool::Openclaw => "workspace",
        Tool::ClaudeCode => "memory",
        Tool::Codex => "memories",
        Tool::McpMemory if named.is_dir() => return named.join("memory.jsonl"),
        Tool::Markdown | Tool::McpMemory => return named,
    };
    let has_own = named.join("MEMORY.md").exists();
    let inner = named.join(below);
    if !has_own && inner.is_dir() { inner } else { named }
}

/// Where a tool keeps its memories.
fn usual_folder(tool: Tool) -> anyhow::Result<PathBuf> {
    let here = std::env::current_dir().context("cannot tell the current folder")?;
    let homes = homes(&here)?;
    Ok(match tool {
        Tool::Openclaw => homes.openclaw_workspace(),
        Tool::Codex => homes.codex.join("memories"),
        Tool::ClaudeCode => claude::folder(&homes)?,
        Tool::Markdown | Tool::McpMemory => here,
    })
}

fn show(
    session: &Invocation,
    folder: &Path,
    is_trial: bool,
    migrated: &Migrated,
) -> anyhow::Result<ExitCode> {
    let Migrated { files, left, found, added, unchanged, forgotten, low_trust, skipped } = migrated;
    if session.json {
        let skipped: Vec<_> = skipped
            .iter()
            .map(|it| json!({ "file": it.file, "line": it.line, "error": it.reason }))
            .collect();
        output::json(&json!({
            "folder": folder, "dry_run": is_trial, "files": files, "left_alone": left,
            "found": found, "added": added, "unchanged": unchanged, "forgotten": forgotten,
            "low_trust": low_trust, "skipped": skipped,
        }))?;
    } else {
        let would = if is_trial { "would be added" } else { "added" };
        output::line(format!(
            "{found} memories in {files} files: {added} {would}, {unchanged} already known, {forgotten} stay forgotten, {} skipped",
            skipped.len()
        ));
        for Skipped { file, line, reason } in skipped.iter().take(SKIPPED_SHOWN) {
            let line = line.map(|line| format!(":{line}")).unwrap_or_default();
            output::aside(format!("{file}{line}: {reason}"));
        }
    }
    explain_low_trust(*low_trust);
    Ok(if skipped.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
