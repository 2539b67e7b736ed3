//! Restore: brings an archived memory back.

use jiff::Timestamp;
use mnemic_core::{
    document::place,
    journal::event::Cause,
    port::store::Store,
    record::{
        id::Reference,
        memory::{Lifecycle, Memory},
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, ledger::number::called, verb::remember::put};

impl Engine {
    /// Restores an archived memory.
    pub async fn restore(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, memory) = self.writer_of(caller, reference).await?;
            if !matches!(memory.lifecycle, Lifecycle::Archived { .. }) {
                let memory = called(&memory);
                return Err(Error::WrongState { memory, state: "not archived" });
            }
            let base = memory.version;
            let mut memory = restored(writer.store().as_ref(), memory, self.now()).await?;
            writer.commit(vec![put(Cause::Restored, base, memory.clone())]).await?;
            memory.version = base + 1;
            Ok(memory)
        })
        .await
    }
}

/// The memory back in use, where it lived before, else at the home of its category.
pub(crate) async fn restored(
    store: &dyn Store,
    mut memory: Memory,
    now: Timestamp,
) -> Result<Memory, Error> {
    let versions = store.versions(&Reach::only(memory.scope.clone()), memory.id).await?;
    let lived = versions.into_iter().rev().find(|version| version.memory.is_active());
    let lived = lived.and_then(|version| version.memory.home);
    let about_user = lived.as_ref().is_some_and(|home| home.document.contains("/USER"));
    memory.lifecycle = Lifecycle::Active;
    memory.superseded_by = None;
    memory.home = place::home(&memory.scope, &memory.body, memory.category.as_ref(), about_user);
    if let (Some(home), Some(lived)) = (&mut memory.home, lived) {
        home.section = lived.section;
    }
    memory.updated_at = now;
    Ok(memory)
}
