//! Following the journal: transactions, the cursor, what folding needs, the full check.

use mnemic_core::{
    journal::line::{Cursor, Position},
    port::{
        clock::EventTime,
        store::{Change, Needs, Transaction},
    },
    recall::{KeywordQuery, Matching},
    record::{
        filter::Filter,
        memory::{Memory, Version},
        scope::Reach,
    },
    text::analyse::query_terms,
};

use crate::{
    backend::{Backend, Outcome, apply, put},
    memory,
};

fn moved(length: u64) -> Cursor {
    let position = Position { length, last_sum: "0123456789abcdef".to_owned() };
    Cursor {
        segments: [("2026-11".to_owned(), position)].into(),
        last_time: EventTime(u64::MAX),
        last_number: 7,
        lost: ["2026-09.jsonl".to_owned()].into(),
    }
}

pub async fn a_new_store_is_at_the_beginning(backend: &Backend) -> Outcome {
    let store = backend.index().build().await?;
    assert_eq!(store.cursor().await?, Cursor::default());
    assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 0);
    Ok(())
}

pub async fn the_cursor_moves_with_the_changes(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    let changes = vec![Change::Memory(Box::new(memory(1, "one")))];
    store.commit(Transaction { changes, cursor: Some(moved(10)) }).await?;
    assert_eq!(store.cursor().await?, moved(10));
    assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 1);
    Ok(())
}

pub async fn a_transaction_without_a_cursor_leaves_it(backend: &Backend) -> Outcome {
    let store = backend.store([]).await?;
    store.commit(Transaction { changes: vec![], cursor: Some(moved(10)) }).await?;
    apply(&*store, [Change::Memory(Box::new(memory(1, "one")))]).await?;
    assert_eq!(store.cursor().await?, moved(10));
    Ok(())
}

pub async fn a_transaction_that_fails_changes_nothing(backend: &Backend) -> Outcome {
    let store = backend.store([memory(1, "one")]).await?;
    let twin = Memory { anchor: memory(2, "").anchor, ..memory(3, "three") };
    let memories = [Memory { version: 2, ..memory(1, "changed") }, memory(2, "two"), twin];
    let changes = memories.map(|memory| Change::Memory(Box::new(memory))).into();
    assert!(store.commit(Transaction { changes, cursor: Some(moved(10)) }).await.is_err());
    assert_eq!(store.cursor().await?, Cursor::default());
    assert_eq!(store.count(&Reach::Vault, &Filter::none()).await?, 1);
    assert_eq!(store.get(&Reach::Vault, memory(1, "").id).await?, Some(memory(1, "one")));
    apply(&*store, [Change::Memory(Box::new(memory(2, "two")))]).await?;
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn what_is_needed_is_loaded_and_no_more(backend: &Backend) -> Outcome {
    let (one, two) = (memory(1, "one"), memory(2, "two"));
    let store = backend.store([one.clone(), two.clone(), memory(3, "three")]).await?;
    let former = Version { id: one.id, version: 1, memory: one.clone() };
    let session = "s".to_owned();
    let repeated = Change::Repeated { id: one.id, session: session.clone() };
    apply(&*store, [Change::Version(Box::new(former.clone())), repeated.clone(), repeated]).await?;
    let unknown = memory(9, "").id;
    let loaded = store
        .load(&Needs {
            ids: vec![one.id, unknown],
            numbers: vec![2, 9],
            anchors: vec![two.anchor.clone(), memory(9, "").anchor],
            versions: vec![(one.id, 1), (one.id, 2)],
            repeats: vec![(one.id, session.clone()), (two.id, session.clone())],
            ..Needs::default()
        })
        .await?;
    assert_eq!(loaded.memories, [(one.id, one.clone())].into());
    assert_eq!(loaded.numbers, [(2, two.id)].into());
    assert_eq!(loaded.anchors, [(two.anchor, two.id)].into());
    assert_eq!(loaded.versions, [((one.id, 1), former)].into());
    assert_eq!(loaded.repeats, [(one.id, session)].into());
    Ok(())
}

pub async fn memories_without_a_number_are_told_by_id(backend: &Backend) -> Outcome {
    let bare = |number| Memory { number: None, ..memory(number, "bare") };
    let store = backend.store([bare(3), memory(1, "one"), bare(2)]).await?;
    assert_eq!(store.unnumbered().await?, [bare(2).id, bare(3).id]);
    apply(&*store, [2, 3].map(|number| Change::Number { id: bare(number).id, number })).await?;
    assert_eq!(store.unnumbered().await?, []);
    Ok(())
}

pub async fn a_healthy_store_has_no_faults(backend: &Backend) -> Outcome {
    let store = backend.store((1..=50).map(|number| memory(number, "我的猫 text"))).await?;
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}

pub async fn a_store_that_was_searched_before_it_was_written_has_no_faults(
    backend: &Backend,
) -> Outcome {
    let query = KeywordQuery {
        terms: query_terms("apple"),
        matching: Matching::Any,
        filter: Filter::none(),
        pool: 10,
    };
    let store = backend.store([]).await?;
    for number in 1..100 {
        if number == 20 {
            store.search(&Reach::Vault, &query).await?;
        }
        put(&*store, [memory(number, "apple")]).await?;
    }
    assert_eq!(store.check().await?, Vec::<String>::new());
    Ok(())
}
