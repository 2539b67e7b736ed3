//! One more try after the index was repaired.

use mnemic_core::port::store::StoreError;

use super::Ledger;
use crate::error::Error;

impl Ledger {
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
