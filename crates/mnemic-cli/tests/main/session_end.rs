//! The end of a session: what it leaves behind, who goes on from it, and when it is put away.

use std::fs;

use serde_json::{Value, json};

use crate::{harness::Vault, session::DECISION};

#[test]
fn a_session_leaves_its_lessons_behind_in_files_that_people_read() {
    let vault = Vault::with_session("s1");
    let ended = vault.json(&["session", "end", "s1"]);
    let stages = [
        "persist",
        "summary",
        "narrative",
        "findings",
        "promotion",
        "projections",
        "daily_log",
        "events",
    ];
    assert_eq!((&ended["stages"], &ended["failed"]), (&json!(stages), &json!([])));
    let readable = ended["readable"].as_str().unwrap();
    assert!(readable.starts_with("global/sessions/2026-11-15-"), "{readable}");
    let page = vault.read(readable);
    assert!(
        page.starts_with("---\nsession_id: s1\nscope: global\nagent_id: \"codex\"\n"),
        "{page}"
    );
    for said in [DECISION, "## Summary", "## Findings", "cargo test", "Tool error"] {
        assert!(page.contains(said), "{said} is missing:\n{page}");
    }
    let kept: Value = serde_json::from_str(&vault.read("global/sessions/s1.memory.json")).unwrap();
    assert!(kept["findings"].as_array().unwrap().len() >= 2, "{kept}");
    assert!(kept["summary"].as_str().unwrap().contains("SQLite"), "{kept}");
    let log = vault.read("global/memory/2026-11-15.md");
    assert!(log.contains("- [10:00:00] Session s1 ended: "), "{log}");
    let tomorrow = log.split("## Context for Tomorrow").nth(1).unwrap();
    assert!(tomorrow.contains("\n- "), "{log}");
    let rule = vault.json(&["recall", "push to main without tests"]);
    assert!(rule["hits"][0]["text"].as_str().unwrap().contains("ever push to main"), "{rule}");
    let index: Value = serde_json::from_str(&vault.read("global/sessions/sessions.json")).unwrap();
    let entry = &index["sessions"][0];
    assert_eq!((&entry["status"], &entry["messages"]), (&json!("completed"), &json!(5)));
    assert_eq!(entry["readable"], readable);
    assert!(vault.ok(&["session", "end", "s1"]).contains("already"));
    assert_eq!(vault.read("global/memory/2026-11-15.md"), log);
    vault.ok(&["doctor"]);
}

#[test]
fn a_session_that_has_ended_takes_nothing_more() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "end", "s1"]);
    let before = vault.transcript("s1");
    for verb in [
        &["session", "append", "s1", "late"][..],
        &["session", "compact", "s1"],
        &["flush", "s1"],
        &["session", "start", "--id", "s1"],
    ] {
        let complaint = vault.fails(verb);
        assert!(complaint.contains("session `s1` has ended"), "{complaint}");
        assert!(complaint.contains("mnemic session fork s1"), "{complaint}");
    }
    assert_eq!(vault.transcript("s1"), before);
}

