//! Building the index anew from the journal: the next generation grows under a name nobody opens.
//!
//! What no journal records, the memories of tasks, is taken over from the generation that is replaced, as far as that
//! can be read.

use std::{
    collections::{BTreeSet, HashSet},
    sync::Arc,
};

use mnemic_core::{
    journal::{
        event::{Act, Actor, Channel, Event, Numbered},
        line::Cursor,
    },
    port::store::{Change, Store, Transaction},
    record::id::MemoryId,
};

use tokio::task::JoinHandle;

use super::{Ledger, follow::newer, redact};
use crate::{
    error::Error,
    vault::{
        disk::blocking,
        journal::{BadLine, Replay, Tail},
        lock::HeldLock,
    },
};

/// How much of the journal is folded at once.
const CHUNK_BYTES: u64 = 4 * 1024 * 1024;

/// Whoever builds an index is waited for so many times longer than whoever writes: a million memories take over a
/// minute.
const BUILD_PATIENCE: u32 = 20;

/// What reindexing did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reindexed {
    /// How many acts were folded.
    pub acts: usize,
    /// Lines of the journal that had to be skipped.
    pub bad_lines: Vec<BadLine>,
}

/// A generation that has become current.
struct Built {
    reindexed: Reindexed,
    /// Memories that wait for a number.
    unnumbered: HashSet<MemoryId>,
}

impl Ledger {
    /// Builds the index anew. Others go on reading and writing meanwhile.
    pub(crate) async fn reindex(&self) -> Result<Reindexed, Error> {
        let building = self.hold_build_lock().await?;
        self.reindex_under(building).await
    }

    /// The same for someone who holds the build lock.
    pub(super) async fn reindex_under(&self, building: HeldLock) -> Result<Reindexed, Error> {
        let built = self.build_next().await?;
        drop(building);
        self.number(built.unnumbered).await?;
        Ok(built.reindexed)
    }

    /// Builds the index anew because it cannot be used, unless someone else has done so meanwhile.
    pub(crate) async fn rebuild(&self, reason: String) -> Result<(), Error> {
        let building = self.hold_build_lock().await?;
        if self.index.has_changed().await.unwrap_or(true)
            && let Ok(Some(store)) = self.index.open().await
        {
            self.use_store(Some(store));
            return Ok(());
        }
        tracing::info!(reason, "building the index");
        let built = self.build_next().await?;
        drop(building);
        self.number(built.unnumbered).await
    }

    /// The build lock, if nobody builds an index.
    pub(crate) async fn try_hold_build_lock(&self) -> Option<HeldLock> {
        self.build_lock.try_hold().await.ok().flatten()
    }

    /// Waits for whoever builds an index just now.
    pub(crate) async fn hold_build_lock(&self) -> Result<HeldLock, Error> {
        Ok(self.build_lock.hold(self.host.lock_timeout() * BUILD_PATIENCE).await?)
    }

    async fn build_next(&self) -> Result<Built, Error> {
        let vault = self.host.vault().clone();
        let replay = blocking(move || vault.journal().read_all())
            .await
            .map_err(Error::file("read", self.host.vault().root().join("journal")))?
            .map_err(newer)?;
        let replay = Arc::new(replay);
        let lost = self.lost_segments(replay.cursor()).await;
        let store = self.index.build().await?;
        let mut unnumbered = HashSet::new();
        let last_number = self.replay(store.as_ref(), &replay, &mut unnumbered).await?;
        let cursor = Cursor { last_number, lost, ..replay.cursor().clone() };
        store.commit(Transaction { changes: Vec::new(), cursor: Some(cursor.clone()) }).await?;
        self.index.complete().await?;
        self.catch_up_and_switch(store, cursor).await?;
        let reindexed = Reindexed { acts: replay.len(), bad_lines: replay.bad_lines() };
        Ok(Built { reindexed, unnumbered })
    }

