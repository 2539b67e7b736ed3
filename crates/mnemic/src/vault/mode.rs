//! Whose the vault's files are: their owner's alone. Files of other tools and people are not looked at.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::document::place::{self, Place};
pub use mnemic_platform::{close_to_others, is_open_to_others};

use super::disk;

/// Folders in which everything is the vault's.
const OWN: [&str; 4] = ["journal", "index", "cache", "config"];
/// Folders of scopes, in which people may keep files of their own.
const SCOPES: [&str; 3] = ["global", "projects", "agents"];

/// The files and folders of a vault that others may read or write, by path.
pub fn open_to_others(root: &Path) -> io::Result<Vec<PathBuf>> {
    let mut open = Vec::new();
    note(root, &mut open)?;
    for name in disk::file_names(root)? {
        let is_lock = name.starts_with('.') && name.ends_with("lock");
        if is_lock || OWN.contains(&name.as_str()) || SCOPES.contains(&name.as_str()) {
            walk(root, &name, &mut open)?;
        }
    }
    open.sort();
    Ok(open)
}

fn walk(root: &Path, path: &str, open: &mut Vec<PathBuf>) -> io::Result<()> {
    let file = root.join(path);
    let Ok(metadata) = fs::symlink_metadata(&file) else { return Ok(()) };
    if metadata.is_symlink() || !is_ours(path, metadata.is_dir()) {
        return Ok(());
    }
    note(&file, open)?;
    // What came out of documents' places keeps the modes that its editors gave it; nobody else gets into the folder.
    if metadata.is_dir() && path != disk::DISPLACED {
        for name in disk::file_names(&file)? {
            walk(root, &format!("{path}/{name}"), open)?;
        }
    }
    Ok(())
}

fn is_ours(path: &str, is_folder: bool) -> bool {
    let (family, _) = path.split_once('/').unwrap_or((path, ""));
    if !SCOPES.contains(&family) {
        return true;
    }
    let archive = || path.strip_suffix("/archive").is_some_and(place::may_hold_documents);
    if is_of_sessions(path) {
        return true;
    }
    if is_folder { place::may_hold_documents(path) || archive() } else { Place::at(path).is_some() }
}

/// Whether a path is that of a scope's sessions or below it.
fn is_of_sessions(path: &str) -> bool {
    let Some((scope, below)) = path.split_once("/sessions") else { return false };
    let is_scope = Place::at(&format!("{scope}/MEMORY.md")).is_some();
    is_scope && (below.is_empty() || below.starts_with('/'))
}

fn note(path: &Path, open: &mut Vec<PathBuf>) -> io::Result<()> {
    match is_open_to_others(path) {
        Ok(true) => open.push(path.to_path_buf()),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    Ok(())
}
