//! Restore a backup: a vault made of one file. The vault that was there is put aside, never destroyed.
//!
//! The new vault is staged beside the present one and exchanged with it in one step. Both carry a marker that says
//! which of the two it is (`restore_backup/marker.rs`), and nothing is deleted unless its own marker says that it is a
//! staged vault that was never in place. So a restore that was killed or failed anywhere is finished or taken back by
//! whoever opens the vault next (`restore_backup/recovery.rs`). The lock files are the same in both vaults, so that a
//! process that waits for one waits for whoever writes to the new vault.

mod marker;
mod recovery;
mod staging;

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::Timestamp;
use mnemic_core::transfer::backup::{FOLDER, Manifest};

pub use recovery::finish_restore;
pub(crate) use recovery::{leftovers, recover};

use crate::{
    error::{BackupError, Error},
    vault::{
        Vault,
        disk::{self, blocking},
        lock::{HeldLock, Lock},
    },
};
use marker::{Marker, Side};
use recovery::Recovered;
use staging::Staging;

/// What a backup leaves out and a vault keeps: its backups, and what git knows of it. They move to the new vault once
/// it is in place, never before.
const KEPT: [&str; 2] = [FOLDER, ".git"];
/// How long whoever uses the vault is waited for.
const PATIENCE: Duration = Duration::from_secs(30);

/// What to do about a vault that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Present {
    /// Change nothing.
    Refuse,
    /// Put it aside.
    PutAside,
}

/// A backup that has become a vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RestoredBackup {
    /// The vault.
    pub vault: PathBuf,
    /// How many files it has.
    pub files: usize,
    /// When the backup was made.
    pub made_at: Timestamp,
    /// Where the vault is that was there before.
    pub aside: Option<PathBuf>,
}

/// Makes a vault of a backup. Nothing is touched before the whole backup is known to be sound; its index is built
/// when the vault is next opened.
pub async fn restore_backup(
    file: &Path,
    vault: &Path,
    present: Present,
) -> Result<RestoredBackup, BackupError> {
    let target = resolved(vault)?;
    recover(&target).map_err(Error::file("look after", &target))?;
    if present == Present::Refuse && !is_free(&target) {
        return Err(BackupError::NotEmpty(target));
    }
    let (source, root) = (file.to_path_buf(), target.clone());
    let (staging, manifest) = blocking(move || Staging::build(&source, &root)).await?;
    let aside = swap_in(staging, &target).await?;
    let Manifest { files, made_at, .. } = manifest;
    tracing::info!(files = files.len(), "restored a backup");
    Ok(RestoredBackup { vault: target, files: files.len(), made_at, aside })
}

/// The folder itself, whatever leads to it.
fn resolved(vault: &Path) -> Result<PathBuf, Error> {
    if vault.exists() {
        return vault.canonicalize().map_err(Error::file("find", vault));
    }
    std::path::absolute(vault).map_err(Error::file("find", vault))
}

fn is_free(target: &Path) -> bool {
    match fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

/// Puts the staged vault in its place; answers where the one is that was there. After a failure the markers tell how
/// far it came: what replaced nothing is taken back, what is in place is finished.
async fn swap_in(staging: Staging, target: &Path) -> Result<Option<PathBuf>, BackupError> {
    let held = match is_free(target) {
        true => Vec::new(),
        false => hold_all(target).await.inspect_err(|_| staging.discard_quietly())?,
    };
    let place = target.to_path_buf();
    let placed = blocking(move || staging.place(&place)).await;
    drop(held);
    let failure = match placed {
        Ok(aside) => return Ok(aside),
        Err(error) => error,
    };
    let failed = Error::file("replace", target)(failure);
    match recover(target) {
        Ok(Recovered::Finished { aside }) => Ok(aside),
        Err(_) if is_new(target) => {
            Err(BackupError::Unfinished { vault: target.to_path_buf(), source: Box::new(failed) })
        }
        _ => Err(failed.into()),
    }
}

/// Whether a restore that is not finished has put a new vault in this place.
fn is_new(target: &Path) -> bool {
    Marker::read(target).is_some_and(|marker| marker.side == Side::New)
}

/// Every lock of a vault, in the order in which they may be taken.
async fn hold_all(root: &Path) -> Result<Vec<HeldLock>, Error> {
    if !root.is_dir() {
        let cause = io::Error::from(io::ErrorKind::NotADirectory);
        return Err(Error::file("replace", root)(cause));
    }
    let vault = Vault::at(root).map_err(Error::file("open", root))?;
    let mut held = Vec::new();
    for path in [vault.scribe_lock(), vault.build_lock(), vault.write_lock(), vault.index_lock()] {
        held.push(Lock::on(path).hold(PATIENCE).await?);
    }
    Ok(held)
}

/// Renames a folder to the first free name for a former vault, beside its place.
fn move_aside(former: &Path, place: &Path) -> io::Result<PathBuf> {
    let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for number in 1..u32::MAX {
        let aside = place.with_file_name(format!("{name}.before-restore-{number:03}"));
        match mnemic_platform::rename_new(former, &aside) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) if error.kind() == io::ErrorKind::Unsupported => {
                if fs::symlink_metadata(&aside).is_err() {
                    return fs::rename(former, &aside).map(|()| aside);
                }
            }
            renamed => return renamed.map(|()| aside),
        }
    }
    Err(io::Error::other("no name is free"))
}

fn sync_above(target: &Path) -> io::Result<()> {
    disk::sync_above(target.parent().unwrap_or(target))
}
