//! The connections that read: a few, taken in turn.
//!
//! Each keeps pages of the file and statements in RAM, which a new one has to gather first. So there are no more of them
//! than processors keep at work; whoever comes when all are taken waits for the next that is free.

use std::{
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
    thread::available_parallelism,
};

use rusqlite::Connection;

use crate::error::Result;

/// So many there may be on any machine: one that waits for the disk keeps no processor at work.
const FEWEST: usize = 4;

/// The connections that read one file.
pub(crate) struct Readers {
    most: usize,
    places: Mutex<ConnectionPool>,
    freed: Condvar,
}

#[derive(Default)]
struct ConnectionPool {
    idle: Vec<Connection>,
    taken: usize,
}

/// A place among those who read, with the connection that it leaves to the next.
struct PooledConnection<'a> {
    readers: &'a Readers,
    connection: Option<Connection>,
}

impl Readers {
    /// Nobody reads yet.
    pub(crate) fn new() -> Self {
        let processors = available_parallelism().map_or(FEWEST, usize::from);
        Self::at_most(processors.max(FEWEST))
    }

    fn at_most(most: usize) -> Self {
        Self { most, places: Mutex::default(), freed: Condvar::new() }
    }

    /// Runs `task` on a connection that nobody else has meanwhile, made by `open` when there is none to be had. One on
    /// which a task failed is let go.
    pub(crate) fn with<T>(
        &self,
        open: impl FnOnce() -> Result<Connection>,
        task: impl FnOnce(&mut Connection) -> Result<T>,
    ) -> Result<T> {
        let mut place = self.take_place();
        let mut connection = match place.connection.take() {
            Some(connection) => connection,
            None => open()?,
        };
        let result = task(&mut connection)?;
        place.connection = Some(connection);
        Ok(result)
    }

    /// Leaves a connection for the next who reads.
    pub(crate) fn leave(&self, connection: Connection) {
        self.places().idle.push(connection);
    }

    /// Lets go of the connections that nobody reads on.
    pub(crate) fn clear(&self) {
        self.places().idle.clear();
    }

    fn take_place(&self) -> PooledConnection<'_> {
        let taken = self.freed.wait_while(self.places(), |places| places.taken >= self.most);
        let mut places = taken.unwrap_or_else(PoisonError::into_inner);
        places.taken += 1;
        PooledConnection { readers: self, connection: places.idle.pop() }
    }

    /// A task that panicked leaves no transaction behind, so what it held can be used on.
    fn places(&self) -> MutexGuard<'_, ConnectionPool> {
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PooledConnection<'_> {
    fn drop(&mut self) {
        let mut places = self.readers.places();
        places.taken -= 1;
        places.idle.extend(self.connection.take());
        drop(places);
        self.readers.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::error::Failure;

    fn open() -> Result<Connection> {
        Ok(Connection::open_in_memory()?)
    }

    #[test]
    fn there_are_never_more_than_may_be_however_many_read() {
        let readers = Readers::at_most(2);
        let (opened, reading, most) =
            (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        let read = || {
            let opening = || {
                opened.fetch_add(1, Ordering::SeqCst);
                open()
            };
            let task = |connection: &mut Connection| {
                most.fetch_max(reading.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                let answer: i64 = connection.query_row("SELECT 7", [], |row| row.get(0))?;
                reading.fetch_sub(1, Ordering::SeqCst);
                Ok(answer)
            };
            assert_eq!(readers.with(opening, task).unwrap(), 7);
        };
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| (0..20).for_each(|_| read()));
            }
        });
        assert!(most.into_inner() <= 2);
        assert!(opened.into_inner() <= 2);
    }

    #[test]
    fn who_fails_leaves_the_place_and_takes_the_connection_along() {
        let readers = Readers::at_most(1);
        let failed: Result<()> = readers.with(open, |_| Err(Failure::refused("no")));
        assert!(failed.is_err());
        assert!(readers.with(|| Err(Failure::refused("no file")), |_| Ok(())).is_err());
        readers.with(open, |_| Ok(())).unwrap();
        readers.with(|| panic!("there is one"), |_| Ok(())).unwrap();
        readers.clear();
        assert!(readers.with(|| Err(Failure::refused("no file")), |_| Ok(())).is_err());
    }
}
