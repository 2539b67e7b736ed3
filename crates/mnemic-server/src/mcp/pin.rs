//! `memory_pin` and `memory_unpin`: whether a memory is always handed to the agent.

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn pin(self) -> Result<Reply, Failure> {
        let memory = self.engine.pin(&self.service.caller, &self.reference()?).await?;
        Ok(Reply::of(&memory, "pinned"))
    }

    pub(super) async fn unpin(self) -> Result<Reply, Failure> {
        let memory = self.engine.unpin(&self.service.caller, &self.reference()?).await?;
        Ok(Reply::of(&memory, "unpinned"))
    }
}
