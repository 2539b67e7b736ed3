//! `mnemic export`

mod jsonl;
mod markdown;

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use mnemic::{Engine, Field, Filter, Reach};
use serde_json::json;
use tempfile::NamedTempFile;

use super::{Invocation, finish_reading, list::given_filter, recall};
use crate::{
    arguments::{Export, ExportFormat},
    caller::caller,
    failure::UserError,
    output,
};

/// What is exported.
struct Selection {
    reach: Reach,
    filter: Filter,
}

pub async fn run(session: &Invocation, export: Export) -> anyhow::Result<ExitCode> {
    let selection = selection(session, &export)?;
    let engine = session.surroundings.open().await?;
    let place = export.output.as_deref();
    if let Some(place) = place {
        may_be_written(place, engine.root(), export.force)?;
    }
    let written = match export.format {
        ExportFormat::Jsonl => jsonl::write(&engine, &selection, place).await,
        ExportFormat::Markdown => {
            let zone = session.surroundings.zone();
            markdown::write(&engine, &selection, place, &zone).await
        }
    };
    let count = match written {
        Err(error) if is_broken_pipe(&error) => return Ok(ExitCode::SUCCESS),
        written => written?,
    };
    let archived = left_out(&engine, &selection, &export).await?;
    finish_reading(engine).await;
    print_summary(session, &export, count, archived)?;
    Ok(ExitCode::SUCCESS)
}

fn selection(session: &Invocation, export: &Export) -> anyhow::Result<Selection> {
    let surroundings = &session.surroundings;
    let reach = surroundings.owner_reach(export.scope.as_deref())?;
    let mut filter = recall::filter(surroundings, &export.only)?;
    if export.only.archived {
        filter.all.retain(|condition| condition.field != Field::Lifecycle);
    }
    if let Some(json) = &export.filter {
        filter.all.extend(given_filter(json)?.all);
    }
    Ok(Selection { reach, filter })
}

/// How many memories would have been exported had archived ones been asked for.
async fn left_out(engine: &Engine, selection: &Selection, export: &Export) -> anyhow::Result<u64> {
    if export.only.archived {
        return Ok(0);
    }
    let mut filter = selection.filter.clone();
    filter.all.retain(|condition| condition.field != Field::Lifecycle);
    let filter = filter.and_text(Field::Lifecycle, "archived");
    let query = mnemic::Query { filter, limit: 0, ..mnemic::Query::default() };
    Ok(engine.list(&caller(&selection.reach), &query).await?.total)
}

/// Says what was done, unless the export itself is the answer.
fn print_summary(
    session: &Invocation,
    export: &Export,
    count: u64,
    archived: u64,
) -> anyhow::Result<()> {
    let memories = if count == 1 { "memory" } else { "memories" };
    match &export.output {
        Some(place) if session.json => output::json(&json!({
            "output": place, "memories": count, "archived_left_out": archived,
        }))?,
        Some(place) => output::line(format!("Exported {count} {memories} to {}", place.display())),
        None => {}
    }
    if archived > 0 && !session.json {
        let memories = if archived == 1 { "memory" } else { "memories" };
        output::aside(format!(
            "{archived} archived {memories} left out; `--archived` includes them"
        ));
    }
    Ok(())
}

/// Refuses a place inside the vault, whose files are Mnemic's own, and one where something is already.
fn may_be_written(place: &Path, vault: &Path, force: bool) -> anyhow::Result<()> {
    let shown = place.display();
    if resolve_path(place)?.starts_with(vault) {
        let what = format!("`{shown}` is inside the vault `{}`", vault.display());
        return Err(UserError::error(what, "nothing was written; name a place outside the vault"));
    }
    match std::fs::symlink_metadata(place) {
        Ok(there) if there.is_file() && !force => Err(UserError::error(
            format!("`{shown}` is there already"),
            "nothing was written; name another file, or replace this one with `--force`",
        )),
        Ok(there) if !there.is_file() && !there.is_dir() => Err(UserError::error(
            format!("`{shown}` is not a file"),
            "nothing was written; name a file, or omit `--output` to write to standard output",
        )),
        _ => Ok(()),
    }
}

/// Where a path leads, links resolved, whether or not all of it is there.
fn resolve_path(place: &Path) -> io::Result<PathBuf> {
    let whole = std::path::absolute(place)?;
    for known in whole.ancestors() {
        if let Ok(real) = known.canonicalize() {
            let rest = whole.strip_prefix(known).unwrap_or(Path::new(""));
            return Ok(real.join(rest));
        }
    }
    Ok(whole)
}

/// A file that nobody sees before it is whole.
pub(super) fn put_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = begin_file(path)?;
    write(&mut file)?;
    finish_file(file, path)
}

fn begin_file(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    mnemic_platform::create_private_dir_all(folder)?;
    NamedTempFile::new_in(folder)
}

fn finish_file(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.chain().find_map(|cause| cause.downcast_ref::<io::Error>());
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Names the file that could not be written.
pub(super) fn at<T>(path: &Path, outcome: io::Result<T>) -> anyhow::Result<T> {
    outcome.with_context(|| format!("cannot write `{}`", path.display()))
}
