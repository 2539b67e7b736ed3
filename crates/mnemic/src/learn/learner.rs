//! The learner: what conversations teach, what contradicts what, and what use says about memories.

use std::sync::{Arc, Mutex};

use mnemic_core::{
    journal::event::{Act, Actor, Signal},
    record::id::MemoryId,
};

use super::contradiction;
use crate::{host::Host, language::Language, ledger::Ledger, scribe::Scribe};

/// What learns from what is said, written and used.
pub(crate) struct Learner {
    pub(super) host: Arc<Host>,
    pub(super) ledger: Arc<Ledger>,
    pub(super) scribe: Arc<Scribe>,
    pub(super) language: Language,
    pub(super) uncompared: Arc<Uncompared>,
    /// What usage said and is not journalled yet, and on whose behalf.
    pub(super) usage: Mutex<Vec<(Actor, Signal)>>,
}

impl Learner {
    pub(crate) fn new(
        host: Arc<Host>,
        ledger: Arc<Ledger>,
        scribe: Arc<Scribe>,
        language: Language,
        uncompared: Arc<Uncompared>,
    ) -> Self {
        Self { host, ledger, scribe, language, uncompared, usage: Mutex::default() }
    }

    pub(crate) fn language(&self) -> &Language {
        &self.language
    }
}

/// What was written and is not compared with the rest yet.
#[derive(Debug, Default)]
pub(crate) struct Uncompared(Mutex<Vec<MemoryId>>);

impl Uncompared {
    /// Notes what an act wrote. What an export brought back has its contradictions with it.
    pub(crate) fn note(&self, act: &Act) {
        let mut ids = self.0.lock().expect("ids are only noted");
        ids.extend(contradiction::to_compare(act));
        let excess = ids.len().saturating_sub(contradiction::MOST_COMPARED);
        ids.drain(..excess);
    }

    pub(super) fn take(&self) -> Vec<MemoryId> {
        let mut ids = std::mem::take(&mut *self.0.lock().expect("ids are only noted"));
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}
