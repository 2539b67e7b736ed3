//! Keyword recall against raw FTS5 on the same index and questions, and from the start of a process.

use std::{path::Path, time::Duration};

use super::{
    super::{compare, percentile::percentile, raw::Raw, sample::Sample, start},
    Figure, open,
};
use crate::invocation::Invocation;

const QUESTIONS: usize = 200;

pub async fn measure(invocation: &Invocation, vault: &Path) -> anyhow::Result<Vec<Figure>> {
    let mut sample = Sample::seeded(23);
    let questions: Vec<String> = (0..QUESTIONS).map(|_| sample.question()).collect();
    let raw = Raw::open(vault)?;
    let engine = open(invocation, vault).await?;
    let compare::Asked { mut ours, words: mut theirs, .. } =
        compare::ask(&engine, &raw, &questions).await?;
    engine.close().await?;
    let total = |samples: &[Duration]| samples.iter().sum::<Duration>().as_secs_f64();
    let ratio = total(&ours) / total(&theirs);
    let raw_p50 = percentile(&mut theirs, 50);
    let started = start::one_by_one(invocation, vault, &questions)?;
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
