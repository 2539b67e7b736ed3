//! Import: many memories at once, in batches, each batch one act.
//!
//! A memory that its caller knows by a name of its own (`ref`) is updated when that name is known; others
//! are taken once by their text. Importing never raises importance, so it may be repeated at will.
//!
//! A file says what is remembered, never how far to trust it or what to pin. Whoever owns an export says so, and
//! gets it back whole: see `reinstate`.

mod folder;
mod line;
mod migrate;
mod reinstate;

use mnemic_core::record::vault_path::VaultPath;
use std::collections::{BTreeMap, HashMap, HashSet, hash_map::Entry};

use jiff::Timestamp;
use mnemic_core::{
    document::{
        overflow::{Filling, block_chars, by_age, kept},
        place::{self, Place},
    },
    journal::event::{Cause, Event},
    port::store::{Key, Store},
    record::{
        dedup::{self, Decision, Writer as Who},
        draft::{Draft, Valid},
        fingerprint::{Fingerprint, normalised},
        id::RunId,
        memory::{Lifecycle, Memory, Trust},
        scope::{Reach, Scope},
    },
    safety::caller::Caller,
};

pub use line::ImportedLine;
pub use migrate::{Migrated, Skipped};

use crate::{
    engine::Engine,
    error::Error,
    ledger::Writer,
    verb::{remember::put, update::rehome},
};

/// How many lines are committed at once.
pub const BATCH: usize = 1_000;
const DEFAULT_IMPORTANCE: f64 = 0.5;

/// What a line comes to.
enum Read {
    Nothing,
    Archived,
    Draft(Box<Valid>),
}

/// Whether an import is carried out.
#[derive(Debug, Clone, Copy)]
enum Mode {
    /// As part of this act.
    Act(RunId),
    /// Not at all: only what would come of it is told.
    Trial,
}

/// How far an import has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImportProgress {
    /// Lines read.
    pub lines: u64,
    /// Memories made.
    pub added: u64,
}

/// What an import did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Lines read.
    pub lines: u64,
    /// Memories made.
    pub added: u64,
    /// Memories updated, found by their `ref`.
    pub updated: u64,
    /// Lines that say what is remembered already.
    pub unchanged: u64,
    /// Lines that say what was forgotten and stays so.
    pub forgotten: u64,
    /// Lines that an export wrote, of which only what they say was taken.
    pub exported: u64,
    /// Memories made or updated whose trust is low.
    pub low_trust: u64,
    /// Lines that could not be taken.
    pub rejected: Vec<Rejected>,
}

/// A line that could not be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejected {
    /// Which line, from 1.
    pub line: u64,
    /// Why.
    pub fault: String,
}

/// Where what is imported belongs, and how far it is trusted.
#[derive(Debug, Clone)]
pub struct Incoming {
    /// The scope of what names none.
    pub scope: Scope,
    /// At most this trust.
    pub trust: Trust,
}

impl From<&Scope> for Incoming {
    /// What somebody imports who knows the file.
    fn from(scope: &Scope) -> Self {
        Self { scope: scope.clone(), trust: Trust::Medium }
    }
}

impl Engine {
    /// Imports lines of JSON into a scope unless they name another. Bad lines are reported, the rest goes on.
    pub async fn import_jsonl(
        &self,
        caller: &Caller,
        lines: impl Iterator<Item = std::io::Result<String>>,
        into: impl Into<Incoming>,
        mut progress: impl FnMut(ImportProgress),
    ) -> Result<ImportReport, Error> {
        let into = into.into();
        let mut report = ImportReport::default();
        let mut homes = OverflowHomes::default();
        let run = RunId::new(self.now(), self.randomness());
        let mut batch = Vec::with_capacity(2 * BATCH);
        let mut taken = 0;
        for line in lines {
            report.lines += 1;
            let number = report.lines;
            let line = line.map_or_else(|error| refused(error, taken), |line| Ok(Ok(line)))?;
            match line.and_then(|line| self.read_line(&line, &into, &mut report)) {
                Ok(Read::Nothing) => {}
                Ok(Read::Archived) => report.forgotten += 1,
                Ok(Read::Draft(valid)) => batch.push(*valid),
                Err(fault) => report.rejected.push(Rejected { line: number, fault }),
            }
            if batch.len() == 2 * BATCH {
                let rest = batch.split_off(BATCH);
                let imported = self
                    .import_batch(caller, Mode::Act(run), &batch, &mut report, &mut homes)
                    .await;
                imported.map_err(|error| stopped(error, taken))?;
                taken += BATCH as u64;
                progress(ImportProgress { lines: report.lines, added: report.added });
                batch = rest;
            }
        }
        homes.keeps_newest = true;
        let imported =
            self.import_batch(caller, Mode::Act(run), &batch, &mut report, &mut homes).await;
        imported.map_err(|error| stopped(error, taken))?;
        progress(ImportProgress { lines: report.lines, added: report.added });
        Ok(report)
    }

