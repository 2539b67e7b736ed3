//! `search` and `fetch`: the two tools that connectors of ChatGPT ask for, in the shapes they ask for. Their text is JSON.

use mnemic::{Error, Filter, Memory, RecallRequest, excerpt};
use serde_json::{Value, json};

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn search(self) -> Result<Reply, Failure> {
        let request = RecallRequest {
            question: self.question()?,
            limit: self.engine.settings().policies.max_results,
            filter: Filter::active(),
        };
        let answer = self.engine.recall(&self.service.caller, request).await?;
        let results: Vec<Value> = answer.hits.iter().map(|hit| entry(&hit.memory)).collect();
        Ok(in_json(json!({"results": results})))
    }

    pub(super) async fn fetch(self) -> Result<Reply, Failure> {
        let reference = self.reference()?;
        let memory = self.engine.show(&self.service.caller, &reference).await?.memory;
        if !memory.is_active() {
            return Err(Error::NotFound(reference).into());
        }
        let mut whole = entry(&memory);
        whole["text"] = memory.text.clone().into();
        whole["metadata"] = json!({
            "tags": memory.tags.join(", "),
            "scope": memory.scope,
            "created_at": memory.created_at,
        });
        Ok(in_json(whole))
    }
}

/// What a list shows of a memory.
fn entry(memory: &Memory) -> Value {
    let id = memory.number.map_or_else(|| memory.anchor.to_string(), |number| number.to_string());
    json!({"id": id, "title": excerpt(&memory.text), "url": format!("memory://{id}")})
}

fn in_json(structured: Value) -> Reply {
    Reply { text: structured.to_string(), structured }
}
