//! The lock of a session: a file that names who holds it.
//!
//! The system lets go of it when the holder dies. A holder that lives and is not heard of for too long loses it: the
//! file is replaced, and the holder sees that before it writes again.

use std::{
    fs::{self, File, TryLockError},
    io::{self, Read, Seek, Write},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use mnemic_core::session::holder::Holder;

use super::disk::{self, is_at};

/// The lock of a session while it is held.
#[derive(Debug)]
pub struct SessionLock {
    path: PathBuf,
    file: File,
    holder: Holder,
}

/// What came of trying to take the lock.
#[derive(Debug)]
pub enum Attempt {
    /// It is held now.
    Taken(SessionLock),
    /// Someone else holds it.
    Held(Holder),
    /// Someone is just taking it or letting it go.
    Changing,
}

impl SessionLock {
    /// Tries to take the lock.
    pub fn attempt(path: &Path, holder: &Holder) -> io::Result<Attempt> {
        if let Some(folder) = path.parent() {
            disk::make_folder(folder)?;
        }
        let mut file = disk::open_lock(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) => return refused(path, &mut file, holder.since),
        }
        if !is_at(path, &file)? {
            return Ok(Attempt::Changing);
        }
        if let Some(former) = read(&mut file)?
            && former.host != holder.host
            && !former.is_expired(holder.since)
        {
            return Ok(Attempt::Held(former));
        }
        let mut lock = Self { path: path.to_path_buf(), file, holder: holder.clone() };
        lock.note()?;
        Ok(Attempt::Taken(lock))
    }

    /// Whether someone of this machine died while holding the lock for a conversation.
    pub fn holder_died(path: &Path, host: &str) -> io::Result<bool> {
        if !path.exists() {
            return Ok(false);
        }
        let mut file = disk::open_lock(path)?;
        if file.try_lock().is_err() {
            return Ok(false);
        }
        Ok(read(&mut file)?.is_some_and(|former| former.lasting && former.host == host))
    }

    /// Says that the holder is still there; whether the lock is still its own.
    pub fn refresh(&mut self, now: Timestamp) -> io::Result<bool> {
        if !is_at(&self.path, &self.file)? {
            return Ok(false);
        }
        if now != self.holder.since {
            self.holder.since = now;
            self.note()?;
        }
        Ok(true)
    }

    fn note(&mut self) -> io::Result<()> {
        let text = serde_json::to_string(&self.holder)?;
        self.file.rewind()?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(text.len() as u64)
    }
}

impl Drop for SessionLock {
    fn drop(&mut self) {
        let _ = self.file.set_len(0);
    }
}

/// Someone holds the lock. If it has not been heard of for too long, the file makes way for another.
fn refused(path: &Path, file: &mut File, now: Timestamp) -> io::Result<Attempt> {
    let Some(holder) = read(file)? else { return Ok(Attempt::Changing) };
    if !holder.is_expired(now) {
        return Ok(Attempt::Held(holder));
    }
    if is_at(path, file)? {
        fs::remove_file(path)?;
    }
    Ok(Attempt::Changing)
}

fn read(file: &mut File) -> io::Result<Option<Holder>> {
    let mut text = String::new();
    file.rewind()?;
    file.read_to_string(&mut text)?;
    Ok(serde_json::from_str(&text).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(pid: u32, minute: u8) -> Holder {
        let since = format!("2026-11-15T10:{minute:02}:00Z").parse().unwrap();
        Holder { pid, host: "here".to_owned(), since, lasting: true }
    }

    #[test]
    fn a_lock_is_held_by_one_and_expires_when_its_holder_falls_silent() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s");
        let Attempt::Taken(mut first) = SessionLock::attempt(&path, &holder(1, 0)).unwrap() else {
            panic!("not taken")
        };
        let second = SessionLock::attempt(&path, &holder(2, 1)).unwrap();
        assert!(matches!(second, Attempt::Held(by) if by.pid == 1));
        assert!(matches!(SessionLock::attempt(&path, &holder(2, 15)).unwrap(), Attempt::Changing));
        let taken = SessionLock::attempt(&path, &holder(2, 15)).unwrap();
        assert!(matches!(taken, Attempt::Taken(..)));
        assert!(!first.refresh(holder(1, 16).since).unwrap());
    }

    #[test]
    fn a_holder_of_another_machine_is_believed_until_it_expires() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s");
        let away = Holder { host: "away".to_owned(), ..holder(1, 0) };
        disk::make_file(&path, &serde_json::to_string(&away).unwrap()).unwrap();
        let early = SessionLock::attempt(&path, &holder(2, 14)).unwrap();
        assert!(matches!(early, Attempt::Held(by) if by == away));
        let late = SessionLock::attempt(&path, &holder(2, 15)).unwrap();
        assert!(matches!(late, Attempt::Taken(_)));
    }
}
