//! Reading the index, and one more try after it was repaired.
//!
//! Both take a function that makes a future, not an `AsyncFn`: the future of an `AsyncFn` cannot be shown to be `Send`,
//! and every verb is.

use std::sync::Arc;

use mnemic_core::port::store::{Store, StoreError};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// Reads from a store that shows everything acknowledged so far.
    pub(crate) async fn read<T, F>(&self, read: impl Fn(Arc<dyn Store>) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.retry_after_repair(|| async { read(self.fresh_store().await?).await }).await
    }

    /// Runs a verb, and once more if the index failed it: a damaged index is rebuilt first; if another process
    /// switched to the next generation meanwhile, that one is opened. The index fails a verb only before the verb has
    /// changed anything.
    pub(crate) async fn retry_after_repair<T, F>(&self, verb: impl Fn() -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        let failure = match verb().await {
            Err(Error::Store(failure)) => failure,
            answer => return answer,
        };
        match failure {
            StoreError::Damaged(reason) => self.rebuild(reason).await?,
            _ if self.index.has_changed().await? => {}
            failure => return Err(failure.into()),
        }
        verb().await
    }
}
