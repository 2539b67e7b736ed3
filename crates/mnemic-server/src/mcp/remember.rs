//! `memory_store`: what an agent wants kept.

use mnemic::{Draft, Origin, Remembered, Scope, ScopeError, Status, Trust};
use serde_json::json;

use super::{Call, failure::Failure, name, reply::Reply};

/// The longest name of a client that is kept.
const CLIENT_CHARS: usize = 80;

impl Call<'_> {
    pub(super) async fn store(self) -> Result<Reply, Failure> {
        let text = self.arguments.text("content").unwrap_or_default();
        let tags = self.arguments.words("tags").unwrap_or_default().to_vec();
        let mut draft = Draft {
            tags,
            scope: self.store_scope()?,
            category: self.arguments.text("category").map(str::to_owned),
            importance: self.arguments.share("importance"),
            file_paths: self.arguments.words("files").unwrap_or_default().to_vec(),
            about_user: self.arguments.flag("user"),
            ..self.draft(text)
        };
        draft.source.session = self.arguments.text("session").map(str::to_owned);
        if self.arguments.flag("pin") {
            draft.status = Status::Pinned;
        }
        Ok(reply(&self.engine.remember(&self.service.caller, draft).await?))
    }

    /// What the client says, as it is kept.
    pub(super) fn draft(&self, text: impl Into<String>) -> Draft {
        let mut draft = Draft::note(self.service.scope.clone(), text);
        draft.source.origin = Origin::Agent;
        draft.source.agent = self.client.name.as_deref().and_then(cleaned);
        draft.trust = Trust::Medium;
        draft
    }

    /// Where it is stored: where the server stores, unless the call says otherwise and may.
    fn store_scope(&self) -> Result<Scope, Failure> {
        let Some(named) = self.arguments.text("scope") else {
            return Ok(self.service.scope.clone());
        };
        let scope: Scope =
            named.parse().map_err(|error: ScopeError| Failure::argument("scope", error))?;
        if !self.service.caller.reach.covers(&scope) {
            let there = match &self.service.scope {
                Scope::Global => "there is global".to_owned(),
                own => format!("there are {own} and global"),
            };
            return Err(Failure::argument("scope", format!("`{scope}` is out of reach; {there}")));
        }
        Ok(scope)
    }
}

fn reply(remembered: &Remembered) -> Reply {
    let Remembered { memory, duplicate, restored, .. } = remembered;
    let said = match (restored, duplicate) {
        (true, _) => "had been forgotten; restored",
        (false, true) => "is remembered already",
        (false, false) => "remembered",
    };
    Reply {
        text: format!("{} {said} ({})", name(memory), memory.scope),
        structured: json!({
            "id": memory.number,
            "anchor": memory.anchor,
            "scope": memory.scope,
            "duplicate": duplicate,
        }),
    }
}

/// A client's name as it is kept: one short line.
fn cleaned(client: &str) -> Option<String> {
    let name: String =
        client.chars().filter(|character| !character.is_control()).take(CLIENT_CHARS).collect();
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}
