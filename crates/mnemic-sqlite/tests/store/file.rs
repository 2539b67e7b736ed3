//! The files of an index: whose they are, which of them stay, who may use them at once.

use std::{fs, path::Path, sync::Arc};

use mnemic_core::{
    port::store::{Change, Index, Store, Transaction},
    record::{filter::Filter, scope::Reach},
};
use mnemic_sqlite::SqliteIndex;
use mnemic_testing::memory;

/// The current generation, made first, with memories 1 to `count` in it.
pub async fn store_of(index: &dyn Index, count: u64) -> Arc<dyn Store> {
    index.build().await.unwrap();
    let store = index.switch().await.unwrap();
    remember(&*store, 1, count).await;
    store
}

async fn remember(store: &dyn Store, first: u64, last: u64) {
    let numbers = first..=last;
    let text =
        |number: u64| if number == 5 { "five5".to_owned() } else { format!("number {number}") };
    let change = |number| Change::Memory(Box::new(memory(number, &text(number))));
    let changes = numbers.map(change).collect();
    store.commit(Transaction { changes, cursor: None }).await.unwrap();
}

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_owner_can_read_the_files() {
    use std::os::unix::fs::PermissionsExt;

    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path().join("vault/index");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let _store = store_of(&SqliteIndex::new(dir.clone()), 10).await;
    assert_eq!(mode(&dir), 0o700);
    assert_eq!(names(&dir), ["memory-1.sqlite", "memory-1.sqlite-shm", "memory-1.sqlite-wal"]);
    for name in names(&dir) {
        assert_eq!(mode(&dir.join(&name)), 0o600, "{name}");
    }
}

#[tokio::test]
async fn older_generations_and_cut_off_builds_are_removed() {
    let dir = tempfile::tempdir().unwrap();
    let index = |()| SqliteIndex::new(dir.path().to_owned());
    let cut_off = index(());
    remember(&*cut_off.build().await.unwrap(), 1, 10).await;
    drop(cut_off);
    fs::copy(dir.path().join(&names(dir.path())[0]), dir.path().join("memory-7.sqlite")).unwrap();
    drop(store_of(&index(()), 10).await);
    assert_eq!(names(dir.path()), ["memory-8.sqlite"]);
}

#[tokio::test]
async fn a_finished_build_is_one_file() {
    let dir = tempfile::tempdir().unwrap();
    let index = SqliteIndex::new(dir.path().to_owned());
    let built = index.build().await.unwrap();
    remember(&*built, 1, 500).await;
    drop(index.switch().await.unwrap());
    drop((built, index));
    assert_eq!(names(dir.path()), ["memory-1.sqlite"]);
}

#[tokio::test]
async fn two_processes_write_and_read_without_seeing_a_lock() {
    let dir = tempfile::tempdir().unwrap();
    let here = store_of(&SqliteIndex::new(dir.path().to_owned()), 1).await;
    let there = SqliteIndex::new(dir.path().to_owned()).open().await.unwrap().unwrap();
    let mut tasks = Vec::new();
    for (store, first) in [(here.clone(), 1_000), (there, 2_000)] {
        tasks.push(tokio::spawn(async move {
            for number in first..first + 50 {
                remember(&*store, number, number).await;
                let id = memory(number, "").id;
                assert!(store.get(&Reach::Vault, id).await.unwrap().is_some());
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    assert_eq!(here.count(&Reach::Vault, &Filter::none()).await.unwrap(), 101);
}

#[tokio::test]
async fn files_of_former_generations_and_abandoned_builds_are_strays() {
    let dir = tempfile::tempdir().unwrap();
    let index = SqliteIndex::new(dir.path().to_path_buf());
    let _former = store_of(&index, 1).await;
    let _store = store_of(&index, 2).await;
    let strays = ["building-7-0.sqlite", "memory-1.sqlite", "memory-1.sqlite-wal"];
    for name in strays.into_iter().chain(["mine.txt"]) {
        fs::OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(dir.path().join(name))
            .unwrap();
    }
    assert_eq!(index.strays().await.unwrap(), strays);
    index.sweep().await.unwrap();
    assert_eq!(index.strays().await.unwrap(), Vec::<String>::new());
    let left = names(dir.path());
    assert!(left.contains(&"mine.txt".to_owned()), "what is not ours stays: {left:?}");
    assert!(left.contains(&"memory-2.sqlite".to_owned()), "{left:?}");
}
