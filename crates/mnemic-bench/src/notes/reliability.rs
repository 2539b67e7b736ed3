//! Whether a score means what it says: of hits with a chance of 0.7, seven in ten should help.

use mnemic::Hit;
use serde::{Serialize, Serializer};

use super::{reference, vault::Query};

const BINS: usize = 10;

/// Hits by their predicted chance, in ten bins.
#[derive(Debug, Default)]
pub struct Reliability([Bin; BINS]);

/// Hits whose chances are alike.
#[derive(Debug, Default, Clone, Copy)]
struct Bin {
    hits: usize,
    predicted: f64,
    helpful: usize,
}

impl Bin {
    fn mean(self) -> f64 {
        self.predicted / self.hits.max(1) as f64
    }

    fn share(self) -> f64 {
        self.helpful as f64 / self.hits.max(1) as f64
    }
}

impl Reliability {
    /// Notes the hits of a query.
    pub fn note(&mut self, query: &Query, hits: &[Hit]) {
        for hit in hits {
            let chance = hit.score.clamp(0.0, 1.0);
            let bin = &mut self.0[((chance * BINS as f64) as usize).min(BINS - 1)];
            bin.hits += 1;
            bin.predicted += chance;
            bin.helpful += usize::from(query.wants(reference(hit)));
        }
    }

    /// How far predictions are off, weighted by how many hits have them.
    fn error(&self) -> f64 {
        let all: usize = self.0.iter().map(|bin| bin.hits).sum();
        let off = self.0.iter().map(|bin| bin.hits as f64 * (bin.mean() - bin.share()).abs());
        off.sum::<f64>() / all.max(1) as f64
    }

    pub fn lines(&self) -> Vec<String> {
        let bins = self.0.iter().enumerate().filter(|(_, bin)| bin.hits > 0);
        let line = |(place, bin): (usize, &Bin)| {
            let from = place as f64 / BINS as f64;
            format!(
                "scores from {from:.1}: {} hits, predicted {:.2}, helpful {:.2}",
                bin.hits,
                bin.mean(),
                bin.share()
            )
        };
        let mut lines: Vec<String> = bins.map(line).collect();
        lines.push(format!("scores are off by {:.3} on average", self.error()));
        lines
    }
}

impl Serialize for Reliability {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let bins = self.0.iter().map(|bin| {
            serde_json::json!({ "hits": bin.hits, "predicted": bin.mean(), "helpful": bin.share() })
        });
        serde_json::json!({ "bins": bins.collect::<Vec<_>>(), "error": self.error() })
            .serialize(serializer)
    }
}
