//! Vaults that are made for a benchmark and go away with it.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use jiff::Timestamp;
use mnemic::{Engine, FixedClock, Options, Randomness};
use tempfile::TempDir;

use super::sample::Sample;
use crate::{failure::user_error, invocation::Invocation, invocation::caller};

/// A folder that goes away, below `place` or where the system keeps temporary files.
pub fn folder(place: Option<&Path>) -> anyhow::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("mnemic-bench-");
    let Some(place) = place else { return Ok(builder.tempdir()?) };
    builder.tempdir_in(place).map_err(|error| {
        let message = format!("cannot make a vault in `{}`: {error}", place.display());
        user_error(message, "name a folder that is there with `--folder`")
    })
}

/// A vault in such a folder, with what the command line says in place of the configuration.
pub struct Throwaway {
    folder: TempDir,
    options: Options,
}

impl Throwaway {
    pub fn new(invocation: &Invocation, place: Option<&Path>) -> anyhow::Result<Self> {
        let folder = folder(place)?;
        let options = invocation.options(&folder.path().join("vault"));
        Ok(Self { folder, options })
    }

    pub fn vault(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    /// Opens the vault with the system's clock.
    pub async fn open(&self) -> anyhow::Result<Engine> {
        open(self.options.clone()).await
    }

    /// Opens the vault at a moment that does not pass. Ids are the same in every run, and so is the order of
    /// memories that rank alike.
    pub async fn open_at(&self, now: Timestamp) -> anyhow::Result<Engine> {
        let mut options = self.options.clone();
        options.clock = Arc::new(FixedClock::new(now));
        options.randomness = Arc::new(Repeating(Mutex::new(Sample::seeded(1))));
        open(options).await
    }

    /// Which embedder answers questions of such a vault.
    pub async fn embedder(&self) -> anyhow::Result<String> {
        embedder(&self.open().await?).await
    }
}

/// Opens a vault. Nothing is measured in place of what was asked for.
pub async fn open(options: Options) -> anyhow::Result<Engine> {
    let engine = Engine::open(options).await?;
    match engine.embedder_fault() {
        Some(fault) => {
            Err(user_error(fault.to_string(), "`mnemic models list` says what there is"))
        }
        None => Ok(engine),
    }
}

/// Which embedder answers questions now, once all memories are embedded.
pub async fn embedder(engine: &Engine) -> anyhow::Result<String> {
    if let Some(unused) = engine.serving().await?.unused {
        return Err(user_error(unused, "`mnemic models list` says what there is"));
    }
    let used = engine.status(&caller()).await?.embedding.embedder;
    Ok(used.map_or("none".to_owned(), |identity| identity.to_string()))
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
