//! Documents converge: whatever is written, undone, edited by hand or deleted, the next pass leaves no document waiting
//! and each memory in exactly one block.

use std::fs;

use mnemic_testing::FixedRandomness;
use serde_json::Value;

use crate::{
    harness::{Vault, number_of},
    invariants::documents_agree,
};

const MEMORY: &str = "global/MEMORY.md";
const SEEDS: [u64; 4] = [1, 20, 300, 4_000];
const STEPS: usize = 30;

fn long(word: &str) -> String {
    format!("{word} {}", "and so on ".repeat(1_500))
}

/// The file of the long text of a memory.
fn long_file(memory: &Value) -> String {
    format!("global/memory/long/{}.md", memory["anchor"].as_str().unwrap())
}

/// Nothing waits to be written, and each memory is shown once.
fn converged(vault: &Vault, story: &str) {
    let memories = vault.memories();
    let health = vault.json(&["doctor"]);
    assert_eq!(health["well"], true, "{story}: {health}");
    assert_eq!(health["findings"], serde_json::json!([]), "{story}");
    documents_agree(vault, &memories, story);
}

#[test]
fn a_text_that_was_long_short_and_long_again_is_written_each_time() {
    let vault = Vault::new();
    vault.ok(&["remember", &long("First")]);
    vault.ok(&["remember", "Another"]);
    vault.ok(&["update", "1", "Short"]);
    let file = long_file(&vault.memories()[0]);
    assert!(!vault.path(&file).exists());
    vault.ok(&["undo"]);
    assert!(vault.read(&file).starts_with("First and so on"));
    converged(&vault, "after undo");
    let document = vault.read(MEMORY).replace("Another", "Another, by hand");
    vault.save(MEMORY, &format!("{document}\n- A line of mine\n"));
    vault.ok(&["list"]);
    let document = vault.read(MEMORY).replace("A line of mine", "A line of mine, edited");
    vault.save(MEMORY, &document);
    assert_eq!(vault.memories().len(), 3);
    vault.ok(&["doctor", "--rewrite", MEMORY, "--yes"]);
    assert!(vault.read(MEMORY).contains("A line of mine, edited"));
    fs::remove_file(vault.path("global/MEMORY.damaged-001.md")).unwrap();
    converged(&vault, "after a rewrite");
}

#[test]
fn a_long_file_shortened_by_hand_goes_and_its_next_save_counts() {
    let vault = Vault::new();
    vault.ok(&["remember", &long("First")]);
    let file = long_file(&vault.memories()[0]);
    vault.save(&file, "Short now\n");
    vault.ok(&["list"]);
    assert_eq!(vault.memories()[0]["text"], "Short now");
    assert!(!vault.path(&file).exists(), "the block says all of it");
    vault.save(&file, "Shorter, saved once more from an open editor\n");
    assert_eq!(vault.memories()[0]["text"], "Shorter, saved once more from an open editor");
    converged(&vault, "after the second save");
}

#[test]
fn a_long_file_that_was_deleted_keeps_no_document_waiting() {
    let vault = Vault::new();
    vault.ok(&["remember", &long("First")]);
    let file = long_file(&vault.memories()[0]);
    fs::remove_file(vault.path(&file)).unwrap();
    vault.ok(&["remember", "Another"]);
    assert!(vault.read(MEMORY).contains("Another"));
    vault.ok(&["doctor", "--rewrite", &file, "--yes"]);
    converged(&vault, "after it was written anew");
}

