//! A backend under test: an index in a directory that vanishes with the test.

use std::{path::Path, sync::Arc};

use mnemic_core::{
    port::store::{Change, Index, Store, StoreError, Transaction},
    record::memory::Memory,
};
use tempfile::TempDir;

/// How a sentence of the contract ends: an error fails its test.
pub type Outcome = Result<(), Box<dyn std::error::Error>>;

/// A backend under test.
pub struct Backend {
    directory: TempDir,
    make: fn(&Path) -> Box<dyn Index>,
}

impl Backend {
    /// The backend whose indexes `make` makes, given a directory of their own.
    ///
    /// # Panics
    ///
    /// When there is no room for temporary files.
    pub fn new(make: fn(&Path) -> Box<dyn Index>) -> Self {
        let directory = tempfile::tempdir().expect("there is room for temporary files");
        Self { directory, make }
    }

    /// Another view of the same index, as another process would have.
    pub fn index(&self) -> Box<dyn Index> {
        (self.make)(self.directory.path())
    }

    /// The current generation, made first, with these memories in it.
    pub async fn store(
        &self,
        memories: impl IntoIterator<Item = Memory>,
    ) -> Result<Arc<dyn Store>, StoreError> {
        let index = self.index();
        index.build().await?;
        let store = index.switch().await?;
        put(&*store, memories).await?;
        Ok(store)
    }
}

/// Puts memories into a store.
pub(crate) async fn put(
    store: &dyn Store,
    memories: impl IntoIterator<Item = Memory>,
) -> Result<(), StoreError> {
    apply(store, memories.into_iter().map(|memory| Change::Memory(Box::new(memory)))).await
}

/// Carries out changes in one transaction.
pub(crate) async fn apply(
    store: &dyn Store,
    changes: impl IntoIterator<Item = Change>,
) -> Result<(), StoreError> {
    let changes = changes.into_iter().collect();
    store.commit(Transaction { changes, cursor: None }).await
}