    /// Segments that the index had followed, now or earlier, and that are not there any more.
    async fn lost_segments(&self, present: &Cursor) -> BTreeSet<String> {
        let former = match self.current_store().await {
            Ok(Some(store)) => store.cursor().await.unwrap_or_default(),
            _ => Cursor::default(),
        };
        let followed = former.segments.into_iter().filter(|(_, position)| position.length > 0);
        let names = followed.map(|(name, _)| name).chain(former.lost);
        let lost: BTreeSet<String> =
            names.filter(|name| !present.segments.contains_key(name)).collect();
        for name in &lost {
            tracing::warn!(
                segment = name,
                "a segment of the journal is missing; `mnemic doctor` says what can be had back"
            );
        }
        lost
    }

    async fn replay(
        &self,
        store: &dyn Store,
        replay: &Arc<Replay>,
        unnumbered: &mut HashSet<MemoryId>,
    ) -> Result<u64, Error> {
        let (mut start, mut last_number) = (0, 0);
        let mut reading = self.read_ahead(replay, start);
        loop {
            let (acts, count) =
                reading.await.expect("reading does not panic and is never cancelled")?;
            if count == 0 {
                break;
            }
            start += count;
            reading = self.read_ahead(replay, start);
            let mut folded = self.fold(store, &acts).await?;
            self.embedding.embed_from_cache(&mut folded.changes).await;
            last_number = last_number.max(folded.last_number);
            unnumbered.extend(folded.unnumbered);
            unnumbered.retain(|id| !folded.numbered.contains(id));
            store.commit(Transaction { changes: folded.changes, cursor: None }).await?;
        }
        Ok(last_number)
    }

    /// Reads the next acts while others are folded.
    fn read_ahead(
        &self,
        replay: &Arc<Replay>,
        start: usize,
    ) -> JoinHandle<Result<(Vec<Act>, usize), Error>> {
        let (replay, folder) = (replay.clone(), self.host.vault().root().join("journal"));
        tokio::task::spawn_blocking(move || {
            replay.read(start, CHUNK_BYTES).map_err(Error::file("read", folder))
        })
    }

    /// Applies what was written while the index grew, and makes it the current one, under the write lock.
    async fn catch_up_and_switch(
        &self,
        store: Arc<dyn Store>,
        cursor: Cursor,
    ) -> Result<(), Error> {
        let _writing = self.hold_write_lock().await?;
        let _indexing = self.hold_index_lock().await?;
        let cursor = match self.whole_tail(&cursor).await? {
            Tail::Acts(acts, next) => self.apply(store.as_ref(), &acts, next).await?,
            Tail::Diverged(_) => cursor,
        };
        self.take_over_unjournalled(store.as_ref(), cursor).await?;
        drop(store);
        let store = self.index.switch().await?;
        self.use_store(Some(store));
        Ok(())
    }

    /// Takes over what only the current generation holds; numbers that it has drawn are not drawn again.
    async fn take_over_unjournalled(&self, store: &dyn Store, cursor: Cursor) -> Result<(), Error> {
        let unjournalled = self.index.unjournalled().await?;
        let taken = store.load(&unjournalled.needs()).await?;
        let (mut changes, last_number) = unjournalled.into_changes(&taken, cursor.last_number);
        // The generation that goes may be from before secrets were redacted.
        for change in &mut changes {
            match change {
                Change::Memory(memory) => redact::memory(self.host.redactor(), memory),
                Change::Version(past) => redact::memory(self.host.redactor(), &mut past.memory),
                _ => {}
            }
        }
        let cursor = Some(Cursor { last_number, ..cursor });
        Ok(store.commit(Transaction { changes, cursor }).await?)
    }

    /// Draws numbers for memories whose own was another's, as after a merge of two machines.
    async fn number(&self, unnumbered: HashSet<MemoryId>) -> Result<(), Error> {
        if unnumbered.is_empty() {
            return Ok(());
        }
        let mut ids: Vec<MemoryId> = unnumbered.into_iter().collect();
        ids.sort();
        let mut writer = Box::pin(self.writer(Actor::through(Channel::Scribe))).await?;
        let events = ids
            .into_iter()
            .map(|id| Event::Numbered(Numbered { id, number: writer.draw_number() }))
            .collect();
        writer.commit(events).await
    }
}
