//! Verbs of sessions, one file each. A session beyond the caller's reach does not exist for the caller.

use mnemic_core::{
    record::{
        id::{Anchor, SessionId},
        scope::{Reach, Scope},
    },
    safety::caller::Caller,
    session::Transcript,
};

use crate::{
    engine::Engine,
    error::Error,
    session::{
        SessionError, Start,
        writer::{LockDuration, SessionWriter},
    },
    vault::transcript::SessionFiles,
};

pub(crate) mod append;
pub(crate) mod capture;
pub(crate) mod compact;
pub(crate) mod end;
pub(crate) mod expire;
pub(crate) mod flush;
pub(crate) mod fork;
pub(crate) mod import;
mod known;
pub(crate) mod list;
pub(crate) mod load;
pub(crate) mod narrative;
pub(crate) mod promote;
pub(crate) mod recover;
pub(crate) mod save;
pub(crate) mod search;
pub(crate) mod show;
pub(crate) mod start;

/// So many characters of a name are kept where another is needed.
const NAME_CHARS: usize = 60;

impl Engine {
    /// Reads a session within the caller's reach.
    pub(crate) fn session_of(
        &self,
        caller: &Caller,
        id: &SessionId,
    ) -> Result<(SessionFiles, Transcript), Error> {
        let (files, transcript) = self.read_session(id)?;
        check_reach(caller, &transcript)?;
        Ok((files, transcript))
    }

    /// Takes a session within the caller's reach to write it.
    pub(crate) async fn session_writer_of(
        &self,
        caller: &Caller,
        id: &SessionId,
        stay: LockDuration,
    ) -> Result<SessionWriter<'_>, Error> {
        let writer = self.sessions().session_writer(id, stay).await?;
        check_reach(caller, &writer.transcript)?;
        Ok(writer)
    }

    /// The caller, seeing what a session sees. A client names its own conversation, whichever folder it works in now.
    pub(crate) fn as_in_session(&self, caller: &Caller, id: &SessionId) -> Result<Caller, Error> {
        let scope = self.read_session(id)?.1.header.scope;
        Ok(caller.within(Reach::of(scope)))
    }

    /// A start under a name that no session beyond the caller's reach has: the caller cannot learn of that one.
    pub(crate) fn with_free_name(&self, caller: &Caller, start: Start) -> Result<Start, Error> {
        let Some(id) = &start.id else { return Ok(start) };
        match self.read_session(id) {
            Ok((_, transcript)) if check_reach(caller, &transcript).is_err() => {
                let begin: String = id.as_str().chars().take(NAME_CHARS).collect();
                let other = format!("{begin}-{}", Anchor::new(self.randomness()));
                Ok(Start { id: SessionId::nearest(&other), ..start })
            }
            Ok(_) | Err(Error::Session(SessionError::Unknown(_))) => Ok(start),
            Err(error) => Err(error),
        }
    }

    /// Whether a caller may be handed what belongs to a session. The owner's own clients may, wherever they work; of
    /// anyone else, a session that nobody knows of is nobody's.
    pub(crate) fn may_see_session(&self, caller: &Caller, session: &str) -> bool {
        if caller.is_local_owner() {
            return true;
        }
        let Ok(id) = session.parse::<SessionId>() else { return false };
        match self.read_session(&id) {
            Ok((_, transcript)) => check_reach(caller, &transcript).is_ok(),
            Err(_) => caller.reach.covers(&Scope::Session(id)),
        }
    }
}

pub(crate) fn check_reach(caller: &Caller, transcript: &Transcript) -> Result<(), SessionError> {
    match caller.reach.covers(&transcript.header.scope) {
        true => Ok(()),
        false => Err(SessionError::Unknown(transcript.header.session.clone())),
    }
}
