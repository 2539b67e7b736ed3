//! `mnemic conflicts`: memories that contradict each other.

use std::process::ExitCode;

use mnemic::{ContradictionCase, Memory, Reach, Reference, Settlement};
use serde_json::{Value, json};

use super::{Invocation, finish, finish_reading, name, nature};
use crate::{
    arguments::{Conflicts, ConflictsAction, InScope, OneConflict, ResolveConflict},
    caller::{caller, whole_vault},
    output,
};

pub async fn run(session: &Invocation, conflicts: Conflicts) -> anyhow::Result<ExitCode> {
    match conflicts.action.unwrap_or_else(|| ConflictsAction::List(InScope::default())) {
        ConflictsAction::List(scope) => list(session, &scope).await,
        ConflictsAction::Show(one) => show(session, &one).await,
        ConflictsAction::Resolve(resolve) => resolve_conflict(session, &resolve).await,
        ConflictsAction::Scan(scope) => scan(session, &scope).await,
    }
}

async fn list(session: &Invocation, scope: &InScope) -> anyhow::Result<ExitCode> {
    let reach = reach(session, scope)?;
    let engine = session.surroundings.open().await?;
    let contradictions = engine.contradictions(&caller(&reach)).await?;
    if session.json {
        let cases: Vec<Value> = contradictions.iter().map(answer).collect();
        output::json(&json!({ "conflicts": cases }))?;
    } else if contradictions.is_empty() {
        output::line("No memories contradict each other.");
    } else {
        contradictions.iter().for_each(print_case);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

async fn show(session: &Invocation, one: &OneConflict) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let case = engine.find_contradiction(&whole_vault(), &one.name).await?;
    if session.json {
        output::json(&answer(&case))?;
    } else {
        print_case(&case);
        let conflict = case.contradiction.between.name();
        let anchor = &case.memories[1].anchor;
        output::aside(format!(
            "`mnemic conflicts resolve {conflict} --keep {anchor}` archives the other side"
        ));
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

async fn resolve_conflict(
    session: &Invocation,
    resolve: &ResolveConflict,
) -> anyhow::Result<ExitCode> {
    let keep = resolve.keep.as_deref().map(str::parse::<Reference>).transpose()?;
    let engine = session.surroundings.open().await?;
    let name_given = &resolve.one.name;
    let settled = engine.settle_contradiction(&whole_vault(), name_given, keep.as_ref()).await?;
    finish(engine).await;
    match settled {
        Settlement::Kept { kept, archived } if session.json => {
            output::json(
                &json!({ "kept": memory_json(&kept), "archived": memory_json(&archived) }),
            )?;
        }
        Settlement::Dismissed(case) if session.json => {
            output::json(&json!({ "dismissed": case.contradiction.between.name() }))?;
        }
        Settlement::Kept { kept, archived } => {
            output::line(format!("Kept {}, archived {}", name(&kept), name(&archived)));
        }
        Settlement::Dismissed(case) => {
            let [one, other] = &case.memories;
            output::line(format!("Kept both: {} and {}", name(one), name(other)));
        }
    }
    Ok(ExitCode::SUCCESS)
}

async fn scan(session: &Invocation, scope: &InScope) -> anyhow::Result<ExitCode> {
    let reach = reach(session, scope)?;
    let engine = session.surroundings.open().await?;
    let found = engine.compare_all(&caller(&reach)).await?;
    finish(engine).await;
    if session.json {
        output::json(&json!({ "found": found }))?;
    } else {
        output::line(format!("{found} new; `mnemic conflicts list` lists all"));
    }
    Ok(ExitCode::SUCCESS)
}

fn reach(session: &Invocation, scope: &InScope) -> anyhow::Result<Reach> {
    match scope.scope.as_deref() {
        None => Ok(Reach::Vault),
        named => session.surroundings.reach(named),
    }
}

fn print_case(case: &ContradictionCase) {
    let contradiction = &case.contradiction;
    let date = contradiction.detected_at.strftime("%Y-%m-%d");
    let severity = format!("{:?}", contradiction.severity).to_lowercase();
    output::line(format!("{}  {severity}, since {date}", contradiction.between.name()));
    for memory in &case.memories {
        output::line(format!("    {} {} ({})", name(memory), memory.text, nature(memory)));
    }
}

fn answer(case: &ContradictionCase) -> Value {
    let contradiction = &case.contradiction;
    json!({
        "conflict": contradiction.between.name(), "severity": contradiction.severity, "manner": contradiction.manner,
        "detected_at": contradiction.detected_at, "memories": case.memories.each_ref().map(memory_json),
    })
}

fn memory_json(memory: &Memory) -> Value {
    json!({
        "id": memory.id.to_string(), "number": memory.number, "anchor": memory.anchor.as_str(),
        "scope": memory.scope, "text": memory.text,
    })
}
