//! `mnemic forget`

use std::process::ExitCode;

use super::{Invocation, answer, finish};
use crate::{arguments::Forget, caller::caller};

pub async fn run(session: &Invocation, forget: Forget) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(forget.scope.as_deref())?;
    let typed = forget.memory.join(" ");
    let engine = session.surroundings.open().await?;
    let memory = engine.find_named(&caller(&reach), &typed).await?;
    let memory = engine.forget(&caller(&reach), &memory.id.into()).await?;
    finish(engine).await;
    answer(session, "Forgot", &memory)
}
