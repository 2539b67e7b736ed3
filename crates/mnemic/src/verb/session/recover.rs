//! Finishing what was left behind: sessions whose end was begun, whose process died, or that nobody goes on with.

use mnemic_core::{
    record::id::SessionId,
    safety::caller::{Caller, Right},
    session::{SessionState, Stage},
};

use crate::session::{SessionError, TornLine, catalogue::scope_folder, writer::LockDuration};
use crate::{
    engine::Engine,
    error::Error,
    vault::{session_lock::SessionLock, transcript::SessionFiles},
};

/// A session that was looked after.
#[derive(Debug, Clone, PartialEq)]
pub struct Recovered {
    /// The session.
    pub session: SessionId,
    /// The stages of its end that are done now.
    pub stages: Vec<Stage>,
    /// The stages that failed, and why.
    pub failed: Vec<(Stage, String)>,
    /// What stood after its last whole line and was put aside.
    pub torn: Option<TornLine>,
    /// Whether it was put away and is back.
    pub brought_back: bool,
}

impl Engine {
    /// Finishes every session that was left behind.
    pub async fn recover_sessions(&self, caller: &Caller) -> Result<Vec<Recovered>, Error> {
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        let mut recovered = Vec::new();
        for (_, folder) in folders {
            let left = self.left_behind(&folder)?;
            let is_tidy = left.is_empty();
            for id in left {
                match self.recover_own(caller, &id).await {
                    Ok(session) => recovered.push(session),
                    Err(error) => {
                        tracing::warn!(session = %id, %error, "the session stays unfinished");
                    }
                }
            }
            if !is_tidy {
                self.sessions().note_sessions(&folder).await?;
            }
        }
        Ok(recovered)
    }

    /// Looks after a session of any scope, with what that scope sees.
    async fn recover_own(&self, caller: &Caller, id: &SessionId) -> Result<Recovered, Error> {
        let caller = self.as_in_session(caller, id)?;
        self.recover_session(&caller, id).await
    }

    /// Looks after one session: brings it back if it was put away, makes its transcript whole, and finishes it if it
    /// was left behind.
    pub async fn recover_session(
        &self,
        caller: &Caller,
        id: &SessionId,
    ) -> Result<Recovered, Error> {
        caller.require(Right::Write)?;
        let (files, _) = self.session_of(caller, id)?;
        let brought_back = files.is_away;
        if brought_back {
            self.bring_back(&files).await?;
        }
        let is_left = self.left_behind(&scope_folder(&files))?.contains(id);
        let writer = self.session_writer_of(caller, id, LockDuration::Lasting).await?;
        let (session, torn) = (id.clone(), writer.torn);
        let mut recovered =
            Recovered { session, stages: Vec::new(), failed: Vec::new(), torn, brought_back };
        if is_left {
            for report in self.finish_session(caller, writer, true).await?.stages {
                match report.outcome {
                    Ok(()) => recovered.stages.push(report.stage),
                    Err(error) => recovered.failed.push((report.stage, error.to_string())),
                }
            }
        }
        Ok(recovered)
    }

    /// Puts the incomplete last lines of transcripts aside. A session that someone writes is whole when it is done.
    pub(crate) async fn put_torn_lines_aside(&self) -> Result<(), Error> {
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        for (_, folder) in folders {
            for files in
                self.sessions().transcripts(&folder)?.into_iter().filter(|files| !files.is_away)
            {
                let read = self.read_session(&files.id);
                if !read.is_ok_and(|(_, transcript)| transcript.torn.is_some()) {
                    continue;
                }
                match self.sessions().session_writer(&files.id, LockDuration::Moment).await {
                    Ok(_)
                    | Err(Error::Session(SessionError::Held { .. } | SessionError::Busy(_))) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Removes the files of sessions that did not come to begin. One that someone is beginning is left to them.
    pub(crate) async fn remove_unbegun_sessions(&self) -> Result<(), Error> {
        let folders = self.vault().session_folders().map_err(Error::file("list", self.root()))?;
        for (_, folder) in folders {
            for files in
                self.sessions().transcripts(&folder)?.into_iter().filter(SessionFiles::are_unbegun)
            {
                match self.sessions().take_session(&files, LockDuration::Moment).await {
                    Ok(_held) if files.are_unbegun() => {
                        files.remove_unbegun().map_err(Error::file("remove", files.path()))?;
                    }
                    Ok(_)
                    | Err(Error::Session(SessionError::Held { .. } | SessionError::Busy(_))) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// The sessions of a scope that were left behind.
    pub(crate) fn left_behind(&self, folder: &str) -> Result<Vec<SessionId>, Error> {
        let catalogue = self.sessions().catalogue(folder)?;
        let patience = self.settings().session.patience;
        let mut left: Vec<SessionId> =
            patience.to_finish(&catalogue, self.now()).iter().map(|it| it.id.clone()).collect();
        for entry in catalogue.sessions.iter().filter(|entry| entry.status == SessionState::Active)
        {
            let files = SessionFiles::new(self.vault().root(), folder, &entry.id);
            let died = SessionLock::holder_died(&files.lock(), &mnemic_platform::host_name());
            if !left.contains(&entry.id) && died.is_ok_and(|died| died) {
                left.push(entry.id.clone());
            }
        }
        Ok(left)
    }
}
