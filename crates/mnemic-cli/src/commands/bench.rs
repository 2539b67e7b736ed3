//! `mnemic bench`: what is measured, one file each; here is which.

mod compare;
mod context;
mod conversation;
mod evidence;
mod figure;
mod locomo;
mod mcp;
mod metric;
mod quality;
mod raw;
mod replay;
mod report;
mod sample;
mod scale;
mod score;
mod size;
mod start;
mod store;
mod table;
mod throwaway;

use std::{process::ExitCode, time::Duration};

use super::Session;
use crate::arguments::Bench;

pub async fn run(session: &Session, bench: Bench) -> anyhow::Result<ExitCode> {
    match bench {
        Bench::Store(store) => store::run(session, store).await,
        Bench::Locomo(bench) => {
            quality::run(session, "LoCoMo", locomo::read(&bench.file)?, &bench).await
        }
        Bench::Conversations(bench) => {
            let conversations = conversation::read(&bench.file)?;
            quality::run(session, "Conversations", conversations, &bench).await
        }
        Bench::Scale(scale) => scale::run(session, scale).await,
        Bench::Mcp(mcp) => mcp::run(session, mcp).await,
        Bench::Writer(writer) => store::write(session, &writer).await,
    }
}

/// The value below which `percent` of the samples lie, in milliseconds.
fn percentile(samples: &mut [Duration], percent: usize) -> f64 {
    samples.sort();
    let index = (samples.len() * percent / 100).min(samples.len().saturating_sub(1));
    samples.get(index).map_or(0.0, |sample| sample.as_secs_f64() * 1_000.0)
}