    fn read_line(
        &self,
        line: &str,
        into: &Incoming,
        report: &mut ImportReport,
    ) -> Result<Read, String> {
        if line.trim().is_empty() {
            return Ok(Read::Nothing);
        }
        let line: ImportedLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        report.exported += u64::from(line.is_exported());
        if !line.is_active() {
            return Ok(Read::Archived);
        }
        let valid = self.admit(line.into_draft(into)).map_err(|error| error.to_string())?;
        Ok(Read::Draft(Box::new(valid)))
    }

    async fn import_batch(
        &self,
        caller: &Caller,
        mode: Mode,
        batch: &[Valid],
        report: &mut ImportReport,
        homes: &mut OverflowHomes,
    ) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        let keys: Vec<Key> = batch.iter().map(key_of).collect();
        let (planned, housed) = self
            .retry_after_repair(|| async {
                let mut writer = self.writer(caller).await?;
                let found = writer.store().matching(&keys).await?;
                let mut plan = Plan { report: report.clone(), ..Plan::default() };
                for (valid, found) in batch.iter().zip(found) {
                    if is_earlier_version(writer.store().as_ref(), valid, &found).await? {
                        plan.report.unchanged += 1;
                        continue;
                    }
                    self.plan_line(&mut writer, &mut plan, valid.clone(), found);
                }
                let mut homes = homes.clone();
                self.assign_homes(writer.store().as_ref(), &mut homes, &mut plan).await?;
                let (events, report) = plan.finish(self.now());
                if let Mode::Act(run) = mode {
                    writer.within(run).commit_any(events).await?;
                }
                Ok((report, homes))
            })
            .await?;
        (*report, *homes) = (planned, housed);
        Ok(())
    }

    fn plan_line(
        &self,
        writer: &mut Writer<'_>,
        plan: &mut Plan,
        valid: Valid,
        found: Vec<Memory>,
    ) {
        if valid.draft().source.reference.is_some() {
            let key = key_of(&valid);
            if let Some(index) = plan.by_ref.get(&key).copied() {
                let line = &mut plan.lines[index];
                line.memory = with_line(line.memory.clone(), &valid);
                return;
            }
            match found.into_iter().next() {
                Some(known) if !known.is_active() && !known.lifecycle.was_undone() => {
                    plan.report.forgotten += 1;
                }
                Some(known) => {
                    let memory = with_line(brought_back(known.clone()), &valid);
                    plan.by_ref.insert(key, plan.lines.len());
                    plan.lines.push(Line { known: Some(known), memory });
                }
                None => {
                    plan.by_ref.insert(key, plan.lines.len());
                    plan.lines.push(Line { known: None, memory: self.made(writer, valid) });
                }
            }
            return;
        }
        let is_first = plan.texts.insert((valid.draft().scope.clone(), normalised(valid.text())));
        match dedup::decide(&valid, found, Who::Automatic) {
            Decision::New if is_first => {
                plan.lines.push(Line { known: None, memory: self.made(writer, valid) });
            }
            Decision::Restore(known) if is_first => {
                let memory = brought_back(known.clone());
                plan.lines.push(Line { known: Some(known), memory });
            }
            Decision::StayForgotten(_) => plan.report.forgotten += 1,
            _ => plan.report.unchanged += 1,
        }
    }

    /// Gives the memories of a large batch their homes in overflow documents at once, which is where the scribe
    /// would move them.
    async fn assign_homes(
        &self,
        store: &dyn Store,
        homes: &mut OverflowHomes,
        plan: &mut Plan,
    ) -> Result<(), Error> {
        let zone = self.zone();
        let bound = self.settings().policies.document_chars;
        for (document, mut made) in plan.made_by_document() {
            let Some(place) = Place::at(&document).filter(Place::rolls_over) else { continue };
            made.sort_by_key(|memory| by_age(memory));
            let sizes: Vec<usize> =
                made.iter().map(|memory| block_chars(memory, &document, &zone)).collect();
            if sizes.iter().sum::<usize>() <= bound {
                continue;
            }
            let filling = match homes.filled.entry(document) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => entry.insert(self.scribe().filling(store, place).await?),
            };
            let kept = if homes.keeps_newest { kept(&sizes, bound) } else { 0 };
            let count = made.len() - kept;
            for memory in made.into_iter().take(count) {
                memory.home = Some(filling.home_for(memory, &zone));
            }
        }
        Ok(())
    }

    fn made(&self, writer: &mut Writer<'_>, valid: Valid) -> Memory {
        let importance = valid.draft().importance.unwrap_or(DEFAULT_IMPORTANCE);
        let memory = valid.into_memory(writer.draw_number(), self.now(), self.randomness());
        Memory { importance, ..memory }
    }
}

