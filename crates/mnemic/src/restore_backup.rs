//! Restore a backup: a vault made of one file. The vault that was there is put aside, never destroyed.
//!
//! The new vault is built under another name and exchanged with the present one in one step. The lock files are the
//! same in both, so that a process that waits for one waits for whoever writes to the new vault.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use mnemic_core::backup::{FOLDER, Manifest};
use rustix::fs::{CWD, RenameFlags, renameat_with};

use crate::{
    backup::{read_archive, unpack},
    error::{BackupError, Error},
    vault::{
        Vault,
        disk::{self, blocking},
        lock::{Held, Lock},
    },
};

/// What a backup leaves out and a vault keeps: its backups, and what git knows of it.
const STAYS: [&str; 2] = [FOLDER, ".git"];

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
    if present == Present::Refuse && !is_free(&target) {
        return Err(BackupError::NotEmpty(target));
    }
    let (source, root) = (file.to_path_buf(), target.clone());
    let (temp, manifest) = blocking(move || build(&source, &root)).await?;
    let placed = put_in_place(&temp, &target).await;
    let aside = placed.inspect_err(|_| {
        let _ = fs::remove_dir_all(&temp);
    })?;
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

/// Builds the vault beside its place, from a backup that was read to its end before.
fn build(file: &Path, target: &Path) -> Result<(PathBuf, Manifest), BackupError> {
    read_archive(file, &mut |_, _| Ok(()))?;
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let temp = target.with_file_name(format!(".{name}.restoring-{}.tmp", std::process::id()));
    disk::make_folder(temp.parent().unwrap_or(target)).map_err(Error::file("make", &temp))?;
    clear(&temp).map_err(Error::file("remove", &temp))?;
    let built = Vault::create(&temp).map_err(|error| Error::file("make", &temp)(error).into());
    let built = built.and_then(|_| fill(file, &temp));
    let manifest = built.inspect_err(|_| {
        let _ = fs::remove_dir_all(&temp);
    })?;
    Ok((temp, manifest))
}

/// Removes what an earlier process of the same number left when it died.
fn clear(temp: &Path) -> io::Result<()> {
    match fs::remove_dir_all(temp) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        cleared => cleared,
    }
}

fn fill(file: &Path, temp: &Path) -> Result<Manifest, BackupError> {
    for name in [".gitignore", ".gitattributes"] {
        fs::remove_file(temp.join(name)).map_err(Error::file("write", temp.join(name)))?;
    }
    let manifest = read_archive(file, &mut |path, content| {
        let target = temp.join(path);
        disk::make_folder(target.parent().unwrap_or(temp))?;
        unpack(content, &target)
    })?;
    Vault::create(temp).map_err(Error::file("write", temp))?;
    Ok(manifest)
}

/// Puts the new vault in its place; answers where the one is that was there.
async fn put_in_place(temp: &Path, target: &Path) -> Result<Option<PathBuf>, BackupError> {
    if is_free(target) {
        fs::rename(temp, target).map_err(Error::file("make", target))?;
        sync_above(target)?;
        return Ok(None);
    }
    if !target.is_dir() {
        return Err(BackupError::NotEmpty(target.to_path_buf()));
    }
    let held = hold_all(target).await?;
    let (new, old) = (temp.to_path_buf(), target.to_path_buf());
    let aside =
        blocking(move || exchange(&new, &old)).await.map_err(Error::file("replace", target))?;
    drop(held);
    sync_above(target)?;
    Ok(Some(aside))
}

/// Every lock of a vault, in the order in which they may be taken.
async fn hold_all(root: &Path) -> Result<Vec<Held>, Error> {
    let vault = Vault::at(root).map_err(Error::file("open", root))?;
    let mut held = Vec::new();
    for path in [vault.scribe_lock(), vault.build_lock(), vault.write_lock(), vault.index_lock()] {
        held.push(Lock::on(path.clone()).hold().await.map_err(Error::file("lock", path))?);
    }
    Ok(held)
}

fn exchange(new: &Path, old: &Path) -> io::Result<PathBuf> {
    for name in disk::file_names(old)?.iter().filter(|name| name.ends_with(".lock")) {
        fs::hard_link(old.join(name), new.join(name))?;
    }
    let stays: Vec<&str> = STAYS.into_iter().filter(|name| old.join(name).exists()).collect();
    for name in &stays {
        fs::rename(old.join(name), new.join(name))?;
    }
    let exchanged = renameat_with(CWD, new, CWD, old, RenameFlags::EXCHANGE);
    if let Err(error) = exchanged {
        for name in stays {
            fs::rename(new.join(name), old.join(name))?;
        }
        return Err(error.into());
    }
    put_aside(new, old)
}

/// Renames the former vault, now under the new one's first name, to the first free name beside its place.
fn put_aside(former: &Path, place: &Path) -> io::Result<PathBuf> {
    let name = place.file_name().unwrap_or_default().to_string_lossy().into_owned();
    for number in 1..u32::MAX {
        let aside = place.with_file_name(format!("{name}.before-restore-{number:03}"));
        match renameat_with(CWD, former, CWD, &aside, RenameFlags::NOREPLACE) {
            Err(rustix::io::Errno::EXIST) => {}
            renamed => return renamed.map(|()| aside).map_err(Into::into),
        }
    }
    Err(io::Error::other("no name is free"))
}

fn sync_above(target: &Path) -> Result<(), Error> {
    let folder = target.parent().unwrap_or(target);
    disk::sync_folder(folder).map_err(Error::file("write", folder))
}
