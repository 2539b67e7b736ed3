//! `mnemic-bench locomo` and `mnemic-bench conversations`: how well recall finds the turns that answer questions.

use std::time::Duration;

use serde::Serialize;

use super::{
    conversation::Conversation,
    evidence::EvidenceLines,
    percentile::percentile,
    replay::{self, LIMIT, Wanted, replay},
    report::{self, Report},
    score::{Group, Score},
    table::Table,
    throwaway::Throwaway,
};
use crate::{arguments::Conversations, failure::user_error, invocation::Invocation, output};

const HEAD: [&str; 10] = [
    "percent",
    "questions",
    "recall@5",
    "recall@10",
    "recall@20",
    "hit@10",
    "nDCG@10",
    "MRR",
    "sessions@5",
    "tokens",
];

/// What was measured.
#[derive(Debug, Serialize)]
struct Figures {
    conversations: usize,
    memories: usize,
    /// Questions without evidence.
    left_out: usize,
    limit: usize,
    settings: Vec<String>,
    /// Which embedder answered.
    embedder: String,
    /// The headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Group>,
    query_ms_p50: f64,
    query_ms_p95: f64,
    import_per_second: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contexts: Vec<ContextFigures>,
}

/// How contexts of one budget did, over core questions.
#[derive(Debug, Serialize)]
struct ContextFigures {
    budget: usize,
    /// The mean share of a question's evidence that is in its context.
    evidence: f64,
    tokens_per_query: f64,
    /// The share of questions whose context is empty.
    empty: f64,
    query_ms_p50: f64,
    query_ms_p95: f64,
}

/// The scores of all questions, and how long everything took.
#[derive(Default)]
struct Measured {
    core: Vec<(String, Score)>,
    other: Vec<(String, Score)>,
    queries: Vec<Duration>,
    import_took: Duration,
    contexts: Vec<replay::Packed>,
    embedder: String,
}

pub async fn run(
    invocation: &Invocation,
    name: &str,
    conversations: Vec<Conversation>,
    bench: &Conversations,
) -> anyhow::Result<()> {
    if conversations.iter().all(|conversation| conversation.questions.is_empty()) {
        let hint = "questions are scored by the turns that answer them, their `evidence`";
        return Err(user_error("there is no question with evidence", hint));
    }
    let run = &bench.run;
    let mut lines = bench.evidence.as_deref().map(EvidenceLines::create).transpose()?;
    let mut measured = Measured::default();
    for (conversation, number) in conversations.iter().zip(1..) {
        let throwaway = Throwaway::new(invocation, run.folder.as_deref())?;
        let place = format!("conversation {number} of {}", conversations.len());
        let all = conversation.questions.len();
        let progress = |asked| output::progress(&format!("{place}: {asked} of {all} questions"));
        let wanted = Wanted { evidence: lines.is_some(), contexts: &bench.context };
        let replayed = replay(&throwaway, conversation, &wanted, progress).await?;
        if let Some(lines) = &mut lines {
            lines.write(&replayed)?;
        }
        measured.take(&replayed);
    }
    output::progress("");
    let figures = figures(invocation, &conversations, measured);
    let report = report(invocation, name, &figures);
    report.publish(invocation, &figures, run.report.as_deref())?;
    Ok(())
}

impl Measured {
    fn take(&mut self, replay: &replay::Replay<'_>) {
        self.import_took += replay.import_took;
        self.embedder.clone_from(&replay.embedder);
        for asked in &replay.asked {
            let scores = if asked.question.core { &mut self.core } else { &mut self.other };
            scores.push((asked.question.category.clone(), Score::of(asked)));
            self.queries.push(asked.took);
            if asked.question.core {
                self.contexts.extend(&asked.contexts);
            }
        }
    }
}

fn figures(
    invocation: &Invocation,
    conversations: &[Conversation],
    mut measured: Measured,
) -> Figures {
    let memories = conversations.iter().map(|conversation| conversation.turns.len()).sum();
    Figures {
        conversations: conversations.len(),
        memories,
        left_out: conversations.iter().map(|conversation| conversation.left_out).sum(),
        limit: LIMIT,
        settings: invocation.config.clone(),
        embedder: measured.embedder,
        core: Group::of(measured.core),
        other: Group::of(measured.other),
        query_ms_p50: percentile(&mut measured.queries, 50),
        query_ms_p95: percentile(&mut measured.queries, 95),
        import_per_second: memories as f64 / measured.import_took.as_secs_f64(),
        contexts: contexts(&measured.contexts),
    }
}

fn contexts(packed: &[replay::Packed]) -> Vec<ContextFigures> {
    let mut budgets: Vec<usize> = packed.iter().map(|packed| packed.budget).collect();
    budgets.sort_unstable();
    budgets.dedup();
    let figures = |budget: usize| {
        let of_budget = || packed.iter().filter(|packed| packed.budget == budget);
        let count = of_budget().count() as f64;
        let mean = |value: fn(&replay::Packed) -> f64| of_budget().map(value).sum::<f64>() / count;
        let mut took: Vec<Duration> = of_budget().map(|packed| packed.took).collect();
        ContextFigures {
            budget,
            evidence: mean(|packed| packed.coverage),
            tokens_per_query: mean(|packed| packed.tokens as f64),
            empty: mean(|packed| f64::from(packed.tokens == 0)),
            query_ms_p50: percentile(&mut took, 50),
            query_ms_p95: percentile(&mut took, 95),
        }
    };
    budgets.into_iter().map(figures).collect()
}

fn describe_context(context: &ContextFigures) -> String {
    let ContextFigures { budget, evidence, tokens_per_query, empty, query_ms_p50, query_ms_p95 } =
        context;
    format!(
        "a context of {budget} tokens: {:.1} % of the evidence in {tokens_per_query:.0} tokens, {:.1} % empty, \
         {query_ms_p50:.2} ms p50, {query_ms_p95:.2} ms p95",
        evidence * 100.0,
        empty * 100.0
    )
}

fn report(invocation: &Invocation, name: &str, figures: &Figures) -> Report {
    let Figures { conversations, memories, left_out, core, other, .. } = figures;
    let groups = [("all core questions", core), ("all other questions", other)];
    let mut table = Table::with_head(HEAD);
    for (name, group) in groups {
        let Some(Group { all, categories }) = group else { continue };
        table.push(row(name, all));
        for (category, score) in categories {
            table.push(row(category, score));
        }
    }
    Report {
        title: format!("{name}: recall of evidence"),
        about: vec![
            format!("{conversations} conversations with {memories} turns, one memory each"),
            format!("{left_out} questions without evidence left out"),
            report::settings(invocation),
            report::embedder(&figures.embedder),
        ],
        table,
        besides: vec![
            format!(
                "a query: {:.2} ms p50, {:.2} ms p95",
                figures.query_ms_p50, figures.query_ms_p95
            ),
            format!("import, documents written: {:.0} memories/s", figures.import_per_second),
        ]
        .into_iter()
        .chain(figures.contexts.iter().map(describe_context))
        .collect(),
    }
}

fn row(name: &str, score: &Score) -> Vec<String> {
    let shares = [
        score.recall_at_5,
        score.recall_at_10,
        score.recall_at_20,
        score.hit_at_10,
        score.ndcg_at_10,
        score.mrr,
        score.session_recall_at_5,
    ];
    let mut row = vec![name.to_owned(), score.questions.to_string()];
    row.extend(shares.map(|share| format!("{:.1}", share * 100.0)));
    row.push(format!("{:.0}", score.tokens_per_query));
    row
}
