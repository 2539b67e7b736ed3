//! A writer of a session: holds its lock, knows its transcript, and adds to it.

use std::time::Duration;

use jiff::Timestamp;
use mnemic_core::{
    record::id::SessionId,
    session::{Mark, MarkKind, Record, Transcript, Turn, holder::Holder, label},
};

use super::{SessionError, Sessions, TornLine};
use crate::{
    error::Error,
    vault::{
        disk::blocking,
        session_lock::{Attempt, SessionLock},
        transcript::SessionFiles,
    },
};

/// How long someone who adds one thing is waited for.
const WAITED_MOST: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(10);

/// How long a writer means to stay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LockDuration {
    /// For one thing.
    Moment,
    /// As long as a conversation lasts.
    Lasting,
}

/// Someone who writes a session.
pub(crate) struct SessionWriter<'a> {
    sessions: &'a Sessions,
    pub(crate) files: SessionFiles,
    pub(crate) transcript: Transcript,
    /// What stood after the last whole line and was put aside.
    pub(crate) torn: Option<TornLine>,
    lock: SessionLock,
    pub(crate) bytes: u64,
}

impl Sessions {
    /// The files of a session that is not put away.
    pub(crate) fn session_files(&self, id: &SessionId) -> Result<SessionFiles, Error> {
        let found = self
            .host
            .vault()
            .session(id)
            .map_err(Error::file("look for", self.host.vault().root()))?;
        match found {
            None => Err(SessionError::Unknown(id.clone()).into()),
            Some(files) if files.is_away => Err(SessionError::Archived(id.clone()).into()),
            Some(files) => Ok(files),
        }
    }

    /// Takes a session to write it. An incomplete last line is put aside first.
    pub(crate) async fn session_writer(
        &self,
        id: &SessionId,
        stay: LockDuration,
    ) -> Result<SessionWriter<'_>, Error> {
        let files = self.session_files(id)?;
        let lock = self.take_session(&files, stay).await?;
        let bytes = files.read().map_err(Error::file("read", files.path()))?;
        let length = bytes.len() as u64;
        let transcript = parsed(id, &bytes)?;
        let mut writer =
            SessionWriter { sessions: self, files, transcript, torn: None, lock, bytes: length };
        writer.make_whole(&bytes)?;
        Ok(writer)
    }

    /// Begins a session, whose name is free, and takes it to write it.
    pub(crate) async fn new_session(
        &self,
        files: SessionFiles,
        begun: Mark,
        stay: LockDuration,
    ) -> Result<SessionWriter<'_>, Error> {
        let lock = self.take_session(&files, stay).await?;
        if files.have_begun() {
            return Err(SessionError::Exists(files.id).into());
        }
        let line = Record::Mark(begun).line();
        let transcript = parsed(&files.id, line.as_bytes())?;
        let bytes = files.begin(&line).map_err(Error::file("begin", files.path()))?;
        Ok(SessionWriter { sessions: self, files, transcript, torn: None, lock, bytes })
    }

    pub(crate) async fn take_session(
        &self,
        files: &SessionFiles,
        stay: LockDuration,
    ) -> Result<SessionLock, Error> {
        let holder = Holder {
            pid: std::process::id(),
            host: mnemic_platform::host_name(),
            since: self.host.now(),
            lasting: stay == LockDuration::Lasting,
        };
        let session = || files.id.clone();
        let mut waited = Duration::ZERO;
        loop {
            let (path, wanted) = (files.lock(), holder.clone());
            let attempt = blocking(move || SessionLock::attempt(&path, &wanted)).await;
            match attempt.map_err(Error::file("lock", files.lock()))? {
                Attempt::Taken(lock) => return Ok(lock),
                Attempt::Held(holder) if waited >= patience(&holder) => {
                    return Err(SessionError::Held { session: session(), holder }.into());
                }
                Attempt::Changing if waited >= WAITED_MOST => {
                    return Err(SessionError::Busy(session()).into());
                }
                Attempt::Held(_) | Attempt::Changing => tokio::time::sleep(POLL).await,
            }
            waited += POLL;
        }
    }
}

/// Someone who goes on writing is not waited for, but whoever only looks whether it lives may be in the way.
fn patience(holder: &Holder) -> Duration {
    if holder.lasting { 10 * POLL } else { WAITED_MOST }
}

/// The transcript in a file's bytes. A session that has not begun is unknown.
pub(crate) fn parsed(id: &SessionId, bytes: &[u8]) -> Result<Transcript, SessionError> {
    let text = String::from_utf8_lossy(bytes);
    if !Transcript::is_begun(&text) {
        return Err(SessionError::Unknown(id.clone()));
    }
    Transcript::read(&text).map_err(|fault| SessionError::Damaged { session: id.clone(), fault })
}

impl SessionWriter<'_> {
    /// Puts an incomplete last line aside, and ends one that only lacks its end.
    fn make_whole(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        if self.transcript.torn.take().is_some() {
            let cut = self.files.cut(&bytes[whole..], self.bytes);
            self.bytes = cut.map_err(Error::file("cut", self.files.path()))?;
            self.torn = Some(TornLine { bytes: bytes.len() - whole });
            tracing::warn!(session = %self.files.id, "moved an incomplete last line to a file of its own");
        } else if whole < bytes.len() {
            self.write("\n")?;
        }
        Ok(())
    }

    /// Adds turns. They are on disk when this returns.
    pub(crate) fn append_turns(&mut self, turns: Vec<Turn>) -> Result<(), Error> {
        self.add(turns.into_iter().map(Record::Turn).collect())
    }

    /// Adds a mark. It is on disk when this returns.
    pub(crate) fn mark(&mut self, what: MarkKind) -> Result<(), Error> {
        self.mark_at(self.sessions.host.now(), what)
    }

    /// Adds the mark that the session has ended: now, or when what was taken over from elsewhere came to its end.
    pub(crate) fn mark_end(&mut self, recovered: bool) -> Result<(), Error> {
        let now = self.sessions.host.now();
        let at = self.transcript.last_imported_turn_at().map_or(now, |at| at.min(now));
        self.mark_at(at, MarkKind::End { recovered })
    }

    fn mark_at(&mut self, at: Timestamp, what: MarkKind) -> Result<(), Error> {
        let id = label::line(&self.transcript, self.sessions.host.randomness().as_ref());
        self.add(vec![Record::Mark(Mark { id, at, what })])
    }

    fn add(&mut self, records: Vec<Record>) -> Result<(), Error> {
        let lines: String = records.iter().map(Record::line).collect();
        self.write(&lines)?;
        self.transcript.records.extend(records);
        Ok(())
    }

    fn write(&mut self, lines: &str) -> Result<(), Error> {
        let refreshed = self.lock.refresh(self.sessions.host.now());
        if !refreshed.map_err(Error::file("lock", self.files.lock()))? {
            return Err(SessionError::TakenOver(self.files.id.clone()).into());
        }
        let appended = self.files.append(lines, self.bytes);
        self.bytes = appended.map_err(Error::file("append to", self.files.path()))?;
        Ok(())
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        self.sessions
    }

    /// What was said.
    pub(crate) fn turns(&self) -> Vec<Turn> {
        self.transcript.turns().cloned().collect()
    }

    pub(crate) fn is_not_ended(&self) -> Result<(), Error> {
        match self.transcript.ended() {
            Some(_) => Err(SessionError::Ended(self.files.id.clone()).into()),
            None => Ok(()),
        }
    }
}
