//! Links: which memories name which.

use std::collections::{BTreeSet, HashMap};

use mnemic_core::record::{
    filter::Filter,
    id::MemoryId,
    link::{self, Called, Link, Name},
    memory::Memory,
    scope::Reach,
};

use super::{contents::Contents, filter};

/// The memories that use each name.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Links(HashMap<Name, BTreeSet<MemoryId>>);

impl Links {
    pub(super) fn add(&mut self, memory: &Memory) {
        for name in link::names_in(&memory.text) {
            self.0.entry(name).or_default().insert(memory.id);
        }
    }

    /// Takes a memory out as it was added.
    pub(super) fn remove(&mut self, memory: &Memory) {
        for name in link::names_in(&memory.text) {
            if let Some(ids) = self.0.get_mut(&name) {
                ids.remove(&memory.id);
                if ids.is_empty() {
                    self.0.remove(&name);
                }
            }
        }
    }

    /// The memories that use a name, the newest first.
    fn naming(&self, name: &Name) -> impl Iterator<Item = MemoryId> {
        self.0.get(name).into_iter().flatten().rev().copied()
    }
}

impl Contents {
    /// The links of these memories, each once, in order.
    pub(super) fn links(
        &self,
        reach: &Reach,
        filter: &Filter,
        of: &[Called],
        most: usize,
    ) -> Vec<Link> {
        let passes = |id: &MemoryId| {
            self.get(reach, *id).is_some_and(|memory| filter::passes(filter, memory))
        };
        let mut links = BTreeSet::new();
        for Called { id, names } in of {
            let text = self.memories.get(id).map_or("", |memory| &memory.text);
            let named = link::names_in(text).into_iter().filter_map(|name| self.called(&name));
            links.extend(named.filter(passes).map(|to| Link { from: *id, to }));
            for name in names {
                let naming = self.links.naming(name).filter(passes).take(most);
                links.extend(naming.map(|from| Link { from, to: *id }));
            }
        }
        links.retain(|link| link.from != link.to);
        links.into_iter().collect()
    }

    fn called(&self, name: &Name) -> Option<MemoryId> {
        match name {
            Name::Number(number) => self.names.with_number(*number),
            Name::Anchor(anchor) => self.names.with_anchor(anchor),
        }
    }
}
