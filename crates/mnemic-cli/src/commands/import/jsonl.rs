//! `mnemic import jsonl`

use std::{
    fs::File,
    io::{BufRead, BufReader},
    process::ExitCode,
};

use mnemic::{ImportProgress, ImportReport};
use serde_json::json;

use super::{
    super::{Invocation, finish},
    explain_low_trust, incoming,
};
use crate::{arguments::ImportJsonl, caller::whole_vault, failure::UserError, output};

const FAULTS_SHOWN: usize = 20;

pub async fn run(session: &Invocation, import: ImportJsonl) -> anyhow::Result<ExitCode> {
    let ImportJsonl { file, scope, restore, untrusted } = import;
    let scope = session.surroundings.scope(scope.as_deref())?;
    let reader: Box<dyn BufRead> = if file.as_os_str() == "-" {
        Box::new(BufReader::new(std::io::stdin()))
    } else {
        let opened = File::open(&file).map_err(|error| {
            UserError::error(
                format!("cannot read `{}`: {error}", file.display()),
                "name a file of JSON lines, or `-`",
            )
        })?;
        Box::new(BufReader::with_capacity(1 << 16, opened))
    };
    let engine = session.surroundings.open().await?;
    let progress = |progress: ImportProgress| {
        output::progress(&format!("{} lines, {} memories", progress.lines, progress.added));
    };
    let report = if restore {
        engine.reinstate_jsonl(&whole_vault(), reader.lines(), progress).await?
    } else {
        engine
            .import_jsonl(&whole_vault(), reader.lines(), incoming(scope, untrusted), progress)
            .await?
    };
    output::progress("writing documents");
    finish(engine).await;
    output::progress("");
    show(session, &report)
}

fn show(session: &Invocation, report: &ImportReport) -> anyhow::Result<ExitCode> {
    let ImportReport { lines, added, updated, unchanged, forgotten, exported, low_trust, rejected } =
        report;
    if session.json {
        let faults: Vec<_> = rejected
            .iter()
            .map(|rejected| json!({ "line": rejected.line, "error": rejected.fault }))
            .collect();
        output::json(&json!({
            "lines": lines, "added": added, "updated": updated, "unchanged": unchanged,
            "forgotten": forgotten, "low_trust": low_trust, "rejected": faults,
        }))?;
    } else {
        output::line(format!(
            "{lines} lines: {added} added, {updated} updated, {unchanged} unchanged, {forgotten} stay forgotten, {} rejected",
            rejected.len()
        ));
        for rejected in rejected.iter().take(FAULTS_SHOWN) {
            output::aside(format!("line {}: {}", rejected.line, rejected.fault));
        }
    }
    explain_low_trust(*low_trust);
    if *exported > 0 {
        output::aside(format!(
            "{exported} lines come from an export; Mnemic imported only their contents"
        ));
        output::aside(
            "hint: if the export is yours, `--restore` brings memories back with ids, versions and signals",
        );
    }
    Ok(if rejected.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
