//! `memory_narrative`: what happened, session by session, the newest first.

use serde_json::json;

use super::{
    Call,
    failure::Failure,
    recall::TOKENS,
    reply::{self, Reply},
};

/// So many narratives, unless the call says otherwise.
const USUAL: usize = 5;
/// At most so many.
const MOST: usize = 100;

impl Call<'_> {
    pub(super) async fn narrative(self) -> Result<Reply, Failure> {
        let limit = self.arguments.count("limit").unwrap_or(USUAL).min(MOST);
        let caller = &self.service.caller;
        let narratives = match self.arguments.text("query") {
            Some(query) => self.engine.search_narratives(caller, query, limit).await?,
            None => {
                let from = self.arguments.text("id").map(|_| self.reference()).transpose()?;
                self.engine.walk_narratives(caller, from.as_ref(), limit).await?.narratives
            }
        };
        let (lines, programs) = reply::memories(&narratives, TOKENS);
        let text =
            if lines.is_empty() { "There is no narrative.".to_owned() } else { lines.join("\n") };
        Ok(Reply { text, structured: json!({"narratives": programs}) })
    }
}
