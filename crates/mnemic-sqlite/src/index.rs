//! The generations of one vault's index, of which one is current.

use std::{
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use async_trait::async_trait;
use mnemic_core::{
    journal::unjournalled::Unjournalled,
    port::store::{Index, Store, StoreError},
};

use crate::{
    connection::Connections,
    error::{Failure, Result},
    generation::{self, Generation},
    salvage,
    store::{SqliteStore, blocking},
};

/// Tells the builds of one process apart.
static BUILDS: AtomicU64 = AtomicU64::new(0);

/// An index in a directory of its own.
pub struct SqliteIndex {
    shared: Arc<Shared>,
}

struct Shared {
    dir: PathBuf,
    opened: Mutex<Option<(Generation, Arc<SqliteStore>)>>,
    building: Mutex<Option<(PathBuf, Arc<SqliteStore>)>>,
}

impl SqliteIndex {
    /// The index in `dir`, which need not exist yet. Nothing is read before the first call.
    pub fn new(dir: PathBuf) -> Self {
        let shared = Shared { dir, opened: Mutex::default(), building: Mutex::default() };
        Self { shared: Arc::new(shared) }
    }
}

#[async_trait]
impl Index for SqliteIndex {
    async fn open(&self) -> Result<Option<Arc<dyn Store>>, StoreError> {
        let shared = Arc::clone(&self.shared);
        let store = blocking(move || shared.open()).await?;
        Ok(store.map(|store| store as Arc<dyn Store>))
    }

    async fn has_changed(&self) -> Result<bool, StoreError> {
        Ok(self.shared.has_changed()?)
    }

    async fn build(&self) -> Result<Arc<dyn Store>, StoreError> {
        let shared = Arc::clone(&self.shared);
        let store = blocking(move || shared.build()).await?;
        Ok(store)
    }

    async fn complete(&self) -> Result<(), StoreError> {
        let built = held(&self.shared.building).as_ref().map(|(_, store)| Arc::clone(store));
        match built {
            Some(store) => blocking(move || store.complete()).await,
            None => Ok(()),
        }
    }

    async fn unjournalled(&self) -> Result<Unjournalled, StoreError> {
        let shared = Arc::clone(&self.shared);
        blocking(move || shared.unjournalled()).await
    }

    async fn switch(&self) -> Result<Arc<dyn Store>, StoreError> {
        let shared = Arc::clone(&self.shared);
        let store = blocking(move || shared.switch()).await?;
        Ok(store)
    }

    async fn strays(&self) -> Result<Vec<String>, StoreError> {
        let shared = Arc::clone(&self.shared);
        blocking(move || Ok(generation::strays(&shared.dir)?)).await
    }

    async fn sweep(&self) -> Result<(), StoreError> {
        let shared = Arc::clone(&self.shared);
        blocking(move || Ok(generation::sweep(&shared.dir)?)).await
    }
}

impl Shared {
    fn open(&self) -> Result<Option<Arc<SqliteStore>>> {
        let Some(current) = Generation::current(&self.dir)? else { return Ok(None) };
        if let Some((generation, store)) = held(&self.opened).as_ref()
            && *generation == current
        {
            return Ok(Some(Arc::clone(store)));
        }
        match SqliteStore::open(&current.path) {
            Ok(store) => {
                let store = Arc::new(store);
                *held(&self.opened) = Some((current, Arc::clone(&store)));
                Ok(Some(store))
            }
            Err(_) if Generation::current(&self.dir)?.as_ref() != Some(&current) => self.open(),
            Err(failure) => Err(failure),
        }
    }

    fn has_changed(&self) -> Result<bool> {
        let current = Generation::current(&self.dir)?;
        let opened = held(&self.opened);
        let opened = opened.as_ref().map(|(generation, _)| generation);
        Ok(current.is_none() || opened != current.as_ref())
    }

    fn build(&self) -> Result<Arc<SqliteStore>> {
        if let Some((_, abandoned)) = held(&self.building).take()
            && let Err(Failure(error)) = abandoned.close()
        {
            tracing::debug!(%error, "an abandoned build is thrown away");
        }
        generation::sweep_buildings(&self.dir)?;
        let count = BUILDS.fetch_add(1, Ordering::Relaxed);
        let name = format!("{}-{count}", std::process::id());
        let path = generation::create_building(&self.dir, &name)?;
        let store = Arc::new(SqliteStore::over(Connections::create(&path)?));
        *held(&self.building) = Some((path, Arc::clone(&store)));
        Ok(store)
    }

    fn unjournalled(&self) -> Result<Unjournalled> {
        let current = Generation::current(&self.dir)?;
        Ok(current.map(|current| salvage::unjournalled(&current.path)).unwrap_or_default())
    }

    fn switch(&self) -> Result<Arc<SqliteStore>> {
        let built = held(&self.building).take();
        let (path, store) = built.ok_or_else(|| Failure::refused("nothing was built"))?;
        store.complete()?;
        store.close()?;
        let generation = Generation::activate(&self.dir, &path)?;
        tracing::debug!(generation, "the index has a new generation");
        self.open()?.ok_or_else(|| Failure::refused("the new generation vanished"))
    }
}

fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
