//! `memory_forget`: a memory is archived; a person can bring it back.

use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn forget(self) -> Result<Reply, Failure> {
        let memory = self.engine.forget(&self.service.caller, &self.reference()?).await?;
        Ok(Reply {
            text: format!("{} forgotten", name(&memory)),
            structured: json!({"id": memory.number, "anchor": memory.anchor, "forgotten": true}),
        })
    }
}
