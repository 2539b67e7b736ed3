//! One conversation in a vault of its own: every turn a memory, every question asked.

use std::time::{Duration, Instant};

use mnemic::{ContextRequest, Engine, Evidence, Filter, Hit, Memory, RecallRequest, Scope};
use serde_json::json;

use super::{
    conversation::{Conversation, Question, Turn},
    throwaway::{self, Throwaway},
};
use crate::failure::user_error;
use crate::invocation::caller;

/// How many memories a question returns.
pub const LIMIT: usize = 20;

/// What came of a conversation.
pub struct Replay<'a> {
    pub asked: Vec<Asked<'a>>,
    /// How long it took to import, with documents written.
    pub import_took: Duration,
    /// Which embedder answered.
    pub embedder: String,
}

/// A question that was asked, with all that recall says of its answer.
pub struct Asked<'a> {
    pub conversation: &'a Conversation,
    pub question: &'a Question,
    pub hits: Vec<Hit>,
    pub took: Duration,
    /// What can be told of each candidate, when that is asked for.
    pub evidence: Vec<(Memory, Evidence)>,
    /// What became of it as a context, for each budget.
    pub contexts: Vec<Packed>,
}

/// How a context did.
#[derive(Debug, Clone, Copy)]
pub struct Packed {
    pub budget: usize,
    /// The share of the evidence that is in it.
    pub coverage: f64,
    pub tokens: usize,
    pub took: Duration,
}

/// What is wanted of each question beside its answer.
pub struct Wanted<'a> {
    pub evidence: bool,
    /// The budgets of contexts.
    pub contexts: &'a [usize],
}

/// Imports a conversation and asks its questions shortly after its last turn.
pub async fn replay<'a>(
    throwaway: &Throwaway,
    conversation: &'a Conversation,
    wanted: &Wanted<'_>,
    mut progress: impl FnMut(usize),
) -> anyhow::Result<Replay<'a>> {
    let engine = throwaway.open_at(conversation.end()).await?;
    let start = Instant::now();
    import(&engine, conversation).await?;
    engine.update_documents().await?;
    engine.embed_pending(usize::MAX).await?;
    let import_took = start.elapsed();
    let embedder = throwaway::embedder(&engine).await?;
    let mut asked = Vec::with_capacity(conversation.questions.len());
    for question in &conversation.questions {
        let start = Instant::now();
        let hits = engine.recall(&caller(), request(question)).await?.hits;
        let took = start.elapsed();
        let evidence = if wanted.evidence {
            engine.evidence(&caller(), &request(question)).await?
        } else {
            Vec::new()
        };
        let mut contexts = Vec::with_capacity(wanted.contexts.len());
        for budget in wanted.contexts {
            contexts.push(context(&engine, question, *budget).await?);
        }
        asked.push(Asked { conversation, question, hits, took, evidence, contexts });
        progress(asked.len());
    }
    engine.close().await?;
    Ok(Replay { asked, import_took, embedder })
}

/// Assembles a context for a question and looks how much of its evidence is there.
async fn context(engine: &Engine, question: &Question, budget: usize) -> anyhow::Result<Packed> {
    let query = Some(question.text.clone());
    let request = ContextRequest { query, budget: Some(budget), ..ContextRequest::default() };
    let start = Instant::now();
    let context = engine.context(&caller(), &request).await?;
    let took = start.elapsed();
    let memories = engine.memories(&caller(), &context.memories().collect::<Vec<_>>()).await?;
    let references = memories.iter().filter_map(|memory| memory.source.reference.as_ref());
    let found = references.filter(|reference| question.evidence.contains(*reference)).count();
    let coverage = found as f64 / question.evidence.len().max(1) as f64;
    Ok(Packed { budget, coverage, tokens: context.tokens, took })
}

fn request(question: &Question) -> RecallRequest {
    RecallRequest { question: question.text.clone(), limit: LIMIT, filter: Filter::active() }
}

async fn import(engine: &Engine, conversation: &Conversation) -> anyhow::Result<()> {
    let Conversation { id, turns, .. } = conversation;
    let lines = turns.iter().map(line).map(Ok);
    let report = engine.import_jsonl(&caller(), lines, &Scope::Global, |_| {}).await?;
    if let Some(rejected) = report.rejected.first() {
        let index = usize::try_from(rejected.line).unwrap_or_default().saturating_sub(1);
        let name = turns.get(index).map_or("?", |turn| turn.reference.as_str());
        let message = format!("turn `{name}` of conversation `{id}`: {}", rejected.fault);
        return Err(user_error(message, "take the turn out, or correct it"));
    }
    let (added, all) = (report.added, turns.len());
    anyhow::ensure!(added == all as u64, "{added} of {all} turns of `{id}` were imported");
    Ok(())
}

fn line(turn: &Turn) -> String {
    let Turn { reference, author, text, session, sequence, created_at } = turn;
    json!({
        "text": text, "ref": reference, "author": author, "session": session,
        "sequence": sequence, "created_at": created_at,
    })
    .to_string()
}
