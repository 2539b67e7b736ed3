//! `memory_update`: a memory in other words, or filed under others. Its score stays.

use mnemic::{Amendment, Category, UpdateOutcome, Updated};
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

impl Call<'_> {
    pub(super) async fn update(self) -> Result<Reply, Failure> {
        let amendment = Amendment {
            text: self.arguments.text("content").map(str::to_owned),
            tags: self.arguments.words("tags").map(<[String]>::to_vec),
            category: self.category()?,
            importance: self.arguments.share("importance"),
            base_version: self.base_version()?,
            ..Amendment::default()
        };
        let Amendment { text, tags, category, importance, .. } = &amendment;
        if text.is_none() && tags.is_none() && category.is_none() && importance.is_none() {
            return Err(Failure::argument("content", "neither it nor tags is given"));
        }
        let reference = self.reference()?;
        let updated = self.engine.update(&self.service.caller, &reference, amendment).await?;
        let memory = &updated.memory;
        let mut structured = json!({
            "id": memory.number,
            "anchor": memory.anchor,
            "version": memory.version,
        });
        if let UpdateOutcome::Overruled { version } = updated.outcome {
            structured["overruled_version"] = json!(version);
        }
        Ok(Reply { text: describe_update(&updated), structured })
    }

    fn category(&self) -> Result<Option<Category>, Failure> {
        let category = self.arguments.text("category").map(str::parse).transpose();
        category.map_err(|error| Failure::argument("category", error))
    }

    fn base_version(&self) -> Result<Option<u32>, Failure> {
        let version = self.arguments.count("base_version").map(u32::try_from).transpose();
        version.map_err(|_| Failure::argument("base_version", "there is no such version"))
    }
}

fn describe_update(updated: &Updated) -> String {
    let Updated { memory, outcome } = updated;
    let (name, version) = (name(memory), memory.version);
    match outcome {
        UpdateOutcome::Applied => format!("{name} updated, version {version}"),
        UpdateOutcome::Merged => {
            format!("{name} updated, version {version}: merged with a change made in between")
        }
        UpdateOutcome::Overruled { version: kept } => format!(
            "{name} NOT updated: another change of the same lines came first and stays, version \
             {version}. Yours is kept as version {kept}. Read the memory, then update it with `base_version` {version}."
        ),
    }
}
