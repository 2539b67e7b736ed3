//! The RAM store and the SQLite store find the same memories and rate them alike.

use std::{collections::BTreeMap, sync::Arc};

use mnemic::{
    Filter, Memory, MemoryId, RamIndex, Reach,
    analyse::{Term, query_terms},
};
use mnemic_core::{
    port::store::{Change, Index, Store, Transaction},
    recall::{KeywordQuery, Matching},
};
use mnemic_sqlite::SqliteIndex;
use mnemic_testing::memory;
use proptest::prelude::*;

use crate::process::run;

/// Words that are easily taken for each other, and some that end or join one unexpectedly.
const PIECES: &str = "run running RUNS ran relational relation relate café CAFE cafe\u{301} naïve
    Ärger straße ΣΊΣΥΦΟΣ σίσυφος Привет привет हिन्दी हिन् ไทย 東京タワー 東京 京 猫 서울에서 rust🦀 🦀 ☕
    2024 v1.2 a-b_c İstanbul ﬁle ǆ Ꭰ ꭰ \u{308}x don't \" AND";

fn text() -> impl Strategy<Value = String> {
    let pieces: Vec<&str> = PIECES.split_whitespace().collect();
    let piece = prop_oneof![prop::sample::select(pieces), Just(" "), Just("-")];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.join(" ").replace(" - ", ""))
}

fn memories() -> impl Strategy<Value = Vec<Memory>> {
    let tags = prop::collection::vec(text(), 0..3);
    let parts = (text(), tags, prop::option::of(text()));
    prop::collection::vec(parts, 1..12).prop_map(|memories| {
        let numbered = (1..).zip(memories);
        let made = numbered.map(|(number, (text, tags, author))| {
            let mut memory = Memory { tags, ..memory(number, &text) };
            memory.source.author = author;
            memory
        });
        made.collect()
    })
}

fn terms() -> impl Strategy<Value = Vec<Term>> {
    let term =
        (text(), any::<bool>()).prop_map(|(text, prefix)| Term { prefix, ..Term::word(text) });
    let given = prop::collection::vec(term, 0..5);
    prop_oneof![text().prop_map(|question| query_terms(&question)), given]
}

async fn store_of(index: &dyn Index, memories: &[Memory]) -> Arc<dyn Store> {
    index.build().await.unwrap();
    let store = index.switch().await.unwrap();
    let changes = memories.iter().map(|memory| Change::Memory(Box::new(memory.clone()))).collect();
    store.commit(Transaction { changes, cursor: None }).await.unwrap();
    store
}

async fn relevances(store: &dyn Store, terms: &[Term]) -> BTreeMap<MemoryId, f64> {
    let query = KeywordQuery {
        terms: terms.to_vec(),
        matching: Matching::Any,
        filter: Filter::none(),
        pool: 100,
    };
    let hits = store.search(&Reach::Vault, &query).await.unwrap();
    hits.into_iter().map(|hit| (hit.memory.id, hit.relevance)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn both_stores_find_the_same_memories_and_rate_them_alike(
        memories in memories(),
        questions in prop::collection::vec(terms(), 12),
    ) {
        let folder = tempfile::tempdir().unwrap();
        run(async {
            let sqlite = store_of(&SqliteIndex::new(folder.path().join("index")), &memories).await;
            let ram = store_of(&RamIndex::new(), &memories).await;
            for terms in questions {
                let expected = relevances(&*sqlite, &terms).await;
                let found = relevances(&*ram, &terms).await;
                assert!(found.keys().eq(expected.keys()), "{terms:?}: {found:?}, not {expected:?}");
                for (id, relevance) in &found {
                    let difference = (relevance - expected[id]).abs();
                    assert!(difference < 1e-9, "{terms:?}: {relevance}, not {}", expected[id]);
                }
            }
        });
    }
}
