//! Backup: one file with the vault's documents, journal and configuration, while others go on writing.
//!
//! Under the scribe lock no document changes but by hand, and the write lock is held only for the moment in which
//! the lengths of the journal are taken: what was acknowledged lies before them, and the journal only ever grows. So
//! documents and journal fit together, and no line is cut.

mod archive;
mod files;

use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use mnemic_core::{
    record::id::{Anchor, MemoryId},
    safety::caller::{Caller, Right},
    transfer::backup::{self, FOLDER, Manifest},
};

use archive::Archive;
pub(crate) use archive::{read as read_archive, unpack};
use files::Files;

use crate::{
    engine::Engine,
    error::{BackupError, Error},
    vault::{
        Vault,
        disk::{self, blocking},
        journal::Lengths,
        lock::HeldLock,
    },
};

/// What the name of a backup begins with while it is written.
const TEMP_PREFIX: &str = ".mnemic-backup-";

/// What kind of backup is wanted.
#[derive(Debug, Clone, Default)]
pub struct BackupRequest {
    /// The file to write; a new one in the vault's own folder of backups when absent.
    pub output: Option<PathBuf>,
    /// How many backups stay in the vault's own folder; what the settings say when absent.
    pub keep: Option<usize>,
}

/// A backup that was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Backup {
    /// The file.
    pub file: PathBuf,
    /// How many files it holds.
    pub files: usize,
    /// How many bytes they have.
    pub bytes: u64,
    /// Older backups that were let go.
    pub removed: Vec<PathBuf>,
    /// What belongs in it and could not be kept.
    pub left_out: Vec<LeftOut>,
}

/// A file that is not in a backup though it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeftOut {
    /// Its path below the vault.
    pub path: String,
    /// Why it could not be kept.
    pub reason: String,
}

impl Engine {
    /// Makes a backup that holds everything acknowledged so far, reads it back and only then puts it in its place.
    pub async fn backup(
        &self,
        caller: &Caller,
        request: BackupRequest,
    ) -> Result<Backup, BackupError> {
        caller.require(Right::Administer).map_err(Error::from)?;
        if let Err(error) = self.update_documents().await {
            tracing::warn!(%error, "documents are behind; the journal has what they lack");
        }
        let place = self.place_for(request.output).await?;
        let unique = MemoryId::new(self.now(), self.randomness());
        let temp = place.temp(&Anchor::derived(unique));
        let scribing = self.scribe().hold_scribe_lock().await?;
        let lengths = self.whole_lengths().await?;
        let (vault, made_at) = (self.vault().clone(), self.now());
        let target = temp.clone();
        let written = blocking(move || {
            let (manifest, left_out) =
                write(&vault, scribing, &lengths, &target, Manifest::made_at(made_at))?;
            verify(&target, &manifest)?;
            place.put(&target, made_at).map(|file| (file, manifest, left_out))
        })
        .await;
        let (file, manifest, left_out) = written.inspect_err(|_| {
            let _ = fs::remove_file(&temp);
        })?;
        let keep = request.keep.unwrap_or(self.settings().backup_keep_count);
        let removed = self.remove_oldest(&file, keep)?;
        let bytes = manifest.files.iter().map(|file| file.bytes).sum();
        tracing::info!(files = manifest.files.len(), bytes, "backed up");
        Ok(Backup { file, files: manifest.files.len(), bytes, removed, left_out })
    }

    async fn place_for(&self, output: Option<PathBuf>) -> Result<Place, BackupError> {
        if let Some(path) = output {
            return if path.exists() {
                Err(BackupError::Exists(path))
            } else {
                Ok(Place::At(path))
            };
        }
        let folder = self.vault().root().join(FOLDER);
        let made = folder.clone();
        blocking(move || {
            disk::make_folder(&made)?;
            disk::make_file(&made.join(".gitignore"), "*\n")?;
            sweep(&made)
        })
        .await
        .map_err(Error::file("make", &folder))?;
        Ok(Place::In(folder))
    }

    /// How long the journal's segments are at this moment, in whole lines.
    async fn whole_lengths(&self) -> Result<Lengths, Error> {
        let _writing = self.ledger().hold_write_lock().await?;
        let vault = self.vault().clone();
        let lengths = blocking(move || vault.journal().whole_lengths()).await;
        lengths.map_err(Error::file("read", self.vault().root().join("journal")))
    }

