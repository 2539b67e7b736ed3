//! Import of an export by its owner: memories come back whole, with their names, their past and their signals.
//!
//! A memory is known by its id, else by its `ref`; texts are not compared. Nothing here bounds trust, so no channel
//! offers this but one whose user owns the vault.

use std::collections::{HashMap, HashSet};

use mnemic_core::{
    journal::event::{Cause, Event},
    port::store::{Key, Loaded, Needs, Store},
    record::{
        id::{MemoryId, RunId},
        memory::{Memory, Version},
        scope::Reach,
    },
    safety::caller::Caller,
    transfer::{
        export,
        reinstate::{Decision, decide},
        whole::WholeMemory,
    },
};

use super::{BATCH, ImportProgress, ImportReport, Rejected, refused, stopped};
use crate::{
    engine::Engine,
    error::Error,
    ledger::Writer,
    verb::{remember::put, update::rehome},
};

/// How many bytes of lines are committed at once.
const BATCH_BYTES: usize = 8 << 20;

/// Lines that are committed together; each memory is in it once.
#[derive(Default)]
struct Batch {
    lines: Vec<WholeMemory>,
    ids: HashSet<MemoryId>,
    bytes: usize,
}

impl Batch {
    fn is_full_for(&self, whole: &WholeMemory) -> bool {
        self.lines.len() >= BATCH
            || self.bytes >= BATCH_BYTES
            || self.ids.contains(&whole.memory.id)
    }

    fn push(&mut self, whole: WholeMemory, bytes: usize) {
        self.ids.insert(whole.memory.id);
        self.lines.push(whole);
        self.bytes += bytes;
    }
}

impl Engine {
    /// Takes in lines that `export` wrote, as they are. A memory that is known is updated when its line says
    /// something new; bad lines are reported, the rest goes on.
    pub async fn reinstate_jsonl(
        &self,
        caller: &Caller,
        lines: impl Iterator<Item = std::io::Result<String>>,
        mut progress: impl FnMut(ImportProgress),
    ) -> Result<ImportReport, Error> {
        let mut report = ImportReport::default();
        let mut batch = Batch::default();
        let mut taken = 0;
        let run = RunId::new(self.now(), self.randomness());
        for line in lines {
            report.lines += 1;
            let line = line.map_or_else(|error| refused(error, taken), |line| Ok(Ok(line)))?;
            let (whole, bytes) = match line.and_then(read) {
                Ok(None) => continue,
                Ok(Some(read)) => read,
                Err(fault) => {
                    report.rejected.push(Rejected { line: report.lines, fault });
                    continue;
                }
            };
            if batch.is_full_for(&whole) {
                let count = batch.lines.len() as u64;
                let reinstated =
                    self.reinstate(caller, run, std::mem::take(&mut batch), report).await;
                report = reinstated.map_err(|error| stopped(error, taken))?;
                taken += count;
                progress(ImportProgress { lines: report.lines, added: report.added });
            }
            batch.push(whole, bytes);
        }
        let reinstated = self.reinstate(caller, run, batch, report).await;
        report = reinstated.map_err(|error| stopped(error, taken))?;
        progress(ImportProgress { lines: report.lines, added: report.added });
        Ok(report)
    }

