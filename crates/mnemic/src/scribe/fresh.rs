//! Reading what is true now: the index, with hand edits taken in first.

use std::{sync::Arc, time::Duration};

use mnemic_core::port::store::Store;

use super::Scribe;
use crate::{error::Error, ledger::follow, open::READ_TIMEOUT};

impl Scribe {
    /// Reads from a store that shows everything acknowledged so far.
    ///
    /// It takes a function that makes a future, not an `AsyncFn`: the future of an `AsyncFn` cannot be shown to be
    /// `Send`, and every verb is.
    pub(crate) async fn read<T, F>(&self, read: impl Fn(Arc<dyn Store>) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let ledger = self.ledger.as_ref();
        ledger.retry_after_repair(|| async { read(self.fresh_store().await?).await }).await
    }

    /// A store that shows everything acknowledged so far, hand edits included. A lock is taken only when
    /// there is something to take in.
    pub(crate) async fn fresh_store(&self) -> Result<Arc<dyn Store>, Error> {
        let store = self.ledger.followed_store().await?;
        if !self.someone_edited(store.as_ref()).await? {
            return Ok(store);
        }
        if let Err(error) = self.take_in_unless_held_up().await {
            if !follow::is_unwritable(&error) {
                return Err(error);
            }
            tracing::warn!(%error, "hand edits are not imported; answering from the index");
            return Ok(store);
        }
        self.ledger.followed_store().await
    }

    /// Takes in what people changed, unless another process holds a lock for long.
    async fn take_in_unless_held_up(&self) -> Result<(), Error> {
        self.wait_for_locks(self.host.lock_timeout().min(READ_TIMEOUT)).await?;
        self.take_in().await
    }

    /// Waits until nobody holds a lock of the vault, no longer than this.
    pub(crate) async fn wait_for_locks(&self, longest: Duration) -> Result<(), Error> {
        drop(self.lock.hold(longest).await?);
        self.ledger.wait_for_locks(longest).await
    }

    /// Takes in what people changed, before anything else changes: a change of what an unseen edit changed as well
    /// would clash with it.
    pub(crate) async fn take_in_first(&self) -> Result<(), Error> {
        let store = self.ledger.followed_store().await?;
        if !self.someone_edited(store.as_ref()).await? {
            return Ok(());
        }
        self.wait_for_saves().await?;
        self.take_in().await
    }
}
