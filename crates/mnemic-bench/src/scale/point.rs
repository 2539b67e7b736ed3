//! One vault of a size, and everything that is measured on it.

use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use mnemic::{Draft, Engine, Scope};
use serde::Serialize;
use serde_json::json;

use super::super::{
    compare, context, percentile::percentile, raw::Raw, sample::Sample, size::size_of, start,
    throwaway::Throwaway,
};
use crate::{invocation::Invocation, invocation::caller, output};

const QUESTIONS: usize = 200;
const REMEMBERED: usize = 200;
const TURNS_PER_SESSION: u64 = 20;
const EMBEDDED_AT_ONCE: usize = 256;

/// What was measured at one size.
#[derive(Debug, Serialize)]
pub struct Point {
    pub memories: u64,
    pub recall_ms_p50: f64,
    pub recall_ms_p95: f64,
    /// Of raw FTS5.
    pub raw_ms_p50: f64,
    pub raw_ms_p95: f64,
    /// Of a raw scan of codes.
    pub scan_ms_p50: f64,
    /// Of a deep embedder, for the question alone.
    pub embedding_ms_p50: f64,
    /// Of the times of all questions together: recall, without that embedding, to raw FTS5 and raw scan.
    pub recall_per_raw: f64,
    /// Of contexts for the same questions, in the same process.
    pub context_ms_p95: f64,
    /// Its 95th percentile to that of recalls of as many memories, asked in turn with it.
    pub context_per_recall: f64,
    /// `mnemic recall` from the start of its process.
    pub cold_ms_p50: f64,
    /// By how much that is more than raw FTS5 and a raw scan in a process that is there.
    pub cold_above_raw_ms: f64,
    pub cold_peak_mb: f64,
    /// Of one process that answers all the questions.
    pub running_peak_mb: f64,
    /// With documents written.
    pub import_per_second: f64,
    /// By a deep embedder, after the import.
    pub embedded_per_second: f64,
    pub remember_ms_p50: f64,
    /// Of the whole vault.
    pub disk_bytes_per_memory: f64,
    pub index_bytes: u64,
}

pub async fn measure(
    invocation: &Invocation,
    throwaway: &Throwaway,
    memories: u64,
    seed: u64,
) -> anyhow::Result<Point> {
    let vault = throwaway.vault();
    let engine = throwaway.open().await?;
    let import_took = import(&engine, memories, seed).await?;
    let embedded_per_second = embed(&engine, memories).await?;
    engine.close().await?;
    let disk_bytes = size_of(&vault);
    let index_bytes = size_of(&vault.join("index"));
    let mut sample = Sample::seeded(seed.wrapping_add(1));
    let questions: Vec<String> = (0..QUESTIONS).map(|_| sample.question()).collect();
    output::progress(&format!("{memories} memories: recall"));
    let engine = throwaway.open().await?;
    let mut asked = compare::ask(&engine, &Raw::open(&vault)?, &questions).await?;
    let mut contexts = context::ask(&engine, &questions).await?;
    let cold = start::one_by_one(invocation, &vault, &questions)?;
    let running_peak_mb = start::peak_of_one_for_all(invocation, &vault, &questions)?;
    output::progress(&format!("{memories} memories: remember"));
    let mut remembered = remember(&engine, &mut sample).await?;
    engine.close().await?;
    let recalled = total(&asked.ours) - total(&asked.embedding);
    let recall_per_raw = recalled / (total(&asked.words) + total(&asked.scan));
    let raw_ms_p50 = percentile(&mut asked.words, 50);
    let context_ms_p95 = percentile(&mut contexts.assembled, 95);
    let scan_ms_p50 = percentile(&mut asked.scan, 50);
    Ok(Point {
        memories,
        recall_ms_p50: percentile(&mut asked.ours, 50),
        recall_ms_p95: percentile(&mut asked.ours, 95),
        raw_ms_p50,
        raw_ms_p95: percentile(&mut asked.words, 95),
        scan_ms_p50,
        embedding_ms_p50: percentile(&mut asked.embedding, 50),
        recall_per_raw,
        context_ms_p95,
        context_per_recall: context_ms_p95 / percentile(&mut contexts.recalled, 95),
        cold_ms_p50: cold.p50,
        cold_above_raw_ms: cold.p50 - raw_ms_p50 - scan_ms_p50,
        cold_peak_mb: cold.peak_mb,
        running_peak_mb,
        import_per_second: memories as f64 / import_took.as_secs_f64(),
        embedded_per_second,
        remember_ms_p50: percentile(&mut remembered, 50),
        disk_bytes_per_memory: disk_bytes as f64 / memories as f64,
        index_bytes,
    })
}

/// Imports conversations of short sessions, one turn a minute, long past.
async fn import(engine: &Engine, memories: u64, seed: u64) -> anyhow::Result<Duration> {
    let mut sample = Sample::seeded(seed);
    let mut line = |index: u64| {
        json!({
            "text": sample.text(), "ref": format!("r{index}"), "tags": [sample.word()],
            "author": if index.is_multiple_of(2) { "user" } else { "assistant" },
            "session": format!("s{}", index / TURNS_PER_SESSION),
            "sequence": index % TURNS_PER_SESSION,
            "created_at": learnt_at(index),
        })
        .to_string()
    };
    let progress = |progress: mnemic::ImportProgress| {
        output::progress(&format!("{} of {memories} memories imported", progress.lines));
    };
    let start = Instant::now();
    let lines = (0..memories).map(|index| Ok(line(index)));
    let report = engine.import_jsonl(&caller(), lines, &Scope::Global, progress).await?;
    anyhow::ensure!(report.added == memories, "{} of {memories} were imported", report.added);
    engine.update_documents().await?;
    Ok(start.elapsed())
}

/// Lets a deep embedder catch up, and tells how many memories a second it embeds; 0 where there is none.
async fn embed(engine: &Engine, memories: u64) -> anyhow::Result<f64> {
    let (start, mut done) = (Instant::now(), 0);
    loop {
        let embedded = engine.embed_pending(EMBEDDED_AT_ONCE).await?;
        done += embedded.done;
        if embedded.done == 0 {
            return Ok(done as f64 / start.elapsed().as_secs_f64());
        }
        output::progress(&format!("{} of {memories} memories wait to be embedded", embedded.left));
    }
}

fn learnt_at(index: u64) -> Timestamp {
    let begin = Timestamp::constant(1_577_836_800, 0);
    let minutes = i64::try_from(index).unwrap_or(i64::MAX / 60);
    begin.saturating_add(SignedDuration::from_secs(60 * minutes)).unwrap_or(begin)
}

/// Remembers with the scribe at work, as in any long-running process.
async fn remember(engine: &Engine, sample: &mut Sample) -> anyhow::Result<Vec<Duration>> {
    let mut took = Vec::with_capacity(REMEMBERED);
    let writing = async {
        for _ in 0..REMEMBERED {
            let draft = Draft::note(Scope::Global, sample.text());
            let start = Instant::now();
            engine.remember(&caller(), draft).await?;
            took.push(start.elapsed());
        }
        anyhow::Ok(())
    };
    tokio::select! {
        written = writing => written?,
        () = engine.keep_documents() => {}
    }
    Ok(took)
}

fn total(samples: &[Duration]) -> f64 {
    samples.iter().sum::<Duration>().as_secs_f64()
}
