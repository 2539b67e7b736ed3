//! `mnemic pin` and `mnemic unpin`

use std::process::ExitCode;

use mnemic::{Engine, Memory, Reach};

use super::{Invocation, answer, explain_low_trust, finish, show::reference};
use crate::{arguments::One, caller::caller, output};

pub async fn pin(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.pin(&caller(&reach), &reference(&one.memory)?).await?;
    warn_of_too_much(&engine, &memory).await;
    finish(engine).await;
    explain_low_trust(&memory);
    answer(session, "Pinned", &memory)
}

pub async fn unpin(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.unpin(&caller(&reach), &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, "Unpinned", &memory)
}

/// What is always handed out must fit beside what is asked for. The memory is pinned, whatever comes of looking.
async fn warn_of_too_much(engine: &Engine, memory: &Memory) {
    let Ok((cost, most)) = engine.pinned_cost(&caller(&Reach::of(memory.scope.clone()))).await
    else {
        return;
    };
    if most > 0 && cost > most {
        output::aside(format!(
            "warning: pinned memories need about {cost} tokens, and a context has room for {most}; Mnemic shortens the longest"
        ));
        output::aside("hint: unpin some memories with `mnemic unpin`, or raise `context.budget`");
    }
}