/// One thing that an agent, a person or an accident does.
fn step(vault: &Vault, randomness: &mut FixedRandomness, number: usize) -> String {
    let memories = vault.memories();
    let active: Vec<&Value> =
        memories.iter().filter(|memory| memory.get("lifecycle").is_none()).collect();
    let any = |randomness: &mut FixedRandomness| active[randomness.next() as usize % active.len()];
    let (word, file) = (format!("Word{number}"), MEMORY);
    let kinds = [
        "remember",
        "remember long",
        "undo",
        "undo",
        "add",
        "update",
        "update long",
        "forget",
        "restore",
        "reword",
        "delete line",
        "edit long",
        "shorten long",
        "lose long",
        "truncate",
        "lose",
    ];
    let mut kind = *randomness.pick(&kinds);
    if active.len() < 2 && !["remember", "remember long", "undo", "add"].contains(&kind) {
        kind = "remember";
    }
    let named = |memory: &Value| memory["number"].to_string();
    let long_files: Vec<String> =
        active.iter().map(|it| long_file(it)).filter(|it| vault.path(it).exists()).collect();
    match kind {
        "remember" => drop(vault.ok(&["remember", &word])),
        "remember long" => drop(vault.ok(&["remember", &long(&word)])),
        "undo" => drop(vault.run(&["undo"])),
        "update" => drop(vault.ok(&["update", &named(any(randomness)), &word])),
        "update long" => drop(vault.ok(&["update", &named(any(randomness)), &long(&word)])),
        "forget" => drop(vault.ok(&["forget", &named(any(randomness))])),
        "restore" => {
            let archived = memories.iter().find(|memory| memory.get("lifecycle").is_some());
            archived.map(|memory| vault.run(&["restore", &named(memory)]));
        }
        "add" => vault.save_new(file, &format!("{}\n- {word} by hand\n", vault.read(file))),
        "reword" => vault.save_new(file, &vault.read(file).replacen("Word", "Wort", 1)),
        "delete line" => {
            let text = vault.read(file);
            let line = text.lines().find(|line| line.contains(" ^"));
            let without = line.map(|line| text.replacen(&format!("{line}\n"), "", 1));
            vault.save_new(file, &without.unwrap_or(text));
        }
        "edit long" => {
            long_files.iter().take(1).for_each(|it| vault.save(it, &format!("{}\n", long(&word))))
        }
        "shorten long" => {
            long_files.iter().take(1).for_each(|it| vault.save(it, &format!("{word} short\n")))
        }
        "lose long" => {
            long_files.iter().take(1).for_each(|it| fs::remove_file(vault.path(it)).unwrap())
        }
        "truncate" => vault.save_new(file, ""),
        _ => drop(fs::remove_file(vault.path(file))),
    }
    kind.to_owned()
}

/// Does what the doctor says of documents that need a person: they are written anew.
fn settle(vault: &Vault, story: &str) {
    vault.run(&["doctor", "--fix"]);
    let health = vault.json_of(&["doctor"]);
    for finding in health["findings"].as_array().unwrap() {
        let what = finding["what"].as_str().unwrap();
        let code = finding["code"].as_str().unwrap();
        assert!(code.starts_with("document-") || code == "conflict-open", "{story}: {finding}");
        if let Some(path) = what.strip_prefix('`').and_then(|rest| rest.split('`').next()) {
            vault.ok(&["doctor", "--rewrite", path, "--yes"]);
            assert!(vault.path(path).exists(), "{story}: a rewrite leaves a file");
        }
    }
    for entry in fs::read_dir(vault.path("global")).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.to_string_lossy().contains(".damaged-") {
            fs::remove_file(entry).unwrap();
        }
    }
    let long = vault.path("global/memory/long");
    for entry in fs::read_dir(long).into_iter().flatten().map(|entry| entry.unwrap().path()) {
        if entry.to_string_lossy().contains(".damaged-") {
            fs::remove_file(entry).unwrap();
        }
    }
}

#[test]
fn documents_converge_whatever_happens_to_them() {
    let first = number_of("MNEMIC_SEED", 0);
    crate::case::for_each(SEEDS.map(|seed| first + seed).to_vec(), |seed| {
        let vault = Vault::new();
        vault.ok(&["init"]);
        let mut randomness = FixedRandomness::new(seed);
        let mut story = format!("seed {seed}");
        for number in 0..STEPS {
            story = format!("{story}, {}", step(&vault, &mut randomness, number));
            vault.ok(&["list"]);
            settle(&vault, &story);
            let memories = vault.memories();
            let behind = vault.json_of(&["doctor"]);
            let findings = behind["findings"].as_array().unwrap();
            let is_open = |finding: &&Value| finding["code"] != "conflict-open";
            assert_eq!(findings.iter().find(is_open), None, "{story}");
            documents_agree(&vault, &memories, &story);
        }
    });
}
