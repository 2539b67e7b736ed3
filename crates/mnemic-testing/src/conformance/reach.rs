//! No call returns a memory outside the reach it was given.

use mnemic_core::{
    port::store::{Change, Store, StoreResult},
    recall::{KeywordQuery, Matching},
    record::{
        filter::{Filter, Query},
        fingerprint::Fingerprint,
        memory::{Memory, MergeConflict, Version},
        scope::Reach,
    },
    text::analyse::query_terms,
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome, apply},
    memory, scope,
};

/// One memory of project a, with all that can belong to one.
async fn store_with_one(backend: &Backend) -> StoreResult<std::sync::Arc<dyn Store>> {
    let store = backend.store([one()]).await?;
    let former = Version { id: one().id, version: 1, memory: one() };
    let detected_at = one().created_at;
    let conflict = MergeConflict { id: one().id, kept: 2, other: 1, detected_at };
    apply(&*store, [Change::Version(Box::new(former)), Change::MergeConflict(conflict)]).await?;
    Ok(store)
}

fn one() -> Memory {
    let mut memory = Memory { scope: scope("project:a"), ..memory(1, "apples are red") };
    memory.source.reference = Some("issue-1".to_owned());
    memory
}

/// What each way to read returns, by name.
async fn readings(store: &dyn Store, reach: &Reach) -> StoreResult<Vec<(&'static str, u64)>> {
    let query = KeywordQuery {
        terms: query_terms("apples"),
        matching: Matching::Any,
        filter: Filter::none(),
        pool: 10,
    };
    let mut readings = vec![
        ("get", u64::from(store.get(reach, one().id).await?.is_some())),
        ("query", store.query(reach, &Query::default()).await?.memories.len() as u64),
        ("count", store.count(reach, &Filter::none()).await?),
        ("search", store.search(reach, &query).await?.len() as u64),
        ("versions", store.versions(reach, one().id).await?.len() as u64),
        ("conflicts", store.conflicts(reach, None).await?.len() as u64),
        ("conflicts of one", store.conflicts(reach, Some(one().id)).await?.len() as u64),
        ("census", store.census(reach).await?.iter().map(|row| row.count).sum()),
    ];
    for name in ["1", "^m0000001", "m00", "01934f2e-0000-7000-8000-000000000001"] {
        let reference = name.parse().expect("a test names a memory that can exist");
        readings.push(("resolve", store.resolve(reach, &reference, 10).await?.len() as u64));
    }
    Ok(readings)
}

pub async fn no_read_returns_a_memory_of_a_foreign_scope(backend: &Backend) -> Outcome {
    let store = store_with_one(backend).await?;
    for (reading, found) in readings(&*store, &Reach::of(scope("project:b"))).await? {
        assert_eq!(found, 0, "{reading}");
    }
    for (reading, found) in readings(&*store, &Reach::of(scope("project:a"))).await? {
        assert_eq!(found, 1, "{reading}");
    }
    let fingerprint = Fingerprint::of("apples are red");
    assert!(store.with_fingerprint(&scope("project:b"), fingerprint).await?.is_empty());
    assert!(store.with_ref(&scope("project:b"), "issue-1").await?.is_none());
    Ok(())
}

pub async fn an_empty_reach_sees_nothing(backend: &Backend) -> Outcome {
    let store = store_with_one(backend).await?;
    for (reading, found) in readings(&*store, &Reach::Scopes(vec![])).await? {
        assert_eq!(found, 0, "{reading}");
    }
    Ok(())
}

pub async fn a_reach_over_several_scopes_sees_them_all(backend: &Backend) -> Outcome {
    let scopes = ["global", "project:a", "project:b"];
    let memories =
        (1..).zip(scopes).map(|(n, name)| Memory { scope: scope(name), ..memory(n, "x") });
    let store = backend.store(memories).await?;
    let page = store.query(&Reach::of(scope("project:b")), &Query::default()).await?;
    assert_eq!(numbers(&page.memories), [3, 1]);
    Ok(())
}

pub async fn the_vault_sees_every_scope(backend: &Backend) -> Outcome {
    let store = store_with_one(backend).await?;
    for (reading, found) in readings(&*store, &Reach::Vault).await? {
        assert_eq!(found, 1, "{reading}");
    }
    Ok(())
}