#[test]
fn a_fork_goes_on_with_what_was_learnt_and_is_no_second_witness() {
    let vault = Vault::with_session("s1");
    vault.ok(&["config", "set", "flush.enabled", "off"]);
    let forked = vault.json(&["session", "fork", "s1", "--id", "s2"]);
    assert_eq!((&forked["session"], &forked["resumed"]), (&json!("s2"), &json!(false)));
    let parent = vault.transcript("s2")[0]["parent"].clone();
    assert_eq!((&parent["session"], &parent["root"]), (&json!("s1"), &json!("s1")));
    let kept: Value = serde_json::from_str(&vault.read("global/sessions/s2.memory.json")).unwrap();
    assert!(!kept["inherited"].as_array().unwrap().is_empty(), "{kept}");
    vault.ok(&["session", "append", "s2", "--role", "assistant", DECISION]);
    vault.ok(&["session", "end", "s2"]);
    vault.ok(&["session", "end", "s1"]);
    let texts = |vault: &Vault| {
        let memories = vault.memories().into_iter().filter(|memory| memory["kind"] == "note");
        memories.map(|memory| memory["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert!(texts(&vault).iter().all(|text| !text.contains("SQLite")), "{:?}", texts(&vault));
    vault.ok(&["session", "start", "--id", "s3"]);
    vault.ok(&["session", "append", "s3", "--role", "assistant", DECISION]);
    vault.ok(&["session", "end", "s3"]);
    assert!(texts(&vault).iter().any(|text| text.contains("SQLite")), "{:?}", texts(&vault));
    let third = vault.json(&["session", "fork", "s2", "--id", "s4"]);
    assert_eq!(third["session"], "s4");
    assert_eq!(vault.transcript("s4")[0]["parent"]["root"], "s1");
}

#[test]
fn a_stage_that_fails_stops_no_other_and_is_made_up_for() {
    let vault = Vault::with_session("s1");
    fs::create_dir_all(vault.path("global/memory/2026-11-15.md")).unwrap();
    let answer = vault.run(&["session", "end", "s1", "--json"]);
    assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
    let ended: Value = serde_json::from_slice(&answer.output.stdout).unwrap();
    assert_eq!(ended["failed"][0]["stage"], "daily_log");
    assert_eq!(ended["stages"].as_array().unwrap().len(), 7);
    assert!(vault.ok(&["session", "list"]).contains("(unfinished"));
    fs::remove_dir(vault.path("global/memory/2026-11-15.md")).unwrap();
    let again = vault.json(&["session", "end", "s1"]);
    assert_eq!(again["stages"], json!(["daily_log"]));
    assert!(vault.ok(&["session", "list"]).contains("(completed"));
    assert_eq!(vault.json(&["narrative", "walk"])["narratives"].as_array().unwrap().len(), 1);
}

#[test]
fn old_sessions_are_put_away_and_come_back() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "end", "s1"]);
    let whole = vault.read("global/sessions/s1.jsonl");
    let early = vault.at("2026-12-14T10:00:00Z", &["session", "expire", "--json"]).json();
    assert_eq!(early["archived"], json!([]));
    let next = vault.at("2026-12-15T10:00:00Z", &["session", "start", "--id", "s2", "--json"]);
    assert_eq!(next.json()["archived"], json!(["s1"]));
    assert_eq!(vault.read("global/sessions/archive/s1.jsonl"), whole);
    assert!(!vault.ok(&["session", "list"]).contains("s1"));
    assert!(vault.ok(&["session", "list", "--archived"]).contains("s1 (archived"));
    assert!(vault.ok(&["session", "show", "s1"]).contains("archived"));
    let complaint = vault.fails(&["session", "append", "s1", "late"]);
    assert!(complaint.contains("`mnemic session recover s1` brings it back"), "{complaint}");
    vault.ok(&["session", "recover", "s1"]);
    assert_eq!(vault.read("global/sessions/s1.jsonl"), whole);
    assert!(vault.ok(&["session", "list"]).contains("s1 (completed"));
}

#[test]
fn a_backup_takes_transcripts_along_and_no_locks() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "end", "s1"]);
    let file = vault.beside("b.tar.gz");
    vault.ok(&["backup", "--output", file.to_str().unwrap()]);
    let copy = Vault::new();
    copy.ok(&["restore-backup", file.to_str().unwrap()]);
    assert_eq!(copy.read("global/sessions/s1.jsonl"), vault.read("global/sessions/s1.jsonl"));
    assert!(!copy.path("global/sessions/.lock").exists());
    assert!(copy.ok(&["session", "list"]).contains("s1 (completed"));
}

#[test]
fn no_log_of_the_day_is_written_where_none_is_wanted() {
    for config in ["daily_log: {enabled: off}\n", "preset: koshi\n"] {
        let vault = Vault::configured(config);
        vault.ok(&["remember", "Chose SQLite over Postgres"]);
        vault.ok(&["session", "start", "--id", "s1"]);
        vault.ok(&["session", "append", "s1", "Which database should we use?"]);
        let ended = vault.json(&["session", "end", "s1"]);
        assert_eq!(ended["failed"], json!([]), "{config}");
        assert!(!vault.path("global/memory/2026-11-15.md").exists(), "{config}");
        assert_eq!(vault.json(&["status"])["waiting"], 0, "{config}");
        vault.ok(&["reindex"]);
        vault.ok(&["list"]);
        assert!(!vault.path("global/memory/2026-11-15.md").exists(), "{config}");
        assert_eq!(vault.json(&["doctor"])["well"], true, "{config}");
    }
}
