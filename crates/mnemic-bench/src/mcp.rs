//! `mnemic-bench mcp`: what MCP adds to a recall, over a pipe and over HTTP, and how a server bears many clients.

mod client;
mod dialect;
mod foreign;
mod mixed;
mod pipe;
mod serving;
mod wire;

use std::time::{Duration, Instant};

use client::Client;
use foreign::{Compared, Comparison};
use mnemic::{Engine, Filter, RecallRequest, Scope};
use pipe::Pipe;
use serde_json::json;
use serving::Serving;

use super::{
    figure::Figure,
    percentile::percentile,
    report::{self, Report},
    sample::Sample,
    table::Table,
    throwaway::Throwaway,
};
use crate::{arguments::Mcp, invocation::Invocation, invocation::caller, output};

const LIMIT: usize = 10;

pub async fn run(invocation: &Invocation, bench: Mcp) -> anyhow::Result<()> {
    invocation.needs_mnemic()?;
    // First, so that a command that is wrong is told at once.
    let questions = questions(bench.questions);
    let compared = compare(invocation, &bench, &questions)?;
    let throwaway = Throwaway::new(invocation, bench.run.folder.as_deref())?;
    let vault = throwaway.vault();
    let embedder = throwaway.embedder().await?;
    let engine = throwaway.open().await?;
    import(&engine, bench.memories).await?;
    let serving = Serving::start(invocation, &vault)?;
    let mut figures = one_by_one(invocation, &engine, &serving, &questions).await?;
    engine.close().await?;
    figures.extend(mixed::asked_by_many(&serving, bench.clients, &questions)?);
    figures.extend(mixed::of_every_kind(invocation, &serving, bench.clients, bench.requests)?);
    serving.leave()?;
    figures.extend(compared.figures);
    let mut table = Table::with_head(["", "measured", "target"]);
    figures.iter().for_each(|figure| table.push(figure.row()));
    let about = vec![
        format!("a vault of {} memories, {} questions", bench.memories, bench.questions),
        report::settings(invocation),
        report::embedder(&embedder),
    ];
    let report = Report { title: "MCP".to_owned(), about, table, besides: compared.manners };
    report.publish(invocation, &figures, bench.run.report.as_deref())?;
    Ok(())
}

fn compare(invocation: &Invocation, bench: &Mcp, questions: &[String]) -> anyhow::Result<Compared> {
    if bench.against.is_empty() {
        return Ok(Compared::default());
    }
    let comparison = Comparison {
        commands: &bench.against,
        invocation,
        place: bench.run.folder.as_deref(),
        memories: bench.memories,
        questions,
    };
    comparison.run()
}

fn questions(count: u64) -> Vec<String> {
    let mut sample = Sample::seeded(23);
    (0..count).map(|_| sample.question()).collect()
}

/// Each question is asked in the process, over a pipe and over HTTP in turn, twice; the second time counts.
async fn one_by_one(
    invocation: &Invocation,
    engine: &Engine,
    serving: &Serving,
    questions: &[String],
) -> anyhow::Result<Vec<Figure>> {
    let mut server = invocation.mnemic(serving.vault())?;
    server.args(["mcp", "--scope", "global"]);
    let mut pipe = Pipe::open(server)?;
    pipe.greet()?;
    let mut wire = serving.client()?;
    let (mut inside, mut piped, mut wired) = (Vec::new(), Vec::new(), Vec::new());
    for question in questions.iter().chain(questions) {
        inside.push(recall(engine, question).await?);
        piped.push(pipe.query(question)?);
        wired.push(wire.query(question)?);
    }
    pipe.leave()?;
    let second = |mut samples: Vec<Duration>| samples.split_off(questions.len());
    let (mut inside, mut piped, mut wired) = (second(inside), second(piped), second(wired));
    let share = rate(&wired) / rate(&inside);
    let [inside_p50, piped_p50, wired_p50] =
        [&mut inside, &mut piped, &mut wired].map(|samples| percentile(samples, 50));
    Ok(vec![
        Figure::new("recall in the process, p50", inside_p50, "ms"),
        Figure::new("memory_query over a pipe, p50", piped_p50, "ms"),
        Figure::new("over a pipe above the process", piped_p50 - inside_p50, "ms")
            .against("under 1"),
        Figure::new("memory_query over HTTP, p50", wired_p50, "ms"),
        Figure::new("over HTTP, p99", percentile(&mut wired, 99), "ms"),
        Figure::new("rate over one connection / in the process", share * 100.0, "%")
            .against("at least 60"),
    ])
}

async fn recall(engine: &Engine, question: &str) -> anyhow::Result<Duration> {
    let request =
        RecallRequest { question: question.to_owned(), limit: LIMIT, filter: Filter::active() };
    let start = Instant::now();
    engine.recall(&caller(), request).await?;
    Ok(start.elapsed())
}

/// How many in a second, one after the other.
fn rate(samples: &[Duration]) -> f64 {
    samples.len() as f64 / samples.iter().sum::<Duration>().as_secs_f64()
}

async fn import(engine: &Engine, memories: u64) -> anyhow::Result<()> {
    let mut sample = Sample::seeded(7);
    let lines = (0..memories).map(|_| Ok(json!({"text": sample.text()}).to_string()));
    let progress = |progress: mnemic::ImportProgress| {
        output::progress(&format!("{} of {memories} memories imported", progress.lines));
    };
    engine.import_jsonl(&caller(), lines, &Scope::Global, progress).await?;
    output::progress("");
    engine.update_documents().await?;
    Ok(())
}
