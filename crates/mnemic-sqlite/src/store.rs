//! One generation as a store: each call runs off the async threads, on a connection of its own.

use std::{path::Path, sync::Arc};

use async_trait::async_trait;
use mnemic_core::{
    journal::line::Cursor,
    learn::contradiction::Contradiction,
    port::{
        embedder::Identity,
        store::{
            CensusRow, CursorStore, DocumentStore, Key, KnownDocument, Loaded, LogLine,
            MemoryStore, Needs, Rendering, StoreError, StoreResult, Transaction, VectorStore,
        },
    },
    recall::{
        KeywordHit, KeywordQuery, MaybeVectors, Neighbourhood, SessionPosition, Statistics,
        VectorHit, VectorQuery, Window,
    },
    record::{
        filter::{Filter, Page, Query},
        id::{Anchor, MemoryId, Reference},
        link::{Called, Link},
        memory::{Memory, MergeConflict, Version},
        scope::Reach,
        vault_path::VaultPath,
    },
    text::analyse::Term,
};
use rusqlite::Connection;
use tokio::runtime::{Handle, RuntimeFlavor};

use crate::{
    candidate, check, commit,
    connection::Connections,
    contradiction, document,
    error::Result,
    link, load, lookup, neighbour, query, schema, search,
    vector::{self, CodeTables},
    vocabulary,
};

/// How many rows are few.
const A_HANDFUL: usize = 8;

/// A store in one SQLite file.
pub(crate) struct SqliteStore {
    connections: Arc<Connections>,
    codes: Arc<CodeTables>,
}

impl SqliteStore {
    /// Opens an existing file; only its header and cursor are looked at.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let store = Self::over(Connections::open(path)?);
        store.connections.read(load::cursor)?;
        Ok(store)
    }

    pub(crate) fn over(connections: Connections) -> Self {
        Self { connections: Arc::new(connections), codes: Arc::default() }
    }

    /// Makes the indexes that only look-ups need, unless they are there.
    pub(crate) fn complete(&self) -> Result<()> {
        self.connections.write(|connection| schema::complete(connection))
    }

    /// Lets go of the file; no call succeeds any more.
    pub(crate) fn close(&self) -> Result<()> {
        self.connections.close()
    }

    async fn read<T: Send + 'static>(
        &self,
        task: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        let connections = Arc::clone(&self.connections);
        blocking(move || connections.read(task)).await
    }

    /// Answers a question about a handful of rows on the spot: handing it to another thread would cost more.
    fn look<T>(&self, task: impl FnOnce(&Connection) -> Result<T>) -> StoreResult<T> {
        self.connections.look(task).map_err(StoreError::from)
    }

    async fn write<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut Connection) -> Result<T> + Send + 'static,
    ) -> StoreResult<T> {
        let connections = Arc::clone(&self.connections);
        blocking(move || connections.write(task)).await
    }
}

/// Runs what waits for the disk where it holds nobody up: on this thread when others can take over its tasks.
pub(crate) async fn blocking<T: Send + 'static>(
    task: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T, StoreError> {
    if Handle::current().runtime_flavor() == RuntimeFlavor::MultiThread {
        return tokio::task::block_in_place(task).map_err(StoreError::from);
    }
    match tokio::task::spawn_blocking(task).await {
        Ok(result) => result.map_err(StoreError::from),
        Err(error) => match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(cancelled) => Err(StoreError::Failed(Box::new(cancelled))),
        },
    }
}

#[async_trait]
impl MemoryStore for SqliteStore {
    async fn get(&self, reach: &Reach, id: MemoryId) -> StoreResult<Option<Memory>> {
        let reach = reach.clone();
        self.read(move |connection| lookup::get(connection, &reach, id)).await
    }

    async fn resolve(
        &self,
        reach: &Reach,
        reference: &Reference,
        limit: usize,
    ) -> StoreResult<Vec<Memory>> {
        let (reach, reference) = (reach.clone(), reference.clone());
        self.read(move |connection| lookup::resolve(connection, &reach, &reference, limit)).await
    }

