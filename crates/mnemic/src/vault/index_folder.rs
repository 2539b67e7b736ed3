//! The folder of a vault's index. `index.path` may name one outside the vault, which several vaults may share: each has a
//! folder of its own inside. Nothing is written into a folder that serves another purpose.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::record::fingerprint::identity_digits;
use thiserror::Error;

/// Why a folder cannot hold the index.
#[derive(Debug, Error)]
pub enum UnfitFolder {
    /// It holds something else than indexes.
    #[error("the folder contains other files, such as `{0}`")]
    InUse(String),
    /// The folder above it is missing.
    #[error("its parent folder does not exist")]
    NoParent,
    /// It cannot be read, or is no folder.
    #[error(transparent)]
    Unreadable(#[from] io::Error),
}

/// The folder of the index of the vault at `root`.
pub fn index_folder(root: &Path, configured: &Path) -> PathBuf {
    let folder = root.join(configured);
    if !configured.is_absolute() {
        return folder;
    }
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    folder.join(format!("{name}-{}", identity_digits(&root.to_string_lossy())))
}

/// Checks that a folder outside the vault is missing, empty or holds nothing but indexes. One that holds this vault's own
/// already is as good.
pub fn check(root: &Path, configured: &Path) -> Result<(), UnfitFolder> {
    if !configured.is_absolute() || index_folder(root, configured).is_dir() {
        return Ok(());
    }
    let entries = match fs::read_dir(configured) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let has_parent = configured.parent().is_some_and(Path::is_dir);
            return if has_parent { Ok(()) } else { Err(UnfitFolder::NoParent) };
        }
        Err(error) => return Err(error.into()),
    };
    for entry in entries {
        let path = entry?.path();
        if !is_index(&path) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            return Err(UnfitFolder::InUse(name.into_owned()));
        }
    }
    Ok(())
}

/// Whether a folder is named like that of an index and holds nothing but files of one.
fn is_index(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    let length = identity_digits("").len();
    let is_named = name.rsplit_once('-').is_some_and(|(_, digits)| {
        digits.len() == length && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
    });
    let files = || fs::read_dir(folder).into_iter().flatten().flatten();
    let is_file_of_index =
        |entry: fs::DirEntry| entry.file_name().to_string_lossy().contains(".sqlite");
    is_named && folder.is_dir() && files().all(is_file_of_index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vault::disk;

    #[test]
    fn only_a_folder_without_other_purpose_holds_indexes() {
        let folder = tempfile::tempdir().unwrap();
        let (root, place) = (Path::new("/home/ada/.mnemic"), folder.path().join("indexes"));
        assert!(check(root, Path::new("index")).is_ok(), "inside the vault");
        assert!(check(root, &place).is_ok(), "missing");
        assert!(matches!(check(root, &place.join("deep")), Err(UnfitFolder::NoParent)));
        disk::make_folder(&index_folder(Path::new("/home/bob/.mnemic"), &place)).unwrap();
        assert!(check(root, &place).is_ok(), "another vault's");
        disk::make_folder(&place.join("photos")).unwrap();
        assert!(matches!(check(root, &place), Err(UnfitFolder::InUse(name)) if name == "photos"));
        disk::make_folder(&index_folder(root, &place)).unwrap();
        assert!(check(root, &place).is_ok(), "used before");
    }
}
