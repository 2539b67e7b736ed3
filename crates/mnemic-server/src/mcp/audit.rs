//! `memory_audit`: who did what to memories within reach, the newest first.

use mnemic::{AuditItem, AuditRequest, Audited, json::ActorJson};
use serde_json::{Value, json};

use super::{Call, failure::Failure, reply::Reply};

/// So many acts, unless the call says otherwise.
const USUAL: usize = 20;
/// At most so many.
const MOST: usize = 500;

impl Call<'_> {
    pub(super) async fn audit(self) -> Result<Reply, Failure> {
        let request = AuditRequest {
            memory: self.arguments.text("id").map(|_| self.reference()).transpose()?,
            since: None,
            until: None,
            actor: self.arguments.text("actor").map(str::to_owned),
            limit: self.arguments.count("limit").unwrap_or(USUAL).min(MOST),
        };
        let acts = self.engine.audit(&self.service.caller, &request).await?;
        let lines: Vec<String> = acts.iter().flat_map(describe_act).collect();
        let text = if lines.is_empty() { "Nothing was done.".to_owned() } else { lines.join("\n") };
        let acts: Vec<Value> = acts.iter().map(program).collect();
        Ok(Reply { text, structured: json!({"acts": acts}) })
    }
}

fn describe_act(audited: &Audited) -> impl Iterator<Item = String> {
    let at = audited.at.strftime("%Y-%m-%d %H:%M");
    let who = audited.actor.agent.as_deref().unwrap_or(audited.actor.channel.as_str());
    let undone = if audited.undone { ", undone" } else { "" };
    let when = format!("({at}, {who}{undone})");
    audited.items.iter().map(move |deed| format!("{} {when}", line(deed)))
}

fn line(deed: &AuditItem) -> String {
    let id = deed.number.map(|number| format!("[id:{number}] ")).unwrap_or_default();
    let text = deed.text.as_deref().unwrap_or_default().replace('\n', " ");
    format!("{id}{} {text}", deed.action.name()).trim_end().to_owned()
}

fn program(audited: &Audited) -> Value {
    json!({
        "act": audited.act.to_string(),
        "at": audited.at,
        "actor": ActorJson::from(&audited.actor),
        "undone": audited.undone,
        "deeds": audited.items,
    })
}
