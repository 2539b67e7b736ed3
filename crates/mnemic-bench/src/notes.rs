//! `mnemic-bench notes`: how well notes are recalled, and which of them an agent is handed.
//!
//! Each vault of the file is imported with its dates and asked at its own `now`: every query once through recall, which
//! gives the order and the verdict, and once through context, which gives what an agent gets. A note that is also fine
//! costs nothing before the evidence.

mod reliability;
mod score;
mod vault;

pub use self::vault::Query;

use mnemic::{
    Actor, Caller, Channel, ContextRequest, Engine, Filter, Hit, Incoming, Reach, RecallRequest,
    Scope, Tier, Trust,
};
use serde::Serialize;

use self::{
    reliability::Reliability,
    score::{Figures, Outcome},
    vault::NoteVault,
};
use crate::{
    arguments::Notes,
    evidence::{EvidenceLines, Judged},
    invocation::Invocation,
    output,
    report::{self, Report},
    table::Table,
    throwaway::{self, Throwaway},
};

/// How many memories recall returns.
const LIMIT: usize = 10;
/// The project that the notes of a vault belong to.
const SCOPE: &str = "project:eval";

const HEAD: [&str; 11] = [
    "percent",
    "queries",
    "hit@1",
    "recall@3",
    "recall@5",
    "MRR",
    "stale first",
    "handed any",
    "handed recall",
    "handed precision",
    "quiet",
];

/// What was measured.
#[derive(Serialize)]
struct Measured {
    vaults: usize,
    notes: usize,
    embedder: String,
    settings: Vec<String>,
    #[serde(flatten)]
    figures: Figures,
    reliability: Reliability,
}

pub async fn run(invocation: &Invocation, bench: &Notes) -> anyhow::Result<()> {
    let invocation = &match &bench.embedder {
        Some(embedder) => invocation.with(&format!("embedding.provider={embedder}"))?,
        None => invocation.clone(),
    };
    let vaults = vault::read(&bench.file)?;
    let mut lines = bench.fit.as_deref().map(EvidenceLines::create).transpose()?;
    let (mut outcomes, mut reliability) = (Vec::new(), Reliability::default());
    let mut embedder = String::new();
    for (vault, number) in vaults.iter().zip(1..) {
        let throwaway = Throwaway::new(invocation, bench.run.folder.as_deref())?;
        let place = format!("vault {number} of {}", vaults.len());
        output::progress(&place);
        let engine = throwaway.open_at(vault.now).await?;
        import(&engine, vault).await?;
        embedder = throwaway::embedder(&engine).await?;
        for (query, asked) in vault.queries.iter().zip(1..) {
            output::progress(&format!("{place}: {asked} of {} queries", vault.queries.len()));
            let answer = engine.recall(&caller()?, request(query)).await?;
            let handed = handed(&engine, query).await?;
            reliability.note(query, &answer.hits);
            outcomes.push(Outcome::of(query, &answer, &handed));
            if let Some(lines) = &mut lines {
                let evidence = engine.evidence(&caller()?, &request(query)).await?;
                lines.put(&Judged::of_note(&vault.id, query, &evidence))?;
            }
        }
        engine.close().await?;
    }
    output::progress("");
    let measured = Measured {
        vaults: vaults.len(),
        notes: vaults.iter().map(|vault| vault.notes.len()).sum(),
        embedder,
        settings: invocation.config.clone(),
        figures: Figures::of(&outcomes),
        reliability,
    };
    report(invocation, &measured).publish(invocation, &measured, bench.run.report.as_deref())
}

/// An agent that works in the project.
fn caller() -> anyhow::Result<Caller> {
    let reach = Reach::of(SCOPE.parse::<Scope>()?);
    Ok(Caller::new(Actor::through(Channel::Mcp), reach))
}

fn request(query: &Query) -> RecallRequest {
    RecallRequest { question: query.query.clone(), limit: LIMIT, filter: Filter::active() }
}

/// Imports the notes of a vault, writes its documents and embeds everything.
async fn import(engine: &Engine, vault: &NoteVault) -> anyhow::Result<()> {
    let lines = vault.notes.iter().map(|note| Ok(note.line()));
    let into = Incoming { scope: SCOPE.parse()?, trust: Trust::Medium };
    let report = engine.import_jsonl(&caller()?, lines, into, |_| {}).await?;
    vault.check(&report)?;
    engine.update_documents().await?;
    engine.embed_pending(usize::MAX).await?;
    Ok(())
}

/// The notes that an agent is handed with a query, by their refs.
async fn handed(engine: &Engine, query: &Query) -> anyhow::Result<Vec<String>> {
    let request = ContextRequest { query: Some(query.query.clone()), ..ContextRequest::default() };
    let context = engine.context(&caller()?, &request).await?;
    let relevant = context.tiers.iter().filter(|tier| tier.tier == Tier::Relevant);
    let ids: Vec<_> =
        relevant.flat_map(|tier| &tier.pieces).filter_map(|piece| piece.memory()).collect();
    let memories = engine.memories(&caller()?, &ids).await?;
    Ok(memories.into_iter().filter_map(|memory| memory.source.reference).collect())
}

/// The ref of a hit.
fn reference(hit: &Hit) -> &str {
    hit.memory.source.reference.as_deref().unwrap_or_default()
}

fn report(invocation: &Invocation, measured: &Measured) -> Report {
    let Measured { vaults, notes, embedder, figures, reliability, .. } = measured;
    let mut table = Table::with_head(HEAD);
    for (name, group) in figures.groups() {
        table.push([vec![name.to_owned(), group.queries.to_string()], group.cells()].concat());
    }
    let mut besides = figures.besides();
    besides.extend(reliability.lines());
    Report {
        title: "Notes".to_owned(),
        about: vec![
            format!("{notes} notes in {vaults} vaults, {LIMIT} hits a query"),
            report::embedder(embedder),
            report::settings(invocation),
        ],
        table,
        besides,
    }
}
