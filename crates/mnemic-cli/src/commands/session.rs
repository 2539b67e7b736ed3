//! `mnemic session`

mod append;
mod end;
mod import;
mod list;
mod recover;
mod search;
mod show;
mod start;

use std::process::ExitCode;

pub use import::text_of;
use mnemic::SessionId;

use super::Invocation;
use crate::{arguments::SessionAction, failure::UserError};

pub async fn run(session: &Invocation, action: SessionAction) -> anyhow::Result<ExitCode> {
    match action {
        SessionAction::Start(start) => start::run(session, start).await,
        SessionAction::Append(append) => append::run(session, append).await,
        SessionAction::End { session: id } => end::end(session, &id).await,
        SessionAction::Fork { session: from, id } => start::fork(session, &from, id).await,
        SessionAction::List(list) => list::run(session, list).await,
        SessionAction::Show(show) => show::run(session, show).await,
        SessionAction::Search(search) => search::run(session, search).await,
        SessionAction::Compact { session: id, summary } => {
            end::compact(session, &id, summary).await
        }
        SessionAction::Recover { session: id } => recover::run(session, id).await,
        SessionAction::Expire => recover::expire(session).await,
        SessionAction::Import(import) => import::run(session, import).await,
    }
}

/// A session as it was named.
pub fn id(text: &str) -> anyhow::Result<SessionId> {
    text.parse().map_err(|_| {
        UserError::error(
            format!("`{text}` is not a valid session name"),
            "use 1 to 80 of the characters a-z 0-9 . _ -, not starting or ending with a dot",
        )
    })
}
