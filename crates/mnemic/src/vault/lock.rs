//! Locks between processes and between the tasks of one process.
//!
//! A file lock does not part the tasks of one process, so each lock is a mutex and a file. The file is
//! never replaced or deleted: whoever waits would be waiting for a file nobody holds.

use std::{
    fs::{File, TryLockError},
    io,
    path::PathBuf,
    sync::Arc,
};

use tokio::sync::{Mutex, OwnedMutexGuard};

use super::disk;

/// A lock that one task of one process holds at a time.
#[derive(Debug, Clone)]
pub struct Lock {
    path: PathBuf,
    gate: Arc<Mutex<()>>,
}

/// The lock while it is held.
#[derive(Debug)]
pub struct Held {
    /// Closing the file lets go of it, before the gate lets the next task of this process in.
    file: Option<File>,
    _gate: OwnedMutexGuard<()>,
}

impl Drop for Held {
    fn drop(&mut self) {
        self.file.take();
    }
}

impl Lock {
    /// The lock on a file.
    pub fn on(path: PathBuf) -> Self {
        Self { path, gate: Arc::default() }
    }

    /// Waits for the lock.
    pub async fn hold(&self) -> io::Result<Held> {
        let gate = self.gate.clone().lock_owned().await;
        let file = disk::open_lock(&self.path)?;
        let file = if try_lock(&file)? { file } else { wait_for(file).await? };
        Ok(Held { file: Some(file), _gate: gate })
    }

    /// Takes the lock if nobody holds it.
    pub async fn try_hold(&self) -> io::Result<Option<Held>> {
        let Ok(gate) = self.gate.clone().try_lock_owned() else {
            return Ok(None);
        };
        let file = disk::open_lock(&self.path)?;
        let locked = try_lock(&file)?;
        Ok(locked.then_some(Held { file: Some(file), _gate: gate }))
    }
}

fn try_lock(file: &File) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

async fn wait_for(file: File) -> io::Result<File> {
    disk::blocking(move || {
        file.lock()?;
        Ok(file)
    })
    .await
}
