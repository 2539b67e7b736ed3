//! `mnemic context`

mod load;
mod save;

use std::{collections::BTreeMap, io::Read, process::ExitCode};

use mnemic::{ContextRequest, Omission, PackedTier, Tier, Verdict};
use serde::Serialize;

use super::{Invocation, finish_reading};
use crate::{
    arguments::{AssembleContext, Context, ContextAction},
    caller::caller,
    failure::UserError,
    output,
};

pub async fn run(session: &Invocation, context: Context) -> anyhow::Result<ExitCode> {
    match context.action {
        Some(ContextAction::Load(load)) => load::run(session, load).await,
        Some(ContextAction::Save(save)) => save::run(session, &save).await,
        None => run_assemble(session, context.assemble).await,
    }
}

async fn run_assemble(session: &Invocation, context: AssembleContext) -> anyhow::Result<ExitCode> {
    let soft = context.soft;
    match assemble(session, context).await {
        Err(error) if soft => {
            output::aside(format!("warning: there is no context: {error:#}"));
            Ok(ExitCode::SUCCESS)
        }
        result => result,
    }
}

async fn assemble(session: &Invocation, context: AssembleContext) -> anyhow::Result<ExitCode> {
    let reach = session.surroundings.reach(context.scope.as_deref())?;
    let request = request(context)?;
    let engine = session.surroundings.open().await?;
    let context = engine.context(&caller(&reach), &request).await?;
    if session.json {
        output::json(&ContextJson::of(&context))?;
    } else {
        output::raw(context.text.as_bytes());
        asides(&context).iter().for_each(output::aside);
    }
    finish_reading(engine).await;
    Ok(ExitCode::SUCCESS)
}

fn request(context: AssembleContext) -> anyhow::Result<ContextRequest> {
    if let Some(named) = &context.session
        && named.trim().is_empty()
    {
        return Err(UserError::error("the session has no name", "name it: `--session ID`"));
    }
    let question = (!context.question.is_empty()).then(|| context.question.join(" "));
    Ok(ContextRequest {
        query: query(context.query.or(question))?,
        budget: context.budget,
        format: context.client.or(context.format).unwrap_or_default(),
        session: context.session,
        task: context.task,
        user: context.user,
        topics: context.topics,
        files: context.files,
        head_tail: context.head_tail,
        fresh: context.fresh,
        ..ContextRequest::default()
    })
}

fn query(given: Option<String>) -> anyhow::Result<Option<String>> {
    if given.as_deref() != Some("-") {
        return Ok(given);
    }
    let mut bytes = Vec::new();
    std::io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

/// What is worth knowing beside the context. None of it goes into the prompt.
fn asides(context: &mnemic::Context) -> Vec<String> {
    let mut asides = context.unused.clone();
    if matches!(context.verdict, Some(Verdict::Weak | Verdict::None)) {
        asides.push("no memory surely answers the question, so none was added for it".to_owned());
    }
    for (what, count) in omissions(context) {
        asides.push(format!("left out, over budget: {count} {what}"));
    }
    let shortened = context.omitted.iter().filter(|omission| omission.shortened).count();
    if shortened > 0 {
        asides.push(format!("shortened: {shortened}"));
    }
    if context.delivered_before > 0 {
        asides.push(format!("already delivered to this session: {}", context.delivered_before));
    }
    asides.push(format!(
        "{} of {} tokens; `mnemic why {}` explains it",
        context.tokens, context.budget, context.receipt
    ));
    asides
}

/// How much of each tier is not there.
fn omissions(context: &mnemic::Context) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for omission in context.omitted.iter().filter(|omission| !omission.shortened) {
        *counts.entry(omission.tier.name()).or_default() += 1;
    }
    counts
}

/// `context --json`.
#[derive(Debug, Serialize)]
struct ContextJson<'a> {
    text: &'a str,
    tokens: usize,
    budget: usize,
    considered_tokens: usize,
    compression_ratio: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<Verdict>,
    tiers: Vec<TierJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    omitted: Vec<OmissionJson>,
    delivered_before: usize,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    unused: &'a [String],
    receipt: &'a str,
}

#[derive(Debug, Serialize)]
struct TierJson {
    tier: Tier,
    share: usize,
    tokens: usize,
    memories: Vec<String>,
}

#[derive(Debug, Serialize)]
struct OmissionJson {
    tier: Tier,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    shortened: bool,
}

impl<'a> ContextJson<'a> {
    fn of(context: &'a mnemic::Context) -> Self {
        Self {
            text: &context.text,
            tokens: context.tokens,
            budget: context.budget,
            considered_tokens: context.considered_tokens,
            compression_ratio: context.compression_ratio(),
            verdict: context.verdict,
            tiers: context.tiers.iter().map(TierJson::from).collect(),
            omitted: context.omitted.iter().map(OmissionJson::from).collect(),
            delivered_before: context.delivered_before,
            unused: &context.unused,
            receipt: context.receipt.as_str(),
        }
    }
}

impl From<&PackedTier> for TierJson {
    fn from(tier: &PackedTier) -> Self {
        let memories = tier.pieces.iter().filter_map(|piece| piece.memory());
        Self {
            tier: tier.tier,
            share: tier.share,
            tokens: tier.tokens,
            memories: memories.map(|id| id.to_string()).collect(),
        }
    }
}

impl From<&Omission> for OmissionJson {
    fn from(omission: &Omission) -> Self {
        Self {
            tier: omission.tier,
            id: omission.piece.memory().map(|id| id.to_string()),
            shortened: omission.shortened,
        }
    }
}
