//! Following the journal: what other processes wrote is applied to the index before anyone reads or writes.

use std::sync::{Arc, MutexGuard};

use mnemic_core::{
    journal::{
        event::Act,
        fold::{self, Fold, Folded},
        line::Cursor,
    },
    port::store::{Change, KnownDocument, Store, StoreError, Transaction},
};

use super::Ledger;
use crate::{
    error::Error,
    vault::{
        disk::blocking,
        journal::{Check, Lengths, NewerJournal, Tail},
        lock::{HeldLock, LockError},
    },
};

/// Where the index is in the journal.
pub(super) enum IndexPosition {
    /// At its end.
    CaughtUp(Arc<dyn Store>, Cursor),
    /// It does not follow from this journal, or cannot be read: it must be rebuilt, for this reason.
    MustRebuild(String),
}

/// What was true when the journal had these lengths; saves asking the index again.
#[derive(Debug, Default)]
pub(super) struct Followed {
    lengths: Option<Lengths>,
    cursor: Cursor,
    documents: Option<(Lengths, Arc<Vec<KnownDocument>>)>,
}

impl Followed {
    /// The index does not show everything: whoever reads next looks anew.
    pub(super) fn forget_lengths(&mut self) {
        self.lengths = None;
    }
}

impl Ledger {
    /// Follows the journal to its end, under the index lock and the write lock.
    pub(super) async fn catch_up(
        &self,
        _writing: &HeldLock,
        _indexing: &HeldLock,
    ) -> Result<IndexPosition, Error> {
        let store = match self.current_store().await {
            Ok(Some(store)) => store,
            Ok(None) => return Ok(IndexPosition::MustRebuild("there is no index".to_owned())),
            Err(StoreError::Damaged(reason)) => return Ok(IndexPosition::MustRebuild(reason)),
            Err(error) => return Err(error.into()),
        };
        let lengths = self.journal_lengths()?;
        let known = self.known_cursor(&lengths);
        if let Some(cursor) = known {
            return Ok(IndexPosition::CaughtUp(store, cursor));
        }
        match self.follow_tail(store.as_ref(), &lengths).await {
            Ok(Ok(cursor)) => Ok(IndexPosition::CaughtUp(store, cursor)),
            Ok(Err(reason)) => Ok(IndexPosition::MustRebuild(reason.to_owned())),
            Err(Error::Store(StoreError::Damaged(reason))) => {
                Ok(IndexPosition::MustRebuild(reason))
            }
            Err(error) => Err(error),
        }
    }

    /// Whether the journal was compared with this index before, down to its checksums.
    fn has_followed(&self) -> bool {
        self.followed().lengths.is_some()
    }

    pub(crate) fn known_cursor(&self, lengths: &Lengths) -> Option<Cursor> {
        let followed = self.followed();
        (followed.lengths.as_ref() == Some(lengths)).then(|| followed.cursor.clone())
    }

