//! Import of the whole vault, its documents, and a reindex.

use std::{path::Path, time::Instant};

use mnemic::Scope;
use serde_json::json;

use super::{Figure, open, sample::Sample};
use crate::output;

pub async fn measure(vault: &Path, memories: usize) -> anyhow::Result<Vec<Figure>> {
    let mut sample = Sample::seeded(7);
    let line = |index: usize, sample: &mut Sample| {
        json!({ "text": sample.text(), "ref": format!("r{index}"), "tags": [sample.word()] })
            .to_string()
    };
    let lines: Vec<String> = (0..memories).map(|index| line(index, &mut sample)).collect();
    let engine = open(vault).await?;
    let start = Instant::now();
    let progress = |progress: mnemic::ImportProgress| {
        output::progress(&format!("{} imported", progress.lines))
    };
    let report = engine.import_jsonl(lines.into_iter().map(Ok), &Scope::Global, progress).await?;
    let imported = start.elapsed();
    anyhow::ensure!(
        report.added == memories as u64,
        "{} of {memories} were imported",
        report.added
    );
    let start = Instant::now();
    engine.scribe().await?;
    let written = start.elapsed();
    let start = Instant::now();
    engine.reindex().await?;
    let reindexed = start.elapsed();
    engine.close().await?;
    output::progress("");
    let rate = |seconds: f64| memories as f64 / seconds;
    Ok(vec![
        Figure::new(
            format!("import of {memories}, acknowledged"),
            rate(imported.as_secs_f64()),
            "/s",
        ),
        Figure::new(
            "import with its documents written",
            rate((imported + written).as_secs_f64()),
            "/s",
        )
        .against("at least 8,000"),
        Figure::new("reindex", rate(reindexed.as_secs_f64()), "/s").against("at least 15,000"),
    ])
}
