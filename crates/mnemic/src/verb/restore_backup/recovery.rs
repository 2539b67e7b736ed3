//! What becomes of a restore that was killed or failed: the markers tell how far it came.
//!
//! | in the place | staged folder | so |
//! |---|---|---|
//! | the former vault | the new one | nothing was replaced: the staged vault is discarded |
//! | the new vault | the former one | the former vault is put aside, what stays with a vault moves over |
//! | nothing | the new one, the former lies aside | the staged vault takes its place, then as above |
//! | nothing | the new one, there was no other | the staged vault is discarded |

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use super::{
    KEPT,
    marker::{self, Claim, FILE, Marker, Side},
    move_aside,
    staging::prefix,
    sync_above,
};
use crate::vault::disk;

/// What became of a restore that was not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Recovered {
    /// There was none, or it is under way.
    Nothing,
    /// It had replaced nothing.
    TakenBack,
    /// The new vault is in its place, the former one aside.
    Finished {
        /// Where the former vault is.
        aside: Option<PathBuf>,
    },
}

/// Finishes or takes back a restore that was killed, as opening the vault does. Whether a vault is there now.
pub fn finish_restore(vault: &Path) -> io::Result<bool> {
    recover(vault)?;
    Ok(vault.exists())
}

/// Finishes or takes back a restore that was not finished, and says so in the log.
pub(crate) fn recover(vault: &Path) -> io::Result<Recovered> {
    let is_there = fs::symlink_metadata(vault).is_ok();
    if is_there && fs::symlink_metadata(vault.join(FILE)).is_err() {
        return Ok(Recovered::Nothing);
    }
    let target = &if is_there { vault.canonicalize()? } else { std::path::absolute(vault)? };
    let Some(claim) = claim_at(target)? else { return Ok(Recovered::Nothing) };
    let Marker { side, backup, .. } = &claim.marker;
    let backup = backup.display();
    match side {
        Side::Former => {
            take_back(target, &claim.marker)?;
            tracing::warn!(%backup, "a restore was interrupted before it replaced anything; the vault is as it was");
            Ok(Recovered::TakenBack)
        }
        Side::New if target.is_dir() => {
            let aside = finish(target, &claim.marker)?;
            if let Some(former) = &aside {
                let former = former.display();
                tracing::warn!(%backup, %former, "finished an interrupted restore; the former vault is beside the vault");
            }
            Ok(Recovered::Finished { aside })
        }
        Side::New => {
            discard(&staging_of(target, &claim.marker), &claim.marker)?;
            tracing::warn!(%backup, "a restore was interrupted before it made the vault");
            Ok(Recovered::TakenBack)
        }
    }
}

/// The marker of a restore that is not finished, in the place itself or, where nothing is in the place, in a staged
/// vault. One whose former vault lies aside takes the place first.
fn claim_at(target: &Path) -> io::Result<Option<Claim>> {
    if fs::symlink_metadata(target).is_ok() {
        return Claim::of(target);
    }
    for folder in staged(target)? {
        let Some(claim) = Claim::of(&folder)? else { continue };
        if claim.marker.side == Side::New && aside_of(target, &claim.marker)?.is_some() {
            fs::rename(&folder, target)?;
            sync_above(target)?;
        }
        return Ok(Some(claim));
    }
    Ok(None)
}

fn staging_of(target: &Path, marker: &Marker) -> PathBuf {
    target.with_file_name(&marker.staging)
}

/// The former vault of a restore, if it was put aside before the new one came.
fn aside_of(target: &Path, marker: &Marker) -> io::Result<Option<PathBuf>> {
    let prefix =
        format!("{}.before-restore-", target.file_name().unwrap_or_default().to_string_lossy());
    let beside = beside(target, &prefix)?;
    Ok(beside.into_iter().find(|folder| marker.is_in(folder, Side::Former)))
}

