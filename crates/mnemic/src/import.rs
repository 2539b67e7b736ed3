//! Import: many memories at once, in batches, each batch one act.
//!
//! A memory that its caller knows by a name of its own (`ref`) is updated when that name is known; others
//! are taken once by their text. Importing never raises importance, so it may be repeated at will.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;
use mnemic_core::{
    dedup::{Decision, Writer as Who},
    draft::{Draft, Valid},
    event::{Cause, Event},
    fingerprint::{Fingerprint, normalised},
    memory::{Lifecycle, Memory, Source, Trust},
    scope::Scope,
};
use serde::Deserialize;

use crate::{engine::Engine, error::Error, remember::put, write::Writer};

/// How many lines are committed at once.
pub const BATCH: usize = 1_000;
const DEFAULT_IMPORTANCE: f64 = 0.5;

/// One line of an import: `text` is enough.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ImportedLine {
    /// What is remembered.
    pub text: Option<String>,
    /// The caller's own id for it.
    #[serde(rename = "ref")]
    pub reference: Option<String>,
    /// Its kind; a note when absent.
    pub kind: Option<String>,
    /// Its category; found from the words when absent.
    pub category: Option<String>,
    /// Its tags.
    pub tags: Option<Vec<String>>,
    /// Its scope.
    pub scope: Option<Scope>,
    /// Who said it.
    pub author: Option<String>,
    /// The session it was said in.
    pub session: Option<String>,
    /// Its place in that session.
    pub sequence: Option<i64>,
    /// When it was learnt.
    pub created_at: Option<Timestamp>,
    /// Where it came from.
    pub source: Option<String>,
    /// Its importance.
    pub importance: Option<f64>,
    /// Files it is about.
    pub file_paths: Option<Vec<String>>,
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

impl Engine {
    /// Imports lines of JSON into `scope` unless they name another. Bad lines are reported, the rest goes on.
    pub async fn import_jsonl(
        &self,
        lines: impl Iterator<Item = std::io::Result<String>>,
        scope: &Scope,
        mut progress: impl FnMut(ImportProgress),
    ) -> Result<ImportReport, Error> {
        let mut report = ImportReport::default();
        let mut batch = Vec::with_capacity(BATCH);
        for line in lines {
            report.lines += 1;
            let number = report.lines;
            let line = line.map_err(|error| error.to_string()).and_then(|line| {
                if line.trim().is_empty() {
                    Ok(None)
                } else {
                    self.draft_of(&line, scope).map(Some)
                }
            });
            match line {
                Ok(None) => {}
                Ok(Some(valid)) => batch.push(valid),
                Err(fault) => report.rejected.push(Rejected { line: number, fault }),
            }
            if batch.len() == BATCH {
                self.import_batch(std::mem::take(&mut batch), &mut report).await?;
                progress(ImportProgress { lines: report.lines, added: report.added });
            }
        }
        self.import_batch(batch, &mut report).await?;
        progress(ImportProgress { lines: report.lines, added: report.added });
        Ok(report)
    }

    fn draft_of(&self, line: &str, scope: &Scope) -> Result<Valid, String> {
        let line: ImportedLine = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let mut draft =
            Draft::note(line.scope.unwrap_or_else(|| scope.clone()), line.text.unwrap_or_default());
        draft.kind = line.kind.unwrap_or_else(|| "note".to_owned());
        draft.category = line.category;
        draft.tags = line.tags.unwrap_or_default();
        draft.file_paths = line.file_paths.unwrap_or_default();
        draft.importance = Some(line.importance.unwrap_or(DEFAULT_IMPORTANCE));
        draft.created_at = line.created_at;
        draft.trust = Trust::Medium;
        draft.source = Source {
            origin: line.source.unwrap_or_else(|| "import".to_owned()),
            author: line.author,
            session: line.session,
            sequence: line.sequence,
            reference: line.reference.filter(|reference| !reference.is_empty()),
            ..Source::default()
        };
        self.admit(draft).map_err(|error| error.to_string())
    }

