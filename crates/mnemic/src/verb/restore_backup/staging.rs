//! The new vault while it is made, beside the place that it will take.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use mnemic_core::transfer::backup::Manifest;

use super::{
    is_free,
    marker::{self, Claim, Marker, Side},
    move_aside,
    recovery::{discard, finish},
    sync_above,
};
use crate::{
    error::{BackupError, Error},
    vault::{Vault, disk},
    verb::backup::{read_archive, unpack},
};

/// A vault that waits beside its place.
#[derive(Debug)]
pub(super) struct Staging {
    folder: PathBuf,
    claim: Claim,
}

/// What the names of staged vaults begin with.
pub(super) fn prefix(target: &Path) -> String {
    format!(".{}.restoring-", target.file_name().unwrap_or_default().to_string_lossy())
}

impl Staging {
    /// Builds the vault beside its place, from a backup that was read to its end before.
    pub(super) fn build(file: &Path, target: &Path) -> Result<(Self, Manifest), BackupError> {
        read_archive(file, &mut |_, _| Ok(()))?;
        let staging = Self::begin(file, target).map_err(Error::file("make", target))?;
        let manifest = staging.fill(file).inspect_err(|_| staging.discard_quietly())?;
        Ok((staging, manifest))
    }

    /// Makes a folder that nobody else has, with a marker in it.
    fn begin(file: &Path, target: &Path) -> io::Result<Self> {
        let above = target.parent().unwrap_or(target);
        disk::make_folder(above)?;
        let (prefix, pid) = (prefix(target), std::process::id());
        for number in 1..u32::MAX {
            let name = format!("{prefix}{pid}-{number}");
            let folder = above.join(&name);
            match disk::make_new_folder(&folder) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                made => made?,
            }
            let backup = std::path::absolute(file)?;
            let claim = Marker { side: Side::New, staging: name, backup }.put(&folder);
            let claim = claim.inspect_err(|_| {
                let _ = marker::remove(&folder).and_then(|()| fs::remove_dir(&folder));
            })?;
            return Ok(Self { folder, claim });
        }
        Err(io::Error::other("no name is free"))
    }

    fn fill(&self, file: &Path) -> Result<Manifest, BackupError> {
        let folder = &self.folder;
        let manifest = read_archive(file, &mut |path, content| {
            let target = folder.join(path);
            disk::make_folder(target.parent().unwrap_or(folder))?;
            unpack(content, &target)
        })?;
        Vault::create(folder).map_err(Error::file("write", folder))?;
        sync_folders(folder).map_err(Error::file("write", folder))?;
        Ok(manifest)
    }

    /// Removes what was staged, as far as it can be.
    pub(super) fn discard_quietly(&self) {
        if let Err(error) = discard(&self.folder, &self.claim.marker) {
            tracing::debug!(%error, "a staged vault stays");
        }
    }

    /// Puts the vault in its place, under every lock of the one that is there; answers where that one is then.
    pub(super) fn place(self, target: &Path) -> io::Result<Option<PathBuf>> {
        if is_free(target) {
            fs::rename(&self.folder, target)?;
            sync_above(target)?;
            return finish(target, &self.claim.marker);
        }
        let former = Marker { side: Side::Former, ..self.claim.marker.clone() };
        let _claim = former.put(target)?;
        self.share_locks(target)?;
        self.exchange(target)?;
        sync_above(target)?;
        finish(target, &self.claim.marker)
    }

    fn share_locks(&self, target: &Path) -> io::Result<()> {
        let names = disk::file_names(target)?;
        for name in names.iter().filter(|name| name.ends_with(".lock")) {
            fs::hard_link(target.join(name), self.folder.join(name))?;
        }
        disk::sync_folder(&self.folder)
    }

    fn exchange(&self, target: &Path) -> io::Result<()> {
        match mnemic_platform::exchange(&self.folder, target) {
            Err(error) if error.kind() == io::ErrorKind::Unsupported => self.replace(target),
            exchanged => exchanged,
        }
    }

    /// For file systems that cannot exchange folders: the former vault moves aside first. Whoever finds its place empty
    /// finishes it, see `recovery.rs`.
    fn replace(&self, target: &Path) -> io::Result<()> {
        let aside = move_aside(target, target)?;
        fs::rename(&self.folder, target).inspect_err(|_| {
            let _ = fs::rename(&aside, target);
        })
    }
}

/// Makes the names of everything below a folder durable.
fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    disk::sync_folder(folder)
}
