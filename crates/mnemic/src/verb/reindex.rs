//! Reindex: builds the index anew from the journal.

use crate::{engine::Engine, error::Error, ledger::reindex::Reindexed};

impl Engine {
    /// Builds the index anew. Others go on reading and writing meanwhile.
    pub async fn reindex(&self) -> Result<Reindexed, Error> {
        self.ledger().reindex().await
    }
}
