//! Locks between processes and between the tasks of one process.
//!
//! A file lock does not part the tasks of one process, so each lock is a mutex and a file. The file is
//! never replaced or deleted: whoever waits would be waiting for a file nobody holds. It names the process that holds
//! it, so that whoever waits in vain can say for whom: a suspended process keeps its locks.

use std::{
    fs::{File, TryLockError},
    io,
    path::PathBuf,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use thiserror::Error;
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::disk;

/// The pauses between two attempts: most locks are held for a millisecond. Whoever paused for longer would rarely meet
/// the moment in which a process that writes again and again has let go.
const FIRST_PAUSE: Duration = Duration::from_micros(200);
const LONGEST_PAUSE: Duration = Duration::from_millis(1);
/// Room for the number of a process.
const PID_BYTES: usize = 12;

/// A lock that one task of one process holds at a time.
#[derive(Debug, Clone)]
pub struct Lock {
    path: PathBuf,
    gate: Arc<Mutex<()>>,
}

/// The lock while it is held.
#[derive(Debug)]
pub struct HeldLock {
    /// Closing the file lets go of it, before the gate lets the next task of this process in.
    file: Option<File>,
    _gate: OwnedMutexGuard<()>,
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        self.file.take();
    }
}

/// Why a lock could not be taken.
#[derive(Debug, Error)]
pub enum LockError {
    /// Someone else held it all the time.
    #[error("`{}` is held by {}", .path.display(), named(*.holder))]
    Busy {
        /// The file of the lock.
        path: PathBuf,
        /// The process that holds it, as far as it is known.
        holder: Option<u32>,
    },
    /// The file of the lock could not be used.
    #[error("cannot lock `{}`", .path.display())]
    File {
        /// The file of the lock.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

fn named(holder: Option<u32>) -> String {
    holder.map_or_else(|| "another process".to_owned(), |pid| format!("process {pid}"))
}

impl Lock {
    /// The lock on a file.
    pub fn on(path: PathBuf) -> Self {
        Self { path, gate: Arc::default() }
    }

    /// Takes the lock, waiting for it no longer than `patience`.
    pub async fn hold(&self, patience: Duration) -> Result<HeldLock, LockError> {
        let started = Instant::now();
        // Tasks of this process that came earlier wait no longer than their own patience, so this ends as well.
        let gate = self.gate.clone().lock_owned().await;
        let file = self.open()?;
        if self.try_lock(&file)? {
            return Ok(HeldLock { file: Some(file), _gate: gate });
        }
        let lock = self.clone();
        let file =
            disk::blocking(move || lock.wait(file, patience.saturating_sub(started.elapsed())))
                .await?;
        Ok(HeldLock { file: Some(file), _gate: gate })
    }

    /// Takes the lock if nobody holds it.
    pub async fn try_hold(&self) -> Result<Option<HeldLock>, LockError> {
        let Ok(gate) = self.gate.clone().try_lock_owned() else {
            return Ok(None);
        };
        let file = self.open()?;
        let locked = self.try_lock(&file)?;
        Ok(locked.then_some(HeldLock { file: Some(file), _gate: gate }))
    }

    /// Asks again and again: a file lock that is waited for cannot be given up.
    fn wait(&self, file: File, patience: Duration) -> Result<File, LockError> {
        let started = Instant::now();
        let mut pause = FIRST_PAUSE;
        while started.elapsed() < patience {
            thread::sleep(pause);
            if self.try_lock(&file)? {
                return Ok(file);
            }
            pause = (pause * 3 / 2).min(LONGEST_PAUSE);
        }
        Err(LockError::Busy { path: self.path.clone(), holder: holder_of(&file) })
    }

    fn open(&self) -> Result<File, LockError> {
        disk::open_lock(&self.path).map_err(|source| self.failure(source))
    }

    fn try_lock(&self, file: &File) -> Result<bool, LockError> {
        match file.try_lock() {
            Ok(()) => {
                sign(file);
                Ok(true)
            }
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(self.failure(error)),
        }
    }

    fn failure(&self, source: io::Error) -> LockError {
        LockError::File { path: self.path.clone(), source }
    }
}

/// Says in the file who holds it. Without that the lock is as good; only a message would be poorer.
fn sign(file: &File) {
    let signature = format!("{:<PID_BYTES$}", std::process::id());
    let _ = mnemic_platform::write_all_at(file, signature.as_bytes(), 0);
}

fn holder_of(file: &File) -> Option<u32> {
    let mut signature = [0; PID_BYTES];
    let read = mnemic_platform::read_at(file, &mut signature, 0).ok()?;
    std::str::from_utf8(&signature[..read]).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_waits_in_vain_learns_who_holds_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let _held = Lock::on(path.clone()).hold(Duration::ZERO).await.unwrap();
        let other = Lock::on(path.clone());
        assert!(other.try_hold().await.unwrap().is_none());
        let error = other.hold(Duration::from_millis(5)).await.unwrap_err();
        let own = std::process::id();
        assert_eq!(error.to_string(), format!("`{}` is held by process {own}", path.display()));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn who_waits_long_enough_gets_the_lock() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(".lock");
        let held = Lock::on(path.clone()).hold(Duration::ZERO).await.unwrap();
        let other = Lock::on(path);
        let waiting = tokio::spawn(async move { other.hold(Duration::from_secs(60)).await });
        drop(held);
        waiting.await.unwrap().unwrap();
    }
}
