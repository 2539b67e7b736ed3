//! Folding acts into the state of the store: the one place that says what an event means.
//!
//! Folding is deterministic: the same acts in the same order give the same state, on every machine, now
//! or when the index is rebuilt. Only the lines of daily logs show the machine's time zone.

use std::collections::{HashMap, HashSet};

use jiff::tz::TimeZone;

use crate::{
    journal::{
        daily_log as log,
        event::{
            Act, BlockState, Cause, Contradicted, DocumentState, Event, Moved, Numbered, Put,
            Signal,
        },
        merge::{Preferred, merge},
    },
    learn::contradiction::Contradiction,
    port::store::{Change, Loaded, Needs},
    record::{
        id::{Anchor, MemoryId},
        memory::{Memory, MergeConflict, Signals, Status, Version},
        state::StateHash,
    },
    transfer::whole::WholeMemory,
};

/// How much a repeat adds to importance.
const REPEAT_BOOST: f64 = 0.1;

/// What the store must be asked before these acts can be folded.
pub fn needs(acts: &[Act]) -> Needs {
    let mut needs = Needs::default();
    for event in acts.iter().flat_map(|act| &act.events) {
        match event {
            Event::Put(put) => {
                needs.ids.push(put.memory.id);
                needs.numbers.extend(put.memory.number);
                needs.anchors.push(put.memory.anchor.clone());
                needs.base_of(put);
            }
            Event::Reinstated(whole) => {
                needs.ids.push(whole.memory.id);
                needs.numbers.extend(whole.memory.number);
                needs.anchors.push(whole.memory.anchor.clone());
            }
            Event::Signal(signal) => {
                needs.ids.push(signal.id);
                needs
                    .repeats
                    .extend(signal.repeated_in.clone().map(|session| (signal.id, session)));
            }
            Event::Numbered(numbered) => {
                needs.ids.push(numbered.id);
                needs.numbers.push(numbered.number);
            }
            Event::Moved(_)
            | Event::Rendered(_)
            | Event::Adopted(_)
            | Event::Landed(_)
            | Event::Contradicted(_)
            | Event::Dismissed(_)
            | Event::Undone(_) => {}
        }
    }
    needs
}

/// Acts being folded.
#[derive(Debug)]
pub struct Fold {
    known: Loaded,
    zone: TimeZone,
    /// Memories in the order they were first touched, and whether more than their signals changed.
    touched: Vec<MemoryId>,
    seen: HashSet<MemoryId>,
    rewritten: HashSet<MemoryId>,
    changes: Vec<Change>,
    documents: Vec<Change>,
    last_number: u64,
    unnumbered: HashSet<MemoryId>,
    numbered: HashSet<MemoryId>,
}

/// What folding came to.
#[derive(Debug)]
pub struct Folded {
    /// What the store must do.
    pub changes: Vec<Change>,
    /// The highest running number met.
    pub last_number: u64,
    /// Memories whose number was taken; they wait for another.
    pub unnumbered: HashSet<MemoryId>,
    /// Memories that were given one.
    pub numbered: HashSet<MemoryId>,
}

impl Fold {
    /// Starts from what the store knows.
    pub fn new(known: Loaded, zone: TimeZone) -> Self {
        Self {
            known,
            zone,
            touched: Vec::new(),
            seen: HashSet::new(),
            rewritten: HashSet::new(),
            changes: Vec::new(),
            documents: Vec::new(),
            last_number: 0,
            unnumbered: HashSet::new(),
            numbered: HashSet::new(),
        }
    }

    /// Folds one act.
    pub fn apply(&mut self, act: &Act) {
        let mut written: HashMap<Anchor, u32> = HashMap::new();
        for event in &act.events {
            match event {
                Event::Put(put) => {
                    if let Some((anchor, version)) = self.put(act, put) {
                        written.insert(anchor, version);
                    }
                }
                Event::Reinstated(whole) => self.reinstated(whole),
                Event::Signal(signal) => self.signal(act, signal),
                Event::Moved(moved) => self.moved(moved),
                Event::Numbered(numbered) => self.numbered(numbered),
                Event::Rendered(state) => self.documents.push(Change::Document(state.clone())),
                Event::Adopted(state) => self.adopted(state, &written),
                Event::Landed(landed) => self.documents.push(Change::Landed(landed.clone())),
                Event::Contradicted(contradicted) => self.contradicted(act, contradicted),
                Event::Dismissed(dismissed) => {
                    self.changes.push(Change::Dismissed(dismissed.between));
                }
                Event::Undone(_) => {}
            }
        }
        self.documents.extend(log::lines(act, &self.zone).into_iter().map(Change::LogLine));
    }

