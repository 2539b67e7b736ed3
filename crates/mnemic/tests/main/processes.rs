//! Several processes and a person work on one vault at once: all is there, once, and nobody meets an error.

use std::{collections::BTreeMap, path::Path};

use mnemic::{
    Draft, Engine, Filter, Listing, Options, Query, Reach, RecallRequest, Scope, VaultStatus,
};
use mnemic_testing::by;

use crate::{
    person::Person,
    process::{Process, role, run, work},
};

const TEST: &str = "processes::nothing_is_lost_while_processes_write_and_a_person_edits";
const WRITERS: usize = 8;
const WRITES: usize = 250;
const READERS: usize = 4;
const READS: usize = 150;
const REWORDED: &str = ", as a person puts it";

#[test]
fn nothing_is_lost_while_processes_write_and_a_person_edits() {
    if let Some((role, vault)) = role() {
        return play(&role, &vault);
    }
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let writers = (0..WRITERS).map(|number| format!("writer {number}"));
    let readers = (0..READERS).map(|_| "reader".to_owned());
    let mut processes: Vec<Process> =
        writers.chain(readers).map(|role| Process::start(TEST, &role, &vault)).collect();
    let edits = edit_meanwhile(&vault, &mut processes);
    processes.into_iter().for_each(Process::finish);

    let (listing, status) = run(settle(&vault));
    let mut expected = BTreeMap::new();
    for text in (0..WRITERS).flat_map(|writer| (0..WRITES).map(move |n| said(writer, n))) {
        let text = if edits.reworded.contains(&text) { text + REWORDED } else { text };
        expected.insert(text, 1);
    }
    expected.extend(edits.written.iter().map(|text| (text.clone(), 1)));
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    for memory in &listing.page.memories {
        *found.entry(memory.text.clone()).or_default() += 1;
    }
    let lost: Vec<_> = expected.keys().filter(|text| !found.contains_key(*text)).collect();
    let other: Vec<_> = found.iter().filter(|(text, n)| expected.get(*text) != Some(n)).collect();
    assert!(lost.is_empty() && other.is_empty(), "lost {lost:?}, not expected {other:?}");
    assert_eq!(status.conflicts, 0);
    assert!(status.damaged.is_empty(), "{:?}", status.damaged);
    assert!(status.stale_documents.is_empty(), "{:?}", status.stale_documents);
    each_memory_has_one_block(&vault, &listing);
}

fn said(writer: usize, number: usize) -> String {
    format!("Writer {writer} says w{writer}n{number:03}")
}

fn play(role: &str, vault: &Path) {
    match role.strip_prefix("writer ") {
        Some(number) => write(vault, number.parse().unwrap()),
        None => read(vault),
    }
}

fn write(vault: &Path, writer: usize) {
    work(vault, async |engine| {
        for number in 0..WRITES {
            let text = said(writer, number);
            engine
                .remember(&by(&Reach::Vault), Draft::note(Scope::Global, text.as_str()))
                .await
                .unwrap();
            if number % 50 == 0 {
                let best = recall(engine, &format!("w{writer}n{number:03}"))
                    .await
                    .into_iter()
                    .next()
                    .unwrap_or_default();
                assert!(best.starts_with(&text), "`{text}` was remembered, `{best}` recalled");
            }
        }
    });
}

fn read(vault: &Path) {
    work(vault, async |engine| {
        let mut most = 0;
        for number in 0..READS {
            let found = recall(engine, &format!("writer says w0n{number:03}")).await.len();
            most = most.max(found);
        }
        assert!(most > 0, "nothing was ever recalled");
    });
}

async fn recall(engine: &Engine, question: &str) -> Vec<String> {
    let request =
        RecallRequest { question: question.to_owned(), limit: 20, filter: Filter::active() };
    let hits = engine.recall(&by(&Reach::of(Scope::Global)), request).await.unwrap().hits;
    hits.into_iter().map(|hit| hit.memory.text).collect()
}

/// What a person did.
#[derive(Default)]
struct Edits {
    written: Vec<String>,
    reworded: Vec<String>,
}

/// Edits MEMORY.md for as long as others are at work; every third buffer is saved late.
fn edit_meanwhile(vault: &Path, processes: &mut [Process]) -> Edits {
    let person = Person::at(vault.join("global/MEMORY.md"));
    let mut edits = Edits::default();
    while processes.iter_mut().any(Process::is_running) {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let Some(mut buffer) = person.load() else { continue };
        let text = format!("By hand {:03}", edits.written.len());
        buffer.append(&text);
        if edits.written.len() % 3 == 0 {
            wait_for_writes(vault, processes);
        } else {
            edits.reworded.extend(buffer.reword("Writer ", REWORDED));
        }
        person.save(buffer);
        edits.written.push(text);
    }
    edits
}

/// Waits until ten more acts are journalled, or nobody is at work any more.
fn wait_for_writes(vault: &Path, processes: &mut [Process]) {
    let start = acts(vault);
    while acts(vault) < start + 10 && processes.iter_mut().any(Process::is_running) {
        std::thread::yield_now();
    }
}

fn acts(vault: &Path) -> usize {
    let segments = std::fs::read_dir(vault.join("journal")).into_iter().flatten().flatten();
    let lines = segments.filter_map(|segment| std::fs::read_to_string(segment.path()).ok());
    lines.map(|text| text.lines().count()).sum()
}

/// The vault when all is written: its active and archived memories, and what is left to do.
async fn settle(vault: &Path) -> (Listing, VaultStatus) {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    engine.update_documents().await.unwrap();
    let query = Query { limit: 100_000, filter: Filter::none(), ..Query::default() };
    let listing = engine.list(&by(&Reach::Vault), &query).await.unwrap();
    let status = engine.status(&by(&Reach::Vault)).await.unwrap();
    engine.close().await.unwrap();
    (listing, status)
}

fn each_memory_has_one_block(vault: &Path, listing: &Listing) {
    let mut documents = String::new();
    for folder in ["global", "global/memory"] {
        for entry in std::fs::read_dir(vault.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.file_name().unwrap().to_string_lossy().starts_with("MEMORY") {
                documents += &std::fs::read_to_string(path).unwrap();
            }
        }
    }
    let mut blocks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in documents.lines() {
        if let Some((block, anchor)) = line.rsplit_once(" ^") {
            blocks.entry(anchor).or_default().push(block);
        }
    }
    for memory in &listing.page.memories {
        let blocks = blocks.remove(memory.anchor.as_str()).unwrap_or_default();
        let shown = blocks.iter().filter(|block| block.contains(&memory.text)).count();
        assert_eq!((blocks.len(), shown), (1, 1), "`{}` is shown as {blocks:?}", memory.text);
    }
    assert!(blocks.is_empty(), "blocks without a memory: {blocks:?}");
}
