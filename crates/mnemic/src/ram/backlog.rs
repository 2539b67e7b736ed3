//! What documents have yet to show: memories whose block at home is missing or shows another
//! version, and blocks whose memories live elsewhere. It follows from memories and documents.

use std::collections::{BTreeMap, BTreeSet};

use mnemic_core::record::{
    id::{Anchor, MemoryId},
    memory::Memory,
};

use super::document::Documents;

/// What documents have yet to show.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Backlog {
    /// Memories whose block is behind, and the document it belongs in.
    unrendered: BTreeMap<MemoryId, String>,
    /// Anchors whose memories live elsewhere, and the documents that show them.
    strays: BTreeMap<Anchor, BTreeSet<String>>,
}

impl Backlog {
    /// Looks where a memory's blocks are.
    pub(super) fn sort(&mut self, memory: &Memory, documents: &Documents) {
        let home = memory.home.as_ref().map(|home| home.document.as_str());
        let shown = documents.showing(&memory.anchor);
        match home.filter(|home| shown.get(*home) != Some(&memory.version)) {
            Some(home) => self.unrendered.insert(memory.id, home.to_owned()),
            None => self.unrendered.remove(&memory.id),
        };
        let elsewhere = shown.into_keys().filter(|document| home != Some(*document));
        let elsewhere: BTreeSet<String> = elsewhere.map(str::to_owned).collect();
        if elsewhere.is_empty() {
            self.strays.remove(&memory.anchor);
        } else {
            self.strays.insert(memory.anchor.clone(), elsewhere);
        }
    }

    /// A memory is taken out.
    pub(super) fn forget(&mut self, memory: &Memory) {
        self.unrendered.remove(&memory.id);
        self.strays.remove(&memory.anchor);
    }

    /// The documents that have something yet to show, some of them more than once.
    pub(super) fn documents(&self) -> impl Iterator<Item = &String> {
        self.unrendered.values().chain(self.strays.values().flatten())
    }

    /// The memories that a document has yet to show.
    pub(super) fn unrendered(&self, document: &str) -> impl Iterator<Item = MemoryId> {
        self.unrendered.iter().filter(move |(_, home)| *home == document).map(|(id, _)| *id)
    }

    /// The anchors that a document shows though their memories live elsewhere.
    pub(super) fn moved_away(&self, document: &str) -> impl Iterator<Item = &Anchor> {
        let shown = self.strays.iter().filter(move |(_, shown)| shown.contains(document));
        shown.map(|(anchor, _)| anchor)
    }
}
