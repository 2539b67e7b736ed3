//! Backups made while processes write: each holds all that was acknowledged before, and no torn line.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use mnemic::{BackupRequest, Draft, Engine, Options, Present, Query, Reach, Scope, restore_backup};
use mnemic_testing::by;

use crate::process::{Process, role, run, work};

const TEST: &str = "backup::a_backup_holds_all_that_was_acknowledged_while_processes_write";
const WRITERS: usize = 4;
const WRITES: usize = 150;

#[test]
fn a_backup_holds_all_that_was_acknowledged_while_processes_write() {
    if let Some((role, vault)) = role() {
        return write(&role, &vault);
    }
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let mut processes: Vec<Process> = (0..WRITERS)
        .map(|number| Process::start(TEST, &format!("writer {number}"), &vault))
        .collect();
    let mut count = 0;
    let mut is_at_work = true;
    while is_at_work {
        is_at_work = processes.iter_mut().any(Process::is_running);
        count += 1;
        run(back_up_and_compare(&vault, &folder.path().join(format!("restored-{count}"))));
    }
    processes.into_iter().for_each(Process::finish);
    assert!(count > 1, "no backup was made while processes wrote");
}

fn write(role: &str, vault: &Path) {
    work(vault, async |engine| {
        for number in 0..WRITES {
            let text = format!("{role} says {number:04}");
            engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
        }
    });
}

async fn back_up_and_compare(vault: &Path, target: &Path) {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    let acknowledged = texts(&engine).await;
    let backup = engine.backup(&by(&Reach::Vault), BackupRequest::default()).await.unwrap();
    engine.close().await.unwrap();
    restore_backup(&backup.file, target, Present::Refuse).await.unwrap();
    let restored = Engine::open(Options::for_vault(target)).await.unwrap();
    assert_eq!(restored.reindex(&by(&Reach::Vault)).await.unwrap().bad_lines, []);
    let found = texts(&restored).await;
    let lost: Vec<_> = acknowledged.difference(&found).collect();
    assert!(lost.is_empty(), "{lost:?} were acknowledged before the backup");
    no_writer_has_a_gap(&found);
    restored.update_documents().await.unwrap();
    assert_eq!(texts(&restored).await, found, "the documents say what the journal says");
    let health = restored.doctor(&by(&Reach::Vault), false).await.unwrap();
    assert!(health.findings.is_empty(), "{:?}", health.findings);
    assert!(!target.join("journal/torn").exists());
}

/// What each writer said is there from the first to some last.
fn no_writer_has_a_gap(found: &BTreeSet<String>) {
    let mut said: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for text in found {
        let (writer, number) = text.split_once(" says ").unwrap();
        said.entry(writer).or_default().push(number);
    }
    for (writer, numbers) in said {
        let expected: Vec<String> =
            (0..numbers.len()).map(|number| format!("{number:04}")).collect();
        assert_eq!(numbers, expected, "{writer}");
    }
}

async fn texts(engine: &Engine) -> BTreeSet<String> {
    let query = Query { limit: 100_000, ..Query::default() };
    let listing = engine.list(&by(&Reach::Vault), &query).await.unwrap();
    listing.page.memories.into_iter().map(|memory| memory.text).collect()
}
