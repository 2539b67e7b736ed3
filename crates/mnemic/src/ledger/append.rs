//! Adding memories, many writers at once: an act is appended under the write lock and indexed after it.
//!
//! Whoever comes to index first does it for everyone who appended meanwhile, so that writers share
//! transactions as they share syncs. Nobody hears "done" before the act is durable and indexed.

use std::sync::Arc;

use mnemic_core::{
    journal::{
        event::{Act, Event},
        line::Cursor,
    },
    port::{
        clock::EventTime,
        store::{Store, StoreError},
    },
    record::{
        dedup::{self, Decision, Writer as Who},
        draft::Valid,
        fingerprint::Fingerprint,
        id::MemoryId,
        memory::Memory,
    },
};

use crate::{
    engine::Engine,
    error::Error,
    ledger::redact,
    vault::{
        disk::blocking,
        journal::{Appended, Tail},
        lock::Held,
    },
};

/// With more acts than this waiting to be indexed, a writer indexes them before it adds its own.
const PENDING_MOST: usize = 64;

/// A writer that holds the write lock and knows what the journal holds, indexed or not.
pub(crate) struct Appender<'a> {
    engine: &'a Engine,
    held: Held,
    store: Arc<dyn Store>,
    /// The end of the journal.
    cursor: Cursor,
    /// What the journal holds and the index does not.
    pending: Vec<Act>,
}

impl Engine {
    /// Waits for the right to append; nothing when the index or the journal must be looked after first.
    pub(crate) async fn appender(&self) -> Result<Option<Appender<'_>>, Error> {
        let held = self.hold_write_lock().await?;
        let Ok(Some(store)) = self.current_store().await else { return Ok(None) };
        let lengths = self.journal_lengths()?;
        if let Some(cursor) = self.known_cursor(&lengths) {
            return Ok(Some(Appender { engine: self, held, store, cursor, pending: Vec::new() }));
        }
        let Tail::Acts(pending, cursor) = self.tail(&store.cursor().await?)? else {
            return Ok(None);
        };
        let is_whole = cursor.lengths() == lengths;
        let appender = Appender { engine: self, held, store, cursor, pending };
        Ok((is_whole && appender.pending.len() <= PENDING_MOST).then_some(appender))
    }

    /// Indexes everything appended so far, unless others have done so with this act.
    async fn settle(&self, appended: &Appended) -> Result<(), Error> {
        let _indexing = self.hold_index_lock().await?;
        let Some(store) = self.current_store().await? else {
            return Err(StoreError::Damaged("there is no index".to_owned()).into());
        };
        let cursor = store.cursor().await?;
        if cursor.covers(&appended.segment, &appended.position) {
            return Ok(());
        }
        match self.tail(&cursor)? {
            Tail::Acts(acts, next) => self.apply(store.as_ref(), &acts, next).await.map(|_| ()),
            Tail::Diverged(reason) => Err(StoreError::Damaged(reason.to_owned()).into()),
        }
    }
}

impl Appender<'_> {
    /// Whether nobody remembered this before.
    pub(crate) async fn is_new(&self, valid: &Valid, who: Who) -> Result<bool, Error> {
        let scope = &valid.draft().scope;
        let fingerprint = Fingerprint::of(valid.text());
        let mut candidates = self.store.with_fingerprint(scope, fingerprint).await?;
        candidates.extend(self.pending_in(scope).cloned());
        Ok(dedup::decide(valid, candidates, who) == Decision::New)
    }

    fn pending_in(
        &self,
        scope: &mnemic_core::record::scope::Scope,
    ) -> impl Iterator<Item = &Memory> {
        self.pending_memories().filter(move |memory| memory.scope == *scope)
    }

    fn pending_memories(&self) -> impl Iterator<Item = &Memory> {
        self.pending.iter().flat_map(|act| &act.events).filter_map(|event| match event {
            Event::Put(put) => Some(put.memory.as_ref()),
            Event::Reinstated(whole) => Some(&whole.memory),
            _ => None,
        })
    }

    /// The next running number.
    pub(crate) fn next_number(&self) -> u64 {
        let numbered = self.pending.iter().flat_map(|act| &act.events).map(|event| match event {
            Event::Put(put) => put.memory.number.unwrap_or(0),
            Event::Reinstated(whole) => whole.memory.number.unwrap_or(0),
            Event::Numbered(numbered) => numbered.number,
            _ => 0,
        });
        numbered.fold(self.cursor.last_number, u64::max) + 1
    }

    /// Commits events as one act of the engine's actor.
    pub(crate) async fn commit(self, mut events: Vec<Event>) -> Result<(), Error> {
        let Self { engine, held, cursor, .. } = self;
        redact::events(engine.redactor.as_ref(), &mut events);
        let act = Arc::new(engine.act(cursor.last_time, engine.actor.clone(), events));
        let appended = Arc::new(engine.append(act.clone()).await?);
        drop(held);
        let syncing = appended.clone();
        blocking(move || syncing.sync()).await.map_err(Error::OutcomeUnknown)?;
        if let Err(error) = engine.settle(&appended).await {
            engine.fall_behind(&error);
        }
        engine.tell_of(&act);
        engine.scribe_wanted.notify_one();
        engine.embedding_wanted.notify_one();
        Ok(())
    }
}

impl Engine {
    /// An act that comes after everything up to `last_time`.
    pub(crate) fn act(
        &self,
        last_time: EventTime,
        actor: mnemic_core::journal::event::Actor,
        events: Vec<Event>,
    ) -> Act {
        let now = self.now();
        Act {
            v: Act::FORMAT,
            id: MemoryId::new(now, self.randomness.as_ref()),
            time: EventTime::after(last_time, now),
            actor,
            at: now,
            run: None,
            events,
        }
    }

    /// The index does not show an act that is journalled: whoever reads next looks anew.
    pub(crate) fn fall_behind(&self, error: &Error) {
        tracing::warn!(%error, "the act is journalled, the index is behind");
        self.followed().lengths = None;
    }
}
