//! Tools for sessions: conversations that an agent has kept while they run. Each is one of a scope within reach.

mod end;
mod say;
mod view;

use mnemic::{Error, SessionError, SessionId, ShownSession};

use super::{Call, failure::Failure};

impl Call<'_> {
    /// The session that is named. One beyond reach is as good as none.
    fn session(&self) -> Result<(SessionId, ShownSession), Failure> {
        let id = self.session_name("session")?;
        let id = id.ok_or_else(|| Failure::argument("session", "it is missing"))?;
        let shown = self.engine.show_session(&self.service.caller, &id)?;
        if !self.service.caller.reach.covers(&shown.transcript.header.scope) {
            return Err(Error::from(SessionError::Unknown(id)).into());
        }
        Ok((id, shown))
    }

    /// The name that an argument gives.
    fn session_name(&self, argument: &str) -> Result<Option<SessionId>, Failure> {
        let named = self.arguments.text(argument).map(|name| name.trim().parse());
        named.transpose().map_err(|error: mnemic::ScopeError| Failure::argument(argument, error))
    }

    /// The name for a new session, or for one within reach that goes on.
    fn free_or_own(&self, argument: &str) -> Result<Option<SessionId>, Failure> {
        let Some(id) = self.session_name(argument)? else { return Ok(None) };
        match self.engine.show_session(&self.service.caller, &id) {
            Ok(shown) if !self.service.caller.reach.covers(&shown.transcript.header.scope) => {
                Err(Error::from(SessionError::Exists(id)).into())
            }
            Ok(_) | Err(Error::Session(SessionError::Unknown(_))) => Ok(Some(id)),
            Err(error) => Err(error.into()),
        }
    }
}