    async fn reinstate(
        &self,
        caller: &Caller,
        run: RunId,
        batch: Batch,
        report: ImportReport,
    ) -> Result<ImportReport, Error> {
        if batch.lines.is_empty() {
            return Ok(report);
        }
        self.retry_after_repair(|| async {
            let mut writer = self.writer(caller).await?;
            let vault = Known::look(writer.store().as_ref(), &batch.lines).await?;
            let mut report = report.clone();
            let mut names = Names::after(&mut writer, &batch.lines, vault.loaded.numbers.clone());
            let mut events = Vec::with_capacity(batch.lines.len());
            for whole in &batch.lines {
                let known = vault.in_place_of(&whole.memory);
                let former = former_states(writer.store().as_ref(), known).await?;
                match decide(&whole.memory, known, &former) {
                    Decision::Unchanged => report.unchanged += 1,
                    Decision::StaysForgotten => report.forgotten += 1,
                    Decision::Whole => {
                        report.added += 1;
                        let mut whole = Box::new(whole.clone());
                        whole.memory.number = Some(names.number(&mut writer, &whole.memory));
                        events.push(Event::Reinstated(whole));
                    }
                    Decision::Update(mut memory) => {
                        report.updated += 1;
                        if known.is_some_and(|known| known.category != memory.category) {
                            rehome(&mut memory);
                        }
                        memory.updated_at = self.now();
                        events.push(put(Cause::Updated, memory.version, *memory));
                    }
                }
            }
            writer.within(run).commit_any(events).await?;
            Ok(report)
        })
        .await
    }
}

/// The memory of a line, and how long the line is; nothing for a blank one.
fn read(line: String) -> Result<Option<(WholeMemory, usize)>, String> {
    if line.trim().is_empty() {
        return Ok(None);
    }
    let whole = export::decode(&line).map_err(|error| error.to_string())?;
    let faults = whole.faults();
    if faults.is_empty() { Ok(Some((whole, line.len()))) } else { Err(faults.join("; ")) }
}

/// What the vault has of a batch.
struct Known {
    loaded: Loaded,
    by_ref: HashMap<MemoryId, Memory>,
}

impl Known {
    async fn look(store: &dyn Store, lines: &[WholeMemory]) -> Result<Self, Error> {
        let memories = || lines.iter().map(|whole| &whole.memory);
        let needs = Needs {
            ids: memories().map(|memory| memory.id).collect(),
            numbers: memories().filter_map(|memory| memory.number).collect(),
            ..Needs::default()
        };
        let loaded = store.load(&needs).await?;
        let referring: Vec<(MemoryId, Key)> =
            memories().filter_map(|memory| Some((memory.id, key_of(memory)?))).collect();
        let keys: Vec<Key> = referring.iter().map(|(_, key)| key.clone()).collect();
        let found = store.matching(&keys).await?;
        let first = |((id, _), found): ((MemoryId, Key), Vec<Memory>)| {
            found.into_iter().next().map(|memory| (id, memory))
        };
        let by_ref = referring.into_iter().zip(found).filter_map(first).collect();
        Ok(Self { loaded, by_ref })
    }

    fn in_place_of(&self, line: &Memory) -> Option<&Memory> {
        self.loaded.memories.get(&line.id).or_else(|| self.by_ref.get(&line.id))
    }
}

fn key_of(memory: &Memory) -> Option<Key> {
    let reference = memory.source.reference.clone()?;
    Some(Key::Ref(memory.scope.clone(), reference))
}

async fn former_states(store: &dyn Store, known: Option<&Memory>) -> Result<Vec<Version>, Error> {
    match known.filter(|known| known.version > 1) {
        Some(known) => Ok(store.versions(&Reach::only(known.scope.clone()), known.id).await?),
        None => Ok(Vec::new()),
    }
}

/// Running numbers: a memory keeps its own unless another has it.
struct Names {
    taken: HashMap<u64, MemoryId>,
}

impl Names {
    /// New numbers are drawn above those of the lines, so that none of them is taken by a line before it.
    fn after(
        writer: &mut Writer<'_>,
        lines: &[WholeMemory],
        taken: HashMap<u64, MemoryId>,
    ) -> Self {
        let highest = lines.iter().filter_map(|whole| whole.memory.number).max().unwrap_or(0);
        let last = writer.last_number();
        *last = (*last).max(highest);
        Self { taken }
    }

    fn number(&mut self, writer: &mut Writer<'_>, memory: &Memory) -> u64 {
        match memory.number {
            Some(number) if *self.taken.entry(number).or_insert(memory.id) == memory.id => number,
            _ => writer.draw_number(),
        }
    }
}
