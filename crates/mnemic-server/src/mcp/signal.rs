//! `memory_reinforce` and `memory_demote`: whether a memory helped, the only thing that moves a score.

use mnemic::Memory;
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn reinforce(self) -> Result<Reply, Failure> {
        Ok(reply(&self.engine.reinforce(&self.service.caller, &self.reference()?).await?))
    }

    pub(super) async fn demote(self) -> Result<Reply, Failure> {
        Ok(reply(&self.engine.demote(&self.service.caller, &self.reference()?).await?))
    }
}

fn reply(memory: &Memory) -> Reply {
    let score = memory.signals.score;
    Reply {
        text: format!("{} score {score}", name(memory)),
        structured: json!({"id": memory.number, "anchor": memory.anchor, "score": score}),
    }
}
