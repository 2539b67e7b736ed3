//! Pin and unpin: a pinned memory is always handed to the agent.

use mnemic_core::{
    journal::event::Cause,
    record::{
        id::Reference,
        memory::{Memory, Status},
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, verb::remember::put};

impl Engine {
    /// Pins a memory. One that is pinned already stays as it is.
    pub async fn pin(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        self.set_status(caller, reference, Status::Pinned, Cause::Pinned).await
    }

    /// Unpins a memory.
    pub async fn unpin(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        self.set_status(caller, reference, Status::Confirmed, Cause::Unpinned).await
    }

    pub(crate) async fn set_status(
        &self,
        caller: &Caller,
        reference: &Reference,
        status: Status,
        cause: Cause,
    ) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, mut memory) = self.writer_of(caller, reference).await?;
            if status == Status::Pinned && !memory.rules().takes_feedback {
                return Err(Error::NoFeedback(memory.anchor.to_string()));
            }
            if memory.status == status {
                writer.commit_any(Vec::new()).await?;
                return Ok(memory);
            }
            let base = memory.version;
            memory.status = status;
            memory.updated_at = self.now();
            writer.commit(vec![put(cause, base, memory.clone())]).await?;
            memory.version = base + 1;
            Ok(memory)
        })
        .await
    }
}
