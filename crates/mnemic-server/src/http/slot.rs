//! Connection slots. When all are taken, the server closes the oldest connection that has not authenticated yet to
//! accept the next client, so idle connections cannot lock clients out.
//!
//! tower's limits make the next client wait; none of them closes a connection for it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

/// The slots of a server.
#[derive(Debug)]
pub(super) struct ConnectionSlots {
    free: Arc<Semaphore>,
    unauthenticated: Arc<Unauthenticated>,
}

/// A slot that a connection takes until it ends.
#[derive(Debug)]
pub(super) struct ConnectionSlot {
    authentication: Authentication,
    evicted: CancellationToken,
    _permit: OwnedSemaphorePermit,
}

/// Marks the connection of a request as authenticated.
#[derive(Debug, Clone)]
pub(super) struct Authentication {
    connection: u64,
    unauthenticated: Arc<Unauthenticated>,
}

/// The connections whose client has not sent the token yet.
#[derive(Debug, Default)]
struct Unauthenticated(Mutex<Connections>);

/// Connections by number, in the order in which they were accepted.
#[derive(Debug, Default)]
struct Connections {
    last: u64,
    evictions: BTreeMap<u64, CancellationToken>,
}

impl ConnectionSlots {
    pub(super) fn new(count: usize) -> Self {
        Self { free: Arc::new(Semaphore::new(count)), unauthenticated: Arc::default() }
    }

    /// Takes a slot. While none is free, evicts the oldest unauthenticated connection; authenticated ones stay.
    pub(super) async fn acquire(&self) -> ConnectionSlot {
        let free = self.free.clone();
        let permit = match free.clone().try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                self.unauthenticated.evict_oldest();
                free.acquire_owned().await.expect("the semaphore is never closed")
            }
        };
        let evicted = CancellationToken::new();
        let connection = self.unauthenticated.insert(evicted.clone());
        let unauthenticated = self.unauthenticated.clone();
        let authentication = Authentication { connection, unauthenticated };
        ConnectionSlot { authentication, evicted, _permit: permit }
    }
}

impl ConnectionSlot {
    pub(super) fn authentication(&self) -> Authentication {
        self.authentication.clone()
    }

    /// Resolves when the connection must close for another.
    pub(super) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.authentication.succeed();
    }
}

impl Authentication {
    /// The client has sent the token: its connection cannot be evicted any more.
    pub(super) fn succeed(&self) {
        self.unauthenticated.remove(self.connection);
    }
}

impl Unauthenticated {
    fn insert(&self, eviction: CancellationToken) -> u64 {
        let mut connections = self.lock();
        connections.last += 1;
        let connection = connections.last;
        connections.evictions.insert(connection, eviction);
        connection
    }

    fn remove(&self, connection: u64) {
        self.lock().evictions.remove(&connection);
    }

    fn evict_oldest(&self) {
        if let Some((_, oldest)) = self.lock().evictions.pop_first() {
            oldest.cancel();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Connections> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_oldest_unauthenticated_connection_is_evicted() {
        let slots = ConnectionSlots::new(4);
        let authenticated = slots.acquire().await;
        let oldest = slots.acquire().await;
        let gone = slots.acquire().await;
        let last = slots.acquire().await;
        authenticated.authentication().succeed();
        drop(gone);
        slots.unauthenticated.evict_oldest();
        let evicted = |slot: &ConnectionSlot| slot.evicted.is_cancelled();
        assert_eq!([&authenticated, &oldest, &last].map(evicted), [false, true, false]);
        slots.unauthenticated.evict_oldest();
        slots.unauthenticated.evict_oldest();
        assert_eq!([&authenticated, &last].map(evicted), [false, true]);
    }

    #[tokio::test]
    async fn a_client_gets_the_slot_of_the_connection_that_was_evicted_for_it() {
        let slots = ConnectionSlots::new(1);
        let silent = slots.acquire().await;
        let (next, ()) = tokio::join!(slots.acquire(), async {
            silent.evicted().await;
            drop(silent);
        });
        assert!(!next.evicted.is_cancelled());
    }
}
