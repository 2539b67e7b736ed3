//! What one generation holds, and carrying out a transaction on it.
//!
//! Only names can be refused. They are taken for the whole transaction first; after that nothing can
//! fail, so a transaction is carried out whole or not at all.

use std::collections::BTreeMap;

use mnemic_core::{
    journal::{event::DocumentState, line::Cursor},
    port::store::{Change, StoreResult, Transaction},
    record::{
        id::MemoryId,
        memory::{Home, Memory},
    },
};

use super::{
    backlog::Backlog, document::Documents, history::History, key::Keys, link::Links, name::Names,
    posting::Postings, vector::Vectors,
};

/// Everything in a store: memories, what belongs to them, and what follows from them.
#[derive(Debug, Default)]
pub(super) struct Contents {
    pub(super) memories: BTreeMap<MemoryId, Memory>,
    pub(super) names: Names,
    pub(super) keys: Keys,
    pub(super) links: Links,
    pub(super) postings: Postings,
    pub(super) vectors: Vectors,
    pub(super) history: History,
    pub(super) documents: Documents,
    pub(super) backlog: Backlog,
    pub(super) cursor: Cursor,
}

impl Contents {
    /// Carries out all changes in order and moves the cursor, or does nothing.
    pub(super) fn commit(&mut self, transaction: Transaction) -> StoreResult<()> {
        self.names.take_all(&transaction.changes)?;
        transaction.changes.into_iter().for_each(|change| self.apply(change));
        if let Some(cursor) = transaction.cursor {
            self.cursor = cursor;
        }
        Ok(())
    }

    fn apply(&mut self, change: Change) {
        match change {
            Change::Memory(memory) => self.put(*memory),
            Change::Signals { id, signals, importance } => self.amend(id, |memory| {
                memory.signals = signals;
                memory.importance = importance;
            }),
            Change::Vector { id, identity, stored } => self.vectors.put(id, &identity, *stored),
            Change::Home { id, home } => self.move_to(id, home),
            Change::Number { id, number } => self.amend(id, |memory| memory.number = Some(number)),
            Change::Version(version) => self.history.keep_version(*version),
            Change::Repeated { id, session } => self.history.keep_repeat(id, session),
            Change::MergeConflict(conflict) => self.history.keep_conflict(conflict),
            Change::Settled(id) => self.history.drop_conflicts(id),
            Change::Contradicted(contradiction) => self.history.contradiction(contradiction),
            Change::Dismissed(pair) => self.history.dismiss(pair),
            Change::ContradictionsEnded(id) => self.history.end_contradictions(id),
            Change::Document(state) => self.put_state(state),
            Change::Landed(landed) => self.documents.mark_landed(&landed),
            Change::Seen(seen) => self.documents.mark_seen(seen),
            Change::LogLine(line) => self.documents.put_log_line(line),
            Change::Drop(id) => self.drop(id),
        }
    }

    fn put(&mut self, memory: Memory) {
        let says_the_same = |former: &Memory| {
            (&former.text, &former.source.author, former.created_at)
                == (&memory.text, &memory.source.author, memory.created_at)
        };
        if !self.memories.get(&memory.id).is_some_and(says_the_same) {
            self.vectors.forget(memory.id);
        }
        self.take_out(memory.id);
        self.keys.add(&memory);
        self.links.add(&memory);
        self.postings.add(&memory);
        self.backlog.sort(&memory, &self.documents);
        self.memories.insert(memory.id, memory);
    }

    /// Gives a memory another home; it is found under its new heading.
    fn move_to(&mut self, id: MemoryId, home: Home) {
        if let Some(mut memory) = self.memories.get(&id).cloned() {
            memory.home = Some(home);
            self.put(memory);
        }
    }

    /// Changes a memory in what neither words nor keys are made of; one that is not there stays so.
    fn amend(&mut self, id: MemoryId, change: impl FnOnce(&mut Memory)) {
        let Some(memory) = self.memories.get_mut(&id) else { return };
        change(memory);
        self.backlog.sort(memory, &self.documents);
    }

    fn put_state(&mut self, state: DocumentState) {
        for anchor in self.documents.put_state(state) {
            let owner = self.names.with_anchor(&anchor);
            if let Some(memory) = owner.and_then(|id| self.memories.get(&id)) {
                self.backlog.sort(memory, &self.documents);
            }
        }
    }

    fn drop(&mut self, id: MemoryId) {
        if self.take_out(id) {
            self.history.forget(id);
            self.vectors.forget(id);
        }
    }

    /// Takes a memory out with what follows from it; says whether it was there.
    fn take_out(&mut self, id: MemoryId) -> bool {
        let Some(memory) = self.memories.remove(&id) else { return false };
        self.keys.remove(&memory);
        self.links.remove(&memory);
        self.postings.remove(&memory);
        self.backlog.forget(&memory);
        true
    }

    /// One sentence for each thing that does not follow from the memories as it should.
    pub(super) fn faults(&self) -> Vec<String> {
        let mut anew = Self::default();
        for memory in self.memories.values() {
            anew.keys.add(memory);
            anew.links.add(memory);
            anew.postings.add(memory);
            anew.backlog.sort(memory, &self.documents);
        }
        let compared = [
            (anew.postings == self.postings, "the word index does not match the texts"),
            (anew.keys == self.keys, "the keys do not match the texts"),
            (anew.links == self.links, "the links do not match the texts"),
            (anew.backlog == self.backlog, "the documents to come do not match the memories"),
            (self.names.match_all(&self.memories), "the names do not match the memories"),
        ];
        let faults = compared.iter().filter(|(matches, _)| !matches);
        faults.map(|(_, fault)| (*fault).to_owned()).collect()
    }
}
