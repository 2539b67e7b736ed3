//! Several processes change one memory at once: each change is kept as a version, clashes are reported.

use std::{collections::HashSet, path::Path};

use mnemic::{
    Amendment, Draft, Engine, Memory, MemoryId, Options, Query, Reach, Reference, Scope, Shown,
};
use mnemic_testing::by;

use crate::process::{Process, role, run, work};

const TEST: &str = "contention::no_update_of_one_memory_is_lost";
const PROCESSES: usize = 8;
const UPDATES: usize = 100;
/// How many versions back a stale update is based.
const STALE: u32 = 5;

#[test]
fn no_update_of_one_memory_is_lost() {
    if let Some((role, vault)) = role() {
        return update(&vault, role.parse().unwrap());
    }
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let id = run(first_version(&vault));
    let processes: Vec<Process> =
        (0..PROCESSES).map(|number| Process::start(TEST, &number.to_string(), &vault)).collect();
    processes.into_iter().for_each(Process::finish);

    let (shown, rebuilt) = run(show_twice(&vault, id));
    let versions = shown.versions.iter().map(|version| version.memory.text.as_str());
    let texts: HashSet<&str> = versions.chain([shown.memory.text.as_str()]).collect();
    let updates = (0..PROCESSES).flat_map(|process| (0..UPDATES).map(move |n| said(process, n)));
    let lost: Vec<String> = updates.filter(|text| !texts.contains(text.as_str())).collect();
    assert!(lost.is_empty(), "lost {lost:?}");
    assert!(!shown.conflicts.is_empty(), "the last update was a stale one");
    for conflict in &shown.conflicts {
        for version in [conflict.kept, conflict.other] {
            let is_kept = |kept: &mnemic::Version| kept.version == version;
            assert!(shown.versions.iter().any(is_kept), "version {version} clashes and is gone");
        }
    }
    assert!(rebuilt == shown, "the memory changed when the index was built anew");
}

fn said(process: usize, number: usize) -> String {
    format!("Process {process} says {number:03}")
}

async fn first_version(vault: &Path) -> MemoryId {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    let draft = Draft::note(Scope::Global, "What everyone changes");
    let id = engine.remember(&by(&Reach::Vault), draft).await.unwrap().memory.id;
    engine.close().await.unwrap();
    id
}

/// The memory as it is, and as it is when the index is built anew.
async fn show_twice(vault: &Path, id: MemoryId) -> (Shown, Shown) {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    engine.update_documents().await.unwrap();
    let before = engine.show(&by(&Reach::Vault), &id.into()).await.unwrap();
    engine.reindex(&by(&Reach::Vault)).await.unwrap();
    (before, engine.show(&by(&Reach::Vault), &id.into()).await.unwrap())
}

/// Updates the one memory, every third time from a version that is no longer the present one. The last time is
/// one of those, so that a clash is left.
fn update(vault: &Path, process: usize) {
    work(vault, async |engine| {
        let reference: Reference = "1".parse().unwrap();
        let mut version = 1;
        for number in 0..UPDATES {
            let is_stale = number % 3 == 0;
            let amendment = Amendment {
                text: Some(said(process, number)),
                base_version: is_stale.then(|| version.max(STALE + 1) - STALE),
                ..Amendment::default()
            };
            let updated = engine.update(&by(&Reach::Vault), &reference, amendment).await.unwrap();
            version = updated.memory.version;
        }
    });
}

const REPEATS: &str = "contention::one_text_remembered_by_many_at_once_is_one_memory";
const TEXTS: usize = 40;

#[test]
fn one_text_remembered_by_many_at_once_is_one_memory() {
    if let Some((_, vault)) = role() {
        return repeat(&vault);
    }
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    run(first_version(&vault));
    let processes: Vec<Process> =
        (0..PROCESSES).map(|number| Process::start(REPEATS, &number.to_string(), &vault)).collect();
    processes.into_iter().for_each(Process::finish);

    let memories = run(everything(&vault));
    let texts: HashSet<&str> = memories.iter().map(|memory| memory.text.as_str()).collect();
    let numbers: HashSet<Option<u64>> = memories.iter().map(|memory| memory.number).collect();
    assert_eq!((memories.len(), texts.len()), (TEXTS + 1, TEXTS + 1));
    assert_eq!(numbers, (1..=TEXTS as u64 + 1).map(Some).collect());
}

/// Remembers what every other process remembers too, in the same order.
fn repeat(vault: &Path) {
    work(vault, async |engine| {
        for number in 0..TEXTS {
            let draft = Draft::note(Scope::Global, format!("Everyone heard of {number}"));
            engine.remember(&by(&Reach::Vault), draft).await.unwrap();
        }
    });
}

async fn everything(vault: &Path) -> Vec<Memory> {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    let query = Query { limit: 1_000, ..Query::default() };
    engine.list(&by(&Reach::Vault), &query).await.unwrap().page.memories
}
