//! The doctor looks at the vault's files: who may read them, and what git is told about them.

use super::{Code, Finding, Health};
use crate::{
    engine::Engine,
    error::Error,
    open::READ_TIMEOUT,
    vault::{disk::blocking, git, lock::LockError, mode},
    verb::restore_backup,
};

/// More names than this make a sentence nobody reads.
const NAMED: usize = 3;

impl Engine {
    pub(super) async fn examine_files(&self, health: &mut Health) -> Result<(), Error> {
        let root = self.vault().root().to_path_buf();
        let looked = blocking(move || {
            let unreadable = git::unreadable(&root);
            let missing = match unreadable.is_empty() {
                true => git::missing_lines(&root)?,
                false => Vec::new(),
            };
            Ok((mode::open_to_others(&root)?, unreadable, missing))
        });
        let (open, unreadable, missing) =
            looked.await.map_err(Error::file("read the files of", self.vault().root()))?;
        for (name, error) in unreadable {
            health.add(Code::FileUnreadable, format!("`{name}` cannot be read: {error}"));
        }
        if !open.is_empty() {
            let named: Vec<String> = open
                .iter()
                .take(NAMED)
                .map(|path| path.strip_prefix(self.vault().root()).unwrap_or(path))
                .map(|path| match path.to_string_lossy() {
                    whole if whole.is_empty() => "the vault's folder".to_owned(),
                    below => format!("`{below}`"),
                })
                .collect();
            let more =
                open.len().checked_sub(NAMED + 1).map(|more| format!(" and {} more", more + 1));
            let what = format!(
                "others may read or write {}{}",
                named.join(", "),
                more.unwrap_or_default()
            );
            health.add(Code::FileMode, what);
        }
        for (file, line) in missing {
            health.add(Code::GitLines, format!("`{file}` lacks the line `{line}`"));
        }
        Ok(())
    }

    /// What interrupted restores left beside the vault.
    pub(super) async fn examine_restores(&self, health: &mut Health) -> Result<(), Error> {
        let root = self.vault().root().to_path_buf();
        let looked = blocking(move || restore_backup::leftovers(&root)).await;
        for leftover in looked.map_err(Error::file("look beside", self.vault().root()))? {
            let what =
                format!("`{}` was left by an interrupted restore", leftover.folder.display());
            let finding = Finding::new(Code::RestoreLeftover, what);
            health.findings.push(match leftover.may_go() {
                true => finding,
                false => finding.for_a_person().remedied_by(
                    "nothing says what the folder is: look into it, keep what you need and remove it",
                ),
            });
        }
        Ok(())
    }

    pub(super) async fn remove_restore_leftovers(&self) -> Result<(), Error> {
        let root = self.vault().root().to_path_buf();
        let removed = blocking(move || {
            let leftovers = restore_backup::leftovers(&root)?.into_iter();
            leftovers
                .filter(|leftover| leftover.may_go())
                .try_for_each(|leftover| leftover.remove())
        });
        removed.await.map_err(Error::file("clean up beside", self.vault().root()))
    }

    /// Locks that others hold for longer than any verb needs; whether all are free.
    pub(super) async fn examine_locks(&self, health: &mut Health) -> Result<bool, Error> {
        match self.scribe().wait_for_locks(READ_TIMEOUT).await {
            Ok(()) => Ok(true),
            Err(Error::Lock(busy @ LockError::Busy { .. })) => {
                health.add(Code::LockHeld, busy.to_string());
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    pub(super) async fn repair_files(&self) -> Result<(), Error> {
        let root = self.vault().root().to_path_buf();
        let repaired = blocking(move || {
            mode::open_to_others(&root)?.iter().try_for_each(|path| mode::close_to_others(path))?;
            git::add_missing_lines(&root)
        });
        repaired.await.map_err(Error::file("mend the files of", self.vault().root()))
    }
}
