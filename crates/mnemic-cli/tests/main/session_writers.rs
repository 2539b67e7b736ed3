//! Who writes a session: one process at a time, and what one that dies leaves to the next.

use std::{
    io::{BufRead, BufReader, Write},
    process::Child,
};

use serde_json::{Value, json};

use crate::{
    harness::{Answer, Vault},
    session::DECISION,
};

#[test]
fn a_second_writer_is_told_who_the_first_one_is() {
    let vault = Vault::with_session("s1");
    let mut first = vault.piped(&["session", "append", "s1"]);
    let mut input = first.stdin.take().unwrap();
    writeln!(input, "{}", json!({ "id": "held", "role": "user", "content": "I hold it" })).unwrap();
    vault.comes_to_say("global/sessions/s1.jsonl", "I hold it");
    let complaint = vault.fails(&["session", "append", "s1", "Me too"]);
    let holder = format!("session `s1` is being written by process {} on `", first.id());
    assert!(
        complaint.contains(&holder) && complaint.contains("since 2026-11-15T10:00:00Z"),
        "{complaint}"
    );
    vault.ok(&["session", "show", "s1"]);
    vault.at("2026-11-15T10:15:00Z", &["session", "append", "s1", "It has fallen silent"]).ok();
    writeln!(input, "{}", json!({ "role": "user", "content": "Still there?" })).unwrap();
    drop(input);
    let late = Answer::of("append", first.wait_with_output().unwrap()).fails();
    assert!(late.contains("session `s1` was taken over by another process"), "{late}");
    let said: Vec<Value> =
        vault.transcript("s1")[6..].iter().map(|line| line["content"].clone()).collect();
    assert_eq!(said, ["I hold it", "It has fallen silent"]);
}

#[test]
fn many_who_add_one_thing_each_wait_for_one_another() {
    let vault = Vault::with_session("s1");
    let texts: Vec<String> = (0..8).map(|number| format!("Said at once {number}")).collect();
    let children: Vec<Child> =
        texts.iter().map(|text| vault.piped(&["session", "append", "s1", text])).collect();
    for child in children {
        Answer::of("append", child.wait_with_output().unwrap()).ok();
    }
    assert_eq!(vault.transcript("s1").len(), 14);
    let said = vault.read("global/sessions/s1.jsonl");
    assert!(texts.iter().all(|text| said.matches(text).count() == 1), "{said}");
}

#[test]
fn whoever_starts_next_finishes_what_was_left_behind() {
    let vault = Vault::with_session("idle");
    vault.ok(&["session", "start", "--id", "killed"]);
    let mut child = vault.piped(&["session", "append", "killed"]);
    let mut input = child.stdin.take().unwrap();
    writeln!(input, "{}", json!({ "role": "assistant", "content": DECISION })).unwrap();
    vault.comes_to_say("global/sessions/killed.jsonl", "SQLite");
    child.kill().unwrap();
    child.wait().unwrap();
    let next = vault.json(&["session", "start", "--id", "next"]);
    let names: Vec<&Value> =
        next["recovered"].as_array().unwrap().iter().map(|it| &it["session"]).collect();
    assert_eq!(names, ["killed"]);
    let later = vault.at("2026-11-16T10:00:00Z", &["session", "recover", "--json"]).json();
    let mut names: Vec<&str> = later["recovered"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["session"].as_str().unwrap())
        .collect();
    names.sort_unstable();
    assert_eq!(names, ["idle", "next"]);
    let listed = vault.ok(&["session", "list", "--scope", "all"]);
    assert_eq!(listed.matches("(abandoned").count(), 3, "{listed}");
    assert!(vault.ok(&["session", "recover"]).contains("Nothing was left behind"));
}

#[test]
fn turns_stream_in_while_the_agent_talks() {
    let vault = Vault::with_session("s1");
    let mut child = vault.piped(&["session", "append", "s1", "--json"]);
    let mut input = child.stdin.take().unwrap();
    for number in 0..3 {
        let text = format!("Streamed {number}");
        writeln!(input, "{}", json!({ "role": "user", "content": text })).unwrap();
        vault.comes_to_say("global/sessions/s1.jsonl", &text);
    }
    drop(input);
    let mut answer = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(serde_json::from_str::<Value>(&answer).unwrap()["messages"], 8);
}