    async fn query(&self, reach: &Reach, query: &Query) -> StoreResult<Page> {
        let (reach, query) = (reach.clone(), query.clone());
        self.read(move |connection| query::page(connection, &reach, &query)).await
    }

    async fn count(&self, reach: &Reach, filter: &Filter) -> StoreResult<u64> {
        let (reach, filter) = (reach.clone(), filter.clone());
        self.read(move |connection| query::count(connection, &reach, &filter)).await
    }

    async fn search(&self, reach: &Reach, query: &KeywordQuery) -> StoreResult<Vec<KeywordHit>> {
        let (reach, query) = (reach.clone(), query.clone());
        self.read(move |connection| search::search(connection, &reach, &query)).await
    }

    async fn statistics(&self, terms: &[Term]) -> StoreResult<Statistics> {
        let terms = terms.to_vec();
        self.read(move |connection| search::statistics(connection, &terms)).await
    }

    async fn spelling(
        &self,
        reach: &Reach,
        filter: &Filter,
        word: &str,
    ) -> StoreResult<Option<String>> {
        let (reach, filter, word) = (reach.clone(), filter.clone(), word.to_owned());
        self.read(move |connection| vocabulary::spelling(connection, &reach, &filter, &word)).await
    }

    async fn neighbours(
        &self,
        reach: &Reach,
        filter: &Filter,
        spots: &[SessionPosition],
        window: Window,
    ) -> StoreResult<Vec<Neighbourhood>> {
        let (reach, filter, spots) = (reach.clone(), filter.clone(), spots.to_vec());
        self.read(move |connection| {
            neighbour::neighbours(connection, &reach, &filter, &spots, window)
        })
        .await
    }

    async fn links(
        &self,
        reach: &Reach,
        filter: &Filter,
        of: &[Called],
        most: usize,
    ) -> StoreResult<Vec<Link>> {
        let (reach, filter, of) = (reach.clone(), filter.clone(), of.to_vec());
        self.read(move |connection| link::links(connection, &reach, &filter, &of, most)).await
    }

    async fn memories(&self, reach: &Reach, ids: &[MemoryId]) -> StoreResult<Vec<Memory>> {
        let (reach, ids) = (reach.clone(), ids.to_vec());
        self.read(move |connection| candidate::by_ids(connection, &reach, &ids)).await
    }

    async fn verify_rows(&self, ids: &[MemoryId]) -> StoreResult<()> {
        let ids = ids.to_vec();
        self.read(move |connection| candidate::verify_rows(connection, &ids)).await
    }

    async fn matching(&self, keys: &[Key]) -> StoreResult<Vec<Vec<Memory>>> {
        let answer = |connection: &Connection, keys: &[Key]| {
            keys.iter().map(|key| lookup::matching(connection, key)).collect()
        };
        if keys.len() <= A_HANDFUL {
            return self.look(|connection| answer(connection, keys));
        }
        let keys = keys.to_vec();
        self.read(move |connection| answer(connection, &keys)).await
    }

