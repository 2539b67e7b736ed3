//! Reindex: builds the index anew from the journal.

use mnemic_core::safety::caller::{Caller, Right};

use crate::{engine::Engine, error::Error, ledger::reindex::Reindexed};

impl Engine {
    /// Builds the index anew. Others go on reading and writing meanwhile.
    pub async fn reindex(&self, caller: &Caller) -> Result<Reindexed, Error> {
        caller.require(Right::Administer)?;
        self.ledger().reindex().await
    }
}
