//! Taking secrets out of a vault that was written before they were redacted, or with other settings.
//!
//! Everything that Mnemic wrote is rewritten: memories with their past, the journal, conversations, daily logs, caches.
//! What a person typed into a document stays, and so do files that are not Mnemic's. A backup is made first.

use std::{collections::BTreeSet, path::PathBuf};

use mnemic_core::{
    document::place::{Place, Role},
    journal::event::{Cause, Event},
    record::{filter::Filter, id::SessionId, memory::Memory},
    safety::{
        caller::{Caller, Right},
        json,
    },
    transfer::backup::FOLDER,
};

use super::{Scan, is_json};
use crate::{
    engine::Engine,
    error::{BackupError, Error},
    ledger::redact,
    session::{catalogue::scope_folder, writer::LockDuration},
    vault::{
        disk::{self, Displaced, blocking},
        git,
        lock::Lock,
        transcript::SessionFiles,
    },
    verb::{arrange, backup::BackupRequest, remember::put},
};

/// How often files are looked through while others write.
const ROUNDS: usize = 5;

/// What came of taking secrets out of a vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fixed {
    /// The backup of the vault as it was. It holds the secrets.
    pub backup: PathBuf,
    /// Backups from before, which may hold them, too.
    pub older_backups: Vec<PathBuf>,
    /// How many memories changed.
    pub memories: usize,
    /// The files that were rewritten, below the vault.
    pub files: Vec<String>,
    /// What is left: what people typed, and what could not be read or written.
    pub left: Scan,
}

/// Whose file it is that holds a secret.
enum Owner {
    /// A conversation. The fix waits for its writer.
    Transcript(SessionFiles),
    /// What is made of the conversations of a scope; the folder of that scope.
    Session(String),
    /// What the scribe writes and nobody reads from.
    Log,
    /// What can be thrown away, or was put aside.
    Aside,
    /// A document that another was put in the place of; what someone saved into it late was taken in before.
    Displaced,
    /// A person's file, or one that is rewritten by other means.
    Another,
}

impl Engine {
    /// Takes the secrets out of everything that Mnemic wrote into the vault, after a backup.
    pub async fn remove_secrets(&self, caller: &Caller) -> Result<Fixed, BackupError> {
        caller.require(Right::Administer).map_err(Error::from)?;
        let root = self.vault().root().to_path_buf();
        let lock = self.vault().rewriting_folder().join("lock");
        if let Some(folder) = lock.parent() {
            disk::make_folder(folder).map_err(Error::file("make", folder))?;
        }
        let _fixing = Lock::on(lock).hold(self.host().lock_timeout()).await.map_err(Error::from)?;
        let left_out = blocking(move || git::add_missing_lines(&root)).await;
        left_out.map_err(Error::file("keep backups out of git in", self.vault().root()))?;
        let older_backups = self.backups().await?;
        let backup = self.backup(caller, BackupRequest::default()).await?.file;
        let memories = self.redact_memories(caller).await?;
        self.write_documents().await?;
        let journal = self.ledger().rewrite_journal().await?.into_iter();
        let mut files: Vec<String> = journal.map(|name| format!("journal/{name}")).collect();
        files.extend(self.rewrite_files(caller).await?);
        let left = self.scan(caller).await?;
        tracing::info!(
            memories,
            files = files.len(),
            left = left.secrets.len(),
            "took out secrets"
        );
        Ok(Fixed { backup, older_backups, memories, files, left })
    }

    async fn backups(&self) -> Result<Vec<PathBuf>, Error> {
        let folder = self.vault().root().join(FOLDER);
        let listed = folder.clone();
        let names = blocking(move || match listed.exists() {
            true => disk::file_names(&listed),
            false => Ok(Vec::new()),
        });
        let names = names.await.map_err(Error::file("list", &folder))?;
        Ok(names.into_iter().map(|name| folder.join(name)).collect())
    }

    /// Gives every memory that holds a secret another state, as one act: its document follows, and so do other machines.
    async fn redact_memories(&self, caller: &Caller) -> Result<usize, Error> {
        self.retry_after_repair(|| async {
            self.scribe().take_in_first().await?;
            let writer = self.writer(caller).await?;
            let store = writer.store().clone();
            let memories = arrange::every(&*store, &caller.reach, &Filter::none()).await?;
            let events: Vec<Event> =
                memories.into_iter().filter_map(|memory| self.redacted(memory)).collect();
            let count = events.len();
            writer.commit_any(events).await?;
            Ok(count)
        })
        .await
    }

    fn redacted(&self, before: Memory) -> Option<Event> {
        let mut memory = before.clone();
        redact::memory(self.redactor(), &mut memory);
        if memory == before {
            return None;
        }
        memory.updated_at = self.now();
        Some(put(Cause::Updated, before.version, memory))
    }

