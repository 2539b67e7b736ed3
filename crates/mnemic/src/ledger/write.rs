//! The one way to change a vault: lock, follow the journal, append an act, index it, unlock, sync, answer.
//!
//! The journal is the commit point. It is synced after the lock is let go, so that writers share the
//! cost; nobody hears "done" before it is.

use std::sync::Arc;

use mnemic_core::{
    journal::{
        event::{Act, Actor, Cause, Event, Put},
        line::Cursor,
    },
    port::store::{Needs, Store},
    record::{id::MemoryId, state::StateHash},
};

use crate::{
    engine::Engine,
    error::Error,
    ledger::{follow::Standing, redact},
    notice::Notice,
    vault::{disk::blocking, journal::Appended, lock::Held},
};

/// Acts with no more events than this are small.
const SMALL_ACT: usize = 8;

/// A writer that holds the lock and has followed the journal to its end.
pub(crate) struct Writer<'a> {
    engine: &'a Engine,
    /// The index lock, then the write lock: what is dropped first is let go first.
    held: (Held, Held),
    pub(crate) store: Arc<dyn Store>,
    cursor: Cursor,
    drawn: u64,
    run: Option<MemoryId>,
}

/// Whether an act is on disk when the writer is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Durability {
    /// It is.
    Synced,
    /// It may be lost in a power cut, and nothing with it.
    Lazy,
}

impl Engine {
    /// Waits for the right to write.
    pub(crate) async fn writer(&self) -> Result<Writer<'_>, Error> {
        loop {
            let writing = self.hold_write_lock().await?;
            let indexing = self.hold_index_lock().await?;
            let held = (indexing, writing);
            match self.stand(&held).await? {
                Standing::At(store, cursor) => {
                    let drawn = cursor.last_number;
                    return Ok(Writer { engine: self, held, store, cursor, drawn, run: None });
                }
                Standing::Lost(reason) => {
                    drop(held);
                    self.rebuild(reason).await?;
                }
            }
        }
    }

    pub(crate) async fn hold_write_lock(&self) -> Result<Held, Error> {
        Ok(self.write_lock.hold(self.patience).await?)
    }

    /// Waits for the right to change the index. Held by itself, or after the write lock.
    pub(crate) async fn hold_index_lock(&self) -> Result<Held, Error> {
        Ok(self.index_lock.hold(self.patience).await?)
    }
}

impl Writer<'_> {
    /// The next running number.
    pub(crate) fn draw_number(&mut self) -> u64 {
        self.drawn += 1;
        self.drawn
    }

    /// Ties the act to others that one verb needs.
    pub(crate) fn within(self, run: MemoryId) -> Self {
        Self { run: Some(run), ..self }
    }

    /// The last running number drawn, to draw more from.
    pub(crate) fn last_number(&mut self) -> &mut u64 {
        &mut self.drawn
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
        let loaded = self.store.load(&Needs { ids, versions, ..Needs::default() }).await?;
        for put in changes {
            let id = put.memory.id;
            let present = loaded.memories.get(&id).filter(|memory| memory.version == put.base);
            let former = || loaded.versions.get(&(id, put.base)).map(|version| &version.memory);
            put.base_state = present.or_else(former).map(StateHash::of);
        }
        Ok(())
    }

    /// Commits events as one act of the engine's actor.
    pub(crate) async fn commit(self, events: Vec<Event>) -> Result<(), Error> {
        let actor = self.engine.actor.clone();
        self.commit_as(actor, events, Durability::Synced).await
    }

    /// Commits events that may be none. Then what was found is answered, and whoever wrote that may not have
    /// synced it yet: nobody hears "done" of it before it is.
    pub(crate) async fn commit_any(self, events: Vec<Event>) -> Result<(), Error> {
        if !events.is_empty() {
            return self.commit(events).await;
        }
        let Self { engine, held, .. } = self;
        drop(held);
        let vault = engine.vault.clone();
        blocking(move || vault.journal().sync()).await.map_err(Error::OutcomeUnknown)
    }

    /// Commits events as one act.
    pub(crate) async fn commit_as(
        self,
        actor: Actor,
        mut events: Vec<Event>,
        durability: Durability,
    ) -> Result<(), Error> {
        let engine = self.engine;
        redact::events(engine.redactor.as_ref(), &mut events);
        self.name_bases(&mut events).await?;
        let act = engine.act(self.cursor.last_time, actor, events);
        let act = Arc::new(Act { run: self.run, ..act });
        let Self { held, store, mut cursor, .. } = self;
        let appended = match journalled(&act) {
            None => None,
            Some(journalled) => Some(engine.append(journalled).await?),
        };
        if let Some(appended) = &appended {
            cursor.segments.insert(appended.segment.clone(), appended.position.clone());
            cursor.last_time = act.time;
        }
        let indexed =
            engine.apply(store.as_ref(), std::slice::from_ref(act.as_ref()), cursor).await;
        drop(held);
        if let Err(error) = &indexed {
            if appended.is_none() {
                return indexed.map(|_| ());
            }
            engine.fall_behind(error);
        }
        if let Some(appended) = appended.filter(|_| durability == Durability::Synced) {
            blocking(move || appended.sync()).await.map_err(Error::OutcomeUnknown)?;
        }
        engine.tell_of(&act);
        engine.scribe_wanted.notify_one();
        engine.embedding_wanted.notify_one();
        Ok(())
    }
}

impl Engine {
    /// Appends an act. A small one goes to the page cache at once; a large one is written elsewhere.
    pub(crate) async fn append(&self, act: Arc<Act>) -> Result<Appended, Error> {
        let appended = if act.events.len() <= SMALL_ACT {
            self.vault.journal().append(&act)
        } else {
            let vault = self.vault.clone();
            blocking(move || vault.journal().append(&act)).await
        };
        appended.map_err(Error::file("append to", self.vault.root().join("journal")))
    }

    pub(crate) fn tell_of(&self, act: &Act) {
        self.note_written(act);
        for event in &act.events {
            let (memory, cause) = match event {
                Event::Put(put) => (put.memory.as_ref(), put.cause),
                Event::Reinstated(whole) => (&whole.memory, Cause::Imported),
                _ => continue,
            };
            self.tell(&Notice::Write {
                kind: memory.kind().to_owned(),
                path: memory.home.as_ref().map(|home| home.document.clone()),
                cause,
                size: memory.text.len(),
            });
        }
    }
}

/// What the journal records of an act: what a task remembers is in the index only.
fn journalled(act: &Arc<Act>) -> Option<Arc<Act>> {
    let is_journalled = |event: &&Event| match event {
        Event::Put(put) => put.memory.scope.is_journalled(),
        Event::Reinstated(whole) => whole.memory.scope.is_journalled(),
        _ => true,
    };
    let count = act.events.iter().filter(is_journalled).count();
    if count == act.events.len() {
        return Some(act.clone());
    }
    let events = act.events.iter().filter(is_journalled).cloned().collect();
    (count > 0).then(|| Arc::new(Act { events, ..act.as_ref().clone() }))
}
