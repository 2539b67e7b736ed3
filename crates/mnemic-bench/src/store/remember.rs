//! Remember in a running process, in a small vault and in the large one, against the baseline.

use std::{path::Path, time::Instant};

use mnemic::{Draft, Engine, Scope};

use super::{
    super::{percentile::percentile, sample::Sample},
    Figure,
    baseline::Baseline,
    open,
};
use crate::invocation::Invocation;
use crate::invocation::caller;

const ROUNDS: usize = 1_000;

pub async fn measure(
    invocation: &Invocation,
    folder: &Path,
    large: &Path,
    memories: usize,
) -> anyhow::Result<Vec<Figure>> {
    let mut baseline = Baseline::in_folder(folder)?;
    let small = folder.join("small");
    let engine = open(invocation, &small).await?;
    let mut sample = Sample::seeded(11);
    for _ in 0..1_000 {
        engine.remember(&caller(), Draft::note(Scope::Global, sample.text())).await?;
    }
    engine.update_documents().await?;
    let at_small = round(&engine, &mut baseline, &mut sample).await?;
    engine.close().await?;
    let engine = open(invocation, large).await?;
    let at_large = round(&engine, &mut baseline, &mut sample).await?;
    engine.close().await?;
    Ok(vec![
        Figure::new("append + sync + commit of row and words, p50", at_small.baseline_p50, "ms"),
        Figure::new("remember at 1,000 memories, p50", at_small.p50, "ms"),
        Figure::new("remember at 1,000 memories, p99", at_small.p99, "ms"),
        Figure::new("remember / baseline", at_small.p50 / at_small.baseline_p50, "×")
            .against("at most 2"),
        Figure::new(format!("remember at {memories} memories, p50"), at_large.p50, "ms"),
        Figure::new(
            "large / small, each against its baseline",
            at_large.relative() / at_small.relative(),
            "×",
        )
        .against("at most 1.5"),
    ])
}

struct Round {
    p50: f64,
    p99: f64,
    baseline_p50: f64,
}

impl Round {
    fn relative(&self) -> f64 {
        self.p50 / self.baseline_p50
    }
}

/// Alternates between the two, with the scribe at work as in any long-running process.
async fn round(
    engine: &Engine,
    baseline: &mut Baseline,
    sample: &mut Sample,
) -> anyhow::Result<Round> {
    let mut ours = Vec::with_capacity(ROUNDS);
    let mut theirs = Vec::with_capacity(ROUNDS);
    let writing = async {
        for _ in 0..ROUNDS {
            let text = sample.text();
            theirs.push(baseline.write(&text)?);
            let start = Instant::now();
            engine.remember(&caller(), Draft::note(Scope::Global, text)).await?;
            ours.push(start.elapsed());
        }
        anyhow::Ok(())
    };
    tokio::select! {
        written = writing => written?,
        () = engine.keep_documents() => {}
    }
    Ok(Round {
        p50: percentile(&mut ours, 50),
        p99: percentile(&mut ours, 99),
        baseline_p50: percentile(&mut theirs, 50),
    })
}
