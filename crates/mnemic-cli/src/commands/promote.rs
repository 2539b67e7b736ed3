//! `mnemic promote`

use std::process::ExitCode;

use mnemic::{
    FindingOutcome, JudgedFinding, Reach, Reference, Reviewed, Scope, json::MemoryJson,
    learn::widening::Consent,
};
use serde_json::{Value, json};

use super::{
    Invocation, answer, finish, finish_reading, name, nature, session as sessions, show::reference,
    why_low,
};
use crate::{
    arguments::Promote,
    caller::{caller, whole_vault},
    failure::UserError,
    output,
};

pub async fn run(session: &Invocation, promote: Promote) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(promote.scope.as_deref())?;
    if let Some(id) = &promote.session {
        return explain_findings(session, id).await;
    }
    let Some(memory) = &promote.memory else { return review(session, &reach).await };
    let reference = reference(memory)?;
    if promote.explain {
        return explain(session, &reach, &reference).await;
    }
    let Some(to) = promote.to.as_deref() else {
        return confirm(session, &reach, &reference).await;
    };
    let to = destination(session, to)?;
    let consent = if promote.yes { Consent::Given } else { Consent::Absent };
    let engine = session.surroundings.open().await?;
    let widened = engine.widen(&caller(&reach), &reference, to, consent).await?;
    finish(engine).await;
    if session.json {
        let [from, to] = [&widened.from, &widened.to].map(MemoryJson::from);
        output::json(&json!({ "from": from, "to": to }))?;
    } else {
        let (from, to) = (name(&widened.from), name(&widened.to));
        output::line(format!("Promoted {from} to {to} ({})", nature(&widened.to)));
    }
    Ok(ExitCode::SUCCESS)
}

async fn explain(
    session: &Invocation,
    reach: &Reach,
    reference: &Reference,
) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let judgement = engine.judge(&caller(reach), reference).await?;
    if session.json {
        output::json(&judgement)?;
    } else {
        judgement.to_string().lines().for_each(output::line);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

async fn confirm(
    session: &Invocation,
    reach: &Reach,
    reference: &Reference,
) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let memory = engine.confirm(&caller(reach), reference).await?;
    finish(engine).await;
    answer(session, "Confirmed", &memory)
}

async fn explain_findings(session: &Invocation, id: &str) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let judged = engine.judge_findings(&whole_vault(), &sessions::id(id)?).await?;
    finish_reading(engine).await;
    if session.json {
        let findings: Vec<Value> = judged.iter().map(finding_json).collect();
        output::json(&json!({ "session": id, "findings": findings }))?;
        return Ok(ExitCode::SUCCESS);
    }
    if judged.is_empty() {
        output::line("No findings in this session");
    }
    for JudgedFinding { finding, judgement, fate } in &judged {
        output::line(format!("{} ({})", finding.text, finding.category));
        for line in judgement.to_string().lines() {
            output::line(format!("    {line}"));
        }
        match fate {
            FindingOutcome::Remembered(memory) => {
                output::line(format!("    remembered: {}", name(memory)))
            }
            FindingOutcome::Due => {
                output::line("    the next flush or the end of the session stores it")
            }
            FindingOutcome::Left => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn finding_json(judged: &JudgedFinding) -> Value {
    let (fate, id) = match &judged.fate {
        FindingOutcome::Remembered(memory) => ("remembered", Some(memory.id)),
        FindingOutcome::Due => ("due", None),
        FindingOutcome::Left => ("left", None),
    };
    json!({ "finding": judged.finding, "judgement": judged.judgement, "fate": fate, "memory": id })
}

async fn review(session: &Invocation, reach: &Reach) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let reviewed = engine.review(&caller(reach)).await?;
    let waiting = engine.awaiting_consent(&caller(reach)).await?;
    let low = engine.of_low_trust(&caller(reach)).await?;
    finish(engine).await;
    if session.json {
        let reviewed: Vec<_> = reviewed
            .iter()
            .map(|it| json!({ "review": it.review, "memory": MemoryJson::from(&it.memory) }))
            .collect();
        let [waiting, low] = [&waiting, &low].map(MemoryJson::all);
        output::json(&json!({ "reviewed": reviewed, "waiting": waiting, "low_trust": low }))?;
        return Ok(ExitCode::SUCCESS);
    }
    if reviewed.is_empty() {
        output::line("No candidate has expired");
    }
    for Reviewed { memory, review } in &reviewed {
        output::line(format!("{review}: {} ({})", name(memory), nature(memory)));
    }
    for memory in &waiting {
        let (name, text) = (name(memory), &memory.text);
        output::line(format!("Needs `mnemic promote ID --yes`: {name} {text}"));
    }
    for memory in &low {
        let (name, why) = (name(memory), why_low(memory));
        output::line(format!(
            "Low trust, {why}; `mnemic promote ID --yes` confirms it: {name} {}",
            memory.text
        ));
    }
    Ok(ExitCode::SUCCESS)
}

fn destination(session: &Invocation, to: &str) -> anyhow::Result<Scope> {
    if to != "project" {
        return session.surroundings.scope(Some(to));
    }
    let project = session.surroundings.project.clone().map(Scope::Project);
    let hint = "name one: `--to project:NAME`";
    project.ok_or_else(|| UserError::error("there is no current project", hint))
}