    async fn import_batch(
        &self,
        batch: Vec<Valid>,
        report: &mut ImportReport,
    ) -> Result<(), Error> {
        if batch.is_empty() {
            return Ok(());
        }
        let before = report.clone();
        *report = self
            .mending(async || {
                let mut writer = self.writer().await?;
                let mut plan = Plan { report: before.clone(), ..Plan::default() };
                for valid in &batch {
                    self.plan_line(&mut writer, &mut plan, valid.clone()).await?;
                }
                if !plan.events.is_empty() {
                    writer.commit(plan.events).await?;
                }
                Ok(plan.report)
            })
            .await?;
        Ok(())
    }

    async fn plan_line(
        &self,
        writer: &mut Writer<'_>,
        plan: &mut Plan,
        valid: Valid,
    ) -> Result<(), Error> {
        let scope = valid.draft().scope.clone();
        if let Some(reference) = valid.draft().source.reference.clone() {
            let key = (scope.clone(), reference.clone());
            if let Some(index) = plan.by_ref.get(&key).copied() {
                plan.overwrite(index, valid);
                return Ok(());
            }
            let known = writer.store.with_ref(&scope, &reference).await?;
            plan.by_ref.insert(key, plan.events.len());
            if let Some(known) = known {
                self.plan_update(plan, known, &valid, (scope, reference));
                return Ok(());
            }
        } else {
            let key = (scope, normalised(valid.text()));
            if !plan.texts.insert(key) {
                plan.report.unchanged += 1;
                return Ok(());
            }
            let candidates = writer
                .store
                .with_fingerprint(&valid.draft().scope, Fingerprint::of(valid.text()))
                .await?;
            match mnemic_core::dedup::decide(&valid, candidates, Who::Automatic) {
                Decision::New => {}
                Decision::Repeat(_) | Decision::Restore(_) => {
                    plan.report.unchanged += 1;
                    return Ok(());
                }
                Decision::StayForgotten(_) => {
                    plan.report.forgotten += 1;
                    return Ok(());
                }
            }
        }
        let memory = valid.into_memory(writer.draw_number(), self.now(), self.randomness.as_ref());
        plan.events.push(put(Cause::Imported, 0, memory));
        plan.report.added += 1;
        Ok(())
    }

    /// A line whose `ref` is known: it sets what it says, unless the memory was forgotten.
    fn plan_update(&self, plan: &mut Plan, known: Memory, valid: &Valid, key: (Scope, String)) {
        if !matches!(known.lifecycle, Lifecycle::Active) {
            plan.by_ref.remove(&key);
            plan.report.forgotten += 1;
            return;
        }
        let updated = with_line(known.clone(), valid);
        if updated == known {
            plan.by_ref.remove(&key);
            plan.report.unchanged += 1;
            return;
        }
        let base = known.version;
        plan.events.push(put(Cause::Updated, base, Memory { updated_at: self.now(), ..updated }));
        plan.report.updated += 1;
    }
}

#[derive(Default)]
struct Plan {
    events: Vec<Event>,
    by_ref: HashMap<(Scope, String), usize>,
    texts: HashSet<(Scope, String)>,
    report: ImportReport,
}

impl Plan {
    /// A `ref` that stood in this batch before: the later line counts.
    fn overwrite(&mut self, index: usize, valid: Valid) {
        if let Some(Event::Put(put)) = self.events.get_mut(index) {
            *put.memory = with_line((*put.memory).clone(), &valid);
            self.report.updated += 1;
        }
    }
}

fn with_line(mut memory: Memory, valid: &Valid) -> Memory {
    let draft = valid.draft();
    valid.text().clone_into(&mut memory.text);
    memory.tags.clone_from(&draft.tags);
    if let Some(category) = draft.category.as_deref().and_then(|category| category.parse().ok()) {
        memory.category = Some(category);
    }
    memory.source.clone_from(&draft.source);
    if let Some(created_at) = draft.created_at {
        memory.created_at = created_at;
    }
    memory
}
