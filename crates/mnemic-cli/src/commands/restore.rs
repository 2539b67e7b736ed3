//! `mnemic restore`

use std::process::ExitCode;

use super::{Invocation, answer, finish, show::reference};
use crate::{arguments::One, caller::caller};

pub async fn run(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let memory = engine.restore(&caller(&reach), &reference(&one.memory)?).await?;
    finish(engine).await;
    answer(session, "Restored", &memory)
}
