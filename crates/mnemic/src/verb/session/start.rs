//! Starting a session. Whatever was left behind in its scope is finished first.

use jiff::Timestamp;
use mnemic_core::{
    record::{
        id::{MemoryId, SessionId},
        scope::Scope,
    },
    safety::caller::{Caller, Right},
    session::{Header, Mark, MarkKind, Parent, label},
};

use super::check_reach;
use crate::session::{
    Recovered, SessionError,
    writer::{LockDuration, SessionWriter},
};
use crate::{engine::Engine, error::Error, vault::transcript::SessionFiles};

/// How a session is to begin.
#[derive(Debug, Clone)]
pub struct Start {
    /// Whose memory it adds to.
    pub scope: Scope,
    /// What it is called; a name is made when absent.
    pub id: Option<SessionId>,
    /// The agent that talks.
    pub agent: Option<String>,
    /// The user it talks with.
    pub user: Option<String>,
    /// What it is about.
    pub title: Option<String>,
    /// When it began, if it was held elsewhere and is taken over.
    pub taken_over: Option<Timestamp>,
}

impl Start {
    /// A session in a scope, with a name of our making.
    pub fn new(scope: Scope) -> Self {
        Self { scope, id: None, agent: None, user: None, title: None, taken_over: None }
    }
}

/// A session that has begun.
#[derive(Debug, Clone, PartialEq)]
pub struct Started {
    /// The session.
    pub session: SessionId,
    /// Whose memory it adds to.
    pub scope: Scope,
    /// Whether it had begun before and goes on.
    pub resumed: bool,
    /// The narrative that tells what happened before.
    pub narrative: Option<MemoryId>,
    /// Sessions that were left behind and have been finished.
    pub recovered: Vec<Recovered>,
    /// Sessions that were put away.
    pub archived: Vec<SessionId>,
}

impl Engine {
    /// Starts a session, or goes on with one that has not ended.
    pub async fn start_session(&self, caller: &Caller, start: Start) -> Result<Started, Error> {
        caller.require(Right::Write)?;
        let scope_folder = session_folder(&start.scope)?;
        let start = self.with_free_name(caller, start)?;
        let (recovered, archived) =
            self.tidy_sessions(caller, &scope_folder, start.id.as_ref()).await;
        let known = match &start.id {
            Some(id) => self.vault().session(id).map_err(Error::file("look for", self.root()))?,
            None => None,
        };
        let (resumed, writer) = match known {
            Some(files) => {
                (true, self.sessions().session_writer(&files.id, LockDuration::Moment).await?)
            }
            None => self.begun_or_taken(&scope_folder, start, LockDuration::Moment).await?,
        };
        check_reach(caller, &writer.transcript)?;
        writer.is_not_ended()?;
        self.sessions().note_session(&writer).await?;
        tracing::debug!(session = %writer.files.id, resumed, "session started");
        Ok(Started {
            session: writer.files.id.clone(),
            scope: writer.transcript.header.scope.clone(),
            resumed,
            narrative: writer.transcript.narrative(),
            recovered,
            archived,
        })
    }

    /// Begins a session whose name was free a moment ago. When another process began it meanwhile, that one is taken
    /// to write it; whether so.
    pub(crate) async fn begun_or_taken(
        &self,
        scope_folder: &str,
        start: Start,
        stay: LockDuration,
    ) -> Result<(bool, SessionWriter<'_>), Error> {
        let name = start.id.clone();
        match (self.begun(scope_folder, start, None, stay).await, name) {
            (Err(Error::Session(SessionError::Exists(_))), Some(id)) => {
                Ok((true, self.sessions().session_writer(&id, stay).await?))
            }
            (begun, _) => Ok((false, begun?)),
        }
    }

    /// Begins a session whose name is free.
    pub(crate) async fn begun(
        &self,
        scope_folder: &str,
        start: Start,
        parent: Option<Parent>,
        stay: LockDuration,
    ) -> Result<SessionWriter<'_>, Error> {
        let made = || label::session(self.now(), &self.zone(), self.randomness());
        let id = start.id.unwrap_or_else(made);
        let files = SessionFiles::new(self.vault().root(), scope_folder, &id);
        let narrative = self.last_narrative(&start.scope).await?;
        let header = Header {
            version: Header::VERSION,
            session: id,
            scope: start.scope,
            agent: start.agent,
            user: start.user,
            title: start.title.map(|title| self.redactor().redact(&title).into_owned()),
            parent,
            narrative: narrative.map(|memory| memory.id),
            imported_at: start.taken_over.map(|_| self.now()),
        };
        let id = mnemic_core::record::id::Anchor::new(self.randomness()).to_string();
        let at = start.taken_over.unwrap_or_else(|| self.now());
        let begun = Mark { id, at, what: MarkKind::Session(header) };
        self.sessions().new_session(files, begun, stay).await
    }
}

/// The folder of a scope, below the vault.
pub(crate) fn session_folder(scope: &Scope) -> Result<String, Error> {
    Ok(scope.directory().ok_or_else(|| SessionError::NoFolder(scope.clone()))?)
}
