//! Show: one memory by any of its names, with its history and what is disputed about it.

use mnemic_core::{
    id::Reference,
    memory::{Conflict, Memory, Version},
    scope::Reach,
    store::{Store, StoreError},
};

use crate::{
    engine::Engine,
    error::{Candidate, Error},
    notice::Notice,
};

const CANDIDATES_LISTED: usize = 20;

/// One memory and its past.
#[derive(Debug, Clone, PartialEq)]
pub struct Shown {
    /// The memory.
    pub memory: Memory,
    /// The states it was in before, oldest first.
    pub versions: Vec<Version>,
    /// Changes that clashed and are not settled.
    pub conflicts: Vec<Conflict>,
}

impl Engine {
    /// Shows a memory, whatever its lifecycle.
    pub async fn show(&self, reach: &Reach, reference: &Reference) -> Result<Shown, Error> {
        let store = self.fresh_store().await?;
        let memory = self.resolve(store.as_ref(), reach, reference).await?;
        let versions = store.versions(reach, memory.id).await?;
        let conflicts = store.conflicts(reach, Some(memory.id)).await?;
        self.tell(&Notice::Read {
            kind: memory.kind().to_owned(),
            path: memory.home.as_ref().map(|home| home.document.clone()),
            size: memory.text.len(),
        });
        Ok(Shown { memory, versions, conflicts })
    }

    /// The one memory that a reference means.
    pub(crate) async fn resolve(
        &self,
        store: &dyn Store,
        reach: &Reach,
        reference: &Reference,
    ) -> Result<Memory, Error> {
        let mut found = store.resolve(reach, reference, CANDIDATES_LISTED).await?;
        match found.len() {
            0 => Err(Error::NotFound(reference.clone())),
            1 => Ok(found.remove(0)),
            _ => Err(Error::Ambiguous {
                reference: reference.to_string(),
                candidates: found.iter().map(Candidate::from).collect(),
            }),
        }
    }

    /// Runs a read; when it meets damage the index is built anew and the read done once more.
    pub(crate) async fn reading<T>(
        &self,
        read: impl AsyncFn(&dyn Store) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let store = self.fresh_store().await?;
        match read(store.as_ref()).await {
            Err(Error::Store(StoreError::Damaged(reason))) => {
                drop(store);
                self.rebuild(reason).await?;
                read(self.fresh_store().await?.as_ref()).await
            }
            answer => answer,
        }
    }
}
