//! Show: one memory by any of its names, with its history and what is contradicted about it.

use mnemic_core::{
    port::store::Store,
    record::{
        id::{MemoryId, Reference},
        memory::{Memory, MergeConflict, Version},
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{
    engine::Engine,
    error::{Candidate, Error},
    ledger::Writer,
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
    pub conflicts: Vec<MergeConflict>,
}

impl Engine {
    /// Shows a memory, whatever its lifecycle.
    pub async fn show(&self, caller: &Caller, reference: &Reference) -> Result<Shown, Error> {
        let reach = &caller.reach;
        let shown = self
            .read(|store| async move {
                let memory = self.resolve(&*store, reach, reference).await?;
                let mut versions = store.versions(reach, memory.id).await?;
                // It may have belonged to another scope before.
                versions.retain(|version| reach.covers(&version.memory.scope));
                let conflicts = store.conflicts(reach, Some(memory.id)).await?;
                Ok(Shown { memory, versions, conflicts })
            })
            .await?;
        self.notify(&Notice::Read {
            kind: shown.memory.kind().to_owned(),
            path: shown.memory.home.as_ref().map(|home| home.document.clone().into()),
            size: shown.memory.text.len(),
        });
        Ok(shown)
    }

    /// The memories with these ids, as far as they are there.
    pub async fn memories(&self, caller: &Caller, ids: &[MemoryId]) -> Result<Vec<Memory>, Error> {
        let reach = &caller.reach;
        self.read(|store| async move { Ok(store.memories(reach, ids).await?) }).await
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

    /// Waits for the right to change one memory: hand edits are taken in first, so that none clashes with the change.
    pub(crate) async fn writer_of(
        &self,
        caller: &Caller,
        reference: &Reference,
    ) -> Result<(Writer<'_>, Memory), Error> {
        self.scribe().take_in_first().await?;
        let writer = self.writer(caller).await?;
        let memory = self.resolve(writer.store().as_ref(), &caller.reach, reference).await?;
        Ok((writer, memory))
    }
}
