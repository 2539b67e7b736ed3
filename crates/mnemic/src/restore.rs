//! Restore: brings an archived memory back.

use jiff::Timestamp;
use mnemic_core::{
    event::Cause,
    id::Reference,
    memory::{Lifecycle, Memory},
    place,
    scope::Reach,
};

use crate::{engine::Engine, error::Error, remember::put};

impl Engine {
    /// Restores an archived memory.
    pub async fn restore(&self, reach: &Reach, reference: &Reference) -> Result<Memory, Error> {
        self.mending(async || {
            self.fresh_store().await?;
            let writer = self.writer().await?;
            let memory = self.resolve(writer.store.as_ref(), reach, reference).await?;
            if !matches!(memory.lifecycle, Lifecycle::Archived { .. }) {
                let number = memory.number.unwrap_or_default();
                return Err(Error::WrongState { number, state: "not archived" });
            }
            let base = memory.version;
            let mut memory = restored(memory, self.now());
            writer.commit(vec![put(Cause::Restored, base, memory.clone())]).await?;
            memory.version = base + 1;
            Ok(memory)
        })
        .await
    }
}

/// The memory back in use, at the home of its category.
pub(crate) fn restored(mut memory: Memory, now: Timestamp) -> Memory {
    memory.lifecycle = Lifecycle::Active;
    memory.home = place::home(&memory.scope, memory.category.as_ref(), false);
    memory.updated_at = now;
    memory
}
