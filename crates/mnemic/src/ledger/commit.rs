//! The one way to commit an act, in this order and no other:
//!
//! 1. **Append** it to the journal under the write lock: the order of lines is the order of acts.
//! 2. **Let go** of the write lock: others append while this writer syncs, and one sync serves all of them.
//! 3. **Sync** the journal. It is the commit point: nobody hears "done" before.
//! 4. **Index** it under the index lock, after the sync: after a power cut an index that is ahead of its journal has to
//!    be rebuilt, one that is behind follows. Whoever comes first indexes what everyone has appended.
//! 5. **Tell** the observers.
//!
//! What the journal does not record, the memories of tasks, is indexed by its own writer alone: it keeps the index lock
//! from its decision to the end.

use std::sync::Arc;

use mnemic_core::{
    journal::{
        event::{Act, Actor, Event},
        line::Cursor,
    },
    port::{
        clock::EventTime,
        store::{Change, Store, StoreError, Transaction},
    },
    record::id::ActId,
};

use super::{Ledger, redact};
use crate::{
    error::Error,
    vault::{
        disk::blocking,
        journal::{AppendedAct, Tail},
        lock::HeldLock,
    },
};

/// Acts with no more events than this go to the page cache at once. Larger ones are written on another thread, so that
/// they do not hold up the runtime. Chosen by hand.
const SMALL_ACT: usize = 8;

/// Whether an act is on disk when its writer is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Durability {
    /// It is.
    Synced,
    /// It may be lost in a power cut, and nothing with it.
    Lazy,
}

/// The right to commit one act: the locks held, and what they were taken for.
pub(super) struct Turn {
    pub(super) writing: HeldLock,
    /// Held by whoever decides by what the index says.
    pub(super) indexing: Option<HeldLock>,
    pub(super) store: Arc<dyn Store>,
    /// The end of the journal.
    pub(super) cursor: Cursor,
}

impl Ledger {
    /// Commits an act.
    pub(super) async fn commit(
        &self,
        turn: Turn,
        act: Act,
        durability: Durability,
    ) -> Result<(), Error> {
        let Turn { writing, indexing, store, cursor } = turn;
        let act = Arc::new(act);
        let acts = std::slice::from_ref(act.as_ref());
        let Some(journalled) = journalled(&act) else {
            self.apply(store.as_ref(), acts, cursor).await?;
            self.notify_observers(&act);
            return Ok(());
        };
        let appended = Arc::new(self.append(journalled.clone()).await?);
        let is_all_journalled = Arc::ptr_eq(&act, &journalled);
        let indexing = indexing.filter(|_| !is_all_journalled);
        drop(writing);
        if durability == Durability::Synced {
            let syncing = appended.clone();
            blocking(move || syncing.sync()).await.map_err(Error::OutcomeUnknown)?;
        }
        let indexed = match indexing {
            Some(_held) => self.apply(store.as_ref(), acts, after(cursor, &act, &appended)).await,
            None => self.index_appended(&act, cursor, &appended).await,
        };
        if let Err(error) = indexed {
            tracing::warn!(%error, "the act is journalled, the index is behind");
            self.followed().forget_lengths();
        }
        self.notify_observers(&act);
        Ok(())
    }

    /// Changes what only this machine's index holds: what files looked like, which log lines are written.
    ///
    /// It waits for the index lock, with the caller's timeout. Without the lock SQLite would wait for a writer that is
    /// suspended inside a transaction, for as long as its own timeout lasts.
    pub(crate) async fn commit_local(
        &self,
        store: &dyn Store,
        change: Change,
    ) -> Result<(), Error> {
        let _indexing = self.hold_index_lock().await?;
        Ok(store.commit(Transaction { changes: vec![change], cursor: None }).await?)
    }

    /// Waits until what others have appended is on disk.
    pub(super) async fn sync(&self, turn: Turn) -> Result<(), Error> {
        drop(turn);
        let vault = self.host.vault().clone();
        blocking(move || vault.journal().sync()).await.map_err(Error::OutcomeUnknown)
    }

    /// An act that comes after everything up to a cursor, without what a redactor takes out.
    pub(super) fn act(&self, cursor: &Cursor, actor: Actor, mut events: Vec<Event>) -> Act {
        redact::events(self.host.redactor(), &mut events);
        let now = self.host.now();
        Act {
            v: Act::format_for(&events),
            id: ActId::new(now, self.host.randomness().as_ref()),
            time: EventTime::after(cursor.last_time, now),
            actor,
            at: now,
            run: None,
            events,
        }
    }

    async fn append(&self, act: Arc<Act>) -> Result<AppendedAct, Error> {
        let appended = if act.events.len() <= SMALL_ACT {
            self.journal().append(&act)
        } else {
            let vault = self.host.vault().clone();
            blocking(move || vault.journal().append(&act)).await
        };
        appended.map_err(Error::file("append to", self.host.vault().root().join("journal")))
    }

    /// Indexes everything appended so far, unless others have done so with this act.
    async fn index_appended(
        &self,
        act: &Arc<Act>,
        before: Cursor,
        appended: &AppendedAct,
    ) -> Result<Cursor, Error> {
        let _indexing = self.hold_index_lock().await?;
        let Some(store) = self.current_store().await? else {
            return Err(StoreError::Damaged("there is no index".to_owned()).into());
        };
        let cursor = store.cursor().await?;
        if cursor.covers(&appended.segment, &appended.position) {
            return Ok(cursor);
        }
        if cursor == before {
            let acts = std::slice::from_ref(act.as_ref());
            return self.apply(store.as_ref(), acts, after(before, act, appended)).await;
        }
        match self.tail(&cursor)? {
            Tail::Acts(acts, next) => self.apply(store.as_ref(), &acts, next).await,
            Tail::Diverged(reason) => Err(StoreError::Damaged(reason.to_owned()).into()),
        }
    }

    fn notify_observers(&self, act: &Act) {
        self.observers.iter().for_each(|observer| observer(act));
    }
}

/// The end of the journal with an act appended to it.
fn after(mut cursor: Cursor, act: &Act, appended: &AppendedAct) -> Cursor {
    cursor.segments.insert(appended.segment.clone(), appended.position.clone());
    cursor.last_time = act.time;
    cursor
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
