//! `memory_restore`: a forgotten memory comes back.

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn restore(self) -> Result<Reply, Failure> {
        let memory = self.engine.restore(&self.service.caller, &self.reference()?).await?;
        Ok(Reply::of(&memory, "restored"))
    }
}
