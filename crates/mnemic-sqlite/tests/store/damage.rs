//! A file that cannot be trusted is said to be damaged, at the latest when what it holds is read.

use std::{fs::OpenOptions, io::Write, path::PathBuf};

use mnemic_core::{
    port::store::{Change, Index, Store, StoreError, Transaction},
    recall::{KeywordQuery, Matching},
    record::{
        filter::{Filter, Query},
        memory::{Body, Memory},
        scope::Reach,
    },
    text::analyse::query_terms,
};
use mnemic_sqlite::SqliteIndex;
use mnemic_testing::memory;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::file::store_of;

/// An index of 200 memories that no process has open.
async fn closed_index() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    drop(store_of(&SqliteIndex::new(dir.path().to_owned()), 200).await);
    let path = dir.path().join("memory-1.sqlite");
    (dir, path)
}

async fn reopened(dir: &TempDir) -> Result<std::sync::Arc<dyn Store>, StoreError> {
    let store = SqliteIndex::new(dir.path().to_owned()).open().await?;
    Ok(store.expect("there is a generation"))
}

async fn damage_at_open(dir: &TempDir) -> Option<String> {
    match reopened(dir).await {
        Err(StoreError::Damaged(what)) => Some(what),
        _ => None,
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_of_ours_is_damaged() {
    let noise: Vec<u8> =
        (0..20_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for content in [&b""[..], &noise, b"SQLite format 3\0 and no more"] {
        let (dir, path) = closed_index().await;
        let mut file = OpenOptions::new().write(true).truncate(true).open(&path).unwrap();
        file.write_all(content).unwrap();
        assert!(damage_at_open(&dir).await.is_some(), "{} bytes", content.len());
    }
}

#[tokio::test]
async fn a_database_of_another_program_is_damaged() {
    let (dir, path) = closed_index().await;
    Connection::open(path).unwrap().pragma_update(None, "application_id", 7).unwrap();
    assert_eq!(damage_at_open(&dir).await.as_deref(), Some("not an index of Mnemic"));
}

#[tokio::test]
async fn an_older_schema_is_built_anew() {
    let (dir, path) = closed_index().await;
    Connection::open(path).unwrap().pragma_update(None, "user_version", 0).unwrap();
    assert_eq!(damage_at_open(&dir).await.as_deref(), Some("older schema 0"));
}

#[tokio::test]
async fn a_newer_schema_is_left_alone() {
    let (dir, path) = closed_index().await;
    Connection::open(path).unwrap().pragma_update(None, "user_version", 999).unwrap();
    assert!(matches!(reopened(&dir).await, Err(StoreError::Newer { found: 999, .. })));
}

#[tokio::test]
async fn an_unreadable_cursor_is_damage() {
    let (dir, path) = closed_index().await;
    Connection::open(path).unwrap().execute("UPDATE meta SET value = '{'", []).unwrap();
    assert!(damage_at_open(&dir).await.is_some());
}

#[tokio::test]
async fn a_truncated_file_is_noticed_wherever_it_was_cut() {
    for part in [1, 3, 5, 7] {
        let (dir, path) = closed_index().await;
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        let length = file.metadata().unwrap().len();
        file.set_len(length * part / 8).unwrap();
        let noticed = match reopened(&dir).await {
            Ok(store) => match store.check().await {
                Ok(faults) => !faults.is_empty(),
                Err(error) => matches!(error, StoreError::Damaged(_)),
            },
            Err(error) => matches!(error, StoreError::Damaged(_)),
        };
        assert!(noticed, "{part}/8 of the file");
    }
}

#[tokio::test]
async fn a_changed_row_is_never_returned() {
    for change in [
        "UPDATE memories SET text = 'lies' WHERE number = 5",
        "UPDATE memories SET scope = 'project:b' WHERE number = 5",
        "UPDATE memories SET score = 9 WHERE number = 5",
        "UPDATE memories SET trust = 'absolute' WHERE number = 5",
        "UPDATE memories SET created_at = x'00' WHERE number = 5",
        "UPDATE memories SET rest = '{\"injections\":3}' WHERE number = 5",
    ] {
        let (dir, path) = closed_index().await;
        Connection::open(path).unwrap().execute(change, []).unwrap();
        let store = reopened(&dir).await.unwrap();
        let got = store.get(&Reach::Vault, memory(5, "").id).await;
        assert!(matches!(got, Err(StoreError::Damaged(_))), "{change}: {got:?}");
        let filter = Filter::none();
        let query =
            KeywordQuery { terms: query_terms("five5"), matching: Matching::Any, filter, pool: 5 };
        let found = match store.search(&Reach::Vault, &query).await {
            Ok(_) => store.verify_rows(&[memory(4, "").id, memory(5, "").id]).await,
            Err(error) => Err(error),
        };
        assert!(matches!(found, Err(StoreError::Damaged(_))), "{change}: {found:?}");
        store.verify_rows(&[memory(4, "").id]).await.unwrap();
        let listed = store.query(&Reach::Vault, &Query { limit: 1_000, ..Query::default() }).await;
        assert!(matches!(listed, Err(StoreError::Damaged(_))), "{change}");
        assert!(!store.check().await.unwrap().is_empty(), "{change}");
    }
}

#[tokio::test]
async fn words_out_of_step_with_their_texts_are_found_by_the_check() {
    let (dir, path) = closed_index().await;
    let forget = "INSERT INTO words (words, rowid, opening) VALUES ('delete', 5, 'five5')";
    Connection::open(path).unwrap().execute(forget, []).unwrap();
    let faults = reopened(&dir).await.unwrap().check().await.unwrap();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].starts_with("the word index does not match the texts"), "{faults:?}");
}

#[tokio::test]
async fn body_values_out_of_step_with_their_memories_are_found_by_the_check() {
    for change in [
        "INSERT INTO body_values VALUES (5, 'specimen.weight', 3.0)",
        "UPDATE body_values SET value = 4.0",
        "UPDATE body_values SET value = '3.0'",
        "DELETE FROM body_values",
    ] {
        let dir = tempfile::tempdir().unwrap();
        let store = store_of(&SqliteIndex::new(dir.path().to_owned()), 10).await;
        let fields = [("weight".to_owned(), 3.0.into())].into();
        let body = Body::from_parts("specimen".to_owned(), fields);
        let specimen = Memory { body, ..memory(11, "a find") };
        let changes = vec![Change::Memory(Box::new(specimen))];
        store.commit(Transaction { changes, cursor: None }).await.unwrap();
        assert!(store.check().await.unwrap().is_empty());
        drop(store);
        Connection::open(dir.path().join("memory-1.sqlite")).unwrap().execute(change, []).unwrap();
        let faults = reopened(&dir).await.unwrap().check().await.unwrap();
        let expected = "the values to filter by do not match the memories";
        assert_eq!(faults, [expected], "{change}");
    }
}
