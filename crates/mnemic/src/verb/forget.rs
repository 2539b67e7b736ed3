//! Forget: archives a memory and leaves a tombstone, so that automatic writers do not bring it back.

use mnemic_core::{
    document::place,
    journal::event::Cause,
    port::store::{Change, Transaction},
    record::{
        id::Reference,
        memory::{ArchiveReason, Lifecycle, Memory},
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, ledger::Writer, verb::remember::put};

impl Engine {
    /// Forgets a memory; [`Engine::restore`] takes it back. One that is forgotten already stays as it is.
    pub async fn forget(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, memory) = self.writer_of(caller, reference).await?;
            if matches!(
                memory.lifecycle,
                Lifecycle::Archived { reason: ArchiveReason::Forgotten, .. }
            ) {
                writer.commit_any(Vec::new()).await?;
                return Ok(memory);
            }
            if !memory.scope.is_journalled() {
                let changes = vec![Change::Drop(memory.id)];
                writer.store().commit(Transaction { changes, cursor: None }).await?;
                return Ok(memory);
            }
            self.archive(writer, memory).await
        })
        .await
    }

    /// Archives a memory for good reasons that someone gave, and lets go of the lock.
    pub(crate) async fn archive(
        &self,
        writer: Writer<'_>,
        mut memory: Memory,
    ) -> Result<Memory, Error> {
        let base = memory.version;
        memory = self.forgotten(memory);
        writer.commit(vec![put(Cause::Forgotten, base, memory.clone())]).await?;
        memory.version = base + 1;
        Ok(memory)
    }

    /// The memory as it is once it is forgotten.
    pub(crate) fn forgotten(&self, mut memory: Memory) -> Memory {
        let now = self.now();
        memory.lifecycle = Lifecycle::Archived { at: now, reason: ArchiveReason::Forgotten };
        memory.home = place::archive_home(&memory.scope, now, &self.zone());
        memory.updated_at = now;
        memory
    }
}
