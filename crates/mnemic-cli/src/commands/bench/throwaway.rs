//! Vaults that are made for a benchmark and go away with it.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use mnemic::{EmbeddersFrom, Engine, FixedClock, Options, Randomness, SettingsFrom};
use tempfile::TempDir;

use super::{super::Session, sample::Sample};
use crate::failure::Told;

/// A folder that goes away, below `place` or where the system keeps temporary files.
pub fn folder(place: Option<&Path>) -> anyhow::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("mnemic-bench-");
    let Some(place) = place else { return Ok(builder.tempdir()?) };
    builder.tempdir_in(place).map_err(|error| {
        let message = format!("cannot make a vault in `{}`: {error}", place.display());
        Told::error(message, "name a folder that is there with `--folder`")
    })
}

/// A vault in such a folder, with what the command line says in place of the configuration.
pub struct Throwaway {
    folder: TempDir,
    settings: SettingsFrom,
    embedders: EmbeddersFrom,
}

impl Throwaway {
    pub fn new(session: &Session, place: Option<&Path>) -> anyhow::Result<Self> {
        let (settings, embedders) =
            (session.surroundings.settings(), session.surroundings.embedders());
        Ok(Self { folder: folder(place)?, settings, embedders })
    }

    pub fn vault(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    /// Opens the vault with the system's clock.
    pub async fn open(&self) -> anyhow::Result<Engine> {
        Ok(Engine::open(self.options()).await?)
    }

    /// Opens the vault at a moment that does not pass. Ids are the same in every run, and so is the order of
    /// memories that rank alike.
    pub async fn open_at(&self, now: Timestamp) -> anyhow::Result<Engine> {
        let mut options = self.options();
        options.clock = Arc::new(FixedClock::new(now));
        options.randomness = Arc::new(Repeating(Mutex::new(Sample::seeded(1))));
        Ok(Engine::open(options).await?)
    }

    fn options(&self) -> Options {
        Options {
            settings: self.settings.clone(),
            embedders: self.embedders.clone(),
            ..Options::for_vault(self.vault())
        }
    }
}

/// Randomness that is the same in every run.
struct Repeating(Mutex<Sample>);

impl Randomness for Repeating {
    fn fill(&self, buffer: &mut [u8]) {
        let mut sample = self.0.lock().expect("drawing a number cannot panic");
        for chunk in buffer.chunks_mut(8) {
            chunk.copy_from_slice(&sample.number().to_le_bytes()[..chunk.len()]);
        }
    }
}
