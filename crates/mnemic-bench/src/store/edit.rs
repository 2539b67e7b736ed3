//! One hand-edited document in a large vault, seen by the next recall.

use std::{path::Path, time::Instant};

use mnemic::{Filter, RecallRequest};

use super::{super::percentile::percentile, Figure, open};
use crate::invocation::Invocation;
use crate::invocation::caller;

const ROUNDS: usize = 20;

#[expect(clippy::disallowed_methods, reason = "the benchmark plays the person who edits the file")]
pub async fn measure(invocation: &Invocation, vault: &Path) -> anyhow::Result<Vec<Figure>> {
    let engine = open(invocation, vault).await?;
    engine.update_documents().await?;
    let document = vault.join("global/memory/MEMORY-001.md");
    let mut samples = Vec::new();
    for round in 0..ROUNDS {
        let word = format!("handwritten{round}");
        let mut text = std::fs::read_to_string(&document)?;
        text.push_str(&format!("- {word} by a person\n"));
        std::fs::write(&document, text)?;
        let request = RecallRequest { question: word, limit: 1, filter: Filter::active() };
        let start = Instant::now();
        let hits = engine.recall(&caller(), request).await?.hits;
        samples.push(start.elapsed());
        anyhow::ensure!(hits.len() == 1, "the edit was not seen");
        engine.update_documents().await?;
    }
    engine.close().await?;
    Ok(vec![
        Figure::new("recall right after a hand edit, p50", percentile(&mut samples, 50), "ms")
            .against("under 150"),
    ])
}
