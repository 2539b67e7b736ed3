//! `mnemic slash`

use std::process::ExitCode;

use mnemic::{
    Trust,
    slash::{self, SlashWriter},
};

use super::{Invocation, finish, remember::text_or_stdin};
use crate::{arguments::Slash, caller::caller, failure::UserError, output};

pub async fn run(session: &Invocation, slash: Slash) -> anyhow::Result<ExitCode> {
    let line = text_or_stdin(slash.line)?;
    let slash: slash::Slash = line.parse().map_err(|error: slash::SlashError| {
        UserError::error(error.to_string(), "`mnemic slash /memory` lists all of them")
    })?;
    let surroundings = &session.surroundings;
    let writer = SlashWriter { scope: surroundings.scope(None)?, trust: Trust::High };
    let engine = surroundings.open().await?;
    let answer = engine.slash(&caller(&surroundings.reach(None)?), &slash, &writer).await?;
    finish(engine).await;
    match session.json {
        true => output::json(&answer.value)?,
        false => output::line(answer.text),
    }
    Ok(ExitCode::SUCCESS)
}
