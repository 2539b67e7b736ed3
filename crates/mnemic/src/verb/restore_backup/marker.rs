//! The marker of a restore: a file in both vaults that says which of the two it lies in. It is locked for as long as
//! the restore is under way, so that one that died is told from one that lives.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::vault::disk;

/// The file. Git leaves it out, and so does a backup.
pub(crate) const FILE: &str = ".restoring.tmp";

/// What a vault says of the restore that it is part of.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Marker {
    /// Which of the two vaults this is.
    pub(super) side: Side,
    /// The name of the folder in which the new vault was staged: no other restore has it.
    pub(super) staging: String,
    pub(super) backup: PathBuf,
}

/// Which of the two vaults of a restore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Side {
    /// The one that was there.
    Former,
    /// The one that was made of the backup.
    New,
}

/// A marker that this process holds.
#[derive(Debug)]
pub(super) struct Claim {
    /// What the marker says.
    pub(super) marker: Marker,
    _file: File,
}

impl Marker {
    /// The marker in a folder, if there is one that can be read.
    pub(super) fn read(folder: &Path) -> Option<Self> {
        serde_json::from_slice(&disk::read(&folder.join(FILE)).ok()?).ok()
    }

    /// Whether a folder is this side of the restore that this marker is of.
    pub(super) fn is_in(&self, folder: &Path, side: Side) -> bool {
        Self::read(folder).as_ref() == Some(&Self { side, ..self.clone() })
    }

    /// Puts the marker into a folder, durably, and claims it.
    pub(super) fn put(self, folder: &Path) -> io::Result<Claim> {
        let mut file = disk::open_lock(&folder.join(FILE))?;
        file.lock()?;
        let written = serde_json::to_vec(&self)
            .map_err(io::Error::from)
            .and_then(|bytes| file.set_len(0).and_then(|()| file.write_all(&bytes)))
            .and_then(|()| file.sync_all())
            .and_then(|()| disk::sync_folder(folder));
        match written {
            Ok(()) => Ok(Claim { marker: self, _file: file }),
            Err(error) => {
                let _ = fs::remove_file(folder.join(FILE));
                Err(error)
            }
        }
    }
}

impl Claim {
    /// Claims the marker in a folder, unless there is none or the restore that it is of is under way.
    pub(super) fn of(folder: &Path) -> io::Result<Option<Self>> {
        let file = match disk::open(&folder.join(FILE)) {
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                return Ok(None);
            }
            file => file?,
        };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
            Ok(()) => {}
        }
        // The former holder may have finished and removed the file, and another restore may have made a new one.
        if !disk::is_at(&folder.join(FILE), &file)? {
            return Ok(None);
        }
        // A restore that died before it had written its marker leaves one that says nothing.
        match Marker::read(folder) {
            Some(marker) => Ok(Some(Self { marker, _file: file })),
            None => remove(folder).map(|()| None),
        }
    }
}

/// Removes the marker of a folder, if it has one.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_file(folder.join(FILE)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed.and_then(|()| disk::sync_folder(folder)),
    }
}
