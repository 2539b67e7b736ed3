//! `memory_status`: what is remembered within reach, and what waits.

use mnemic::Pace;
use serde_json::{Value, json};

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn status(self) -> Result<Reply, Failure> {
        let status = self.engine.status(&self.service.caller).await?;
        let mut lines: Vec<String> = status
            .census
            .iter()
            .map(|row| format!("{} {} in {}", row.count, row.lifecycle, row.scope))
            .collect();
        if lines.is_empty() {
            lines.push("Nothing is remembered yet.".to_owned());
        }
        lines.push(format!("{} pairs contradict each other", status.contradictions));
        let Pace { recalls, p95, degraded } = status.recalls;
        if recalls > 0 {
            lines.push(format!("recalls: {}", status.recalls));
        }
        let memories: Vec<Value> = status
            .census
            .iter()
            .map(|row| json!({"scope": row.scope, "lifecycle": row.lifecycle, "count": row.count}))
            .collect();
        let recalls = json!({
            "measured": recalls, "p95_ms": p95.map(|p95| p95.as_millis()), "degraded": degraded,
        });
        let structured =
            json!({"memories": memories, "disputes": status.contradictions, "recalls": recalls});
        Ok(Reply { text: lines.join("\n"), structured })
    }
}
