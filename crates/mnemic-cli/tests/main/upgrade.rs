//! Vaults of other versions: an older one opens and answers as ever, a newer one is refused with what helps.
//!
//! `fixtures/format-1` is a vault as the first format has it, without its index. It is never changed.

use std::{
    collections::BTreeSet,
    fs::{self, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::{
    harness::{Vault, copy_folder},
    invariants::{recover, reindexing_changes_nothing},
};

const EVENTS: [&str; 7] = ["put", "signal", "moved", "numbered", "rendered", "adopted", "landed"];
const CAUSES: [&str; 10] = [
    "remembered",
    "imported",
    "updated",
    "pinned",
    "unpinned",
    "forgotten",
    "restored",
    "written_by_hand",
    "edited_by_hand",
    "deleted_by_hand",
];

fn kept_vault() -> Vault {
    let vault = Vault::new();
    copy_folder(&kept(), &vault.root());
    vault
}

fn kept() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/format-1")
}

#[test]
fn the_kept_vault_holds_every_kind_of_event() {
    let journal = kept_vault().journal();
    let events: Vec<&Value> =
        journal.iter().flat_map(|act| act["events"].as_array().unwrap()).collect();
    let kinds = events.iter().flat_map(|event| event.as_object().unwrap().keys());
    let kinds: BTreeSet<&str> = kinds.map(String::as_str).collect();
    assert_eq!(kinds, BTreeSet::from(EVENTS));
    let causes = events.iter().filter_map(|event| event["put"]["cause"].as_str());
    assert_eq!(causes.collect::<BTreeSet<_>>(), BTreeSet::from(CAUSES));
}

#[test]
fn a_vault_of_the_first_format_answers_as_ever() {
    let vault = kept_vault();
    let documents = vault.documents();
    let memories = recover(&vault, "a vault of format 1");
    assert!(vault.documents() == documents, "opening changed a document");
    let summarise = |memory: &Value| {
        let text: String = memory["text"].as_str().unwrap().chars().take(60).collect();
        let (state, home) = (&memory["lifecycle"]["state"], &memory["home"]["document"]);
        let (number, version, score) =
            (&memory["number"], &memory["version"], &memory["signals"]["score"]);
        format!("{number} v{version} {state} {} score {score} in {home}: {text}", memory["status"])
    };
    let listed: Vec<String> = memories.iter().map(summarise).collect();
    insta::assert_snapshot!("memories_of_format_1", listed.join("\n"));
    let answers = ["local index", "deploys", "machine", "large room"].map(|question| {
        let answer = vault.json(&["recall", question, "--scope", "all"]);
        let hits = answer["hits"].as_array().unwrap().iter();
        let numbers: Vec<String> = hits.map(|hit| hit["number"].to_string()).collect();
        format!("{question}: {}", numbers.join(" "))
    });
    insta::assert_snapshot!("answers_of_format_1", answers.join("\n"));
    reindexing_changes_nothing(&vault, &memories, "a vault of format 1");
}

#[test]
fn a_vault_of_the_first_format_is_written_on() {
    let vault = kept_vault();
    let count = vault.memories().len();
    vault.ok(&["remember", "Written by a later version"]);
    vault.ok(&["update", "1", "Changed by a later version"]);
    let memories = recover(&vault, "written on");
    assert_eq!(memories.len(), count + 1);
    reindexing_changes_nothing(&vault, &memories, "written on");
}

#[test]
fn a_journal_of_a_newer_version_is_refused_and_left_alone() {
    let vault = kept_vault();
    vault.memories();
    let segment = vault.path("journal/2026-12.jsonl");
    let content = r#"{"v":3,"id":"01a1df9f-6258-7a35-b4b8-bb8e0e61f91a","when":"later""#;
    let sum = &blake3::hash(content.as_bytes()).to_hex()[..16];
    let mut file = OpenOptions::new().append(true).open(&segment).unwrap();
    writeln!(file, "{content},\"sum\":\"{sum}\"}}").unwrap();
    let before = fs::read(&segment).unwrap();
    let verbs: [&[&str]; 7] = [
        &["recall", "tea"],
        &["remember", "something else"],
        &["update", "1", "x"],
        &["list"],
        &["status"],
        &["doctor"],
        &["reindex"],
    ];
    for verb in verbs {
        let answer = vault.run(verb);
        assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
        let complaint = answer.story();
        assert!(complaint.contains("format 3; this version reads up to 2"), "{complaint}");
        assert!(complaint.contains("use the version of Mnemic that wrote it"), "{complaint}");
    }
    assert_eq!(fs::read(&segment).unwrap(), before);
}

#[test]
fn an_index_of_an_older_schema_is_built_anew_without_a_word() {
    let vault = kept_vault();
    let memories = vault.memories();
    let index = Connection::open(vault.index()).unwrap();
    index.pragma_update(None, "user_version", 1).unwrap();
    drop(index);
    let answer = vault.run(&["recall", "SQLite", "--json"]);
    assert_eq!(String::from_utf8_lossy(&answer.output.stderr), "");
    assert_ne!(answer.json()["hits"], json!([]));
    assert_eq!(vault.memories(), memories);
}
