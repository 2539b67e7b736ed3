//! `mnemic narrative`: the chain of sentences that tells what happened.

use serde_json::{Value, json};

use crate::{harness::Vault, invariants::reindexing_changes_nothing};

fn ended(vault: &Vault, id: &str, said: &str, moment: &str) {
    vault.at(moment, &["session", "start", "--id", id]).ok();
    vault.at(moment, &["session", "append", id, said]).ok();
    vault.at(moment, &["session", "end", id]).ok();
}

fn texts(answer: &Value) -> Vec<String> {
    let narratives = answer["narratives"].as_array().unwrap().iter();
    narratives.map(|narrative| narrative["text"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn narratives_form_a_chain_that_answers_where_one_was() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    let nothing = vault.fails(&["narrative"]);
    assert!(nothing.contains("there is no narrative yet"), "{nothing}");
    ended(&vault, "s1", "Please migrate the database to SQLite.", "2026-11-15T10:00:00Z");
    ended(&vault, "s2", "Please write the release notes.", "2026-11-15T11:00:00Z");
    let last = vault.json(&["narrative", "show"]);
    let text = last["narrative"]["text"].as_str().unwrap();
    assert!(text.contains("release notes"), "{last}");
    let walk = vault.json(&["narrative", "walk"]);
    assert_eq!((texts(&walk).len(), &walk["goes_on"]), (2, &json!(false)));
    let first = &walk["narratives"][1];
    assert_eq!(last["narrative"]["body"]["previous"], first["id"]);
    assert_eq!(
        vault.json(&["narrative", "show", first["id"].as_str().unwrap()])["next"],
        json!([last["narrative"]["id"]])
    );
    let one = vault.json(&["narrative", "walk", "--limit", "1"]);
    assert_eq!((texts(&one).len(), &one["goes_on"]), (1, &json!(true)));
    let found = vault.json(&["narrative", "search", "migrate the database", "--limit", "1"]);
    assert!(texts(&found)[0].contains("database"), "{found}");
    let started = vault.ok(&["session", "start", "--id", "s3"]);
    assert!(started.contains("Last time: ") && started.contains("release notes"), "{started}");
}

#[test]
fn memories_made_in_a_session_belong_to_its_narratives_both_ways() {
    let vault = Vault::new();
    ended(&vault, "s1", "Please migrate the database to SQLite.", "2026-11-15T10:00:00Z");
    let first = vault.json(&["narrative", "show"])["narrative"]["id"].clone();
    vault.ok(&["session", "start", "--id", "s2"]);
    let made = vault.json(&["remember", "The migration takes a minute", "--session", "s2"]);
    let id = made["id"].as_str().unwrap();
    assert_eq!(vault.json(&["show", id])["source"]["narrative"], first);
    vault.ok(&["session", "append", "s2", "Please write the release notes."]);
    vault.ok(&["session", "end", "s2"]);
    let second = vault.json(&["narrative", "show"]);
    assert_eq!(second["narrative"]["body"]["memories"], json!([id]));
    assert_eq!(second["memories"][0]["id"], id);
    assert_eq!(vault.json(&["remember", "Without a session"])["number"], 4);
    assert_eq!(vault.json(&["show", "4"])["source"].get("narrative"), None);
}

#[test]
fn a_narrative_never_changes_and_stands_in_no_document() {
    let vault = Vault::new();
    ended(&vault, "s1", "Please migrate the database to SQLite.", "2026-11-15T10:00:00Z");
    let number = vault.json(&["narrative", "show"])["narrative"]["number"].to_string();
    let complaint = vault.fails(&["update", &number, "Something else"]);
    assert!(complaint.contains("narratives cannot be changed"), "{complaint}");
    let other = vault.json(&["remember", "No narrative"])["number"].to_string();
    let complaint = vault.fails(&["narrative", "show", &other]);
    assert!(complaint.contains("is not a narrative"), "{complaint}");
    assert!(!vault.read("global/MEMORY.md").contains("migrate the database"));
    vault.ok(&["forget", &number]);
    vault.ok(&["restore", &number]);
    assert!(!vault.read("global/MEMORY.md").contains("migrate the database"));
    assert_eq!(texts(&vault.json(&["narrative", "walk"])).len(), 1);
    reindexing_changes_nothing(&vault, &vault.memories(), "narratives");
    let lines = vault.ok(&["export"]);
    let copy = Vault::new();
    let file = copy.beside("export.jsonl");
    std::fs::write(&file, lines).unwrap();
    copy.ok(&["import", "jsonl", "--restore", file.to_str().unwrap()]);
    assert_eq!(
        copy.json(&["narrative", "walk"])["narratives"][0]["body"],
        vault.json(&["narrative", "walk"])["narratives"][0]["body"]
    );
}

#[test]
fn a_session_without_a_word_tells_nothing() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let ended = vault.json(&["session", "end", "s1"]);
    assert_eq!((&ended["narrative"], &ended["failed"]), (&Value::Null, &json!([])));
    assert_eq!(ended["readable"], Value::Null, "there is nothing to read");
    vault.fails(&["narrative", "show"]);
}
