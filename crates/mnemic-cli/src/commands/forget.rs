//! `mnemic forget`

use std::process::ExitCode;

use mnemic::{Engine, Error, Memory, Reach, Reference};

use super::{Session, answer, finish};
use crate::arguments::Forget;

pub async fn run(session: &Session, forget: Forget) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(forget.scope.as_deref())?;
    let typed = forget.memory.join(" ");
    let engine = session.surroundings.open().await?;
    let memory = forget_named(&engine, &reach, &typed).await?;
    finish(engine).await;
    answer(session, "Forgot", &memory)
}

/// By its name, else by words that only it holds.
async fn forget_named(engine: &Engine, reach: &Reach, typed: &str) -> Result<Memory, Error> {
    if let Ok(reference) = typed.parse::<Reference>() {
        match engine.forget(reach, &reference).await {
            Err(Error::NotFound(_)) if typed.chars().any(char::is_alphabetic) => {}
            outcome => return outcome,
        }
    }
    let memory = engine.find_by_words(reach, typed).await?;
    engine.forget(reach, &memory.id.into()).await
}
