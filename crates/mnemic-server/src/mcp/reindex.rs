//! `memory_reindex`: the index is built anew from the journal.

use serde_json::json;

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn reindex(self) -> Result<Reply, Failure> {
        let progress = self.client.progress();
        progress.report(0, Some(1), "reading the journal");
        let reindexed = self.engine.reindex(&self.service.caller).await?;
        progress.report(1, Some(1), "done");
        progress.finish().await;
        let (acts, bad) = (reindexed.acts, reindexed.bad_lines.len());
        Ok(Reply {
            text: format!("Rebuilt the index from {acts} changes, skipped {bad} bad lines"),
            structured: json!({"acts": acts, "bad_lines": bad}),
        })
    }
}
