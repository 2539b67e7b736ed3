//! `session_start`, `session_fork` and `session_append`: a session begins, and something is said.

use mnemic::{Start, Started, Utterance, session::TurnContent};
use serde_json::{Value, json};

use crate::mcp::{Call, failure::Failure, reply::Reply};

impl Call<'_> {
    pub(in crate::mcp) async fn start_session(self) -> Result<Reply, Failure> {
        let start = Start {
            id: self.session_name("session")?,
            agent: self.draft("").source.agent,
            title: self.arguments.text("title").map(str::to_owned),
            ..Start::new(self.service.scope.clone())
        };
        Ok(begun(&self.engine.start_session(&self.service.caller, start).await?))
    }

    pub(in crate::mcp) async fn fork_session(self) -> Result<Reply, Failure> {
        let (parent, _) = self.session()?;
        let id = self.session_name("name")?;
        Ok(begun(&self.engine.fork_session(&self.service.caller, &parent, id).await?))
    }

    pub(in crate::mcp) async fn append_session(self) -> Result<Reply, Failure> {
        let (id, _) = self.session()?;
        let appended = self
            .engine
            .append_to_session(&self.service.caller, &id, Utterance::now(self.turn_content()?))
            .await?;
        let due = appended.due.map(|due| due.name());
        let is_due = due.map(|due| format!("; a {due} is due")).unwrap_or_default();
        let (messages, tokens) = (appended.messages, appended.tokens);
        Ok(Reply {
            text: format!("{messages} messages, about {tokens} tokens{is_due}"),
            structured: json!({"messages": messages, "tokens": tokens, "due": due}),
        })
    }

    fn turn_content(&self) -> Result<TurnContent, Failure> {
        let content = self.arguments.text("content").unwrap_or_default().to_owned();
        let call_id = String::new();
        Ok(match self.arguments.text("role").unwrap_or("user") {
            "assistant" => TurnContent::Assistant { content },
            "tool_result" => TurnContent::ToolResult {
                call_id,
                content,
                is_error: self.arguments.flag("failed"),
            },
            "tool_call" => {
                let name = self.arguments.text("tool");
                let name = name.ok_or_else(|| Failure::argument("tool", "it is missing"))?;
                let input = serde_json::from_str(&content).unwrap_or(Value::String(content));
                TurnContent::ToolCall { call_id, name: name.to_owned(), input }
            }
            _ => TurnContent::User { content },
        })
    }
}

fn begun(started: &Started) -> Reply {
    let Started { session, scope, resumed, .. } = started;
    let said = if *resumed { "resumed" } else { "started" };
    Reply {
        text: format!("session {session} {said} ({scope})"),
        structured: json!({"session": session, "scope": scope, "resumed": resumed}),
    }
}
