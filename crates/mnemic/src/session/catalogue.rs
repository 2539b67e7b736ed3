//! `sessions.json`: brought up to date when sessions begin, end, are compacted and checked, and otherwise when read.

use mnemic_core::{
    record::{
        id::{MemoryId, SessionId},
        scope::Scope,
    },
    session::{Catalogue, SessionEntry, SessionState, Transcript},
};

use super::{
    SessionError, Sessions,
    writer::{SessionWriter, parsed},
};
use crate::{
    error::Error,
    vault::{
        disk::{self, blocking},
        lock::{HeldLock, Lock},
        transcript::SessionFiles,
    },
};

const NAME: &str = "sessions.json";

impl Sessions {
    /// The sessions of a scope's folder as their transcripts say. Only those that grew since are read again.
    pub(crate) fn catalogue(&self, scope_folder: &str) -> Result<Catalogue, Error> {
        let known = self.noted_catalogue(scope_folder)?;
        let mut catalogue = Catalogue { sessions: Vec::new(), ..known.clone() };
        for files in self.transcripts(scope_folder)? {
            if let Some(entry) = entry(&files, known.find(&files.id)) {
                catalogue.put(entry, self.host.now());
            }
        }
        Ok(catalogue)
    }

    /// The transcripts in a scope's folder, then those that were put away.
    pub(crate) fn transcripts(&self, scope_folder: &str) -> Result<Vec<SessionFiles>, Error> {
        let mut found = Vec::new();
        for (below, is_away) in [("", false), ("/archive", true)] {
            let path = self.host.vault().document(&format!("{scope_folder}/sessions{below}"));
            let names = disk::file_names(&path).map_err(Error::file("list", &path))?;
            for name in names {
                let id = name.strip_suffix(".jsonl").and_then(|id| id.parse().ok());
                let Some(id): Option<SessionId> = id else { continue };
                let files = SessionFiles::new(self.host.vault().root(), scope_folder, &id);
                found.push(if is_away { files.away() } else { files });
            }
        }
        Ok(found)
    }

    /// What `sessions.json` says; nothing when it is missing or cannot be read.
    fn noted_catalogue(&self, scope_folder: &str) -> Result<Catalogue, Error> {
        let path = self.host.vault().document(&format!("{scope_folder}/sessions/{NAME}"));
        let text = disk::read_text(&path).map_err(Error::file("read", &path))?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Writes down what a writer knows of its session.
    pub(crate) async fn note_session(&self, writer: &SessionWriter<'_>) -> Result<(), Error> {
        let folder = scope_folder(&writer.files);
        let entry = SessionEntry::of(&writer.transcript, writer.bytes);
        let held = self.hold_sessions(&folder).await?;
        let mut catalogue = self.catalogue(&folder)?;
        catalogue.put(entry, self.host.now());
        self.write_catalogue(&held, &folder, &catalogue).await
    }

    /// Writes all that a scope's transcripts say.
    pub(crate) async fn note_sessions(&self, scope_folder: &str) -> Result<(), Error> {
        let held = self.hold_sessions(scope_folder).await?;
        let catalogue = self.catalogue(scope_folder)?;
        self.write_catalogue(&held, scope_folder, &catalogue).await
    }

    async fn write_catalogue(
        &self,
        held: &HeldLock,
        scope_folder: &str,
        catalogue: &Catalogue,
    ) -> Result<(), Error> {
        let path = format!("{scope_folder}/sessions/{NAME}");
        let text = serde_json::to_string_pretty(catalogue).unwrap_or_default();
        self.replace_file(held, &path, &format!("{text}\n")).await
    }

    /// Waits for the right to write what is made of the sessions of a scope.
    pub(crate) async fn hold_sessions(&self, scope_folder: &str) -> Result<HeldLock, Error> {
        let path = self.host.vault().document(&format!("{scope_folder}/sessions/.lock/INDEX"));
        if let Some(folder) = path.parent() {
            disk::make_folder(folder).map_err(Error::file("make", folder))?;
        }
        Ok(Lock::on(path).hold(self.host.lock_timeout()).await?)
    }

    /// Puts a file in the place of another in one step. Those that someone who died left beside it are removed.
    pub(crate) async fn replace_file(
        &self,
        _held: &HeldLock,
        path: &str,
        content: &str,
    ) -> Result<(), Error> {
        let file = self.host.vault().document(path);
        let folder = file.parent().map(std::path::Path::to_path_buf).unwrap_or_default();
        let swept = blocking(move || {
            disk::leftovers(&folder)?.into_iter().try_for_each(disk::Leftover::remove)
        });
        swept.await.map_err(Error::file("sweep beside", &file))?;
        let pending = self.scribe.write_beside(path, content).await?;
        let placed = blocking(move || pending.exchange().and_then(|_| pending.sweep())).await;
        placed.map_err(Error::file("replace", file))
    }

    /// The narrative that is active in a session of a scope, as far as is written down.
    pub(crate) fn active_narrative(&self, scope: &Scope, session: &str) -> Option<MemoryId> {
        let id: SessionId = session.parse().ok()?;
        let catalogue = self.noted_catalogue(&scope.directory()?).ok()?;
        catalogue.find(&id)?.narrative
    }
}

pub(crate) fn scope_folder(files: &SessionFiles) -> String {
    files.folder.strip_suffix("/sessions").unwrap_or(&files.folder).to_owned()
}

/// What is known of a session, or what its transcript says if that has grown. One that cannot be read or has not begun is
/// passed over.
fn entry(files: &SessionFiles, known: Option<&SessionEntry>) -> Option<SessionEntry> {
    let bytes = disk::mark(&files.path()).ok().flatten()?.size;
    let is_same = |known: &&SessionEntry| {
        known.bytes == bytes && (known.status == SessionState::Archived) == files.is_away
    };
    if let Some(known) = known.filter(is_same) {
        return Some(known.clone());
    }
    let transcript: Transcript = match files.read().map(|bytes| parsed(&files.id, &bytes)) {
        Ok(Ok(transcript)) => transcript,
        Ok(Err(SessionError::Unknown(_))) => return None,
        _ => {
            tracing::warn!(session = %files.id, "the transcript cannot be read");
            return None;
        }
    };
    let entry = SessionEntry::of(&transcript, bytes);
    let status = if files.is_away { SessionState::Archived } else { entry.status };
    Some(SessionEntry { status, ..entry })
}