    /// Applies what lies past the index's cursor; the reason when that cannot be done.
    async fn follow_tail(
        &self,
        store: &dyn Store,
        lengths: &Lengths,
    ) -> Result<Result<Cursor, &'static str>, Error> {
        let cursor = store.cursor().await?;
        if self.has_followed() && cursor.lengths() == *lengths {
            self.remember_followed(cursor.clone());
            return Ok(Ok(cursor));
        }
        let (acts, next) = match self.whole_tail(&cursor).await? {
            Tail::Acts(acts, next) => (acts, next),
            Tail::Diverged(reason) => return Ok(Err(reason)),
        };
        if acts.is_empty() && next == cursor {
            self.remember_followed(cursor.clone());
            return Ok(Ok(cursor));
        }
        tracing::debug!(acts = acts.len(), "following the journal");
        let folded = self.apply(store, &acts, next).await?;
        Ok(Ok(folded))
    }

    /// What lies past a cursor, without what a writer who died left unfinished. Called under the write lock.
    pub(crate) async fn whole_tail(&self, cursor: &Cursor) -> Result<Tail, Error> {
        let (vault, cursor) = (self.host.vault().clone(), cursor.clone());
        let tail = blocking(move || {
            vault.journal().cut_torn_tails(&cursor)?;
            vault.journal().tail(&cursor, Check::All)
        })
        .await;
        tail.map_err(Error::file("read", self.host.vault().root().join("journal")))?.map_err(newer)
    }

    /// Folds acts into the index and moves its cursor; answers the cursor as it is then.
    pub(crate) async fn apply(
        &self,
        store: &dyn Store,
        acts: &[Act],
        mut cursor: Cursor,
    ) -> Result<Cursor, Error> {
        let folded = self.fold(store, acts).await?;
        cursor.last_number = cursor.last_number.max(folded.last_number);
        let transaction = Transaction { changes: folded.changes, cursor: Some(cursor.clone()) };
        store.commit(transaction).await?;
        self.remember_followed(cursor.clone());
        Ok(cursor)
    }

    pub(super) fn followed(&self) -> MutexGuard<'_, Followed> {
        self.followed.lock().expect("what was followed is only copied")
    }

    /// What acts mean for the index.
    pub(crate) async fn fold(&self, store: &dyn Store, acts: &[Act]) -> Result<Folded, Error> {
        let loaded = store.load(&fold::needs(acts)).await?;
        let mut fold = Fold::new(loaded, self.host.zone());
        acts.iter().for_each(|act| fold.apply(act));
        let mut folded = fold.finish();
        if !self.host.settings().policies.daily_log {
            folded.changes.retain(|change| !matches!(change, Change::LogLine(_)));
        }
        self.embedding.embed(&mut folded.changes).await;
        Ok(folded)
    }

    pub(crate) fn remember_followed(&self, cursor: Cursor) {
        let lengths = cursor.lengths();
        let mut followed = self.followed();
        followed.lengths = Some(lengths);
        followed.cursor = cursor;
    }

    /// The index may have moved on: others write to it as well.
    fn forget_followed(&self) {
        let mut followed = self.followed();
        followed.lengths = None;
        followed.documents = None;
    }

    /// A look at one folder: quicker than handing it to another thread.
    pub(crate) fn journal_lengths(&self) -> Result<Lengths, Error> {
        let lengths = self.host.vault().journal().lengths();
        lengths.map_err(Error::file("read", self.host.vault().root().join("journal")))
    }

    /// The current generation of the index.
    pub(crate) async fn current_store(&self) -> Result<Option<Arc<dyn Store>>, StoreError> {
        if !self.index.has_changed().await?
            && let Some(store) = self.store.read().expect("the store is only replaced").clone()
        {
            return Ok(Some(store));
        }
        let opened = self.index.open().await?;
        self.use_store(opened.clone());
        Ok(opened)
    }

    pub(crate) fn use_store(&self, store: Option<Arc<dyn Store>>) {
        self.forget_followed();
        self.embedding.forget_index();
        *self.store.write().expect("the store is only replaced") = store;
    }

    /// A store that has followed the journal. While another process is writing, what it has not yet
    /// acknowledged is left out rather than waited for.
    pub(crate) async fn followed_store(&self) -> Result<Arc<dyn Store>, Error> {
        loop {
            let store = match self.current_store().await {
                Ok(Some(store)) => store,
                Ok(None) => {
                    self.rebuild("there is no index".to_owned()).await?;
                    continue;
                }
                Err(StoreError::Damaged(reason)) => {
                    self.rebuild(reason).await?;
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let lengths = self.journal_lengths()?;
            if self.known_cursor(&lengths).is_some()
                || self.matches(store.as_ref(), &lengths).await?
            {
                return Ok(store);
            }
            let (writing, indexing) = match self.try_hold_locks().await {
                Ok(Some(held)) => held,
                Ok(None) if self.index.is_private() => {
                    let writing = self.hold_write_lock().await?;
                    (writing, self.hold_index_lock().await?)
                }
                Ok(None) => {
                    self.forget_followed();
                    return Ok(store);
                }
                Err(error) => {
                    tracing::warn!(%error, "the vault cannot be written; answering from the index");
                    return Ok(store);
                }
            };
            match self.catch_up(&writing, &indexing).await {
                Ok(IndexPosition::CaughtUp(store, _)) => return Ok(store),
                Ok(IndexPosition::MustRebuild(reason)) => {
                    drop((indexing, writing));
                    self.rebuild(reason).await?;
                }
                Err(error) if is_unwritable(&error) => {
                    tracing::warn!(%error, "the index cannot be written; answering from it as it is");
                    return Ok(store);
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The write lock and the index lock, if nobody holds either.
    async fn try_hold_locks(&self) -> Result<Option<(HeldLock, HeldLock)>, LockError> {
        let Some(writing) = self.write_lock.try_hold().await? else { return Ok(None) };
        let indexing = self.index_lock.try_hold().await?;
        Ok(indexing.map(|indexing| (writing, indexing)))
    }

    async fn matches(&self, store: &dyn Store, lengths: &Lengths) -> Result<bool, Error> {
        let cursor = store.cursor().await?;
        if cursor.lengths() != *lengths || !self.has_followed() && !self.confirms(&cursor)? {
            return Ok(false);
        }
        self.remember_followed(cursor);
        Ok(true)
    }

    /// Whether the journal is the one the cursor followed, by what lies where it stopped.
    fn confirms(&self, cursor: &Cursor) -> Result<bool, Error> {
        Ok(matches!(self.look_past(cursor, Check::All)?, Tail::Acts(..)))
    }

    /// What lies past a cursor, as far as it is whole: a short look, without handing it to another thread.
    pub(crate) fn tail(&self, cursor: &Cursor) -> Result<Tail, Error> {
        let check = if self.has_followed() { Check::Grown } else { Check::All };
        self.look_past(cursor, check)
    }

    fn look_past(&self, cursor: &Cursor, check: Check) -> Result<Tail, Error> {
        let tail = self.host.vault().journal().tail(cursor, check);
        tail.map_err(Error::file("read", self.host.vault().root().join("journal")))?.map_err(newer)
    }

    /// What is known of documents has changed.
    pub(crate) fn forget_documents(&self) {
        self.followed().documents = None;
    }

    /// Every document known, asked of the index only when the journal has grown.
    pub(crate) async fn known_documents(
        &self,
        store: &dyn Store,
    ) -> Result<Arc<Vec<KnownDocument>>, Error> {
        let lengths = self.followed().lengths.clone();
        if let (Some(lengths), Some((at, documents))) = (&lengths, &self.followed().documents)
            && lengths == at
        {
            return Ok(documents.clone());
        }
        let documents = Arc::new(store.documents().await?);
        if let Some(lengths) = lengths {
            self.followed().documents = Some((lengths, documents.clone()));
        }
        Ok(documents)
    }
}

pub(crate) fn newer(journal: NewerJournal) -> Error {
    Error::NewerVault { found: journal.0, known: Act::FORMAT }
}

/// Whether a failure means that the vault can be read but not written, or not at the moment.
pub(crate) fn is_unwritable(error: &Error) -> bool {
    use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, StorageFull};
    match error {
        Error::File { source, .. } | Error::Lock(LockError::File { source, .. }) => {
            matches!(source.kind(), PermissionDenied | ReadOnlyFilesystem | StorageFull)
        }
        Error::Store(StoreError::Unwritable(_)) | Error::Lock(LockError::Busy { .. }) => true,
        _ => false,
    }
}