    /// What the store must do.
    pub fn finish(mut self) -> Folded {
        let mut changes = Vec::with_capacity(self.touched.len() + self.changes.len());
        for id in &self.touched {
            let Some(memory) = self.known.memories.remove(id) else {
                continue;
            };
            changes.push(if self.rewritten.contains(id) {
                Change::Memory(Box::new(memory))
            } else {
                let Memory { signals, importance, .. } = memory;
                Change::Signals { id: *id, signals, importance }
            });
        }
        let is_told = |change: &Change| match change {
            Change::Home { id, .. } | Change::Number { id, .. } => self.rewritten.contains(id),
            _ => false,
        };
        changes.extend(self.changes.drain(..).filter(|change| !is_told(change)));
        changes.append(&mut self.documents);
        let Self { last_number, unnumbered, numbered, .. } = self;
        Folded { changes, last_number, unnumbered, numbered }
    }

    /// Sets a state; answers under which version it is kept as it was written.
    fn put(&mut self, act: &Act, put: &Put) -> Option<(Anchor, u32)> {
        let id = put.memory.id;
        let mut incoming = (*put.memory).clone();
        let said = self.known.memories.get(&id).map(|memory| memory.text.clone());
        let (outcome, written) = match self.known.memories.remove(&id) {
            None => {
                incoming.version = put.base + 1;
                self.claim_names(&mut incoming);
                let version = incoming.version;
                (incoming, version)
            }
            Some(current) if put.base == 0 => {
                self.known.memories.insert(id, current);
                return None;
            }
            Some(current) => {
                incoming.signals = current.signals.clone();
                incoming.number = current.number;
                incoming.anchor = current.anchor.clone();
                self.replace(act, put, current, incoming)
            }
        };
        if said.is_some_and(|said| said != outcome.text) {
            self.changes.push(Change::ContradictionsEnded(id));
        }
        self.touch(id);
        self.rewritten.insert(id);
        let anchor = outcome.anchor.clone();
        self.known.memories.insert(id, outcome);
        Some((anchor, written))
    }

    /// Takes a memory over with its past. One that is known stays as it is, as when two machines took in the same
    /// export.
    fn reinstated(&mut self, whole: &WholeMemory) {
        let id = whole.memory.id;
        if self.known.memories.contains_key(&id) {
            return;
        }
        let mut memory = whole.memory.clone();
        self.claim_names(&mut memory);
        whole.versions.iter().cloned().for_each(|former| self.keep(former));
        self.changes.extend(whole.conflicts.iter().cloned().map(Change::MergeConflict));
        for session in whole.repeated_in.iter().cloned() {
            self.known.repeats.insert((id, session.clone()));
            self.changes.push(Change::Repeated { id, session });
        }
        let contradictions = whole.contradictions.iter().map(|other| other.of(id));
        self.changes.extend(contradictions.map(Change::Contradicted));
        self.touch(id);
        self.rewritten.insert(id);
        self.known.memories.insert(id, memory);
    }

    /// The state after a change of `current`, and under which version the change is kept as it was written.
    fn replace(
        &mut self,
        act: &Act,
        put: &Put,
        current: Memory,
        mut incoming: Memory,
    ) -> (Memory, u32) {
        let written = current.version.max(put.base) + 1;
        incoming.version = written;
        if follows(put, &current) {
            if decides_text(put.cause, &current, &incoming) {
                self.changes.push(Change::Settled(current.id));
            }
            self.keep(current);
            return (incoming, written);
        }
        (self.reconcile(act, put, current, incoming), written)
    }

    /// Merges a change that was based on an older version. Where the texts clash a person's edit wins, else
    /// what is there stays; both are kept.
    fn reconcile(&mut self, act: &Act, put: &Put, current: Memory, incoming: Memory) -> Memory {
        let base = self.known.base_of(put);
        let preferred = if act.actor.is_editor() { Preferred::Theirs } else { Preferred::Ours };
        let merged = merge(base.unwrap_or(&current), &current, &incoming, preferred);
        let is_other = (&incoming.text, &incoming.body) != (&current.text, &current.body);
        let clashes = merged.clashes || (base.is_none() && is_other);
        let mut outcome = merged.memory;
        outcome.version = incoming.version + 1;
        if clashes {
            let (winner, loser) =
                if act.actor.is_editor() { (&incoming, &current) } else { (&current, &incoming) };
            if base.is_none() {
                outcome.text.clone_from(&winner.text);
                outcome.body.clone_from(&winner.body);
            }
            let (kept, other) = (winner.version, loser.version);
            let conflict = MergeConflict { id: current.id, kept, other, detected_at: act.at };
            self.changes.push(Change::MergeConflict(conflict));
        }
        self.keep(current);
        self.keep(incoming);
        outcome
    }

