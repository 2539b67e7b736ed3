//! Connections that have not authenticated yet. When all connection slots are taken, the server closes the oldest of
//! these to accept the next client, so idle connections cannot lock clients out.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio_util::sync::CancellationToken;

/// The connections whose client has not shown the token yet.
#[derive(Debug, Default)]
pub(super) struct Strangers {
    present: Mutex<Present>,
}

/// In the order in which they came.
#[derive(Debug, Default)]
struct Present {
    last: u64,
    connections: BTreeMap<u64, CancellationToken>,
}

/// A connection that may have to make way until it is admitted.
#[derive(Debug)]
pub(super) struct Stranger {
    number: u64,
    strangers: Arc<Strangers>,
    evicted: CancellationToken,
}

impl Strangers {
    /// Counts a connection among the strangers until it is admitted or dropped.
    pub(super) fn enter(self: &Arc<Self>) -> Stranger {
        let evicted = CancellationToken::new();
        let mut present = self.present();
        present.last += 1;
        let number = present.last;
        present.connections.insert(number, evicted.clone());
        drop(present);
        Stranger { number, strangers: self.clone(), evicted }
    }

    /// Has the connection make way that has been there longest, if there is one.
    pub(super) fn evict_oldest(&self) {
        if let Some((_, oldest)) = self.present().connections.pop_first() {
            oldest.cancel();
        }
    }

    fn present(&self) -> MutexGuard<'_, Present> {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Stranger {
    /// Its client has shown the token: the connection stays.
    pub(super) fn admit(&self) {
        self.strangers.present().connections.remove(&self.number);
    }

    /// Comes when the connection has to make way.
    pub(super) async fn evicted(&self) {
        self.evicted.cancelled().await;
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        self.admit();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_connection_that_was_not_admitted_makes_way() {
        let strangers = Arc::new(Strangers::default());
        let [admitted, oldest, gone, last] = [(); 4].map(|()| strangers.enter());
        admitted.admit();
        drop(gone);
        strangers.evict_oldest();
        let evicted = |stranger: &Stranger| stranger.evicted.is_cancelled();
        assert_eq!([&admitted, &oldest, &last].map(evicted), [false, true, false]);
        strangers.evict_oldest();
        strangers.evict_oldest();
        assert_eq!([&admitted, &last].map(evicted), [false, true]);
    }
}