fn beside(target: &Path, prefix: &str) -> io::Result<Vec<PathBuf>> {
    let above = target.parent().unwrap_or(target);
    let mut names = disk::file_names(above)?;
    names.retain(|name| name.starts_with(prefix));
    names.sort();
    Ok(names.into_iter().map(|name| above.join(name)).collect())
}

fn staged(target: &Path) -> io::Result<Vec<PathBuf>> {
    beside(target, &prefix(target))
}

fn take_back(target: &Path, marker: &Marker) -> io::Result<()> {
    discard(&staging_of(target, marker), marker)?;
    marker::remove(target)
}

/// Removes a staged vault. Whatever else has come to lie there stays: only its own marker says that it may go, and
/// that goes last.
pub(super) fn discard(folder: &Path, marker: &Marker) -> io::Result<()> {
    if !marker.is_in(folder, Side::New) {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name() == FILE {
            continue;
        }
        match entry.file_type()?.is_dir() {
            true => fs::remove_dir_all(entry.path())?,
            false => fs::remove_file(entry.path())?,
        }
    }
    fs::remove_file(folder.join(FILE))?;
    fs::remove_dir(folder)
}

/// Does what is left once the new vault is in its place: what stays with a vault moves over, the former vault gets its
/// name, the markers go. Each step may have been done before. Answers where the former vault is.
pub(super) fn finish(target: &Path, marker: &Marker) -> io::Result<Option<PathBuf>> {
    let staged = staging_of(target, marker);
    let is_staged = marker.is_in(&staged, Side::Former);
    let former = if is_staged { Some(staged) } else { aside_of(target, marker)? };
    let aside = match former {
        None => None,
        Some(former) => {
            keep(&former, target)?;
            let aside = if is_staged { move_aside(&former, target)? } else { former };
            sync_above(target)?;
            Some(aside)
        }
    };
    // Everything is in its place: a marker that stays now is removed by whoever opens the vault next.
    for folder in aside.iter().map(PathBuf::as_path).chain([target]) {
        if let Err(error) = marker::remove(folder) {
            tracing::debug!(%error, "the marker of a restore stays");
        }
    }
    Ok(aside)
}

/// Moves over what stays with a vault, unless the new one has it.
fn keep(former: &Path, target: &Path) -> io::Result<()> {
    for name in KEPT {
        let (from, to) = (former.join(name), target.join(name));
        if fs::symlink_metadata(&from).is_ok() && fs::symlink_metadata(&to).is_err() {
            fs::rename(from, to)?;
        }
    }
    disk::sync_folder(target)?;
    disk::sync_folder(former)
}

/// A folder that an interrupted restore left beside a vault.
#[derive(Debug, Clone)]
pub(crate) struct Leftover {
    pub(crate) folder: PathBuf,
    /// Its marker, when that says that it is a staged vault that was never in place.
    marker: Option<Marker>,
}

/// The folders that interrupted restores left beside a vault.
pub(crate) fn leftovers(target: &Path) -> io::Result<Vec<Leftover>> {
    let mut found = Vec::new();
    for folder in staged(target)? {
        let is_free = Claim::of(&folder)?;
        let marker = is_free.map(|claim| claim.marker).filter(|marker| marker.side == Side::New);
        let is_under_way =
            marker.is_none() && Marker::read(&folder).is_some_and(|it| it.side == Side::New);
        if !is_under_way {
            found.push(Leftover { folder, marker });
        }
    }
    Ok(found)
}

impl Leftover {
    /// Whether it may be removed: it is a staged vault that was never in place, or empty.
    pub(crate) fn may_go(&self) -> bool {
        self.marker.is_some()
            || fs::read_dir(&self.folder).is_ok_and(|mut entries| entries.next().is_none())
    }

    pub(crate) fn remove(self) -> io::Result<()> {
        match &self.marker {
            Some(marker) => discard(&self.folder, marker),
            None => fs::remove_dir(&self.folder),
        }
    }
}
