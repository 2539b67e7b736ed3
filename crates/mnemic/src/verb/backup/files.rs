//! The files of a vault that belong in a backup. Links are not followed and not kept.

use std::{ffi::OsStr, fs, io, path::Path};

use mnemic_core::transfer::backup::{is_left_out, is_portable};

use super::LeftOut;
use crate::vault::disk;

/// What a vault has for a backup.
#[derive(Debug, Default)]
pub(super) struct Files {
    /// The paths of the files that belong in it, in order.
    pub(super) paths: Vec<String>,
    /// What belongs in it and cannot be kept.
    pub(super) left_out: Vec<LeftOut>,
}

impl Files {
    /// The files below `root`, without those in `skipped`.
    pub(super) fn below(root: &Path, skipped: &Path) -> io::Result<Self> {
        let mut files = Self::default();
        files.collect(root, "", skipped)?;
        files.paths.sort();
        Ok(files)
    }

    fn collect(&mut self, folder: &Path, prefix: &str, skipped: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let path = match prefix {
                "" => entry.file_name(),
                prefix => {
                    [OsStr::new(prefix), OsStr::new("/"), &entry.file_name()].into_iter().collect()
                }
            };
            if entry.path() == skipped || path.to_str().is_some_and(is_left_out) {
                continue;
            }
            let kind = entry.file_type()?;
            match path.to_str().filter(|path| is_portable(path)) {
                None => self.leave_out(
                    &path.to_string_lossy(),
                    "its name is not one that every system can have",
                ),
                Some(path) if kind.is_dir() => self.collect(&entry.path(), path, skipped)?,
                Some(path) => match mnemic_platform::special_kind(&kind) {
                    None => self.paths.push(path.to_owned()),
                    Some(kind) => self.leave_out(path, &format!("it is {kind}")),
                },
            }
        }
        Ok(())
    }

    /// Notes that a file is not in the backup, and why.
    pub(super) fn leave_out(&mut self, path: &str, reason: &str) {
        self.left_out.push(LeftOut { path: path.to_owned(), reason: reason.to_owned() });
    }
}

/// What a file holds; nothing when it has gone meanwhile. One that is being saved is read again.
pub(super) fn content(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    const ATTEMPTS: usize = 3;
    let file = root.join(path);
    let mut content = None;
    for _ in 0..ATTEMPTS {
        let before = disk::mark(&file)?;
        content = match disk::read(&file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if disk::mark(&file)? == before {
            break;
        }
    }
    Ok(content)
}
