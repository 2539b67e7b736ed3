//! Percentiles of durations.

use std::time::Duration;

/// The value below which `percent` of the samples lie, in milliseconds.
pub fn percentile(samples: &mut [Duration], percent: usize) -> f64 {
    samples.sort();
    let index = (samples.len() * percent / 100).min(samples.len().saturating_sub(1));
    samples.get(index).map_or(0.0, |sample| sample.as_secs_f64() * 1_000.0)
}
