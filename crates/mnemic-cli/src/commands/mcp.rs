//! `mnemic mcp`

use std::{process::ExitCode, sync::Arc};

use mnemic::{Actor, Caller, Channel};
use mnemic_server::mcp::{self, Service};

use super::{Invocation, warn_if_behind};
use crate::{arguments::Mcp, surroundings::Surroundings};

pub async fn run(session: &Invocation, arguments: Mcp) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let service = service(surroundings, &arguments)?;
    let engine = Arc::new(surroundings.open_for_clients().await?);
    let served = mcp::serve_stdio(engine.clone(), service).await;
    warn_if_behind(engine.write_documents().await);
    served?;
    Ok(ExitCode::SUCCESS)
}

/// Which tools clients have, and on whose behalf they call them.
pub(super) fn service(surroundings: &Surroundings, arguments: &Mcp) -> anyhow::Result<Service> {
    let named = arguments.scope.as_deref();
    Ok(Service {
        profile: arguments.profile,
        scope: surroundings.scope(named.filter(|named| *named != "all"))?,
        caller: Caller::new(Actor::through(Channel::Mcp), surroundings.reach(named)?),
    })
}
