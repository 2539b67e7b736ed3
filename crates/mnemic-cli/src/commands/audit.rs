//! `mnemic audit`

use std::process::ExitCode;

use jiff::tz::TimeZone;
use mnemic::{ActId, Action, Actor, AuditItem, AuditRequest, Audited, json::ActorJson};
use serde::Serialize;

use super::{Invocation, finish_reading, show::reference};
use crate::{
    arguments::Audit,
    caller::caller,
    output,
    when::{self, Edge},
};

/// How many deeds of one act are listed for people.
const ITEMS_LISTED: usize = 5;
/// How much of an act's id names it.
const NAME_CHARS: usize = 8;

pub async fn run(session: &Invocation, audit: Audit) -> anyhow::Result<ExitCode> {
    let surroundings = &session.surroundings;
    let (now, zone) = (surroundings.now(), surroundings.zone());
    let moment = |text: &Option<String>, edge| {
        text.as_deref().map(|text| when::parse(text, edge, now, &zone)).transpose()
    };
    let reach = surroundings.owner_reach(audit.scope.as_deref())?;
    let request = AuditRequest {
        memory: audit.memory.as_deref().map(reference).transpose()?,
        since: moment(&audit.since, Edge::Start)?,
        until: moment(&audit.until, Edge::End)?,
        actor: audit.actor,
        limit: audit.limit.into(),
    };
    let engine = surroundings.open().await?;
    let acts = engine.audit(&caller(&reach), &request).await?;
    finish_reading(engine).await;
    if session.json {
        let acts: Vec<AuditedJson> = acts.iter().map(AuditedJson::from).collect();
        output::json(&serde_json::json!({ "acts": acts }))?;
    } else {
        acts.iter().for_each(|act| describe(act, &zone));
    }
    Ok(ExitCode::SUCCESS)
}

/// One act of `audit --json`.
#[derive(Debug, Serialize)]
struct AuditedJson<'a> {
    act: String,
    at: jiff::Timestamp,
    actor: ActorJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<String>,
    undone: bool,
    deeds: &'a [AuditItem],
}

impl<'a> From<&'a Audited> for AuditedJson<'a> {
    fn from(audited: &'a Audited) -> Self {
        let Audited { act, at, actor, run, undone, items: deeds } = audited;
        let run = run.map(|run| run.to_string());
        let actor = ActorJson::from(actor);
        Self { act: act.to_string(), at: *at, actor, run, undone: *undone, deeds }
    }
}

fn describe(audited: &Audited, zone: &TimeZone) {
    let at = when::local(audited.at, zone);
    let undone = if audited.undone { ", undone" } else { "" };
    output::line(format!(
        "{at}  {}  change {}{undone}",
        describe_actor(&audited.actor),
        name(audited.act)
    ));
    for item in audited.items.iter().take(ITEMS_LISTED) {
        output::line(format!("  {}", describe_item(item)));
    }
    let more = audited.items.len().saturating_sub(ITEMS_LISTED);
    if more > 0 {
        output::line(format!("  and {more} more"));
    }
}

/// `cli`, or `mcp (agent reviewer, session 12)`.
pub fn describe_actor(actor: &Actor) -> String {
    let agent = actor.agent.iter().map(|agent| format!("agent {agent}"));
    let session = actor.session.iter().map(|session| format!("session {session}"));
    let more: Vec<String> = agent.chain(session).collect();
    match more.as_slice() {
        [] => actor.channel.to_string(),
        _ => format!("{} ({})", actor.channel, more.join(", ")),
    }
}

/// An act's id, shortened to what tells it from others.
pub fn name(act: ActId) -> String {
    let id = act.to_string().replace('-', "");
    id[id.len() - NAME_CHARS..].to_owned()
}

fn describe_item(deed: &AuditItem) -> String {
    if let (Action::Undo, Some(act)) = (deed.action, deed.act) {
        return format!("undo       change {}", name(act));
    }
    let number = deed.number.map(|number| format!("[id:{number}] ")).unwrap_or_default();
    format!("{:<10} {number}{}", deed.action.name(), deed.text.as_deref().unwrap_or_default())
}
