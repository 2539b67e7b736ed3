//! The store contract stamped onto the RAM index, and engines that use one.

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex},
};

use mnemic::{Draft, Engine, Filter, IndexKind, Options, RamIndex, Reach, RecallRequest, Scope};
use mnemic_testing::by;

mnemic_testing::store_conformance!(|dir| Box::new(index_at(dir)));

/// A view of the index at a directory: to each the same one, as if it lay there on disk.
fn index_at(dir: &Path) -> RamIndex {
    static INDEXES: LazyLock<Mutex<HashMap<PathBuf, RamIndex>>> = LazyLock::new(Mutex::default);
    INDEXES.lock().unwrap().entry(dir.to_owned()).or_default().clone()
}

async fn open(vault: &Path, index: &RamIndex) -> Engine {
    let index = IndexKind::Ram(index.clone());
    Engine::open(Options { index, ..Options::for_vault(vault) }).await.unwrap()
}

async fn recalled(engine: &Engine, scope: Scope) -> Vec<String> {
    let question = "apples".to_owned();
    let reach = Reach::of(scope);
    let request = RecallRequest { question, limit: 10, filter: Filter::active() };
    let hits = engine.recall(&by(&reach), request).await.unwrap().hits;
    let mut texts: Vec<String> = hits.into_iter().map(|hit| hit.memory.text).collect();
    texts.sort();
    texts
}

#[tokio::test]
async fn an_index_in_ram_is_built_from_the_journal_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    for text in ["Red apples", "Green apples"] {
        let engine = open(&vault, &RamIndex::new()).await;
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
        engine.close().await.unwrap();
    }
    let engine = open(&vault, &RamIndex::new()).await;
    assert_eq!(recalled(&engine, Scope::Global).await, ["Green apples", "Red apples"]);
    assert_eq!(fs::read_dir(vault.join("index")).unwrap().count(), 0);
}

#[tokio::test]
async fn engines_that_share_an_index_share_what_a_task_remembers() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let index = RamIndex::new();
    let (here, there) = (open(&vault, &index).await, open(&vault, &index).await);
    let task: Scope = "task:t".parse().unwrap();
    here.remember(&by(&Reach::Vault), Draft::note(task.clone(), "Count the apples")).await.unwrap();
    assert_eq!(recalled(&there, task.clone()).await, ["Count the apples"]);
    there.reindex(&by(&Reach::Vault)).await.unwrap();
    assert_eq!(recalled(&here, task).await, ["Count the apples"], "a rebuild takes it over");
}

#[tokio::test]
async fn an_engine_with_an_index_of_its_own_sees_what_others_write() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let other = Engine::open(Options::for_vault(&vault)).await.unwrap();
    let engine = open(&vault, &RamIndex::new()).await;
    for (number, text) in ["Red apples", "Green apples"].into_iter().enumerate() {
        other.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
        assert_eq!(recalled(&engine, Scope::Global).await.len(), number + 1);
    }
}

#[tokio::test]
async fn an_engine_with_an_index_of_its_own_waits_for_who_is_writing() {
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let other = Engine::open(Options::for_vault(&vault)).await.unwrap();
    let engine = open(&vault, &RamIndex::new()).await;
    assert!(recalled(&engine, Scope::Global).await.is_empty());
    other.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "Red apples")).await.unwrap();
    let writing = fs::File::open(vault.join(".lock")).unwrap();
    writing.lock().unwrap();
    let (texts, ()) =
        tokio::join!(biased; recalled(&engine, Scope::Global), async { drop(writing) });
    assert_eq!(texts, ["Red apples"]);
}
