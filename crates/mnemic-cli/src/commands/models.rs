//! `mnemic models`

mod fetch;
mod list;
mod take;

use std::process::ExitCode;

use mnemic::models::Catalogue;

use super::Invocation;
use crate::{arguments::Models, failure::UserError, surroundings::Surroundings};

/// What people call the best known model.
const MINILM: &str = "minilm";

pub async fn run(session: &Invocation, models: Models) -> anyhow::Result<ExitCode> {
    match models {
        Models::List => list::run(session).await,
        Models::Fetch { name, from } => fetch::run(session, &name, from.as_deref()),
        Models::Use { name } => take::run(session, &name).await,
    }
}

/// The models of this machine.
fn catalogue(surroundings: &Surroundings) -> anyhow::Result<Catalogue> {
    let folder = surroundings.models.as_ref().ok_or_else(|| {
        UserError::error("there is no folder for models", "name one with MNEMIC_MODELS")
    })?;
    Ok(Catalogue::new(folder))
}
