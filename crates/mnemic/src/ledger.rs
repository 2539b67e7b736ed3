//! The ledger: journal and index, and the one way to change them.
//!
//! The journal is the commit point, the index is derived from it. Whoever reads is given a store that has followed the
//! journal; whoever writes takes a [`Writer`](write::Writer) or an [`Appender`](append::Appender), and both commit by
//! [`commit`](commit).

mod append;
mod commit;
pub(crate) mod follow;
pub(crate) mod number;
pub(crate) mod redact;
pub(crate) mod reindex;
mod retry;
mod rewrite;
mod write;

use std::{
    sync::{Arc, Mutex, RwLock},
    time::Duration,
};

use mnemic_core::{
    journal::event::Act,
    port::store::{Index, Store},
};

pub(crate) use append::Appender;
pub(crate) use write::Writer;

use self::follow::Followed;
use crate::{
    embed::EmbeddingService,
    error::Error,
    host::Host,
    vault::{journal::Journal, lock::Lock},
};

/// Hears of every act that this process commits, once it is durable and indexed.
pub(crate) type Observer = Box<dyn Fn(&Act) + Send + Sync>;

/// Journal and index of one vault.
pub(crate) struct Ledger {
    host: Arc<Host>,
    embedding: Arc<EmbeddingService>,
    index: Arc<dyn Index>,
    store: RwLock<Option<Arc<dyn Store>>>,
    write_lock: Lock,
    index_lock: Lock,
    build_lock: Lock,
    followed: Mutex<Followed>,
    observers: Vec<Observer>,
}

impl Ledger {
    pub(crate) fn new(
        host: Arc<Host>,
        embedding: Arc<EmbeddingService>,
        index: Arc<dyn Index>,
        observers: Vec<Observer>,
    ) -> Self {
        let vault = host.vault();
        Self {
            write_lock: Lock::on(vault.write_lock()),
            index_lock: Lock::on(vault.index_lock()),
            build_lock: Lock::on(vault.build_lock()),
            store: RwLock::new(None),
            followed: Mutex::default(),
            host,
            embedding,
            index,
            observers,
        }
    }

    pub(crate) fn journal(&self) -> &Journal {
        self.host.vault().journal()
    }

    /// Waits until nobody holds a lock, no longer than this.
    pub(crate) async fn wait_for_locks(&self, longest: Duration) -> Result<(), Error> {
        for lock in [&self.write_lock, &self.index_lock] {
            drop(lock.hold(longest).await?);
        }
        Ok(())
    }

    pub(crate) fn index(&self) -> &dyn Index {
        self.index.as_ref()
    }
}
