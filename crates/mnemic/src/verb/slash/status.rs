//! `/memory status`: how much is remembered, how the index is, what was last handed to an agent.

use mnemic_core::{
    record::{
        category::Category,
        filter::{Field, Filter},
        scope::Reach,
    },
    safety::caller::Caller,
};
use serde_json::json;

use super::SlashAnswer;
use crate::{VaultStatus, engine::Engine, error::Error};

impl Engine {
    pub(super) async fn slash_status(&self, caller: &Caller) -> Result<SlashAnswer, Error> {
        let total = self.count(&caller.reach, &Filter::active()).await?;
        let mut categories = Vec::new();
        for category in Category::KNOWN {
            let filter = Filter::active().and_text(Field::Category, category);
            match self.count(&caller.reach, &filter).await? {
                0 => {}
                count => categories.push((category, count)),
            }
        }
        let status = self.status(caller).await?;
        let last = self.receipts().last_handed().await;
        let counts = categories.iter().map(|(category, count)| format!("{count} {category}"));
        let counts = counts.collect::<Vec<_>>().join(", ");
        let mut lines = vec![match categories.is_empty() {
            true => format!("Memories       {total}"),
            false => format!("Memories       {total}: {counts}"),
        }];
        lines.push(format!("Index          {}", health(&status)));
        lines.push(match &last {
            Some(receipt) => {
                let handed = receipt.context.as_ref();
                let memories =
                    handed.map_or(0, |it| it.tiers.iter().map(|t| t.memories.len()).sum());
                let at = receipt.at.strftime("%Y-%m-%d %H:%M UTC");
                format!("Last injected  {at}, {memories} memories; `mnemic why {}`", receipt.id)
            }
            None => "Last injected  nothing yet".to_owned(),
        });
        if status.recalls.recalls > 0 {
            lines.push(format!("Recalls        {}", status.recalls));
        }
        let categories: serde_json::Map<_, _> =
            categories.into_iter().map(|(name, count)| (name.to_owned(), json!(count))).collect();
        let value = json!({
            "memories": total, "categories": categories, "index": health(&status),
            "last_injected": last.map(|receipt| json!({ "at": receipt.at, "receipt": receipt.id })),
        });
        Ok(SlashAnswer::new(lines.join("\n"), value))
    }

    async fn count(&self, reach: &Reach, filter: &Filter) -> Result<u64, Error> {
        self.read(|store| async move { Ok(store.count(reach, filter).await?) }).await
    }
}

fn health(status: &VaultStatus) -> String {
    let (damaged, conflicts) = (status.damaged.len(), status.conflicts);
    match status.stale_documents.len() {
        0 if damaged == 0 && conflicts == 0 => "in order".to_owned(),
        waiting => format!(
            "{waiting} documents wait to be written, {damaged} are damaged, {conflicts} changes clash; `mnemic doctor` says more"
        ),
    }
}
