//! `mnemic pin` and `mnemic unpin`

use std::process::ExitCode;

use super::{Session, answer, finish, show::reference};
use crate::arguments::One;

pub async fn pin(session: &Session, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.pin(&reach, &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, "Pinned", &memory)
}

pub async fn unpin(session: &Session, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.unpin(&reach, &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, "Unpinned", &memory)
}
