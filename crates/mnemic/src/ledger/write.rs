//! Writing what depends on the index: a writer holds both locks from its decision on.

use std::sync::Arc;

use mnemic_core::{
    journal::event::{Act, Actor, Event, Put},
    port::store::{Needs, Store},
    record::{id::RunId, state::StateHash},
};

use super::{
    Ledger,
    commit::{Durability, Turn},
    follow::IndexPosition,
};
use crate::{error::Error, vault::lock::HeldLock};

/// A writer that holds the locks and has followed the journal to its end.
pub(crate) struct Writer<'a> {
    ledger: &'a Ledger,
    turn: Turn,
    actor: Actor,
    drawn: u64,
    run: Option<RunId>,
}

impl Ledger {
    /// Waits for the right to write on behalf of someone.
    pub(crate) async fn writer(&self, actor: Actor) -> Result<Writer<'_>, Error> {
        loop {
            let writing = self.hold_write_lock().await?;
            let indexing = self.hold_index_lock().await?;
            match self.catch_up(&writing, &indexing).await? {
                IndexPosition::CaughtUp(store, cursor) => {
                    let drawn = cursor.last_number;
                    let turn = Turn { writing, indexing: Some(indexing), store, cursor };
                    return Ok(Writer { ledger: self, turn, actor, drawn, run: None });
                }
                IndexPosition::MustRebuild(reason) => {
                    drop((indexing, writing));
                    self.rebuild(reason).await?;
                }
            }
        }
    }

    pub(crate) async fn hold_write_lock(&self) -> Result<HeldLock, Error> {
        Ok(self.write_lock.hold(self.host.lock_timeout()).await?)
    }

    /// Waits for the right to change the index. Held by itself, or after the write lock.
    pub(crate) async fn hold_index_lock(&self) -> Result<HeldLock, Error> {
        Ok(self.index_lock.hold(self.host.lock_timeout()).await?)
    }
}

impl Writer<'_> {
    /// The index, with everything that the journal holds.
    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.turn.store
    }

    /// The next running number.
    pub(crate) fn draw_number(&mut self) -> u64 {
        self.drawn += 1;
        self.drawn
    }

    /// Ties the act to others that one verb needs.
    pub(crate) fn within(self, run: RunId) -> Self {
        Self { run: Some(run), ..self }
    }

    /// Writes on behalf of someone else.
    pub(crate) fn on_behalf_of(self, actor: Actor) -> Self {
        Self { actor, ..self }
    }

    /// The last running number drawn, to draw more from.
    pub(crate) fn last_number(&mut self) -> &mut u64 {
        &mut self.drawn
    }

    /// Commits events as one act.
    pub(crate) async fn commit(self, events: Vec<Event>) -> Result<(), Error> {
        self.commit_with(events, Durability::Synced).await
    }

    /// Commits events that may be lost in a power cut, and nothing with them.
    pub(crate) async fn commit_lazily(self, events: Vec<Event>) -> Result<(), Error> {
        self.commit_with(events, Durability::Lazy).await
    }

    /// Commits events that may be none. Then what was found is answered, and whoever wrote that may not have
    /// synced it yet: nobody hears "done" of it before it is.
    pub(crate) async fn commit_any(self, events: Vec<Event>) -> Result<(), Error> {
        if events.is_empty() {
            return self.ledger.sync(self.turn).await;
        }
        self.commit(events).await
    }

    async fn commit_with(
        self,
        mut events: Vec<Event>,
        durability: Durability,
    ) -> Result<(), Error> {
        self.name_bases(&mut events).await?;
        let Self { ledger, turn, actor, run, .. } = self;
        let act = Act { run, ..ledger.act(&turn.cursor, actor, events) };
        ledger.commit(turn, act, durability).await
    }

    /// Says of each change which state it was based on: versions count differently on other machines.
    async fn name_bases(&self, events: &mut [Event]) -> Result<(), Error> {
        let changes = events.iter_mut().filter_map(|event| match event {
            Event::Put(put) if put.base > 0 && put.base_state.is_none() => Some(put),
            _ => None,
        });
        let changes: Vec<&mut Put> = changes.collect();
        if changes.is_empty() {
            return Ok(());
        }
        let ids = changes.iter().map(|put| put.memory.id).collect();
        let versions = changes.iter().map(|put| (put.memory.id, put.base)).collect();
        let loaded = self.store().load(&Needs { ids, versions, ..Needs::default() }).await?;
        for put in changes {
            let id = put.memory.id;
            let present = loaded.memories.get(&id).filter(|memory| memory.version == put.base);
            let former = || loaded.versions.get(&(id, put.base)).map(|version| &version.memory);
            put.base_state = present.or_else(former).map(StateHash::of);
        }
        Ok(())
    }
}
