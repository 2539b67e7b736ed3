//! `mnemic blame`

use std::process::ExitCode;

use mnemic::{Actor, Blame, Past, Signal, Signalled};
use serde::Serialize;

use super::{
    Session, audit, finish_reading,
    history::{PastJson, made},
    name, nature,
    show::reference,
};
use crate::{arguments::One, output};

pub async fn run(session: &Session, one: One) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.owner_reach(one.scope.as_deref())?;
    let engine = session.surroundings.open().await?;
    let blame = engine.blame(&reach, &reference(&one.memory)?).await?;
    finish_reading(engine).await;
    if session.json {
        output::json(&BlameJson::from(&blame))?;
    } else {
        lines(&blame).iter().for_each(output::line);
    }
    Ok(ExitCode::SUCCESS)
}

fn lines(blame: &Blame) -> Vec<String> {
    let memory = &blame.memory;
    let mut lines = vec![format!("{} {}", name(memory), memory.text)];
    lines.push(format!("{}, {}, trust {:?}", nature(memory), memory.status.name(), memory.trust));
    let source = &memory.source;
    let details = [
        ("author", &source.author),
        ("agent", &source.agent),
        ("session", &source.session),
        ("message", &source.message),
        ("task", &source.task),
        ("narrative", &source.narrative),
        ("reference", &source.reference),
    ];
    let told = details.iter().filter_map(|(what, who)| Some(format!(", {what} {}", who.as_ref()?)));
    lines.push(format!("from {}{}", source.origin, told.collect::<String>()));
    let parents = source.derived_from.iter();
    lines.extend(parents.map(|parent| format!("derived from {parent}")));
    lines.extend(blame.past.iter().map(version));
    lines.extend(blame.signals.iter().map(signalled));
    let signals = &memory.signals;
    lines.push(format!(
        "score {}, handed to agents {}×, accessed {}×",
        signals.score, signals.injections, signals.access_count
    ));
    lines
}

fn version(past: &Past) -> String {
    let cause = past.made_by.as_ref().map(|made_by| format!(", {}", made_by.cause.told()));
    format!("version {}  {}{}", past.version, made(past), cause.unwrap_or_default())
}

fn signalled(signalled: &Signalled) -> String {
    let Signalled { at, actor, signal } = signalled;
    format!("{at}  {}  {}", audit::who(actor), what(signal))
}

fn what(signal: &Signal) -> String {
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
        said.push(format!("remembered once more in session {session}"));
    }
    if said.is_empty() {
        said.push(if signal.accessed { "recalled" } else { "hit" }.to_owned());
    }
    said.join(", ")
}

/// `blame --json`.
#[derive(Debug, Serialize)]
struct BlameJson<'a> {
    memory: &'a mnemic::Memory,
    versions: Vec<PastJson<'a>>,
    signals: Vec<SignalledJson<'a>>,
}

#[derive(Debug, Serialize)]
struct SignalledJson<'a> {
    at: String,
    actor: &'a Actor,
    #[serde(flatten)]
    signal: &'a Signal,
}

impl<'a> From<&'a Blame> for BlameJson<'a> {
    fn from(blame: &'a Blame) -> Self {
        let signals = blame.signals.iter().map(|Signalled { at, actor, signal }| SignalledJson {
            at: at.to_string(),
            actor,
            signal,
        });
        Self {
            memory: &blame.memory,
            versions: blame.past.iter().map(PastJson::from).collect(),
            signals: signals.collect(),
        }
    }
}
