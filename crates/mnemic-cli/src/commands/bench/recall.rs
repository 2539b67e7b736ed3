//! Keyword recall against raw FTS5 on the same index and questions, and from the start of a process.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use mnemic::{Filter, Reach, RecallRequest, Scope, analyse};
use rusqlite::{Connection, OpenFlags};

use super::{Figure, open, percentile, sample::Sample};

const QUESTIONS: usize = 200;
const STARTS: usize = 30;

pub async fn measure(vault: &Path) -> anyhow::Result<Vec<Figure>> {
    let mut sample = Sample::seeded(23);
    let questions: Vec<String> = (0..QUESTIONS).map(|_| sample.question()).collect();
    let raw = Connection::open_with_flags(index_file(vault)?, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
    let engine = open(vault).await?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for question in questions.iter().chain(&questions) {
        theirs.push(ask_raw(&raw, question)?);
        let request = RecallRequest {
            question: question.clone(),
            limit: 10,
            reach: Reach::of(Scope::Global),
            filter: Filter::active(),
        };
        let start = Instant::now();
        engine.recall(request).await?;
        ours.push(start.elapsed());
    }
    engine.close().await?;
    let (mut ours, mut theirs) = (ours.split_off(QUESTIONS), theirs.split_off(QUESTIONS));
    let total = |samples: &[Duration]| samples.iter().sum::<Duration>().as_secs_f64();
    let ratio = total(&ours) / total(&theirs);
    let raw_p50 = percentile(&mut theirs, 50);
    let started = starts(vault, &questions)?;
    Ok(vec![
        Figure::new("raw FTS5, p50", raw_p50, "ms"),
        Figure::new("recall in a running process, p50", percentile(&mut ours, 50), "ms"),
        Figure::new("recall in a running process, p99", percentile(&mut ours, 99), "ms"),
        Figure::new("recall / raw FTS5", ratio, "×").against("at most 1.3"),
        Figure::new("`mnemic recall` from process start, p50", started.p50, "ms"),
        Figure::new("above raw FTS5", started.p50 - raw_p50, "ms").against("at most 25"),
        Figure::new("its peak resident size", started.peak_mb, "MB").against("at most 64"),
    ])
}

fn index_file(vault: &Path) -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(vault.join("index"))?.flatten().map(|entry| entry.path());
    let newest = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "sqlite"))
        .max();
    newest.ok_or_else(|| anyhow::anyhow!("there is no index"))
}

/// The fifty best row ids for the same words: what any recall must at least do.
fn ask_raw(raw: &Connection, question: &str) -> anyhow::Result<Duration> {
    let terms: Vec<String> = analyse::query_terms(question)
        .into_iter()
        .map(|term| format!("\"{}\"", term.text))
        .collect();
    let start = Instant::now();
    let mut statement = raw.prepare_cached(
        "SELECT rowid, rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 50",
    )?;
    let rows = statement.query_map([terms.join(" OR ")], |row| row.get::<_, i64>(0))?;
    let found = rows.count();
    anyhow::ensure!(found <= 50, "more rows than asked for");
    Ok(start.elapsed())
}

struct Started {
    p50: f64,
    peak_mb: f64,
}

fn starts(vault: &Path, questions: &[String]) -> anyhow::Result<Started> {
    let mut samples = Vec::new();
    let mut peak_kb = 0f64;
    for question in questions.iter().take(STARTS) {
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("--vault").arg(vault).args(["-v", "recall", "--scope", "global", question]);
        let start = Instant::now();
        let output = command.stdin(Stdio::null()).output()?;
        samples.push(start.elapsed());
        let log = String::from_utf8_lossy(&output.stderr).into_owned();
        let peak = log
            .split("peak_kb=")
            .nth(1)
            .and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        peak_kb = peak_kb.max(peak.unwrap_or_default());
    }
    Ok(Started { p50: percentile(&mut samples, 50), peak_mb: peak_kb / 1024.0 })
}
