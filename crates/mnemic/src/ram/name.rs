//! Who has which anchor and number. No two memories share one.

use std::collections::{BTreeMap, HashMap};

use mnemic_core::{
    port::store::{Change, StoreError, StoreResult},
    record::{
        id::{Anchor, MemoryId},
        memory::Memory,
    },
};

/// The names of all memories.
#[derive(Debug, Default)]
pub(super) struct Names {
    by_id: HashMap<MemoryId, Name>,
    by_anchor: BTreeMap<Anchor, MemoryId>,
    by_number: HashMap<u64, MemoryId>,
}

/// What one memory is called beside its id.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Name {
    anchor: Anchor,
    number: Option<u64>,
}

impl Name {
    fn of(memory: &Memory) -> Self {
        Self { anchor: memory.anchor.clone(), number: memory.number }
    }
}

impl Names {
    pub(super) fn with_anchor(&self, anchor: &Anchor) -> Option<MemoryId> {
        self.by_anchor.get(anchor).copied()
    }

    pub(super) fn with_number(&self, number: u64) -> Option<MemoryId> {
        self.by_number.get(&number).copied()
    }

    /// Whether no memory is without a number.
    pub(super) fn all_are_numbered(&self) -> bool {
        self.by_id.len() == self.by_number.len()
    }

    /// The memories whose anchors begin with `prefix`.
    pub(super) fn with_anchor_prefix(&self, prefix: &str) -> Vec<MemoryId> {
        let Ok(first) = prefix.parse::<Anchor>() else { return Vec::new() };
        let begins = |(anchor, _): &(&Anchor, _)| anchor.as_str().starts_with(prefix);
        self.by_anchor.range(first..).take_while(begins).map(|(_, id)| *id).collect()
    }

    /// Gives memories the names that changes ask for, in order; when one is taken, none.
    pub(super) fn take_all(&mut self, changes: &[Change]) -> StoreResult<()> {
        let mut former = Vec::new();
        for change in changes {
            let Some((id, name)) = self.asked_for(change) else { continue };
            former.push((id, self.by_id.get(&id).cloned()));
            if let Err(error) = self.rename(id, name) {
                self.take_back(former);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Whether these are the names of these memories and no others.
    pub(super) fn match_all(&self, memories: &BTreeMap<MemoryId, Memory>) -> bool {
        let numbered = memories.values().filter(|memory| memory.number.is_some()).count();
        let owns = |memory: &Memory| {
            self.by_id.get(&memory.id) == Some(&Name::of(memory))
                && self.with_anchor(&memory.anchor) == Some(memory.id)
                && memory.number.is_none_or(|number| self.with_number(number) == Some(memory.id))
        };
        let counts = [self.by_id.len(), self.by_anchor.len()];
        counts == [memories.len(); 2]
            && self.by_number.len() == numbered
            && memories.values().all(owns)
    }

    /// The name that a change gives a memory; none when it takes the memory away.
    fn asked_for(&self, change: &Change) -> Option<(MemoryId, Option<Name>)> {
        match change {
            Change::Memory(memory) => Some((memory.id, Some(Name::of(memory)))),
            Change::Number { id, number } => {
                let name = self.by_id.get(id)?.clone();
                Some((*id, Some(Name { number: Some(*number), ..name })))
            }
            Change::Drop(id) => Some((*id, None)),
            _ => None,
        }
    }

    fn rename(&mut self, id: MemoryId, name: Option<Name>) -> StoreResult<()> {
        if let Some(former) = self.by_id.remove(&id) {
            self.by_anchor.remove(&former.anchor);
            former.number.map(|number| self.by_number.remove(&number));
        }
        let Some(name) = name else { return Ok(()) };
        if self.by_anchor.contains_key(&name.anchor) {
            return Err(taken(format!("the anchor `{}` is taken", name.anchor)));
        }
        if let Some(number) = name.number.filter(|number| self.by_number.contains_key(number)) {
            return Err(taken(format!("the number {number} is taken")));
        }
        self.by_anchor.insert(name.anchor.clone(), id);
        name.number.map(|number| self.by_number.insert(number, id));
        self.by_id.insert(id, name);
        Ok(())
    }

    /// Undoes renames, the last first; names that were free to each other once are so again.
    fn take_back(&mut self, former: Vec<(MemoryId, Option<Name>)>) {
        for (id, name) in former.into_iter().rev() {
            self.rename(id, name).expect("the name was this memory's before");
        }
    }
}

fn taken(what: String) -> StoreError {
    StoreError::Failed(what.into())
}
