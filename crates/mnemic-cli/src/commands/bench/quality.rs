//! `mnemic bench locomo` and `mnemic bench conversations`: how well recall finds the turns that answer questions.

use std::{process::ExitCode, time::Duration};

use serde::Serialize;

use super::{
    super::Session,
    conversation::Conversation,
    evidence::EvidenceLines,
    percentile,
    replay::{self, LIMIT, replay},
    report::{self, Report},
    score::{Group, Score},
    table::Table,
    throwaway::Throwaway,
};
use crate::{arguments::BenchConversations, failure::Told, output};

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
    /// The headline.
    #[serde(skip_serializing_if = "Option::is_none")]
    core: Option<Group>,
    #[serde(skip_serializing_if = "Option::is_none")]
    other: Option<Group>,
    query_ms_p50: f64,
    query_ms_p95: f64,
    import_per_second: f64,
}

/// The scores of all questions, and how long everything took.
#[derive(Default)]
struct Measured {
    core: Vec<(String, Score)>,
    other: Vec<(String, Score)>,
    queries: Vec<Duration>,
    import_took: Duration,
}

pub async fn run(
    session: &Session,
    name: &str,
    conversations: Vec<Conversation>,
    bench: &BenchConversations,
) -> anyhow::Result<ExitCode> {
    if conversations.iter().all(|conversation| conversation.questions.is_empty()) {
        let hint = "questions are scored by the turns that answer them, their `evidence`";
        return Err(Told::error("there is no question with evidence", hint));
    }
    let run = &bench.run;
    let mut lines = bench.evidence.as_deref().map(EvidenceLines::create).transpose()?;
    let mut measured = Measured::default();
    for (conversation, number) in conversations.iter().zip(1..) {
        let throwaway = Throwaway::new(session, run.folder.as_deref())?;
        let place = format!("conversation {number} of {}", conversations.len());
        let all = conversation.questions.len();
        let progress = |asked| output::progress(&format!("{place}: {asked} of {all} questions"));
        let replayed = replay(&throwaway, conversation, lines.is_some(), progress).await?;
        if let Some(lines) = &mut lines {
            lines.write(&replayed)?;
        }
        measured.take(&replayed);
    }
    output::progress("");
    let figures = figures(session, &conversations, measured);
    let report = report(session, name, &figures);
    report.tell(session, &figures, run.report.as_deref())?;
    Ok(ExitCode::SUCCESS)
}

impl Measured {
    fn take(&mut self, replay: &replay::Replay<'_>) {
        self.import_took += replay.import_took;
        for asked in &replay.asked {
            let scores = if asked.question.core { &mut self.core } else { &mut self.other };
            scores.push((asked.question.category.clone(), Score::of(asked)));
            self.queries.push(asked.took);
        }
    }
}

fn figures(session: &Session, conversations: &[Conversation], mut measured: Measured) -> Figures {
    let memories = conversations.iter().map(|conversation| conversation.turns.len()).sum();
    Figures {
        conversations: conversations.len(),
        memories,
        left_out: conversations.iter().map(|conversation| conversation.left_out).sum(),
        limit: LIMIT,
        settings: session.surroundings.config.clone(),
        core: Group::of(measured.core),
        other: Group::of(measured.other),
        query_ms_p50: percentile(&mut measured.queries, 50),
        query_ms_p95: percentile(&mut measured.queries, 95),
        import_per_second: memories as f64 / measured.import_took.as_secs_f64(),
    }
}

fn report(session: &Session, name: &str, figures: &Figures) -> Report {
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
            format!("{left_out} questions left out for want of evidence"),
            report::settings(session),
        ],
        table,
        besides: vec![
            format!(
                "a query: {:.2} ms p50, {:.2} ms p95",
                figures.query_ms_p50, figures.query_ms_p95
            ),
            format!("import, documents written: {:.0} memories/s", figures.import_per_second),
        ],
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
