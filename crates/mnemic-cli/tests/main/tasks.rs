//! What a task remembers is in no journal. It stays when the index is built anew, as far as the index can be read.

use std::{
    fs::OpenOptions,
    io::{Seek, SeekFrom, Write},
};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::harness::Vault;

/// A vault whose task has a memory with a past and a score, and once had another.
fn vault() -> Vault {
    let vault = Vault::new();
    vault.ok(&["remember", "Everyone knows this"]);
    vault.ok(&["remember", "The task tries port 80", "--scope", "task:t1", "--tags", "net"]);
    vault.ok(&["update", "2", "The task tries port 81", "--scope", "task:t1"]);
    vault.ok(&["reinforce", "2", "--scope", "task:t1"]);
    vault.ok(&["remember", "The task gave this up", "--scope", "task:t1"]);
    vault.ok(&["forget", "3", "--scope", "task:t1"]);
    vault
}

fn shown(vault: &Vault) -> Value {
    vault.json(&["show", "2", "--scope", "task:t1", "--history"])
}

/// Does something to a vault; the task's memory must be as before, and no number may be given twice.
fn check(change: impl Fn(&Vault)) {
    let vault = vault();
    let before = shown(&vault);
    let said = &before["versions"][1]["memory"]["text"];
    assert_eq!(said, "The task tries port 81", "{before}");
    change(&vault);
    assert_eq!(shown(&vault), before);
    let found = vault.json(&["recall", "which port", "--scope", "task:t1"]);
    assert_eq!(found["hits"][0]["number"], 2, "{found}");
    let next = vault.json(&["remember", "Something new"]);
    assert_eq!(next["number"], 4, "{next}");
    assert_eq!(vault.json(&["doctor"]), json!({ "well": true, "findings": [] }));
}

#[test]
fn a_reindex_keeps_what_a_task_remembers() {
    check(|vault| {
        vault.ok(&["reindex"]);
        vault.ok(&["reindex"]);
    });
}

#[test]
fn an_index_built_anew_by_itself_keeps_what_a_task_remembers() {
    for damage in [
        "DELETE FROM words_data",
        "DROP TABLE documents",
        "UPDATE memories SET text = 'lies' WHERE number = 1",
        "PRAGMA user_version = 3",
    ] {
        check(|vault| {
            Connection::open(vault.index()).unwrap().execute_batch(damage).unwrap();
            vault.ok(&["doctor", "--fix"]);
        });
    }
}

#[test]
fn without_its_cursor_an_index_still_gives_what_a_task_remembers() {
    let vault = vault();
    let before = shown(&vault);
    Connection::open(vault.index()).unwrap().execute_batch("DELETE FROM meta").unwrap();
    assert_eq!(shown(&vault), before);
}

#[test]
fn a_damaged_page_costs_only_the_memories_on_it() {
    let vault = Vault::new();
    for number in 0..40 {
        let text = format!("Step {number} {}", "and so on ".repeat(100));
        vault.ok(&["remember", &text, "--scope", "task:t1"]);
    }
    let index = vault.index();
    let connection = Connection::open(&index).unwrap();
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())).unwrap();
    let leaf = "SELECT pageno FROM dbstat WHERE name = 'memories' AND pagetype = 'leaf'
                ORDER BY path LIMIT 1 OFFSET 4";
    let page = connection.query_row(leaf, [], |row| row.get::<_, u32>(0));
    let size: u32 = connection.query_row("PRAGMA page_size", [], |row| row.get(0)).unwrap();
    drop(connection);
    let page = page.expect("SQLite tells of its pages");
    let mut file = OpenOptions::new().write(true).open(&index).unwrap();
    file.seek(SeekFrom::Start(u64::from((page - 1) * size))).unwrap();
    file.write_all(&[0xff; 64]).unwrap();
    drop(file);
    vault.ok(&["doctor", "--fix"]);
    let left = vault.json(&["list", "--scope", "task:t1", "--limit", "100"]);
    let left = left["total"].as_u64().unwrap();
    assert!((30..40).contains(&left), "{left} of 40 memories are left");
}

#[test]
fn what_the_journal_gives_to_another_is_not_a_tasks() {
    let vault = vault();
    let export = vault.ok(&["export"]);
    let mut line: Value = serde_json::from_str(export.lines().next().unwrap()).unwrap();
    line["id"] = json!("01934f2e-0000-7000-8000-000000000009");
    line["anchor"] = json!("other009");
    line["text"] = json!("From another machine");
    line["number"] = json!(2);
    let other = Vault::new();
    let file = other.write_lines(&[line]);
    other.ok(&["import", "jsonl", "--restore", file.to_str().unwrap()]);
    for segment in std::fs::read_dir(other.path("journal")).unwrap() {
        let segment = segment.unwrap();
        let name = format!("journal/other-{}", segment.file_name().to_string_lossy());
        if segment.path().is_file() {
            std::fs::copy(segment.path(), vault.path(&name)).unwrap();
        }
    }
    vault.ok(&["reindex"]);
    let listed = vault.json(&["list", "--scope", "all"]);
    let numbers: Vec<&Value> =
        listed["memories"].as_array().unwrap().iter().map(|memory| &memory["number"]).collect();
    assert_eq!(listed["total"], 3, "{listed}");
    assert!(numbers.iter().all(|number| number.is_u64()), "{numbers:?}");
    assert_eq!(vault.json(&["doctor"])["well"], json!(true));
}
