//! `session_list`, `session_search` and `session_show`: which sessions there are, what was said in them, and what one who
//! goes on with one should have in mind.

use mnemic::{ShownSession, session::working::quoted_turn, token::Estimator};
use serde_json::{Value, json};

use crate::mcp::{
    Call,
    failure::Failure,
    recall::TOKENS,
    reply::{Reply, Room},
};

/// So many sessions, unless the call says otherwise.
const USUAL: usize = 20;
/// At most so many turns that were searched for.
const MOST: usize = 100;

impl Call<'_> {
    pub(in crate::mcp) async fn list_sessions(self) -> Result<Reply, Failure> {
        let limit = self.arguments.count("limit").unwrap_or(USUAL);
        let mut listed = self.engine.list_sessions(&self.service.caller)?;
        listed.truncate(limit);
        let lines: Vec<String> = listed
            .iter()
            .map(|it| {
                let (entry, scope) = (&it.entry, &it.scope);
                let date = entry.updated_at.strftime("%Y-%m-%d");
                let (status, messages) = (entry.status.name(), entry.messages);
                format!("{} ({status}, {messages} messages, {scope}, {date})", entry.id)
            })
            .collect();
        let text =
            if lines.is_empty() { "There are no sessions.".to_owned() } else { lines.join("\n") };
        let sessions: Vec<Value> = listed
            .iter()
            .map(|it| {
                json!({
                    "session": it.entry.id, "scope": it.scope, "status": it.entry.status,
                    "messages": it.entry.messages,
                })
            })
            .collect();
        Ok(Reply { text, structured: json!({"sessions": sessions}) })
    }

    pub(in crate::mcp) async fn search_sessions(self) -> Result<Reply, Failure> {
        let limit = self.arguments.count("limit").unwrap_or(USUAL).min(MOST);
        let found = self.engine.search_sessions(&self.service.caller, &self.question()?, limit)?;
        let (mut room, mut lines, mut turns) = (Room::of(TOKENS), Vec::new(), Vec::new());
        for spot in &found {
            let Some(passage) = room.take(&spot.passage) else { break };
            let date = spot.turn.at.strftime("%Y-%m-%d");
            let shown = passage.replace('\n', "\n  ");
            lines.push(format!("{} ({}, {date}) {shown}", spot.session, spot.scope));
            turns.push(json!({"session": spot.session, "turn": spot.turn.id, "passage": passage}));
        }
        if lines.is_empty() {
            lines.push("No message matches.".to_owned());
        }
        Ok(Reply { text: lines.join("\n"), structured: json!({"turns": turns}) })
    }

    pub(in crate::mcp) async fn show_session(self) -> Result<Reply, Failure> {
        let (id, shown) = self.session()?;
        let tokens = self.arguments.count("max_tokens").unwrap_or(TOKENS);
        let context = match self.arguments.flag("all") {
            true => whole(&shown, tokens),
            false => self
                .engine
                .working_memory(&self.service.caller, &id)
                .await?
                .to_prompt_context(tokens, &Estimator),
        };
        let (status, messages) = (shown.entry.status.name(), shown.entry.messages);
        let structured = json!({
            "session": id, "status": status, "messages": messages, "tokens": shown.tokens,
            "due": shown.due.map(|due| due.name()), "context": context,
        });
        Ok(Reply {
            text: format!("session {id} ({status}, {messages} messages)\n{context}"),
            structured,
        })
    }
}

/// Include every message, as far as there is room.
fn whole(shown: &ShownSession, tokens: usize) -> String {
    let (mut room, mut lines) = (Room::of(tokens), Vec::new());
    for turn in shown.transcript.turns() {
        let Some(line) = room.take(&quoted_turn(turn)) else { break };
        lines.push(line);
    }
    let left_out = shown.transcript.turns().count() - lines.len();
    if left_out > 0 {
        lines.push(format!("{left_out} more did not fit; ask with a larger max_tokens"));
    }
    lines.join("\n")
}
