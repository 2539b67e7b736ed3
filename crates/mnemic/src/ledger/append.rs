//! Adding what is new, many writers at once: an appender holds the write lock alone.
//!
//! It decides by what the index holds and by what was appended since, so it waits for nobody who is indexing.

use mnemic_core::{
    journal::event::{Act, Actor, Event},
    record::{
        dedup::{self, Decision, Writer as Who},
        draft::Valid,
        fingerprint::Fingerprint,
        memory::Memory,
        scope::Scope,
    },
};

use super::{
    Ledger,
    commit::{Durability, Turn},
};
use crate::{error::Error, vault::journal::Tail};

/// With more acts than this waiting to be indexed, a writer indexes them before it adds its own. Chosen by hand.
const PENDING_MOST: usize = 64;

/// A writer that holds the write lock and knows what the journal holds, indexed or not.
pub(crate) struct Appender<'a> {
    ledger: &'a Ledger,
    turn: Turn,
    actor: Actor,
    /// What the journal holds and the index does not.
    pending: Vec<Act>,
}

impl Ledger {
    /// Waits for the right to append; nothing when the index or the journal must be looked after first.
    pub(crate) async fn appender(&self, actor: Actor) -> Result<Option<Appender<'_>>, Error> {
        let writing = self.hold_write_lock().await?;
        let Ok(Some(store)) = self.current_store().await else { return Ok(None) };
        let lengths = self.journal_lengths()?;
        if let Some(cursor) = self.known_cursor(&lengths) {
            let turn = Turn { writing, indexing: None, store, cursor };
            return Ok(Some(Appender { ledger: self, turn, actor, pending: Vec::new() }));
        }
        let Tail::Acts(pending, cursor) = self.tail(&store.cursor().await?)? else {
            return Ok(None);
        };
        let is_whole = cursor.lengths() == lengths;
        let turn = Turn { writing, indexing: None, store, cursor };
        let appender = Appender { ledger: self, turn, actor, pending };
        Ok((is_whole && appender.pending.len() <= PENDING_MOST).then_some(appender))
    }
}

impl Appender<'_> {
    /// Whether nobody remembered this before.
    pub(crate) async fn is_new(&self, valid: &Valid, who: Who) -> Result<bool, Error> {
        let scope = &valid.draft().scope;
        let fingerprint = Fingerprint::of(valid.text());
        let mut candidates = self.turn.store.with_fingerprint(scope, fingerprint).await?;
        candidates.extend(self.pending_in(scope).cloned());
        Ok(dedup::decide(valid, candidates, who) == Decision::New)
    }

    fn pending_in(&self, scope: &Scope) -> impl Iterator<Item = &Memory> {
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
        numbered.fold(self.turn.cursor.last_number, u64::max) + 1
    }

    /// Commits events as one act.
    pub(crate) async fn commit(self, events: Vec<Event>) -> Result<(), Error> {
        let Self { ledger, turn, actor, .. } = self;
        let act = ledger.act(&turn.cursor, actor, events);
        ledger.commit(turn, act, Durability::Synced).await
    }
}
