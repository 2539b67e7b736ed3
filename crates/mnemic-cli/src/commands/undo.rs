//! `mnemic undo`

use std::process::ExitCode;

use mnemic::{Memory, Reach, Reversal, json::MemoryJson};

use super::{Invocation, audit, finish, name};
use crate::{
    arguments::Undo,
    caller::{caller, whole_vault},
    output,
};

/// How many memories are listed for people.
const MEMORIES_LISTED: usize = 10;

pub async fn run(session: &Invocation, undo: Undo) -> anyhow::Result<ExitCode> {
    let engine = session.surroundings.open().await?;
    let reversal = match (&undo.act, undo.scope.as_deref()) {
        (Some(act), _) => engine.undo(&whole_vault(), mnemic::Undo::Act(act)).await?,
        (None, scope) => engine.undo(&caller(&reach(session, scope)?), mnemic::Undo::Last).await?,
    };
    finish(engine).await;
    if session.json {
        let acts: Vec<String> = reversal.acts.iter().map(ToString::to_string).collect();
        let memories = MemoryJson::all(&reversal.memories);
        output::json(&serde_json::json!({ "acts": acts, "memories": memories }))?;
    } else {
        describe(&reversal);
    }
    Ok(ExitCode::SUCCESS)
}

/// Where the last act is looked for: in this project and among what is global, unless a scope is named.
fn reach(session: &Invocation, scope: Option<&str>) -> anyhow::Result<Reach> {
    match scope {
        None => session.surroundings.reach(None),
        named => session.surroundings.owner_reach(named),
    }
}

fn describe(reversal: &Reversal) {
    let names: Vec<String> = reversal.acts.iter().take(3).map(|act| audit::name(*act)).collect();
    let more = match reversal.acts.len().saturating_sub(names.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    output::line(format!("Undid change {}{more}", names.join(", ")));
    for memory in reversal.memories.iter().take(MEMORIES_LISTED) {
        output::line(format!("  {} {}", name(memory), now(memory)));
    }
    let more = reversal.memories.len().saturating_sub(MEMORIES_LISTED);
    if more > 0 {
        output::line(format!("  and {more} more memories"));
    }
}

fn now(memory: &Memory) -> String {
    match memory.is_active() {
        true => mnemic::excerpt(&memory.text),
        false => format!("{} ({})", mnemic::excerpt(&memory.text), memory.lifecycle.name()),
    }
}
