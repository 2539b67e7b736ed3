//! The connections of one generation: one that writes, a few that read.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use mnemic_core::port::store::StoreError;
use rusqlite::{Connection, OpenFlags, config::DbConfig};

use crate::{
    error::{Failure, Result},
    generation::is_plain,
    reader::Readers,
};

const BUSY_TIMEOUT: Duration = Duration::from_secs(30);
const STATEMENTS_CACHED: usize = 64;

/// How many pages the write-ahead log gathers: what an import changes again and again is put in place once.
const LOG_PAGES: i64 = 4_000;

/// How much of the file each connection keeps in RAM, in KiB.
const WRITER_CACHE_KIB: i64 = 64_000;
/// A build fills the whole index in one go, in no order.
const BUILD_CACHE_KIB: i64 = 256_000;
const READER_CACHE_KIB: i64 = 16_000;

/// The connections of one generation.
pub(crate) struct Connections {
    path: PathBuf,
    access: Mutex<Access>,
    writer: Mutex<Option<Connection>>,
    readers: Readers,
}

/// What the file system lets us do with the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Write,
    Read,
    /// Not even a lock can be taken: whatever is in the write-ahead log stays unseen.
    ReadUnlocked,
}

impl Connections {
    /// Opens an existing file, for reading only where nothing else is possible.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        match Self::open_as(path, Access::Write) {
            Err(Failure(StoreError::Unwritable(cause))) => {
                tracing::debug!(cause, "the index is opened for reading only");
            }
            opened => return opened,
        }
        Self::open_as(path, Access::Read).or_else(|_| Self::open_as(path, Access::ReadUnlocked))
    }

    fn open_as(path: &Path, access: Access) -> Result<Self> {
        let connection = connect(path, access)?;
        crate::schema::check_header(&connection)?;
        let connections = Self {
            path: path.to_owned(),
            access: Mutex::new(access),
            writer: Mutex::default(),
            readers: Readers::new(),
        };
        if access == Access::Write {
            *locked(&connections.writer) = Some(for_writing(connection)?);
        } else {
            connections.readers.leave(connection);
        }
        Ok(connections)
    }

    /// Makes the tables in an empty file. Nothing is synced before [`Connections::close`]: a build
    /// that is cut off is thrown away.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let connection = connect(path, Access::Write)?;
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
        connection.pragma_update(None, "synchronous", "OFF")?;
        connection.pragma_update(None, "cache_size", -BUILD_CACHE_KIB)?;
        crate::schema::create(&connection)?;
        Ok(Self {
            path: path.to_owned(),
            access: Mutex::new(Access::Write),
            writer: Mutex::new(Some(connection)),
            readers: Readers::new(),
        })
    }

    /// Runs `task` on the one connection that writes.
    pub(crate) fn write<T>(&self, task: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        let mut writer = locked(&self.writer);
        if writer.is_none() && self.access() != Access::Write {
            *writer = Some(self.open_after_all()?);
        }
        let connection = writer.as_mut().ok_or_else(|| Failure::refused("the store was closed"))?;
        let result = task(connection);
        result.map_err(|failure| failure.judged(connection))
    }

    fn access(&self) -> Access {
        *locked(&self.access)
    }

    /// Opens for writing what could only be read before: a disk has room again, a fault has passed.
    fn open_after_all(&self) -> Result<Connection> {
        let connection = for_writing(connect(&self.path, Access::Write)?)?;
        *locked(&self.access) = Access::Write;
        self.readers.clear();
        Ok(connection)
    }

    /// Runs `task` on a connection of its own, on which nothing changes while it runs.
    pub(crate) fn read<T>(&self, task: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let open = || connect(&self.path, self.access());
        self.readers.with(open, |connection| in_snapshot(connection, task))
    }

    /// Runs a short `task` on the connection that writes, unless that is at work. It keeps in RAM what it wrote,
    /// while one that reads has to read everything again after each write.
    pub(crate) fn look<T>(&self, task: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        if let Ok(mut writer) = self.writer.try_lock()
            && let Some(connection) = writer.as_mut()
        {
            return in_snapshot(connection, task);
        }
        self.read(task)
    }

    /// Puts everything into the one file and lets go of it.
    pub(crate) fn close(&self) -> Result<()> {
        self.readers.clear();
        let Some(writer) = locked(&self.writer).take() else { return Ok(()) };
        writer.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        writer.close().map_err(|(_, error)| error)?;
        Ok(())
    }
}

