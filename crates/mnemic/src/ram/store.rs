//! One generation as a store. Every call is answered on the spot.

use mnemic_core::record::vault_path::VaultPath;
use std::{
    fmt,
    sync::{RwLock, RwLockReadGuard, RwLockWriteGuard},
};

use async_trait::async_trait;
use mnemic_core::{
    journal::{line::Cursor, unjournalled::Unjournalled},
    learn::contradiction::Contradiction,
    port::{
        embedder::Identity,
        store::{
            CensusRow, CursorStore, DocumentStore, Key, KnownDocument, Loaded, LogLine,
            MemoryStore, Needs, Rendering, StoreResult, Transaction, VectorStore,
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
    },
    text::analyse::Term,
};

use super::contents::Contents;

#[derive(Default)]
pub(super) struct RamStore {
    contents: RwLock<Contents>,
}

impl RamStore {
    fn read(&self) -> RwLockReadGuard<'_, Contents> {
        self.contents.read().expect("changes are carried out without a panic")
    }

    /// What no journal records.
    pub(super) fn unjournalled(&self) -> Unjournalled {
        self.read().unjournalled()
    }

    fn write(&self) -> RwLockWriteGuard<'_, Contents> {
        self.contents.write().expect("changes are carried out without a panic")
    }
}

/// Says nothing of what is remembered: debug output ends up in logs.
impl fmt::Debug for RamStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("RamStore").finish_non_exhaustive()
    }
}

#[async_trait]
impl MemoryStore for RamStore {
    async fn get(&self, reach: &Reach, id: MemoryId) -> StoreResult<Option<Memory>> {
        Ok(self.read().get(reach, id).cloned())
    }

    async fn resolve(
        &self,
        reach: &Reach,
        reference: &Reference,
        limit: usize,
    ) -> StoreResult<Vec<Memory>> {
        Ok(self.read().resolve(reach, reference, limit))
    }

    async fn query(&self, reach: &Reach, query: &Query) -> StoreResult<Page> {
        query.filter.check()?;
        Ok(self.read().page(reach, query))
    }

    async fn count(&self, reach: &Reach, filter: &Filter) -> StoreResult<u64> {
        filter.check()?;
        Ok(self.read().count(reach, filter))
    }

    async fn search(&self, reach: &Reach, query: &KeywordQuery) -> StoreResult<Vec<KeywordHit>> {
        query.filter.check()?;
        Ok(self.read().search(reach, query))
    }

    async fn statistics(&self, terms: &[Term]) -> StoreResult<Statistics> {
        Ok(self.read().statistics(terms))
    }

    async fn spelling(
        &self,
        reach: &Reach,
        filter: &Filter,
        word: &str,
    ) -> StoreResult<Option<String>> {
        filter.check()?;
        Ok(self.read().spelling(reach, filter, word))
    }

    async fn neighbours(
        &self,
        reach: &Reach,
        filter: &Filter,
        spots: &[SessionPosition],
        window: Window,
    ) -> StoreResult<Vec<Neighbourhood>> {
        filter.check()?;
        Ok(self.read().neighbours(reach, filter, spots, window))
    }

    async fn links(
        &self,
        reach: &Reach,
        filter: &Filter,
        of: &[Called],
        most: usize,
    ) -> StoreResult<Vec<Link>> {
        filter.check()?;
        Ok(self.read().links(reach, filter, of, most))
    }

    async fn memories(&self, reach: &Reach, ids: &[MemoryId]) -> StoreResult<Vec<Memory>> {
        let contents = self.read();
        Ok(ids.iter().filter_map(|id| contents.get(reach, *id)).cloned().collect())
    }

    async fn verify_rows(&self, _ids: &[MemoryId]) -> StoreResult<()> {
        Ok(())
    }

    async fn matching(&self, keys: &[Key]) -> StoreResult<Vec<Vec<Memory>>> {
        let contents = self.read();
        Ok(keys.iter().map(|key| contents.matching(key)).collect())
    }

    async fn versions(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<Version>> {
        Ok(self.read().versions(reach, id))
    }

    async fn conflicts(
        &self,
        reach: &Reach,
        id: Option<MemoryId>,
    ) -> StoreResult<Vec<MergeConflict>> {
        Ok(self.read().conflicts(reach, id))
    }

    async fn contradictions(
        &self,
        reach: &Reach,
        of: Option<&[MemoryId]>,
    ) -> StoreResult<Vec<Contradiction>> {
        Ok(self.read().contradictions(reach, of))
    }

    async fn repeats(&self, reach: &Reach, id: MemoryId) -> StoreResult<Vec<String>> {
        Ok(self.read().repeats(reach, id))
    }

    async fn census(&self, reach: &Reach) -> StoreResult<Vec<CensusRow>> {
        Ok(self.read().census(reach))
    }
}

#[async_trait]
impl VectorStore for RamStore {
    async fn nearest(&self, reach: &Reach, query: &VectorQuery) -> StoreResult<Vec<VectorHit>> {
        query.filter.check()?;
        Ok(self.read().nearest(reach, query))
    }

    async fn stored_vectors(
        &self,
        identity: &Identity,
        ids: &[MemoryId],
    ) -> StoreResult<MaybeVectors> {
        Ok(ids.iter().map(|id| self.read().vectors.get(*id, identity).cloned()).collect())
    }

    async fn unembedded(&self, identity: &Identity, limit: usize) -> StoreResult<Vec<Memory>> {
        Ok(self.read().unembedded(identity).take(limit).cloned().collect())
    }

    async fn lag(&self, identity: &Identity) -> StoreResult<u64> {
        Ok(self.read().unembedded(identity).count() as u64)
    }
}

#[async_trait]
impl DocumentStore for RamStore {
    async fn documents(&self) -> StoreResult<Vec<KnownDocument>> {
        Ok(self.read().documents.known())
    }

    async fn renderings(&self, document: &str) -> StoreResult<Vec<Rendering>> {
        Ok(self.read().documents.renderings(document))
    }

    async fn stale_documents(&self) -> StoreResult<Vec<VaultPath>> {
        Ok(self.read().stale_documents().into_iter().map(Into::into).collect())
    }

    async fn unrendered(&self, document: &str, limit: usize) -> StoreResult<Vec<Memory>> {
        Ok(self.read().unrendered(document, limit))
    }

    async fn moved_away(&self, document: &str) -> StoreResult<Vec<Anchor>> {
        Ok(self.read().backlog.moved_away(document).cloned().collect())
    }

    async fn log_lines(&self, document: &str) -> StoreResult<Vec<LogLine>> {
        Ok(self.read().documents.log_lines(document).to_vec())
    }

    async fn anchored(&self, anchors: &[Anchor]) -> StoreResult<Vec<Memory>> {
        Ok(self.read().anchored(anchors))
    }
}

#[async_trait]
impl CursorStore for RamStore {
    async fn cursor(&self) -> StoreResult<Cursor> {
        Ok(self.read().cursor.clone())
    }

    async fn load(&self, needs: &Needs) -> StoreResult<Loaded> {
        Ok(self.read().load(needs))
    }

    async fn unnumbered(&self) -> StoreResult<Vec<MemoryId>> {
        Ok(self.read().unnumbered())
    }

    async fn commit(&self, transaction: Transaction) -> StoreResult<()> {
        self.write().commit(transaction)
    }

    async fn check(&self) -> StoreResult<Vec<String>> {
        Ok(self.read().faults())
    }
}