    /// Rewrites the files that hold secrets and that nothing else rewrites; which. Others may move one of them aside
    /// meanwhile, so it looks again.
    async fn rewrite_files(&self, caller: &Caller) -> Result<BTreeSet<String>, Error> {
        let mut rewritten = BTreeSet::new();
        for _ in 0..ROUNDS {
            let found = self.scan(caller).await?.secrets.into_iter();
            let paths: BTreeSet<String> = found.map(|secret| secret.path).collect();
            let before = rewritten.len();
            for path in paths {
                match self.rewrite_file(&path).await {
                    Ok(true) => drop(rewritten.insert(path)),
                    Ok(false) => {}
                    Err(error) => tracing::warn!(path, %error, "a file keeps its secrets"),
                }
            }
            if rewritten.len() == before {
                break;
            }
        }
        Ok(rewritten)
    }

    async fn rewrite_file(&self, path: &str) -> Result<bool, Error> {
        match self.owner(path)? {
            Owner::Transcript(files) => {
                let _lock = self.sessions().take_session(&files, LockDuration::Moment).await?;
                // Nobody puts it away meanwhile.
                let _held = self.sessions().hold_sessions(&scope_folder(&files)).await?;
                self.replace_text(path).await
            }
            Owner::Session(folder) => {
                let _held = self.sessions().hold_sessions(&folder).await?;
                self.replace_text(path).await
            }
            Owner::Log => {
                let _held = self.scribe().hold_scribe_lock().await?;
                self.exchange_text(path).await
            }
            Owner::Aside => self.replace_text(path).await,
            Owner::Displaced => {
                let file = self.vault().document(path);
                let removed = blocking({
                    let file = file.clone();
                    move || disk::remove_scratch(&file)
                });
                removed.await.map_err(Error::file("remove", file))?;
                Ok(true)
            }
            Owner::Another => Ok(false),
        }
    }

    fn owner(&self, path: &str) -> Result<Owner, Error> {
        let root = self.vault().root();
        let folders = self.vault().session_folders().map_err(Error::file("list", root))?;
        let in_sessions = |folder: &str| -> Option<String> {
            Some(path.strip_prefix(folder)?.strip_prefix("/sessions/")?.to_owned())
        };
        let session = folders.iter().find_map(|(_, folder)| Some((folder, in_sessions(folder)?)));
        if let Some((folder, name)) = session {
            let away = name.strip_prefix("archive/");
            let id = away.unwrap_or(&name).strip_suffix(".jsonl");
            let Some(id) = id.and_then(|id| id.parse::<SessionId>().ok()) else {
                return Ok(Owner::Session(folder.clone()));
            };
            let files = SessionFiles::new(root, folder, &id);
            return Ok(Owner::Transcript(if away.is_some() { files.away() } else { files }));
        }
        Ok(match Place::at(path).map(|place| place.role) {
            Some(Role::Log { .. }) => Owner::Log,
            None if path.starts_with("cache/displaced/") => Owner::Displaced,
            None if path.starts_with("cache/") || path.starts_with("journal/torn/") => Owner::Aside,
            _ => Owner::Another,
        })
    }

    /// A file's bytes, and its text without secrets; nothing where it has none.
    async fn without_secrets(&self, path: &str) -> Result<Option<(Vec<u8>, String)>, Error> {
        let file = self.vault().document(path);
        let reading = file.clone();
        let bytes = blocking(move || disk::read(&reading)).await;
        let bytes = bytes.map_err(Error::file("read", &file))?;
        let text = String::from_utf8_lossy(&bytes);
        let redactor = self.redactor();
        let after = match is_json(path) {
            true => json::redacted(&text, &|text| redactor.redact(text)),
            false => Some(redactor.redact(&text).into_owned()).filter(|after| *after != text),
        };
        drop(text);
        Ok(after.map(|after| (bytes, after)))
    }

    /// The same for a document that a person may save meanwhile: then theirs stays.
    async fn exchange_text(&self, path: &str) -> Result<bool, Error> {
        let Some((before, after)) = self.without_secrets(path).await? else { return Ok(false) };
        let pending = self.scribe().write_beside(path, &after).await?;
        let exchanged = blocking(move || {
            let out = pending.exchange()?;
            let is_as_read = matches!(&out, Displaced::Content { bytes, .. } if *bytes == before);
            if !is_as_read {
                pending.exchange()?;
            }
            pending.sweep()?;
            Ok(is_as_read)
        });
        exchanged.await.map_err(Error::file("replace", self.vault().document(path)))
    }

    /// Replaces a file by itself without secrets, in one step. Called under the lock of those who write it.
    async fn replace_text(&self, path: &str) -> Result<bool, Error> {
        let Some((_, after)) = self.without_secrets(path).await? else { return Ok(false) };
        let (file, scratch) = (self.vault().document(path), self.vault().rewriting_folder());
        let replaced = blocking({
            let file = file.clone();
            move || disk::replace(&file, &scratch, &after)
        });
        replaced.await.map_err(Error::file("replace", file))?;
        Ok(true)
    }
}
