//! What a reference may mean.

use mnemic_core::{
    port::store::{Store, StoreResult},
    record::{id::Reference, memory::Memory, scope::Reach},
};

use super::numbers;
use crate::{
    backend::{Backend, Outcome},
    memory, scope,
};

async fn resolved(
    store: &dyn Store,
    reach: &Reach,
    name: &str,
    limit: usize,
) -> StoreResult<Vec<u64>> {
    let reference: Reference = name.parse().expect("a test names a memory that can exist");
    Ok(numbers(&store.resolve(reach, &reference, limit).await?))
}

fn anchored(number: u64, anchor: &str) -> Memory {
    let anchor = anchor.parse().expect("a test gives anchors that can exist");
    Memory { anchor, ..memory(number, "text") }
}

pub async fn a_number_an_anchor_and_an_id_each_name_a_memory(backend: &Backend) -> Outcome {
    let store = backend.store((1..=20).map(|number| memory(number, "text"))).await?;
    let id = memory(12, "").id.to_string();
    for name in ["12", "[id:12]", "#12", "^m0000012", "m0000012", &id, &id.to_uppercase()] {
        assert_eq!(resolved(&*store, &Reach::Vault, name, 10).await?, [12], "{name}");
    }
    for name in ["99", "^m9999999", "^12", "019fffff-0000-7000-8000-000000000001"] {
        assert!(resolved(&*store, &Reach::Vault, name, 10).await?.is_empty(), "{name}");
    }
    Ok(())
}

pub async fn a_prefix_of_an_anchor_or_an_id_is_enough(backend: &Backend) -> Outcome {
    let store = backend.store([anchored(1, "k7f3q9ab"), anchored(2, "k7zzzzzz")]).await?;
    for (name, expected) in [
        ("k7f", vec![1]),
        ("^k7z", vec![2]),
        ("k7", vec![1, 2]),
        ("k", vec![]),
        ("01934f2e", vec![1, 2]),
        ("01934f2e-0000-7000-8000-00", vec![1, 2]),
        ("01934f2f", vec![]),
    ] {
        assert_eq!(resolved(&*store, &Reach::Vault, name, 10).await?, expected, "{name}");
    }
    Ok(())
}

pub async fn an_exact_name_wins_over_prefixes(backend: &Backend) -> Outcome {
    let memories =
        [anchored(1, "abc"), anchored(2, "abcd"), anchored(30, "x"), anchored(4, "30ab")];
    let store = backend.store(memories).await?;
    assert_eq!(resolved(&*store, &Reach::Vault, "abc", 10).await?, [1]);
    assert_eq!(resolved(&*store, &Reach::Vault, "ab", 10).await?, [1, 2]);
    assert_eq!(resolved(&*store, &Reach::Vault, "30", 10).await?, [30]);
    assert_eq!(resolved(&*store, &Reach::Vault, "^30", 10).await?, [4]);
    Ok(())
}

pub async fn a_name_out_of_reach_does_not_hide_one_within(backend: &Backend) -> Outcome {
    let foreign = Memory { scope: scope("project:b"), ..anchored(1, "abc") };
    let store = backend.store([foreign, anchored(2, "abcd")]).await?;
    assert_eq!(resolved(&*store, &Reach::of(scope("project:a")), "abc", 10).await?, [2]);
    Ok(())
}

pub async fn at_most_the_limit_is_returned_by_id(backend: &Backend) -> Outcome {
    let store = backend.store((1..=9).rev().map(|number| memory(number, "text"))).await?;
    assert_eq!(resolved(&*store, &Reach::Vault, "m000", 3).await?, [1, 2, 3]);
    Ok(())
}
