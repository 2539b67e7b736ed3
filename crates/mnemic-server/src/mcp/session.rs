//! Tools for sessions: conversations that an agent keeps while they run.

mod end;
mod say;
mod view;

use mnemic::{SessionId, ShownSession};

use super::{Call, failure::Failure};

impl Call<'_> {
    /// The session that is named, within reach.
    fn session(&self) -> Result<(SessionId, ShownSession), Failure> {
        let id = self.session_name("session")?;
        let id = id.ok_or_else(|| Failure::argument("session", "it is missing"))?;
        let shown = self.engine.show_session(&self.service.caller, &id)?;
        Ok((id, shown))
    }

    /// The name that an argument gives.
    fn session_name(&self, argument: &str) -> Result<Option<SessionId>, Failure> {
        let named = self.arguments.text(argument).map(|name| name.trim().parse());
        named.transpose().map_err(|error: mnemic::ScopeError| Failure::argument(argument, error))
    }
}
