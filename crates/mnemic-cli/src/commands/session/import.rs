//! `mnemic session import`

use std::{path::Path, process::ExitCode};

use mnemic::ImportedSession;
use serde_json::json;

use super::{super::Invocation, end, id};
use crate::{
    arguments::SessionImport,
    caller::whole_vault,
    commands::{finish, remember::text_or_stdin},
    failure::UserError,
    output,
};

const FAULTS_SHOWN: usize = 20;

pub async fn run(session: &Invocation, import: SessionImport) -> anyhow::Result<ExitCode> {
    let scope = session.surroundings.scope(import.scope.as_deref())?;
    let name = import.session.as_deref().map(id).transpose()?;
    let text = text_of(&import.file)?;
    let stem = import.file.file_stem().unwrap_or_default().to_string_lossy();
    let engine = session.surroundings.open().await?;
    let imported = engine.import_session(&whole_vault(), &text, &scope, name, &stem).await?;
    let ended = match import.end {
        true => Some(engine.end_session(&whole_vault(), &imported.session).await?),
        false => None,
    };
    finish(engine).await;
    let code = show(session, &imported, import.end)?;
    match ended {
        Some(ended) if code == ExitCode::SUCCESS && !session.json => end::show(session, &ended),
        Some(ended) if ended.failures().next().is_some() => Ok(ExitCode::FAILURE),
        _ => Ok(code),
    }
}

/// The text of a file, or of standard input.
pub fn text_of(file: &Path) -> anyhow::Result<String> {
    if file.as_os_str() == "-" {
        return text_or_stdin(Vec::new());
    }
    std::fs::read_to_string(file).map_err(|error| {
        let message = format!("cannot read `{}`: {error}", file.display());
        UserError::error(message, "name a file of text, or `-`")
    })
}

fn show(session: &Invocation, imported: &ImportedSession, ended: bool) -> anyhow::Result<ExitCode> {
    let ImportedSession { session: id, format, added, known, faults } = imported;
    if session.json {
        let faults: Vec<_> = faults
            .iter()
            .map(|fault| json!({ "line": fault.line, "error": fault.fault }))
            .collect();
        output::json(&json!({
            "session": id, "format": format.name(), "added": added, "known": known,
            "ended": ended, "rejected": faults,
        }))?;
    } else {
        output::line(format!(
            "Session {id} ({format}): {added} added, {known} known, {} rejected",
            faults.len()
        ));
        for fault in faults.iter().take(FAULTS_SHOWN) {
            output::aside(format!("line {}: {}", fault.line, fault.fault));
        }
    }
    Ok(if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