    async fn versions(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<Version>> {
        let reach = reach.clone();
        self.read(move |connection| lookup::versions(connection, &reach, id)).await
    }

    async fn conflicts(
        &self,
        reach: &Reach,
        id: Option<MemoryId>,
    ) -> StoreResult<Vec<MergeConflict>> {
        let reach = reach.clone();
        self.read(move |connection| lookup::conflicts(connection, &reach, id)).await
    }

    async fn contradictions(
        &self,
        reach: &Reach,
        of: Option<&[MemoryId]>,
    ) -> StoreResult<Vec<Contradiction>> {
        let (reach, of) = (reach.clone(), of.map(<[MemoryId]>::to_vec));
        self.read(move |connection| contradiction::find(connection, &reach, of.as_deref())).await
    }

    async fn repeats(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<String>> {
        let reach = reach.clone();
        self.read(move |connection| lookup::repeats(connection, &reach, id)).await
    }

    async fn census(&self, reach: &Reach) -> StoreResult<Vec<CensusRow>> {
        let reach = reach.clone();
        self.read(move |connection| query::census(connection, &reach)).await
    }
}

#[async_trait]
impl VectorStore for SqliteStore {
    async fn nearest(&self, reach: &Reach, query: &VectorQuery) -> StoreResult<Vec<VectorHit>> {
        let (reach, query, codes) = (reach.clone(), query.clone(), Arc::clone(&self.codes));
        self.read(move |connection| vector::nearest(connection, &codes, &reach, &query)).await
    }

    async fn stored_vectors(
        &self,
        identity: &Identity,
        ids: &[MemoryId],
    ) -> StoreResult<MaybeVectors> {
        let (identity, ids) = (identity.clone(), ids.to_vec());
        self.read(move |connection| vector::stored_vectors(connection, &identity, &ids)).await
    }

    async fn unembedded(&self, identity: &Identity, limit: usize) -> StoreResult<Vec<Memory>> {
        let identity = identity.clone();
        self.read(move |connection| vector::unembedded(connection, &identity, limit)).await
    }

    async fn lag(&self, identity: &Identity) -> StoreResult<u64> {
        let identity = identity.clone();
        self.read(move |connection| vector::lag(connection, &identity)).await
    }
}

#[async_trait]
impl DocumentStore for SqliteStore {
    async fn documents(&self) -> StoreResult<Vec<KnownDocument>> {
        self.read(document::documents).await
    }

    async fn renderings(&self, document: &str) -> StoreResult<Vec<Rendering>> {
        let document = document.to_owned();
        self.read(move |connection| document::renderings(connection, &document)).await
    }

    async fn stale_documents(&self) -> StoreResult<Vec<VaultPath>> {
        self.read(document::stale_documents).await
    }

    async fn unrendered(&self, document: &str, limit: usize) -> StoreResult<Vec<Memory>> {
        let document = document.to_owned();
        self.read(move |connection| document::unrendered(connection, &document, limit)).await
    }

    async fn moved_away(&self, document: &str) -> StoreResult<Vec<Anchor>> {
        let document = document.to_owned();
        self.read(move |connection| document::moved_away(connection, &document)).await
    }

    async fn log_lines(&self, document: &str) -> StoreResult<Vec<LogLine>> {
        let document = document.to_owned();
        self.read(move |connection| document::log_lines(connection, &document)).await
    }

    async fn anchored(&self, anchors: &[Anchor]) -> StoreResult<Vec<Memory>> {
        let anchors = anchors.to_vec();
        self.read(move |connection| lookup::anchored(connection, &anchors)).await
    }
}

#[async_trait]
impl CursorStore for SqliteStore {
    async fn cursor(&self) -> StoreResult<Cursor> {
        self.look(load::cursor)
    }

    async fn load(&self, needs: &Needs) -> StoreResult<Loaded> {
        if needs.ids.len() <= A_HANDFUL && needs.versions.len() + needs.states.len() <= A_HANDFUL {
            return self.look(|connection| load::load(connection, needs));
        }
        let needs = needs.clone();
        self.read(move |connection| load::load(connection, &needs)).await
    }

    async fn unnumbered(&self) -> StoreResult<Vec<MemoryId>> {
        self.look(load::unnumbered)
    }

    async fn commit(&self, transaction: Transaction) -> StoreResult<()> {
        if transaction.changes.len() <= A_HANDFUL {
            let written =
                self.connections.write(|connection| commit::commit(connection, transaction));
            return written.map_err(StoreError::from);
        }
        self.write(move |connection| commit::commit(connection, transaction)).await
    }

    async fn check(&self) -> StoreResult<Vec<String>> {
        let mut faults = self.read(check::rows).await?;
        faults.extend(self.read(vector::check).await?);
        match self.write(check::words).await {
            Err(StoreError::Unwritable(_)) => {}
            words => faults.extend(words?),
        }
        Ok(faults)
    }
}
