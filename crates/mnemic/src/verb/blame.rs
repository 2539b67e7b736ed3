//! Blame: where a memory came from, what became of it, and what came of using it.

use jiff::Timestamp;
use mnemic_core::{
    journal::event::{Act, Actor, Event, Signal},
    record::{
        id::{MemoryId, Reference},
        memory::Memory,
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, verb::history::PastVersion};

/// Everything that is known of how a memory came about and was used.
#[derive(Debug, Clone)]
pub struct Blame {
    /// The memory.
    pub memory: Memory,
    /// Its states, oldest first.
    pub past: Vec<PastVersion>,
    /// What usage said, oldest first.
    pub signals: Vec<Signalled>,
    /// The memories of narrower scopes that it was widened from.
    pub widened_from: Vec<Memory>,
    /// The memory of a wider scope that it was widened to.
    pub widened_to: Option<Memory>,
}

/// One thing that usage said.
#[derive(Debug, Clone, PartialEq)]
pub struct Signalled {
    /// When.
    pub at: Timestamp,
    /// Who.
    pub actor: Actor,
    /// What.
    pub signal: Signal,
}

impl Engine {
    /// Where a memory came from, its versions, every time it was handed to an agent, and the feedback on it.
    pub async fn blame(&self, caller: &Caller, reference: &Reference) -> Result<Blame, Error> {
        let past = self.history(caller, reference).await?;
        let Some(PastVersion { memory, .. }) = past.last().cloned() else {
            return Err(Error::NotFound(reference.clone()));
        };
        let signals = self.signals_of(memory.id).await?;
        let mut widened_from = self.memories(caller, &memory.source.derived_from).await?;
        widened_from.retain(|from| is_widening(from, &memory));
        let successor = self.memories(caller, memory.superseded_by.as_slice()).await?;
        let widened_to = successor.into_iter().find(|to| is_widening(&memory, to));
        Ok(Blame { memory, past, signals, widened_from, widened_to })
    }

    async fn signals_of(&self, id: MemoryId) -> Result<Vec<Signalled>, Error> {
        let replay = self.whole_journal().await?;
        let mention = id.to_string();
        let mut found = Vec::new();
        for act in self.newest(&replay, Some(&mention)) {
            let Act { at, actor, events, .. } = act?;
            let about = events.into_iter().filter_map(|event| match event {
                Event::Signal(signal) if signal.id == id => Some(signal),
                _ => None,
            });
            found.extend(about.map(|signal| Signalled { at, actor: actor.clone(), signal }));
        }
        found.reverse();
        Ok(found)
    }
}

/// Whether a memory was moved to another scope and became the other there.
fn is_widening(from: &Memory, to: &Memory) -> bool {
    from.superseded_by == Some(to.id)
        && from.scope != to.scope
        && to.source.derived_from.contains(&from.id)
}
