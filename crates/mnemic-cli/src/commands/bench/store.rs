//! `mnemic bench store`: speed as ratios to what the disk and SQLite alone take in the same run.

mod baseline;
mod bulk;
mod edit;
mod recall;
mod remember;
mod writers;

use std::{path::Path, process::ExitCode};

use mnemic::Engine;
pub use writers::write;

use super::{
    super::Session,
    figure::{self, Figure},
    throwaway::{self, options},
};
use crate::arguments::{BenchPart, BenchStore};

pub async fn run(session: &Session, bench: BenchStore) -> anyhow::Result<ExitCode> {
    let folder = throwaway::folder(bench.folder.as_deref())?;
    let wants = |part| bench.parts.is_empty() || bench.parts.contains(&part);
    let mut figures = Vec::new();
    if wants(BenchPart::Writers) {
        figures.extend(writers::measure(session, folder.path(), bench.writers).await?);
    }
    let vault = folder.path().join("vault");
    let needs_vault = [BenchPart::Bulk, BenchPart::Remember, BenchPart::Recall, BenchPart::Edit];
    if needs_vault.into_iter().any(wants) {
        figures.extend(bulk::measure(session, &vault, bench.memories).await?);
    }
    if wants(BenchPart::Remember) {
        figures.extend(remember::measure(session, folder.path(), &vault, bench.memories).await?);
    }
    if wants(BenchPart::Recall) {
        figures.extend(recall::measure(session, &vault).await?);
    }
    if wants(BenchPart::Edit) {
        figures.extend(edit::measure(session, &vault).await?);
    }
    figure::tell(session, &figures)?;
    Ok(ExitCode::SUCCESS)
}

async fn open(session: &Session, vault: &Path) -> anyhow::Result<Engine> {
    throwaway::open(options(session, vault)).await
}
