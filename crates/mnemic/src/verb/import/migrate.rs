//! Import from other tools. What they say comes with the origin `migration` and keeps its date; what is remembered already,
//! or was taken over before and changed since, is not taken again.

use std::{collections::HashSet, path::Path};

use mnemic_core::{
    foreign::migrate::{Piece, Tool},
    port::store::Key,
    record::{
        draft::{Draft, Valid},
        fingerprint::{Fingerprint, normalised},
        id::RunId,
        memory::Memory,
        scope::Scope,
        source::{Origin, Source},
    },
    safety::caller::Caller,
};

use super::{BATCH, ImportReport, Incoming, Mode, OverflowHomes, folder};
use crate::{engine::Engine, error::Error, vault::disk::blocking};

/// What came over from another tool.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Migrated {
    /// Files read.
    pub files: u64,
    /// Files that hold something else, and were left alone.
    pub left: u64,
    /// Memories found in them, each counted once.
    pub found: u64,
    /// Memories made.
    pub added: u64,
    /// What is remembered already.
    pub unchanged: u64,
    /// What was forgotten and stays so.
    pub forgotten: u64,
    /// Memories made whose trust is low.
    pub low_trust: u64,
    /// What could not be taken.
    pub skipped: Vec<Skipped>,
}

/// Something that could not be taken over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Skipped {
    /// The file, below the folder.
    pub file: String,
    /// The line, from 1, where it is only a part of the file.
    pub line: Option<usize>,
    /// Why.
    pub reason: String,
}

/// A memory that was found, and where.
struct Found {
    file: String,
    piece: Piece,
}

impl Engine {
    /// Takes over what a tool keeps in a folder, or only tells what would come of it. Nothing in the folder is changed.
    pub async fn migrate(
        &self,
        caller: &Caller,
        tool: Tool,
        folder: &Path,
        into: impl Into<Incoming>,
        is_trial: bool,
        mut progress: impl FnMut(u64),
    ) -> Result<Migrated, Error> {
        let into = into.into();
        let at = folder.to_path_buf();
        let read = blocking(move || folder::read(tool, &at)).await;
        let read = read.map_err(Error::file("read", folder))?;
        let mut migrated = Migrated {
            files: read.files.len() as u64,
            left: read.left,
            skipped: read.skipped,
            ..Migrated::default()
        };
        let mut seen = HashSet::new();
        let mut found = Vec::new();
        for file in &read.files {
            let reading = tool.read(file);
            migrated.skipped.extend(reading.faults.into_iter().map(|fault| Skipped {
                file: file.path.clone(),
                line: Some(fault.line),
                reason: fault.reason,
            }));
            let fresh =
                reading.pieces.into_iter().filter(|piece| seen.insert(normalised(&piece.text)));
            found.extend(fresh.map(|piece| Found { file: file.path.clone(), piece }));
        }
        migrated.found = found.len() as u64;
        let run = RunId::new(self.now(), self.randomness());
        let mode = if is_trial { Mode::Trial } else { Mode::Act(run) };
        let mut homes = OverflowHomes::default();
        let mut batches = found.chunks(BATCH).peekable();
        while let Some(batch) = batches.next() {
            homes.keeps_newest = batches.peek().is_none();
            let drafts = self.drafts_of(tool, batch, &into, &mut migrated).await?;
            let mut report = ImportReport::default();
            self.import_batch(caller, mode, &drafts, &mut report, &mut homes).await?;
            // What was taken over before is updated only when that was undone.
            migrated.added += report.added + report.updated;
            migrated.unchanged += report.unchanged;
            migrated.low_trust += report.low_trust;
            migrated.forgotten += report.forgotten;
            progress(migrated.added + migrated.unchanged + migrated.forgotten);
        }
        Ok(migrated)
    }

    /// What of a batch is to be remembered; the rest is counted.
    async fn drafts_of(
        &self,
        tool: Tool,
        batch: &[Found],
        into: &Incoming,
        migrated: &mut Migrated,
    ) -> Result<Vec<Valid>, Error> {
        let known = self.already_said(batch, &into.scope).await?;
        let mut drafts = Vec::with_capacity(batch.len());
        for (found, known) in batch.iter().zip(known) {
            match known {
                Some(memory) if memory.is_active() => migrated.unchanged += 1,
                Some(memory) if !memory.lifecycle.was_undone() => migrated.forgotten += 1,
                _ => match self.admit(draft(tool, &found.piece, into)) {
                    Ok(valid) => drafts.push(valid),
                    Err(error) => migrated.skipped.push(Skipped {
                        file: found.file.clone(),
                        line: Some(found.piece.line),
                        reason: error.to_string(),
                    }),
                },
            }
        }
        Ok(drafts)
    }

    /// What says the same already, whoever wrote it.
    async fn already_said(
        &self,
        batch: &[Found],
        scope: &Scope,
    ) -> Result<Vec<Option<Memory>>, Error> {
        let keys: &Vec<Key> = &batch
            .iter()
            .map(|found| Key::Fingerprint(scope.clone(), Fingerprint::of(&found.piece.text)))
            .collect();
        let matching = self.read(|store| async move { Ok(store.matching(keys).await?) }).await?;
        let says = |(found, memories): (&Found, Vec<Memory>)| {
            let text = normalised(&found.piece.text);
            memories.into_iter().find(|memory| normalised(&memory.text) == text)
        };
        Ok(batch.iter().zip(matching).map(says).collect())
    }
}

/// What is to be remembered. Its name is made of the tool's and of what it says: changed here since, it is known again.
fn draft(tool: Tool, piece: &Piece, into: &Incoming) -> Draft {
    let reference = format!("{}:{}", tool.name(), Fingerprint::of(&piece.text));
    Draft {
        category: piece.category.clone(),
        tags: piece.tags.clone(),
        importance: piece.importance,
        about_user: piece.about_user,
        created_at: piece.created_at,
        trust: into.trust,
        source: Source {
            origin: Origin::Migration,
            reference: Some(reference),
            ..Source::default()
        },
        ..Draft::note(into.scope.clone(), piece.text.clone())
    }
}
