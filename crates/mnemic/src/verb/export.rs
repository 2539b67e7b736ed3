//! Export: memories with everything that is known of them, a page at a time.
//!
//! What a task remembers is left out: it dies with its task.

use mnemic_core::{
    learn::contradiction::Contradiction,
    port::store::{Store, StoreResult},
    record::{
        filter::{Direction, Field, Filter, Order, PageKey, Query},
        id::MemoryId,
        memory::Memory,
        scope::Reach,
    },
    safety::caller::Caller,
    transfer::whole::WholeMemory,
};

use crate::{engine::Engine, error::Error};

/// How many memories are held at once.
const PAGE: usize = 200;
const OLDEST_FIRST: Order = Order { field: Field::CreatedAt, direction: Direction::Ascending };

impl Engine {
    /// Hands each memory that passes the filter to `take`, by creation and then by id; answers how many. When
    /// `take` fails, no more are read. What is written meanwhile may be among them or not.
    pub async fn export<E: From<Error>>(
        &self,
        caller: &Caller,
        filter: &Filter,
        mut take: impl FnMut(WholeMemory) -> Result<(), E>,
    ) -> Result<u64, E> {
        let reach = &caller.reach;
        let mut count = 0;
        let mut after = None;
        loop {
            let (page, next) = self.whole_page(reach, filter, after).await?;
            for whole in page {
                take(whole)?;
                count += 1;
            }
            match next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
        tracing::debug!(count, "exported");
        Ok(count)
    }

    async fn whole_page(
        &self,
        reach: &Reach,
        filter: &Filter,
        after: Option<PageKey>,
    ) -> Result<(Vec<WholeMemory>, Option<PageKey>), Error> {
        let is_first = after.is_none();
        let query = Query { filter: filter.clone(), order: OLDEST_FIRST, after, limit: PAGE };
        self.retry_after_repair(|| async {
            // Hand edits made before the export began are in it: every document is looked at once, not for every page.
            let store = if is_first {
                self.scribe().fresh_store().await?
            } else {
                self.ledger().followed_store().await?
            };
            let page = store.query(reach, &query).await?;
            let ids: Vec<MemoryId> = page.memories.iter().map(|memory| memory.id).collect();
            let contradictions = store.contradictions(reach, Some(&ids)).await?;
            let mut whole = Vec::with_capacity(page.memories.len());
            for memory in page.memories.into_iter().filter(|memory| memory.scope.is_journalled()) {
                let exported = contradictions.iter().map(Contradiction::exported);
                let own = exported.filter(|(later, _)| *later == memory.id);
                let contradictions = own.map(|(_, other)| other).collect();
                let complete = complete(store.as_ref(), reach, memory).await?;
                whole.push(WholeMemory { contradictions, ..complete });
            }
            Ok((whole, page.next))
        })
        .await
    }
}

/// The memory with its past, which is asked for only where there is one.
async fn complete(store: &dyn Store, reach: &Reach, memory: Memory) -> StoreResult<WholeMemory> {
    let id = memory.id;
    let mut whole = WholeMemory {
        memory,
        versions: Vec::new(),
        conflicts: Vec::new(),
        repeated_in: Vec::new(),
        contradictions: Vec::new(),
    };
    if whole.memory.version > 1 {
        let versions = store.versions(reach, id).await?;
        whole.versions = versions.into_iter().map(|version| version.memory).collect();
        whole.conflicts = store.conflicts(reach, Some(id)).await?;
    }
    if whole.memory.signals.access_count > 0 {
        whole.repeated_in = store.repeats(reach, id).await?;
    }
    Ok(whole)
}
