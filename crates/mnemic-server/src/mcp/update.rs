//! `memory_update`: a memory in other words, or filed under others. Its score stays.

use mnemic::Amendment;
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn update(self) -> Result<Reply, Failure> {
        let amendment = Amendment {
            text: self.arguments.text("content").map(str::to_owned),
            tags: self.arguments.words("tags").map(<[String]>::to_vec),
            ..Amendment::default()
        };
        if amendment.text.is_none() && amendment.tags.is_none() {
            return Err(Failure::argument("content", "neither it nor tags is given"));
        }
        let reference = self.reference()?;
        let memory = self.engine.update(&self.service.reach, &reference, amendment).await?;
        Ok(Reply {
            text: format!("{} updated, version {}", name(&memory), memory.version),
            structured: json!({
                "id": memory.number,
                "anchor": memory.anchor,
                "version": memory.version,
            }),
        })
    }
}