fn in_snapshot<T>(
    connection: &mut Connection,
    task: impl FnOnce(&Connection) -> Result<T>,
) -> Result<T> {
    let snapshot = connection.transaction()?;
    let result = task(&snapshot).map_err(|failure| failure.judged(&snapshot))?;
    snapshot.finish()?;
    Ok(result)
}

/// Opens a file whatever it holds, as far as the file system lets us.
pub(crate) fn open_unchecked(path: &Path) -> Result<Connection> {
    connect(path, Access::Write)
        .or_else(|_| connect(path, Access::Read))
        .or_else(|_| connect(path, Access::ReadUnlocked))
}

fn connect(path: &Path, access: Access) -> Result<Connection> {
    if !is_plain(path) {
        return Err(Failure::damaged("it is not a regular file"));
    }
    let connection = match access {
        Access::Write => {
            Connection::open_with_flags(path, flags(OpenFlags::SQLITE_OPEN_READ_WRITE))
        }
        Access::Read => Connection::open_with_flags(path, flags(OpenFlags::SQLITE_OPEN_READ_ONLY)),
        Access::ReadUnlocked => {
            let uri = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
            Connection::open_with_flags(unlocked_uri(path), flags(uri))
        }
    }?;
    if access == Access::Write && connection.is_readonly(rusqlite::MAIN_DB)? {
        return Err(Failure::read_only());
    }
    configure(&connection)?;
    Ok(connection)
}

fn for_writing(connection: Connection) -> Result<Connection> {
    connection.pragma_update(None, "cache_size", -WRITER_CACHE_KIB)?;
    Ok(connection)
}

fn flags(access: OpenFlags) -> OpenFlags {
    access | OpenFlags::SQLITE_OPEN_NO_MUTEX
}

fn unlocked_uri(path: &Path) -> String {
    let path = path.to_string_lossy();
    let path = path.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?immutable=1")
}

fn configure(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    rusqlite::vtab::array::load_module(connection)?;
    connection.set_prepared_statement_cache_capacity(STATEMENTS_CACHED);
    // Without this, partial indexes make SQLite plan a statement anew for each value it is run
    // with.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "cache_size", -READER_CACHE_KIB)?;
    connection.pragma_update_and_check(None, "mmap_size", 0, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "journal_size_limit", 16 << 20, |_| Ok(()))?;
    connection.pragma_update_and_check(None, "wal_autocheckpoint", LOG_PAGES, |_| Ok(()))?;
    Ok(())
}

/// A task that panicked leaves no transaction behind, so what it held can be used on.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_could_only_be_read_answers_and_is_written_once_it_can_be() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a#b?c%20.sqlite");
        tempfile::NamedTempFile::new_in(dir.path()).unwrap().persist(&path).unwrap();
        Connections::create(&path).unwrap().close().unwrap();
        for access in [Access::Read, Access::ReadUnlocked] {
            let connections = Connections::open_as(&path, access).unwrap();
            connections.read(crate::load::cursor).unwrap();
            connections.write(|_| Ok(())).unwrap();
            assert_eq!(connections.access(), Access::Write, "{access:?}");
            connections.read(crate::load::cursor).unwrap();
        }
        let gone = Connections::open_as(&path, Access::Read).unwrap();
        std::fs::remove_file(&path).unwrap();
        let written = gone.write(|_| Ok(()));
        assert!(matches!(written, Err(Failure(StoreError::Unwritable(_)))));
    }

    #[test]
    fn a_look_is_answered_while_someone_writes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("memory-1.sqlite");
        tempfile::NamedTempFile::new_in(dir.path()).unwrap().persist(&path).unwrap();
        Connections::create(&path).unwrap().close().unwrap();
        let connections = Connections::open(&path).unwrap();
        connections.look(crate::load::cursor).unwrap();
        let written = connections.write(|connection| {
            let writing = connection.transaction()?;
            writing.execute("DELETE FROM meta", [])?;
            connections.look(crate::load::cursor)?;
            Ok(writing.rollback()?)
        });
        written.unwrap();
    }
}
