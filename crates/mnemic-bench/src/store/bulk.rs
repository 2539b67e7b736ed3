//! The whole vault at once: import, documents, reindex, listing and export, and what it takes on disk and in RAM.

use std::{
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use mnemic::{Engine, Filter, Query, Scope};
use serde_json::json;

use super::{
    super::{process, sample::Sample, size::size_of},
    Figure, open,
};
use crate::{invocation::Invocation, invocation::caller, output};

pub async fn measure(
    invocation: &Invocation,
    vault: &Path,
    memories: usize,
) -> anyhow::Result<Vec<Figure>> {
    let engine = open(invocation, vault).await?;
    let imported = import(&engine, memories).await?;
    let written = timed(engine.update_documents()).await?;
    let reindexed = timed(engine.reindex(&caller())).await?;
    let query = Query { filter: Filter::active(), ..Query::default() };
    let listed = timed(engine.list(&caller(), &query)).await?;
    let exported = export(&engine).await?;
    engine.close().await?;
    output::progress("");
    let rate = |duration: Duration| memories as f64 / duration.as_secs_f64();
    let each = |folder: &str| size_of(&vault.join(folder)) as f64 / memories as f64;
    let peak_mb = process::peak_mb(std::process::id());
    Ok(vec![
        Figure::new(format!("import of {memories}, acknowledged"), rate(imported), "/s"),
        Figure::new("import with its documents written", rate(imported + written), "/s")
            .against("at least 8,000; 5,000 with vectors"),
        Figure::new("reindex", rate(reindexed), "/s")
            .against("at least 15,000; 8,000 with vectors"),
        Figure::new("list of the newest 100", listed.as_secs_f64() * 1_000.0, "ms"),
        Figure::new("export", rate(exported), "/s"),
        Figure::new("journal, per memory", each("journal"), "bytes"),
        Figure::new("documents, per memory", each("global"), "bytes"),
        Figure::new("index, per memory", each("index"), "bytes"),
        Figure::new("peak resident size so far", peak_mb, "MB"),
    ])
}

async fn import(engine: &Engine, memories: usize) -> anyhow::Result<Duration> {
    let mut sample = Sample::seeded(7);
    let line = |index: usize| {
        json!({ "text": sample.text(), "ref": format!("r{index}"), "tags": [sample.word()] })
            .to_string()
    };
    let progress = |progress: mnemic::ImportProgress| {
        output::progress(&format!("{} imported", progress.lines))
    };
    let start = Instant::now();
    let lines = (0..memories).map(line).map(Ok);
    let report = engine.import_jsonl(&caller(), lines, &Scope::Global, progress).await?;
    let added = report.added;
    anyhow::ensure!(added == memories as u64, "{added} of {memories} were imported");
    Ok(start.elapsed())
}

/// Exports everything as JSON lines to nowhere.
async fn export(engine: &Engine) -> anyhow::Result<Duration> {
    let start = Instant::now();
    let mut nowhere = std::io::sink();
    let take = |whole: mnemic::WholeMemory| {
        nowhere.write_all(mnemic::export_line(&whole)?.as_bytes())?;
        anyhow::Ok(())
    };
    engine.export(&caller(), &Filter::none(), take).await?;
    Ok(start.elapsed())
}

async fn timed<T, E>(task: impl Future<Output = Result<T, E>>) -> Result<Duration, E> {
    let start = Instant::now();
    task.await?;
    Ok(start.elapsed())
}
