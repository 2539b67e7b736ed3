//! `mnemic-bench store`: speed as ratios to what the disk and SQLite alone take in the same run.

mod baseline;
mod bulk;
mod edit;
mod recall;
mod remember;
mod writers;

use std::path::Path;

use mnemic::Engine;
pub use writers::write;

use super::{
    figure::{self, Figure},
    throwaway,
};
use crate::{
    arguments::{Part, Store},
    invocation::Invocation,
};

pub async fn run(invocation: &Invocation, bench: Store) -> anyhow::Result<()> {
    let folder = throwaway::folder(bench.folder.as_deref())?;
    let wants = |part| bench.parts.is_empty() || bench.parts.contains(&part);
    if wants(Part::Recall) {
        invocation.needs_mnemic()?;
    }
    let mut figures = Vec::new();
    if wants(Part::Writers) {
        figures.extend(writers::measure(invocation, folder.path(), bench.writers).await?);
    }
    let vault = folder.path().join("vault");
    let needs_vault = [Part::Bulk, Part::Remember, Part::Recall, Part::Edit];
    if needs_vault.into_iter().any(wants) {
        figures.extend(bulk::measure(invocation, &vault, bench.memories).await?);
    }
    if wants(Part::Remember) {
        figures.extend(remember::measure(invocation, folder.path(), &vault, bench.memories).await?);
    }
    if wants(Part::Recall) {
        figures.extend(recall::measure(invocation, &vault).await?);
    }
    if wants(Part::Edit) {
        figures.extend(edit::measure(invocation, &vault).await?);
    }
    figure::print_figures(invocation, &figures)?;
    Ok(())
}

async fn open(invocation: &Invocation, vault: &Path) -> anyhow::Result<Engine> {
    throwaway::open(invocation.options(vault)).await
}