    fn keep(&mut self, memory: Memory) {
        let version = Version { id: memory.id, version: memory.version, memory };
        self.known.versions.insert((version.id, version.version), version.clone());
        self.changes.push(Change::Version(Box::new(version)));
    }

    /// Takes number and anchor, unless another memory had them first (as after a merge of two machines).
    fn claim_names(&mut self, memory: &mut Memory) {
        if let Some(number) = memory.number {
            self.last_number = self.last_number.max(number);
            if *self.known.numbers.entry(number).or_insert(memory.id) != memory.id {
                memory.number = None;
                self.unnumbered.insert(memory.id);
            }
        }
        if *self.known.anchors.entry(memory.anchor.clone()).or_insert(memory.id) != memory.id {
            memory.anchor = Anchor::derived(memory.id);
            self.known.anchors.insert(memory.anchor.clone(), memory.id);
        }
    }

    fn signal(&mut self, act: &Act, signal: &Signal) {
        let Some(memory) = self.known.memories.get_mut(&signal.id) else {
            return;
        };
        let Signals { score, last_hit_at, access_count, last_accessed_at, injections, injected_in } =
            &mut memory.signals;
        *score += signal.score;
        *injections += u64::from(signal.injected.is_some());
        if let Some(session) = signal.injected.as_ref().and_then(|it| it.session.as_ref())
            && memory.status == Status::Candidate
            && injected_in.len() < Signals::SESSIONS_MOST
            && !injected_in.contains(session)
        {
            injected_in.push(session.clone());
        }
        if signal.accessed {
            *access_count += 1;
            *last_accessed_at = (*last_accessed_at).max(Some(act.at));
        }
        if signal.hit {
            *last_hit_at = (*last_hit_at).max(Some(act.at));
        }
        if let Some(session) = &signal.repeated_in
            && self.known.repeats.insert((signal.id, session.clone()))
        {
            *access_count += 1;
            *last_accessed_at = (*last_accessed_at).max(Some(act.at));
            memory.importance = (memory.importance + REPEAT_BOOST).min(1.0);
            let session = session.clone();
            self.changes.push(Change::Repeated { id: signal.id, session });
        }
        self.touch(signal.id);
    }

    fn moved(&mut self, moved: &Moved) {
        for id in &moved.ids {
            if let Some(memory) = self.known.memories.get_mut(id) {
                memory.home = Some(moved.home.clone());
            }
            self.changes.push(Change::Home { id: *id, home: moved.home.clone() });
        }
    }

    fn numbered(&mut self, numbered: &Numbered) {
        let Some(memory) = self.known.memories.get_mut(&numbered.id) else {
            return;
        };
        if memory.number.is_some() || self.known.numbers.contains_key(&numbered.number) {
            return;
        }
        memory.number = Some(numbered.number);
        self.known.numbers.insert(numbered.number, numbered.id);
        self.last_number = self.last_number.max(numbered.number);
        self.unnumbered.remove(&numbered.id);
        self.numbered.insert(numbered.id);
        let Numbered { id, number } = *numbered;
        self.changes.push(Change::Number { id, number });
    }

    /// A state a person made: its blocks show the versions that this very act wrote.
    fn adopted(&mut self, state: &DocumentState, written: &HashMap<Anchor, u32>) {
        let version_of =
            |block: &BlockState| written.get(&block.anchor).copied().unwrap_or(block.version);
        let blocks = state
            .blocks
            .iter()
            .map(|block| BlockState { version: version_of(block), ..block.clone() })
            .collect();
        self.documents.push(Change::Document(DocumentState { blocks, ..state.clone() }));
    }

    fn contradicted(&mut self, act: &Act, contradicted: &Contradicted) {
        let Contradicted { between, severity, manner } = *contradicted;
        let detected_at = act.at;
        let contradiction =
            Contradiction { between, severity, manner, detected_at, dismissed: false };
        self.changes.push(Change::Contradicted(contradiction));
    }

    fn touch(&mut self, id: MemoryId) {
        if self.seen.insert(id) {
            self.touched.push(id);
        }
    }
}

/// Whether a change was based on the present state.
fn follows(put: &Put, current: &Memory) -> bool {
    match put.base_state {
        Some(state) => state == StateHash::of(current),
        None => put.base >= current.version,
    }
}

/// Whether a change says which text is right: another one, or the present one and nothing else.
fn decides_text(cause: Cause, current: &Memory, incoming: &Memory) -> bool {
    let is_deliberate = matches!(cause, Cause::Updated | Cause::EditedByHand);
    let restates =
        Memory { version: incoming.version, updated_at: incoming.updated_at, ..current.clone() }
            == *incoming;
    is_deliberate && (incoming.text != current.text || restates)
}

#[cfg(test)]
mod tests;