/// A line that is no text is rejected; where nothing can be read there is no next line either.
fn refused(error: std::io::Error, taken: u64) -> Result<Result<String, String>, Error> {
    if error.kind() == std::io::ErrorKind::InvalidData {
        return Ok(Err(error.to_string()));
    }
    Err(Error::ImportStopped { lines: taken, source: error.into() })
}

/// The failure of a batch, as it looks from outside when others came before it.
fn stopped(error: Error, taken: u64) -> Error {
    match taken {
        0 => error,
        lines => Error::ImportStopped { lines, source: error.into() },
    }
}

/// Whether a known `ref` said just this in an earlier version: someone has changed it since, and the line
/// says nothing new.
async fn is_earlier_version(
    store: &dyn Store,
    valid: &Valid,
    found: &[Memory],
) -> Result<bool, Error> {
    let Some(known) = found.first().filter(|known| known.is_active() && known.version > 1) else {
        return Ok(false);
    };
    if valid.draft().source.reference.is_none() || known.text == valid.text() {
        return Ok(false);
    }
    let versions = store.versions(&Reach::only(known.scope.clone()), known.id).await?;
    Ok(versions.iter().any(|version| version.memory.text == valid.text()))
}

/// What tells whether a line is remembered already.
fn key_of(valid: &Valid) -> Key {
    let Draft { scope, source, .. } = valid.draft();
    match &source.reference {
        Some(reference) => Key::Ref(scope.clone(), reference.clone()),
        None => Key::Fingerprint(scope.clone(), Fingerprint::of(valid.text())),
    }
}

/// What a batch comes to.
#[derive(Default)]
struct Plan {
    lines: Vec<Line>,
    by_ref: HashMap<Key, usize>,
    texts: HashSet<(Scope, String)>,
    report: ImportReport,
}

/// A memory to be made, or one that is known and what the lines say of it.
struct Line {
    known: Option<Memory>,
    memory: Memory,
}

/// Where an import puts what does not fit into `MEMORY.md` and `USER.md`.
#[derive(Clone, Default)]
struct OverflowHomes {
    /// By the document it does not fit into.
    filled: HashMap<VaultPath, Filling>,
    /// Whether the newest memories of the batch stay in their documents: there are no newer ones.
    keeps_newest: bool,
}

impl Plan {
    /// The new memories, by their documents.
    fn made_by_document(&mut self) -> BTreeMap<VaultPath, Vec<&mut Memory>> {
        let mut made: BTreeMap<VaultPath, Vec<&mut Memory>> = BTreeMap::new();
        for line in self.lines.iter_mut().filter(|line| line.known.is_none()) {
            if let Some(home) = &line.memory.home {
                made.entry(home.document.clone()).or_default().push(&mut line.memory);
            }
        }
        made
    }

    fn finish(mut self, now: Timestamp) -> (Vec<Event>, ImportReport) {
        let mut events = Vec::with_capacity(self.lines.len());
        for Line { known, memory } in self.lines {
            let is_changed = known.as_ref() != Some(&memory);
            self.report.low_trust += u64::from(is_changed && !memory.may_be_injected());
            match known {
                None => {
                    self.report.added += 1;
                    events.push(put(Cause::Imported, 0, memory));
                }
                Some(known) if known == memory => self.report.unchanged += 1,
                Some(known) => {
                    self.report.updated += 1;
                    events.push(put(
                        Cause::Updated,
                        known.version,
                        Memory { updated_at: now, ..memory },
                    ));
                }
            }
        }
        (events, self.report)
    }
}

/// A memory in use; one whose import was taken back is again.
fn brought_back(mut memory: Memory) -> Memory {
    if memory.lifecycle.was_undone() {
        memory.lifecycle = Lifecycle::Active;
        memory.home = place::home(&memory.scope, &memory.body, memory.category.as_ref(), false);
    }
    memory
}

/// A memory with what a line says of it; what the line does not say stays.
fn with_line(mut memory: Memory, valid: &Valid) -> Memory {
    let draft = valid.draft();
    valid.text().clone_into(&mut memory.text);
    memory.tags.clone_from(&draft.tags);
    memory.source.clone_from(&draft.source);
    memory.trust = memory.trust.min(draft.trust);
    memory.importance = draft.importance.unwrap_or(memory.importance);
    memory.created_at = draft.created_at.unwrap_or(memory.created_at);
    if !draft.file_paths.is_empty() {
        memory.file_paths.clone_from(&draft.file_paths);
    }
    let category = draft.category.as_deref().and_then(|category| category.parse().ok());
    if category.is_some() && category != memory.category {
        memory.category = category;
        rehome(&mut memory);
    }
    memory
}