    /// Removes the oldest backups of the vault's own folder, if the new one lies there.
    fn remove_oldest(&self, file: &Path, keep: usize) -> Result<Vec<PathBuf>, BackupError> {
        let folder = self.vault().root().join(FOLDER);
        if file.parent() != Some(folder.as_path()) {
            return Ok(Vec::new());
        }
        let names = disk::file_names(&folder).map_err(Error::file("read", &folder))?;
        let surplus = backup::expired(names, keep).into_iter().map(|name| folder.join(name));
        let surplus: Vec<PathBuf> = surplus.filter(|path| path != file).collect();
        for path in &surplus {
            fs::remove_file(path).map_err(Error::file("remove", path))?;
        }
        Ok(surplus)
    }
}

/// Removes what backups that died left in a folder. One that is under way holds a lock on its file.
fn sweep(folder: &Path) -> io::Result<()> {
    let names = disk::file_names(folder)?;
    for name in names.iter().filter(|name| name.starts_with(TEMP_PREFIX) && name.ends_with(".tmp"))
    {
        let file = folder.join(name);
        if disk::open(&file)?.try_lock().is_ok() {
            disk::remove_scratch(&file)?;
        }
    }
    Ok(())
}

/// Where a backup goes.
#[derive(Debug, Clone)]
enum Place {
    At(PathBuf),
    In(PathBuf),
}

impl Place {
    fn temp(&self, unique: &Anchor) -> PathBuf {
        let name = format!("{TEMP_PREFIX}{}-{unique}.tmp", std::process::id());
        match self {
            Self::At(path) => path.with_file_name(name),
            Self::In(folder) => folder.join(name),
        }
    }

    fn first_number(&self, made_at: Timestamp) -> Result<u32, Error> {
        match self {
            Self::At(_) => Ok(1),
            Self::In(folder) => {
                let names = disk::file_names(folder).map_err(Error::file("read", folder))?;
                Ok(backup::next_number(made_at, &names))
            }
        }
    }

    /// Puts a file that is whole in its place; nothing that is there is replaced.
    fn put(&self, temp: &Path, made_at: Timestamp) -> Result<PathBuf, BackupError> {
        let path_of = |number| match self {
            Self::At(path) => path.clone(),
            Self::In(folder) => folder.join(backup::name(made_at, number)),
        };
        for number in self.first_number(made_at)?.. {
            let path = path_of(number);
            match mnemic_platform::rename_new(temp, &path) {
                Ok(()) => {
                    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
                    let synced = disk::sync_folder(folder.unwrap_or(Path::new(".")));
                    synced.map_err(Error::file("write", &path))?;
                    return Ok(path);
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => match self {
                    Self::In(_) => {}
                    Self::At(_) => return Err(BackupError::Exists(path)),
                },
                Err(error) => return Err(Error::file("write", &path)(error).into()),
            }
        }
        Err(BackupError::Exists(path_of(1)))
    }
}

/// Writes the documents, lets the scribe go on, and writes the journal up to the lengths.
fn write(
    vault: &Vault,
    scribing: HeldLock,
    lengths: &Lengths,
    temp: &Path,
    manifest: Manifest,
) -> Result<(Manifest, Vec<LeftOut>), BackupError> {
    let mut archive = Archive::begin(temp, manifest).map_err(Error::file("write", temp))?;
    let (root, index) = (vault.root(), vault.index_folder());
    let is_segment = |path: &str| lengths.keys().any(|name| path == format!("journal/{name}"));
    let mut files = Files::below(root, index).map_err(Error::file("read", root))?;
    for path in std::mem::take(&mut files.paths) {
        if is_segment(&path) {
            continue;
        }
        let content = match files::content(root, &path) {
            Ok(Some(content)) => content,
            Ok(None) => continue,
            Err(error) => {
                files.leave_out(&path, &format!("it cannot be read: {error}"));
                continue;
            }
        };
        let added = archive.add(&path, content.len() as u64, content.as_slice());
        added.map_err(Error::file("write", temp))?;
    }
    drop(scribing);
    for (name, length) in lengths {
        let path = format!("journal/{name}");
        let segment =
            disk::open(&root.join(&path)).map_err(Error::file("read", root.join(&path)))?;
        let added = archive.add(&path, *length, segment.take(*length));
        added.map_err(Error::file("write", temp))?;
    }
    let manifest = archive.finish().map_err(Error::file("write", temp))?;
    Ok((manifest, files.left_out))
}

/// Reads a backup back and compares it with what was written.
fn verify(file: &Path, written: &Manifest) -> Result<(), BackupError> {
    let found =
        read_archive(file, &mut |_, content| io::copy(content, &mut io::sink()).map(|_| ()))?;
    if found == *written {
        return Ok(());
    }
    Err(BackupError::damaged(file, "it does not read back as it was written"))
}
