//! `mnemic doctor`

use std::{io::BufRead, process::ExitCode};

use mnemic::{Finding, Health, Mending};
use serde_json::json;

use super::{Invocation, finish};
use crate::{arguments::Doctor, caller::whole_vault, failure::UserError, output};

pub async fn run(session: &Invocation, doctor: Doctor) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open_anyway().await?;
    if let Some(document) = &doctor.accept {
        confirm(&doctor, &format!("archive every memory that is missing from {document}"))?;
        engine.accept_document(&whole_vault(), document).await?;
    }
    if let Some(document) = &doctor.rewrite {
        confirm(&doctor, &format!("rewrite {document}"))?;
        engine.rewrite_document(&whole_vault(), document).await?;
    }
    let health = engine.doctor(&whole_vault(), doctor.fix).await?;
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
        return Err(UserError::error(format!("this would {what}"), "confirm with `--yes`"));
    }
    output::aside(format!("This will {what}. Type yes to continue:"));
    let mut typed = String::new();
    std::io::stdin().lock().read_line(&mut typed)?;
    if typed.trim() == "yes" {
        Ok(())
    } else {
        Err(UserError::error("not confirmed", "nothing was changed"))
    }
}

fn show(session: &Invocation, health: &Health) -> anyhow::Result<()> {
    if session.json {
        let findings: Vec<_> = health
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "code": finding.code.name(), "what": finding.what, "remedy": finding.remedy,
                    "mending": finding.mending.to_string(),
                    "needs_person": finding.needs_person(), "fixed": finding.fixed,
                })
            })
            .collect();
        return output::json(&json!({ "well": health.is_well(), "findings": findings }));
    }
    if health.findings.is_empty() {
        output::line("Everything is in order");
    }
    for finding in &health.findings {
        output::line(format!("{}: {} ({})", mark(finding), finding.what, finding.code));
        if !finding.fixed {
            output::line(format!("    {}", remedy(finding)));
        }
    }
    Ok(())
}

fn mark(finding: &Finding) -> &'static str {
    match finding.mending {
        _ if finding.fixed => "mended",
        Mending::Nobody => "noted",
        Mending::Itself | Mending::Fix | Mending::Person => "found",
    }
}

fn remedy(finding: &Finding) -> String {
    match finding.mending {
        Mending::Fix => format!("`mnemic doctor --fix` would {}", finding.remedy),
        Mending::Itself | Mending::Person | Mending::Nobody => finding.remedy.clone(),
    }
}
