//! A part of the journal is lost: the doctor names it, says what documents still show of it, and takes that in.

use std::fs;

use serde_json::Value;

use crate::harness::{Answer, Vault};

fn run_in(vault: &Vault, month: u32, arguments: &[&str]) -> String {
    let mut command = vault.command(arguments);
    command.env("MNEMIC_NOW", format!("2026-{month:02}-15T10:00:00Z"));
    Answer::of(&arguments.join(" "), command.output().unwrap()).ok()
}

fn codes(health: &Value) -> Vec<&str> {
    let findings = health["findings"].as_array().unwrap().iter();
    findings.map(|finding| finding["code"].as_str().unwrap()).collect()
}

fn sample() -> Vault {
    let vault = Vault::new();
    run_in(&vault, 10, &["remember", "The port is 8443", "--tags", "ops"]);
    run_in(&vault, 10, &["remember", &format!("A long story: {}", "on and on ".repeat(1_000))]);
    run_in(&vault, 10, &["remember", "Forgotten soon"]);
    run_in(&vault, 10, &["forget", "3"]);
    run_in(&vault, 11, &["remember", "Backups run at night"]);
    vault
}

#[test]
fn what_documents_show_of_a_lost_month_is_named_and_taken_in() {
    let vault = sample();
    let before = vault.memories();
    fs::remove_file(vault.path("journal/2026-10.jsonl")).unwrap();
    let health = vault.json_of(&["doctor"]);
    assert!(health.to_string().contains("`journal/2026-10.jsonl` is missing"), "{health}");
    assert!(health.to_string().contains("`global/MEMORY.md` shows 2 memories"), "{health}");
    assert!(health.to_string().contains("`global/archive/2026-10.md` shows a mem"), "{health}");
    vault.run(&["doctor", "--fix"]);
    let found = vault.json(&["recall", "which port"]);
    assert_eq!(found["hits"][0]["text"], "The port is 8443");
    let after = vault.memories();
    for memory in before.iter().filter(|memory| memory.get("lifecycle").is_none()) {
        let same = |other: &&Value| other["anchor"] == memory["anchor"];
        let found = after.iter().find(same).unwrap_or_else(|| panic!("{memory} is not back"));
        assert_eq!((&found["text"], &found["tags"]), (&memory["text"], &memory["tags"]));
    }
    let health = vault.json_of(&["doctor"]);
    assert_eq!(codes(&health), ["block-unknown"], "only the archive is left: {health}");
}

#[test]
fn without_an_index_the_blocks_alone_tell_of_it() {
    let vault = sample();
    fs::remove_file(vault.path("journal/2026-10.jsonl")).unwrap();
    fs::remove_dir_all(vault.path("index")).unwrap();
    let health = vault.json_of(&["doctor"]);
    assert!(codes(&health).contains(&"block-unknown"), "{health}");
}

#[test]
fn a_month_that_was_put_back_is_as_if_it_had_never_been_away() {
    let vault = sample();
    let before = vault.memories();
    let (there, away) = (vault.path("journal/2026-10.jsonl"), vault.beside("away.jsonl"));
    fs::rename(&there, &away).unwrap();
    assert_eq!(vault.memories().len(), 1);
    fs::rename(&away, &there).unwrap();
    assert_eq!(vault.memories(), before);
    assert_eq!(codes(&vault.json_of(&["doctor"])), Vec::<&str>::new());
}
