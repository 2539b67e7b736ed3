//! An index of schema 11 gives what no journal records: memories of tasks lie there and nowhere else.

use mnemic_core::{
    port::store::{Change, Index, Transaction},
    record::memory::Memory,
};
use mnemic_sqlite::SqliteIndex;
use mnemic_testing::{memory, scope};
use rusqlite::Connection;

/// What schema 12 gave a column of its own.
const ADDED: [&str; 9] = [
    "user",
    "message",
    "task",
    "narrative",
    "valid_from",
    "valid_until",
    "superseded_by",
    "last_accessed_at",
    "access_count",
];

fn of_a_task() -> Memory {
    let mut memory = Memory { scope: scope("task:t1"), ..memory(1, "of a task") };
    memory.source.message = Some("m".to_owned());
    memory.source.task = Some("t1".to_owned());
    memory.source.narrative = Some("n".to_owned());
    memory.valid_from = Some(memory.created_at);
    memory.valid_until = Some("9999-01-01T00:00:00.5Z".parse().unwrap());
    memory.superseded_by = Some(memory.id);
    memory.signals.access_count = 3;
    memory.signals.last_accessed_at = Some(memory.created_at);
    memory
}

#[tokio::test]
async fn an_index_of_schema_11_gives_what_a_task_remembers() {
    let dir = tempfile::tempdir().unwrap();
    let index = SqliteIndex::new(dir.path().to_owned());
    index.build().await.unwrap();
    let store = index.switch().await.unwrap();
    let full = of_a_task();
    let bare = Memory { scope: scope("task:t1"), ..memory(2, "of a task, too") };
    let changes = [&full, &bare].map(|memory| Change::Memory(Box::new(memory.clone()))).into();
    store.commit(Transaction { changes, cursor: None }).await.unwrap();
    drop((store, index));

    let file = Connection::open(dir.path().join("memory-1.sqlite")).unwrap();
    let rest = serde_json::json!({
        "message": "m", "task": "t1", "narrative": "n", "valid_from": full.valid_from,
        "valid_until": full.valid_until, "superseded_by": full.superseded_by, "access_count": 3,
        "last_accessed_at": full.signals.last_accessed_at,
    });
    file.execute("UPDATE memories SET rest = ?1 WHERE number = 1", [rest.to_string()]).unwrap();
    for column in ADDED {
        file.execute_batch(&format!("ALTER TABLE memories DROP COLUMN {column}")).unwrap();
    }
    file.execute_batch("DROP TABLE body_values; PRAGMA user_version = 11").unwrap();
    drop(file);

    let index = SqliteIndex::new(dir.path().to_owned());
    assert!(index.open().await.is_err(), "it is built anew");
    let kept = index.unjournalled().await.unwrap().memories;
    let kept: Vec<Memory> = kept.into_iter().map(|kept| kept.memory).collect();
    assert_eq!(kept, [full, bare]);
}
