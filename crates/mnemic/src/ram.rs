//! The RAM store: an index for tests, and for engines that keep nothing on disk but the vault.
//!
//! It is built from the journal at first use and gone with the last engine that uses it. What only
//! an index holds, the memories of tasks, goes with it; a rebuild in between takes them over.
//!
//! It belongs to one process. Beside others that write to the vault it follows their journal, and waits for
//! whoever is writing before it answers.

mod backlog;
mod contents;
mod document;
mod filter;
mod history;
mod key;
mod link;
mod lookup;
mod name;
mod neighbour;
mod posting;
mod query;
mod search;
mod store;
mod unjournalled;
mod vector;
mod vocabulary;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use mnemic_core::{
    journal::unjournalled::Unjournalled,
    port::store::{Index, Store, StoreError},
};
use store::RamStore;

/// The index of one vault in RAM. A clone is another view of the same index, as another process has
/// of one on disk; engines that are given clones share it.
#[derive(Debug, Default)]
pub struct RamIndex {
    current: Arc<Mutex<Generation>>,
    opened: Mutex<Generation>,
    built: Mutex<Generation>,
}

/// A store, when there is one.
type Generation = Option<Arc<RamStore>>;

impl RamIndex {
    /// An index without a generation.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Clone for RamIndex {
    fn clone(&self) -> Self {
        Self { current: Arc::clone(&self.current), ..Self::default() }
    }
}

#[async_trait]
impl Index for RamIndex {
    async fn open(&self) -> Result<Option<Arc<dyn Store>>, StoreError> {
        let current = held(&self.current).clone();
        if current.is_some() {
            held(&self.opened).clone_from(&current);
        }
        Ok(current.map(|store| store as Arc<dyn Store>))
    }

    async fn has_changed(&self) -> Result<bool, StoreError> {
        Ok(match (&*held(&self.current), &*held(&self.opened)) {
            (Some(current), Some(opened)) => !Arc::ptr_eq(current, opened),
            _ => true,
        })
    }

    fn is_private(&self) -> bool {
        true
    }

    async fn build(&self) -> Result<Arc<dyn Store>, StoreError> {
        let store = Arc::new(RamStore::default());
        *held(&self.built) = Some(Arc::clone(&store));
        Ok(store)
    }

    async fn unjournalled(&self) -> Result<Unjournalled, StoreError> {
        Ok(held(&self.current).as_ref().map(|current| current.unjournalled()).unwrap_or_default())
    }

    async fn switch(&self) -> Result<Arc<dyn Store>, StoreError> {
        let built = held(&self.built).take();
        let store = built.ok_or_else(|| StoreError::Failed("nothing was built".into()))?;
        *held(&self.current) = Some(Arc::clone(&store));
        *held(&self.opened) = Some(Arc::clone(&store));
        Ok(store)
    }
}

fn held(generation: &Mutex<Generation>) -> MutexGuard<'_, Generation> {
    generation.lock().unwrap_or_else(PoisonError::into_inner)
}
