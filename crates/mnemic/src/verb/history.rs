//! History: every state a memory was in, with who made it so and why.

use std::collections::HashMap;

use jiff::Timestamp;
use mnemic_core::{
    journal::event::{Actor, Cause, Event},
    record::{
        id::{ActId, MemoryId, Reference},
        memory::{Memory, Version},
        state::StateHash,
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, verb::show::Shown};

/// One state of a memory.
#[derive(Debug, Clone, PartialEq)]
pub struct PastVersion {
    /// Which version.
    pub version: u32,
    /// The memory as it was.
    pub memory: Memory,
    /// The act that set it so; absent for what came of a merge.
    pub made_by: Option<MadeBy>,
}

/// The act that set a state.
#[derive(Debug, Clone, PartialEq)]
pub struct MadeBy {
    /// The act.
    pub act: ActId,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub actor: Actor,
    /// Which verb.
    pub cause: Cause,
}

impl Engine {
    /// The states of a memory, oldest first; the last is the present one.
    pub async fn history(
        &self,
        caller: &Caller,
        reference: &Reference,
    ) -> Result<Vec<PastVersion>, Error> {
        let Shown { memory, mut versions, .. } = self.show(caller, reference).await?;
        let mut makers = self.makers(memory.id).await?;
        versions.push(Version { id: memory.id, version: memory.version, memory });
        let past = |version: Version| PastVersion {
            made_by: makers.remove(&StateHash::of(&version.memory)),
            version: version.version,
            memory: version.memory,
        };
        Ok(versions.into_iter().map(past).collect())
    }

    /// Who set a memory to which states.
    async fn makers(&self, id: MemoryId) -> Result<HashMap<StateHash, MadeBy>, Error> {
        let replay = self.whole_journal().await?;
        let mention = id.to_string();
        let mut makers = HashMap::new();
        for act in self.newest(&replay, Some(&mention)) {
            let act = act?;
            for (memory, cause) in act.events.iter().filter_map(state_set) {
                if memory.id == id {
                    let made_by =
                        MadeBy { act: act.id, at: act.at, actor: act.actor.clone(), cause };
                    makers.insert(StateHash::of(memory), made_by);
                }
            }
        }
        Ok(makers)
    }
}

/// The state that an event sets, and by which verb.
fn state_set(event: &Event) -> Option<(&Memory, Cause)> {
    match event {
        Event::Put(put) => Some((&put.memory, put.cause)),
        Event::Reinstated(whole) => Some((&whole.memory, Cause::Imported)),
        _ => None,
    }
}
