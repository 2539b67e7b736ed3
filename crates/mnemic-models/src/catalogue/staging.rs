//! A model that is being put together beside its place. Unless it is installed it vanishes.

use std::{
    collections::BTreeMap,
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use tempfile::TempDir;

use super::{FetchError, KnownModel, Pin, Progress};
use crate::local::Stamp;

const BUFFER_BYTES: usize = 256 * 1024;

/// A folder that is removed when this is dropped.
#[derive(Debug)]
pub(super) struct Staging {
    folder: TempDir,
    /// The SHA-256 of each file in it.
    hashes: BTreeMap<String, String>,
}

impl Staging {
    /// A new one in the folder of models, which is made if it is not there.
    pub(super) fn new(models: &Path) -> Result<Self, FetchError> {
        let made = DirBuilder::new().recursive(true).create(models);
        let folder =
            made.and_then(|()| tempfile::Builder::new().prefix(".incoming-").tempdir_in(models));
        let folder = folder.map_err(|source| fault(models, source))?;
        Ok(Self { folder, hashes: BTreeMap::new() })
    }

    /// Whether that very file was taken.
    pub(super) fn has(&self, pin: &Pin) -> bool {
        self.hashes.get(&pin.file) == Some(&pin.sha256)
    }

    /// Writes a file of at most `limit` bytes, over one of the same name. The answer is its SHA-256. What is longer is
    /// read no further: its hash cannot be the right one.
    pub(super) fn take(
        &mut self,
        name: &str,
        reader: impl Read,
        limit: u64,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<String, FetchError> {
        let path = self.folder.path().join(name);
        let report = |done_bytes| progress(Progress { file: name, done_bytes, total_bytes: limit });
        let hash = copy(reader.take(limit + 1), &path, report);
        let hash = hash.map_err(|source| fault(Path::new(name), source))?;
        self.hashes.insert(name.to_owned(), hash.clone());
        Ok(hash)
    }

    /// Puts the model in its place, instead of what may be there.
    pub(super) fn install(self, model: &KnownModel, models: &Path) -> Result<PathBuf, FetchError> {
        let target = models.join(&model.name);
        self.complete(model).map_err(|source| fault(self.folder.path(), source))?;
        let place = || -> io::Result<()> {
            let replaced = tempfile::Builder::new().prefix(".outgoing-").tempdir_in(models)?;
            if target.exists() {
                fs::rename(&target, replaced.path().join("replaced"))?;
            }
            fs::rename(self.folder.path(), &target)?;
            mnemic_platform::sync_dir(models)
        };
        place().map_err(|source| fault(&target, source))?;
        tracing::info!(model = model.name, "model installed");
        Ok(target)
    }

    /// Adds what was not fetched, and takes away what is not the model's to the bit.
    fn complete(&self, model: &KnownModel) -> io::Result<()> {
        let folder = self.folder.path();
        for file in self.hashes.keys() {
            if !model.pins().any(|pin| pin.file == *file && self.has(pin)) {
                fs::remove_file(folder.join(file))?;
            }
        }
        write(&folder.join("config.json"), model.config.as_bytes())?;
        let stamp = Stamp::of(&folder.join(&model.weights.file))?;
        write(&folder.join(Stamp::FILE), &serde_json::to_vec(&stamp)?)?;
        mnemic_platform::sync_dir(folder)
    }
}

fn copy(mut reader: impl Read, path: &Path, mut report: impl FnMut(u64)) -> io::Result<String> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut done_bytes = 0;
    loop {
        let count = reader.read(&mut buffer)?;
        if count == 0 {
            file.sync_all()?;
            return Ok(format!("{:x}", hasher.finalize()));
        }
        hasher.update(&buffer[..count]);
        file.write_all(&buffer[..count])?;
        done_bytes += count as u64;
        report(done_bytes);
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn fault(path: &Path, source: io::Error) -> FetchError {
    FetchError::File { path: path.display().to_string(), source }
}
