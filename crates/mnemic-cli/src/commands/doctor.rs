//! `mnemic doctor`

use std::{io::BufRead, process::ExitCode};

use mnemic::Health;
use serde_json::json;

use super::{Session, finish};
use crate::{arguments::Doctor, failure::Told, output};

pub async fn run(session: &Session, doctor: Doctor) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    if let Some(document) = &doctor.accept {
        confirm(&doctor, &format!("archive every memory that is missing from {document}"))?;
        engine.accept_document(document).await?;
    }
    if let Some(document) = &doctor.rewrite {
        confirm(&doctor, &format!("write {document} anew"))?;
        engine.rewrite_document(document).await?;
    }
    let health = engine.doctor(doctor.fix).await?;
    if doctor.fix {
        finish(engine).await;
    }
    show(session, &health)?;
    Ok(if health.is_well() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Asks before something that a person must mean.
fn confirm(doctor: &Doctor, what: &str) -> anyhow::Result<()> {
    if doctor.yes {
        return Ok(());
    }
    if !output::is_interactive() {
        return Err(Told::error(format!("this would {what}"), "say so with `--yes`"));
    }
    output::aside(format!("This will {what}. Type yes to go on:"));
    let mut typed = String::new();
    std::io::stdin().lock().read_line(&mut typed)?;
    if typed.trim() == "yes" {
        Ok(())
    } else {
        Err(Told::error("not confirmed", "nothing was changed"))
    }
}

fn show(session: &Session, health: &Health) -> anyhow::Result<()> {
    if session.json {
        let findings: Vec<_> = health
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "what": finding.what, "remedy": finding.remedy,
                    "needs_person": finding.needs_person, "fixed": finding.fixed,
                })
            })
            .collect();
        return output::json(&json!({ "well": health.is_well(), "findings": findings }));
    }
    if health.findings.is_empty() {
        output::line("Everything is in order");
    }
    for finding in &health.findings {
        let mark = if finding.fixed { "mended" } else { "found" };
        output::line(format!("{mark}: {}", finding.what));
        if !finding.fixed {
            output::line(format!("    {}", finding.remedy));
        }
    }
    Ok(())
}
