//! `memory_context`: what is worth knowing before work begins, within a budget, as the client reads it best.

use mnemic::{ContextRequest, Format};
use serde_json::json;

use super::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(super) async fn context(self) -> Result<Reply, Failure> {
        let session = self.arguments.text("session").map(str::trim);
        let request = ContextRequest {
            query: self.arguments.text("query").map(str::to_owned),
            budget: self.arguments.count("max_tokens"),
            format: self.format(),
            session: session.filter(|session| !session.is_empty()).map(str::to_owned),
            fresh: self.arguments.flag("fresh"),
            files: self.arguments.words("files").unwrap_or_default().to_vec(),
            topics: self.arguments.words("topics").unwrap_or_default().to_vec(),
            ..ContextRequest::default()
        };
        let context = self.engine.context(&self.service.caller, &request).await?;
        let structured = json!({
            "context": context.text,
            "tokens": context.tokens,
            "asides": context.unused,
            "receipt": context.receipt,
        });
        let text = match context.text.is_empty() {
            true => "Nothing is worth saying.".to_owned(),
            false => context.text,
        };
        Ok(Reply { text, structured })
    }

    /// How it is written: as the call says, else as the client reads it best.
    fn format(&self) -> Format {
        let asked = self.arguments.text("format").and_then(|format| format.parse().ok());
        let usual = || self.client.name.as_deref().map(format_of).unwrap_or_default();
        asked.unwrap_or_else(usual)
    }
}

/// How a client reads it, by the words of its name: `codex-mcp-client`, `gemini-cli-mcp-client`.
fn format_of(client: &str) -> Format {
    let client = client.to_lowercase();
    match () {
        () if client.contains("gemini") => Format::Markdown,
        () if client.contains("codex") || client.contains("opencode") => Format::Plain,
        () => Format::Xml,
    }
}
