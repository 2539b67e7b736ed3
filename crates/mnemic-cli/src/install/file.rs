//! The files of clients: read whole, replaced in one step, with a copy beside them of how they were.
//!
//! A link stays a link: what it leads to is replaced. What someone saved meanwhile is not overwritten.

use std::{
    fs::{self, DirBuilder, Permissions},
    io::{self, Write},
    path::{Path, PathBuf},
};

use tempfile::Builder;

use super::{
    client::Level,
    plan::{Backup, FileAndBackup, Step},
};

/// No configuration is longer.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
const SUFFIX: &str = ".before-mnemic";
/// Lies in a folder that was there, empty, before Mnemic put something into it: any other that is left empty was made.
const MARK: &str = ".there-before-mnemic";
const MARK_SAYS: &str = "This folder was there before `mnemic install`: `mnemic uninstall` leaves it and removes this file.\n";

/// What a file and the copy beside it hold.
pub fn find(path: &Path) -> io::Result<FileAndBackup> {
    Ok(FileAndBackup { current: read(path)?, backup: read(&backup_of(path))? })
}

/// Where the copy of a file is.
pub fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SUFFIX);
    name.into()
}

/// Does what is to happen to a file. The roots are folders that are there whatever happens.
pub fn carry_out(step: &Step, level: Level, roots: &[PathBuf]) -> io::Result<()> {
    let backup = backup_of(&step.path);
    if let (Backup::Make, Some(before)) = (step.backup, &step.before) {
        replace(&backup, before, mode(&step.path, level))?;
    }
    if read(&step.path)? != step.before {
        return Err(io::Error::other("someone saved it meanwhile; try again"));
    }
    match &step.after {
        _ if !step.changes_file() => {}
        Some(after) => {
            make_folder(&step.path, roots)?;
            replace(&step.path, after, mode(&step.path, level))?;
        }
        None => fs::remove_file(&step.path)?,
    }
    match step.backup {
        Backup::Drop => fs::remove_file(backup),
        Backup::Leave | Backup::Make => Ok(()),
    }
}

/// Removes the folders that were made for files that are gone. One that holds something else stays.
pub fn tidy(steps: &[Step], roots: &[PathBuf]) {
    for step in steps {
        let is_made = |folder: &&Path| !folder.join(MARK).exists();
        for folder in folders_above(&step.path, roots).take_while(is_made) {
            let _ = fs::remove_dir(folder);
        }
    }
    for folder in steps.iter().flat_map(|step| folders_above(&step.path, roots)) {
        let _ = fs::remove_file(folder.join(MARK));
    }
}

fn folders_above<'a>(path: &'a Path, roots: &'a [PathBuf]) -> impl Iterator<Item = &'a Path> {
    path.ancestors().skip(1).take_while(|folder| roots.iter().all(|root| root != folder))
}

/// Makes the folder of a file, and marks the one that was there if nothing else will tell that it was.
fn make_folder(path: &Path, roots: &[PathBuf]) -> io::Result<()> {
    let there = folders_above(path, roots).find(|folder| folder.exists());
    if let Some(there) = there
        && fs::read_dir(there)?.next().is_none()
    {
        replace(&there.join(MARK), MARK_SAYS, mnemic_platform::shared_permissions())?;
    }
    DirBuilder::new().recursive(true).create(path.parent().unwrap_or(Path::new(".")))
}

fn read(path: &Path) -> io::Result<Option<String>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound && !path.is_symlink() => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if !metadata.is_file() || metadata.len() > MAX_BYTES {
        return Err(io::Error::other("it is not a regular file, or it is too large"));
    }
    let text = String::from_utf8(fs::read(path)?);
    text.map(Some).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// The mode of a file; what is the user's own is nobody else's business.
fn mode(path: &Path, level: Level) -> Permissions {
    let new = match level {
        Level::User => mnemic_platform::private_permissions(),
        Level::Project => mnemic_platform::shared_permissions(),
    };
    fs::metadata(path).map_or(new, |metadata| metadata.permissions())
}

fn replace(path: &Path, text: &str, mode: Permissions) -> io::Result<()> {
    let real = if path.exists() { path.canonicalize()? } else { path.to_path_buf() };
    let folder = real.parent().unwrap_or(Path::new("."));
    let mut beside = Builder::new().prefix(".mnemic-").tempfile_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().set_permissions(mode)?;
    beside.as_file().sync_all()?;
    beside.persist(&real).map_err(|error| error.error)?;
    mnemic_platform::sync_dir(folder)
}
