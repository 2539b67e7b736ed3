//! `mnemic blame`

use std::process::ExitCode;

use jiff::tz::TimeZone;
use mnemic::{
    Blame, Memory, MemoryId, PastVersion, Scope, Signal, Signalled,
    json::{ActorJson, MemoryJson, SignalJson},
};
use serde::Serialize;

use super::{
    Invocation, audit, finish_reading,
    history::{PastJson, made},
    name, nature,
    show::reference,
};
use crate::{arguments::One, caller::caller, output, when};

pub async fn run(session: &Invocation, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let blame = engine.blame(&caller(&reach), &reference(&one.memory)?).await?;
    finish_reading(engine).await;
    if session.json {
        output::json(&BlameJson::from(&blame))?;
    } else {
        lines(&blame, &session.surroundings.zone()).iter().for_each(output::line);
    }
    Ok(ExitCode::SUCCESS)
}

fn lines(blame: &Blame, zone: &TimeZone) -> Vec<String> {
    let memory = &blame.memory;
    let mut lines = vec![format!("{} {}", name(memory), memory.text)];
    lines.push(format!("{}, {}, trust {:?}", nature(memory), memory.status.name(), memory.trust));
    let source = &memory.source;
    let details = [
        ("author", &source.author),
        ("user", &source.user),
        ("agent", &source.agent),
        ("session", &source.session),
        ("message", &source.message),
        ("task", &source.task),
        ("narrative", &source.narrative),
        ("reference", &source.reference),
    ];
    let named =
        details.iter().filter_map(|(what, who)| Some(format!(", {what} {}", who.as_ref()?)));
    lines.push(format!("from {}{}", source.origin, named.collect::<String>()));
    lines.extend(blame.widened_from.iter().map(|from| format!("promoted from {}", place(from))));
    let is_widened = |id: &MemoryId| blame.widened_from.iter().any(|from| from.id == *id);
    let parents = source.derived_from.iter().filter(|id| !is_widened(id));
    lines.extend(parents.map(|parent| format!("derived from {parent}")));
    lines.extend(blame.past.iter().map(|past| version(past, blame.widened_to.as_ref(), zone)));
    lines.extend(blame.widened_to.iter().map(|to| describe_widening(blame, to)));
    lines.extend(blame.signals.iter().map(|it| signalled(it, zone)));
    let signals = &memory.signals;
    lines.push(format!(
        "score {}, handed to agents {}×, accessed {}×",
        signals.score, signals.injections, signals.access_count
    ));
    lines
}

/// What a memory is called and whose it is.
fn place(memory: &Memory) -> String {
    format!("{} {}", name(memory), memory.scope)
}

fn describe_widening(blame: &Blame, to: &Memory) -> String {
    let by = blame.past.last().and_then(|past| past.made_by.as_ref());
    let by = by.map(|made_by| format!(" by {}", audit::describe_actor(&made_by.actor)));
    format!("promoted to {}{}", place(to), by.unwrap_or_default())
}

fn version(past: &PastVersion, widened_to: Option<&Memory>, zone: &TimeZone) -> String {
    let is_widening = widened_to.is_some_and(|to| past.memory.superseded_by == Some(to.id));
    let cause = past.made_by.as_ref().map(|made_by| match is_widening {
        true => ", Promoted".to_owned(),
        false => format!(", {}", made_by.cause.label()),
    });
    format!("version {}  {}{}", past.version, made(past, zone), cause.unwrap_or_default())
}

fn signalled(signalled: &Signalled, zone: &TimeZone) -> String {
    let Signalled { at, actor, signal } = signalled;
    let (at, actor) = (when::local(*at, zone), audit::describe_actor(actor));
    format!("{at}  {actor}  {}", describe_signal(signal))
}

fn describe_signal(signal: &Signal) -> String {
    let mut said = Vec::new();
    if signal.score != 0 {
        said.push(format!("score {:+}", signal.score));
    }
    if let Some(injected) = &signal.injected {
        let session = injected.session.iter().map(|session| format!(", session {session}"));
        said.push(format!(
            "handed to an agent (receipt {}{})",
            injected.receipt,
            session.collect::<String>()
        ));
    }
    if let Some(session) = &signal.repeated_in {
        said.push(format!("remembered again in session {session}"));
    }
    if said.is_empty() {
        said.push(if signal.accessed { "recalled" } else { "hit" }.to_owned());
    }
    said.join(", ")
}

/// `blame --json`.
#[derive(Debug, Serialize)]
struct BlameJson<'a> {
    memory: MemoryJson<'a>,
    #[serde(rename = "promoted_from")]
    widened_from: Vec<PlaceJson<'a>>,
    #[serde(rename = "promoted_to", skip_serializing_if = "Option::is_none")]
    widened_to: Option<PlaceJson<'a>>,
    versions: Vec<PastJson<'a>>,
    signals: Vec<SignalledJson>,
}

/// A memory in the narrower or the wider scope.
#[derive(Debug, Serialize)]
struct PlaceJson<'a> {
    id: String,
    number: Option<u64>,
    scope: &'a Scope,
}

impl<'a> From<&'a Memory> for PlaceJson<'a> {
    fn from(memory: &'a Memory) -> Self {
        Self { id: memory.id.to_string(), number: memory.number, scope: &memory.scope }
    }
}

#[derive(Debug, Serialize)]
struct SignalledJson {
    at: String,
    actor: ActorJson,
    #[serde(flatten)]
    signal: SignalJson,
}

impl<'a> From<&'a Blame> for BlameJson<'a> {
    fn from(blame: &'a Blame) -> Self {
        let signals = blame.signals.iter().map(|Signalled { at, actor, signal }| SignalledJson {
            at: at.to_string(),
            actor: ActorJson::from(actor),
            signal: SignalJson::from(signal),
        });
        Self {
            memory: MemoryJson::from(&blame.memory),
            widened_from: blame.widened_from.iter().map(PlaceJson::from).collect(),
            widened_to: blame.widened_to.as_ref().map(PlaceJson::from),
            versions: blame.past.iter().map(PastJson::from).collect(),
            signals: signals.collect(),
        }
    }
}
