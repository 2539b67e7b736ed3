//! The files of clients: read whole, replaced in one step, with a copy beside them of how they were.
//!
//! A link stays a link: what it leads to is replaced. What someone saved meanwhile is not overwritten.

use std::{
    fs::{self, DirBuilder, File, Permissions},
    io::{self, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use tempfile::Builder;

use super::{
    client::Level,
    plan::{Backup, Found, Step},
};

/// No configuration is longer.
const MAX_BYTES: u64 = 64 * 1024 * 1024;
const SUFFIX: &str = ".before-mnemic";
/// Folders that are there for one client, and go when nothing is left in them.
const FOLDERS: [&str; 8] =
    [".claude", ".codex", ".cursor", ".gemini", ".claude-plugin", "hooks", "opencode", ".openclaw"];

/// What a file and the copy beside it hold.
pub fn find(path: &Path) -> io::Result<Found> {
    Ok(Found { current: read(path)?, backup: read(&backup_of(path))? })
}

/// Where the copy of a file is.
pub fn backup_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(SUFFIX);
    name.into()
}

/// Does what is to happen to a file.
pub fn carry_out(step: &Step, level: Level) -> io::Result<()> {
    if !step.changes() {
        return Ok(());
    }
    let backup = backup_of(&step.path);
    if let (Backup::Make, Some(before)) = (step.backup, &step.before) {
        replace(&backup, before, mode(&step.path, level))?;
    }
    if read(&step.path)? != step.before {
        return Err(io::Error::other("someone saved it meanwhile; try again"));
    }
    match &step.after {
        Some(after) => replace(&step.path, after, mode(&step.path, level))?,
        None => remove(&step.path)?,
    }
    if step.backup == Backup::Drop {
        fs::remove_file(backup)?;
    }
    Ok(())
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
        return Err(io::Error::other("it is no plain file of bearable size"));
    }
    let text = String::from_utf8(fs::read(path)?);
    text.map(Some).map_err(|_| io::Error::other("it is not UTF-8"))
}

/// The mode of a file; what is the user's own is nobody else's business.
fn mode(path: &Path, level: Level) -> Permissions {
    let new = match level {
        Level::User => 0o600,
        Level::Project => 0o644,
    };
    fs::metadata(path).map_or(Permissions::from_mode(new), |metadata| metadata.permissions())
}

fn replace(path: &Path, text: &str, mode: Permissions) -> io::Result<()> {
    let real = if path.exists() { path.canonicalize()? } else { path.to_path_buf() };
    let folder = real.parent().unwrap_or(Path::new("."));
    DirBuilder::new().recursive(true).create(folder)?;
    let mut beside = Builder::new().prefix(".mnemic-").tempfile_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().set_permissions(mode)?;
    beside.as_file().sync_all()?;
    beside.persist(&real).map_err(|error| error.error)?;
    File::open(folder)?.sync_all()
}

/// Removes a file that Mnemic made, and the folder that was there for it alone.
fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    if let Some(folder) = path.parent()
        && folder.file_name().is_some_and(|name| FOLDERS.iter().any(|known| name == *known))
    {
        // One that holds something else stays.
        let _ = fs::remove_dir(folder);
    }
    Ok(())
}
