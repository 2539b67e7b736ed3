//! `mnemic reinforce` and `mnemic demote`

use std::process::ExitCode;

use super::{Invocation, answer, finish, show::reference};
use crate::{arguments::One, caller::caller};

pub async fn reinforce(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.reinforce(&caller(&reach), &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, &format!("Score {}:", memory.signals.score), &memory)
}

pub async fn demote(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.demote(&caller(&reach), &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, &format!("Score {}:", memory.signals.score), &memory)
}
