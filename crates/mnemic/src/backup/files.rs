//! The files of a vault that belong in a backup. Links are not followed and not kept.

use std::{fs, io, path::Path};

use mnemic_core::backup::belongs;

/// The paths of the files below `root` that belong in a backup, in order, without those in `skipped`.
pub(super) fn below(root: &Path, skipped: &Path) -> io::Result<Vec<String>> {
    let mut found = Vec::new();
    collect(root, "", skipped, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(folder: &Path, prefix: &str, skipped: &Path, found: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let path = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        let kind = entry.file_type()?;
        if !belongs(&path) || entry.path() == skipped {
            continue;
        }
        if kind.is_dir() {
            collect(&entry.path(), &path, skipped, found)?;
        } else if kind.is_file() {
            found.push(path);
        }
    }
    Ok(())
}

/// What a file holds; nothing when it has gone meanwhile. One that is being saved is read again.
pub(super) fn content(root: &Path, path: &str) -> io::Result<Option<Vec<u8>>> {
    const ATTEMPTS: usize = 3;
    let file = root.join(path);
    let mut content = None;
    for _ in 0..ATTEMPTS {
        let before = crate::vault::disk::mark(&file)?;
        content = match fs::read(&file) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        if crate::vault::disk::mark(&file)? == before {
            break;
        }
    }
    Ok(content)
}
