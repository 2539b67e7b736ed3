//! `mnemic why`

use std::{
    collections::{HashMap, HashSet},
    process::ExitCode,
};

use jiff::tz::TimeZone;
use mnemic::{
    Arm, CandidateOutcome, Considered, DeliveredContext, Engine, Memory, MemoryId, Receipt,
    Verdict, excerpt,
};

use super::{Invocation, finish_reading, name};
use crate::{arguments::Why, caller::whole_vault, failure::UserError, output, when};

pub async fn run(session: &Invocation, why: Why) -> anyhow::Result<ExitCode> {
    let hint = "`mnemic recall --explain` and `mnemic context` print the name of a receipt";
    let id = why.receipt.trim_start_matches('^').parse();
    let id =
        id.map_err(|_| UserError::error(format!("`{}` is not a receipt", why.receipt), hint))?;
    let engine = session.surroundings.open().await?;
    let receipt = engine.why(&whole_vault(), &id).await?;
    if session.json {
        output::json(&receipt)?;
    } else {
        let known = known(&engine, &receipt).await?;
        lines(&receipt, &known, &session.surroundings.zone()).iter().for_each(output::line);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

type Known = HashMap<mnemic::MemoryId, Memory>;

/// The memories it names, as far as they are still there.
async fn known(engine: &Engine, receipt: &Receipt) -> anyhow::Result<Known> {
    let ids = receipt.candidates.iter().map(|candidate| candidate.memory);
    let handed = receipt.context.iter().flat_map(|handed| &handed.tiers);
    let handed = handed.flat_map(|tier| tier.memories.iter().copied());
    let ids: Vec<mnemic::MemoryId> = ids.chain(handed).collect();
    let memories = engine.memories(&whole_vault(), &ids).await?;
    Ok(memories.into_iter().map(|memory| (memory.id, memory)).collect())
}

fn lines(receipt: &Receipt, known: &Known, zone: &TimeZone) -> Vec<String> {
    let verb = if receipt.context.is_some() { "context" } else { "recall" };
    let mut lines = vec![format!("{verb} {} at {}", receipt.id, when::local(receipt.at, zone))];
    if let Some(question) = &receipt.question {
        lines.push(format!("question: {}", excerpt(question)));
    }
    if let Some(session) = &receipt.session {
        lines.push(format!("session: {session}"));
    }
    lines.push(format!("verdict: {}", receipt.verdict));
    lines.extend(receipt.unused.iter().map(|unused| format!("not used: {unused}")));
    lines.extend(receipt.context.iter().flat_map(|handed| context(handed, known)));
    let handed = receipt.context.as_ref().map(handed_over);
    if handed.is_some()
        && receipt.question.is_some()
        && receipt.verdict != Verdict::Strong.to_string()
    {
        lines.push("handed over nothing for the question: only a strong verdict does".to_owned());
    }
    for candidate in &receipt.candidates {
        lines.push(describe_memory(candidate.memory, known));
        lines.extend(reasons(candidate, handed.as_ref()));
    }
    lines
}

fn context(handed: &DeliveredContext, known: &Known) -> Vec<String> {
    let mut lines = vec![format!("{} of {} tokens", handed.tokens, handed.budget)];
    for tier in &handed.tiers {
        lines.push(format!("{}: {} tokens of {}", tier.tier.name(), tier.tokens, tier.share));
        lines.extend(tier.memories.iter().map(|id| format!("  {}", describe_memory(*id, known))));
    }
    for omitted in &handed.omitted {
        let what = if omitted.shortened { "shortened" } else { "left out" };
        lines.push(format!(
            "{what} ({}): {}",
            omitted.tier.name(),
            describe_memory(omitted.memory, known)
        ));
    }
    if handed.delivered_before > 0 {
        lines.push(format!("left out, this session has them already: {}", handed.delivered_before));
    }
    lines
}

/// The memories of a context.
fn handed_over(context: &DeliveredContext) -> HashSet<MemoryId> {
    context.tiers.iter().flat_map(|tier| &tier.memories).copied().collect()
}

fn describe_memory(id: mnemic::MemoryId, known: &Known) -> String {
    match known.get(&id) {
        Some(memory) => format!("{} {}", name(memory), excerpt(&memory.text)),
        None => format!("{id} (deleted)"),
    }
}

fn reasons(candidate: &Considered, handed: Option<&HashSet<MemoryId>>) -> Vec<String> {
    let arms = candidate.arms.iter().map(|Arm { arm, rank, via, .. }| match via {
        Some(via) => format!("{arm} place {rank} ({via})"),
        None => format!("{arm} place {rank}"),
    });
    let mut evidence: Vec<_> = candidate.evidence.iter().collect();
    evidence.sort_by(|one, other| other.value.abs().total_cmp(&one.value.abs()));
    let evidence = evidence.iter().map(|part| format!("{} {:+.2}", part.name, part.value));
    let factors = candidate.factors.iter().filter(|factor| factor.value != 1.0);
    let factors = factors.map(|factor| format!("× {} {:.2}", factor.name, factor.value));
    let joined = |parts: Vec<String>| (!parts.is_empty()).then(|| parts.join(", "));
    let mut lines: Vec<String> = [
        joined(arms.collect()).map(|arms| format!("    found by: {arms}")),
        joined(evidence.collect()).map(|evidence| format!("    evidence: {evidence}")),
        joined(factors.collect()).map(|factors| format!("    factors: {factors}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    let fate = match (&candidate.fate, handed) {
        (CandidateOutcome::LeftOut(why), _) => format!("left out: {why}"),
        (CandidateOutcome::Kept(why), None) => format!("in the answer: {why}"),
        (CandidateOutcome::Kept(why), Some(handed)) => {
            let is_handed = handed.contains(&candidate.memory);
            format!("{}: {why}", if is_handed { "handed over" } else { "not handed over" })
        }
    };
    lines.push(format!("    rank {}; {fate}", candidate.score));
    lines
}
