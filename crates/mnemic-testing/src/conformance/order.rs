//! In which order memories come, and how pages follow each other.

use mnemic_core::{
    port::store::{Store, StoreResult},
    record::{
        filter::{Direction, Field, Order, Query},
        memory::{Memory, Signals},
        scope::Reach,
    },
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome},
    memory,
};

/// Memories 1 to 9: every third was never hit, the others were hit in pairs at the same time.
fn some_hit() -> impl Iterator<Item = Memory> {
    (1..=9).map(|number| {
        let hit = memory(number / 3, "").created_at;
        let last_hit_at = (number % 3 != 0).then_some(hit);
        Memory { signals: Signals { last_hit_at, ..Signals::default() }, ..memory(number, "text") }
    })
}

fn by_last_hit(direction: Direction) -> Query {
    let order = Order { field: Field::LastHitAt, direction };
    Query { order, ..Query::default() }
}

/// The numbers of the memories of all pages, in order.
pub(super) async fn paged(store: &dyn Store, mut query: Query) -> StoreResult<Vec<u64>> {
    let mut joined = Vec::new();
    loop {
        let page = store.query(&Reach::Vault, &query).await?;
        assert!(page.memories.len() <= query.limit);
        joined.extend(numbers(&page.memories));
        query.after = page.next;
        if query.after.is_none() {
            return Ok(joined);
        }
    }
}

pub async fn the_newest_come_first_unless_told_otherwise(backend: &Backend) -> Outcome {
    let store = backend.store([2, 3, 1].map(|number| memory(number, "text"))).await?;
    let page = store.query(&Reach::Vault, &Query::default()).await?;
    assert_eq!(numbers(&page.memories), [3, 2, 1]);
    Ok(())
}

pub async fn absent_values_come_last_in_both_directions(backend: &Backend) -> Outcome {
    let store = backend.store(some_hit()).await?;
    let ascending = store.query(&Reach::Vault, &by_last_hit(Direction::Ascending)).await?;
    assert_eq!(numbers(&ascending.memories), [1, 2, 4, 5, 7, 8, 3, 6, 9]);
    let descending = store.query(&Reach::Vault, &by_last_hit(Direction::Descending)).await?;
    assert_eq!(numbers(&descending.memories), [8, 7, 5, 4, 2, 1, 9, 6, 3]);
    Ok(())
}

pub async fn pages_joined_together_hold_each_memory_once(backend: &Backend) -> Outcome {
    let store = backend.store(some_hit()).await?;
    for field in Field::every() {
        for direction in [Direction::Ascending, Direction::Descending] {
            let query = Query { order: Order { field, direction }, ..Query::default() };
            let whole = numbers(&store.query(&Reach::Vault, &query).await?.memories);
            assert_eq!(whole.len(), 9);
            for limit in [1, 2, 3, 8, 9] {
                let pages = paged(&*store, Query { limit, ..query.clone() }).await?;
                assert_eq!(pages, whole, "{field:?} {direction:?} by {limit}");
            }
        }
    }
    Ok(())
}

pub async fn the_last_page_has_no_next(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "text"), memory(2, "text")]).await?;
    let page = store.query(&Reach::Vault, &Query { limit: 2, ..Query::default() }).await?;
    assert_eq!(page.next, None);
    let page = store.query(&Reach::Vault, &Query { limit: 1, ..Query::default() }).await?;
    assert_eq!(page.next.map(|key| key.id), Some(memory(2, "").id));
    Ok(())
}
