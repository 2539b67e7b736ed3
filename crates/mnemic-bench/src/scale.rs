//! `mnemic-bench scale`: how speed, RAM and disk grow with the vault, on texts made from a seed.

mod point;

use point::Point;
use serde::Serialize;

use super::{
    report::{self, Report},
    table::Table,
    throwaway::Throwaway,
};
use crate::{arguments::Scale, invocation::Invocation, output};

const SMALLEST: u64 = 1_000;
const HEAD: [&str; 19] = [
    "memories",
    "recall p50 ms",
    "p95 ms",
    "raw FTS5 p50 ms",
    "raw scan p50 ms",
    "embedding p50 ms",
    "recall / raw",
    "context p95 ms",
    "context / recall",
    "cold p50 ms",
    "above raw ms",
    "cold MB",
    "running MB",
    "import /s",
    "embedded /s",
    "remember p50 ms",
    "disk B/memory",
    "index B/memory",
    "index MB",
];

/// What was measured.
#[derive(Debug, Serialize)]
struct Figures {
    seed: u64,
    settings: Vec<String>,
    /// Which embedder answered.
    embedder: String,
    points: Vec<Point>,
}

pub async fn run(invocation: &Invocation, scale: Scale) -> anyhow::Result<()> {
    invocation.needs_mnemic()?;
    let embedder = Throwaway::new(invocation, scale.run.folder.as_deref())?.embedder().await?;
    let mut points = Vec::new();
    for memories in sizes(scale.memories) {
        let throwaway = Throwaway::new(invocation, scale.run.folder.as_deref())?;
        let point = point::measure(invocation, &throwaway, memories, scale.seed).await?;
        output::progress("");
        output::aside(format!(
            "{memories} memories: recall {:.2} ms, raw FTS5 {:.2} ms, raw scan {:.2} ms",
            point.recall_ms_p50, point.raw_ms_p50, point.scan_ms_p50
        ));
        points.push(point);
    }
    let settings = invocation.config.clone();
    let figures = Figures { seed: scale.seed, settings, embedder, points };
    report(invocation, &figures).publish(invocation, &figures, scale.run.report.as_deref())?;
    Ok(())
}

/// 1,000, ten times that and so on, and the largest.
fn sizes(largest: u64) -> Vec<u64> {
    let next = |size: &u64| size.checked_mul(10);
    let smaller = std::iter::successors(Some(SMALLEST), next).take_while(|size| *size < largest);
    smaller.chain(std::iter::once(largest)).collect()
}

fn report(invocation: &Invocation, figures: &Figures) -> Report {
    let mut table = Table::with_head(HEAD);
    for point in &figures.points {
        table.push(row(point));
    }
    Report {
        title: "Scale".to_owned(),
        about: vec![
            format!("vaults of texts made from seed {}", figures.seed),
            report::settings(invocation),
            report::embedder(&figures.embedder),
        ],
        table,
        besides: Vec::new(),
    }
}

fn row(point: &Point) -> Vec<String> {
    let index_bytes = point.index_bytes as f64;
    let measured = [
        format!("{:.2}", point.recall_ms_p50),
        format!("{:.2}", point.recall_ms_p95),
        format!("{:.2}", point.raw_ms_p50),
        format!("{:.2}", point.scan_ms_p50),
        format!("{:.2}", point.embedding_ms_p50),
        format!("{:.2}", point.recall_per_raw),
        format!("{:.2}", point.context_ms_p95),
        format!("{:.2}", point.context_per_recall),
        format!("{:.1}", point.cold_ms_p50),
        format!("{:.1}", point.cold_above_raw_ms),
        format!("{:.0}", point.cold_peak_mb),
        format!("{:.0}", point.running_peak_mb),
        format!("{:.0}", point.import_per_second),
        format!("{:.0}", point.embedded_per_second),
        format!("{:.2}", point.remember_ms_p50),
        format!("{:.0}", point.disk_bytes_per_memory),
        format!("{:.0}", index_bytes / point.memories as f64),
        format!("{:.1}", index_bytes / (1 << 20) as f64),
    ];
    std::iter::once(point.memories.to_string()).chain(measured).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_rise_tenfold_to_the_largest() {
        assert_eq!(sizes(100_000), [1_000, 10_000, 100_000]);
        assert_eq!(sizes(25_000), [1_000, 10_000, 25_000]);
        assert_eq!(sizes(1_000), [1_000]);
        assert_eq!(sizes(50), [50]);
    }
}
