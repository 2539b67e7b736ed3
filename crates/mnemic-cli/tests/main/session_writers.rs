//! Who writes a session: one process at a time, and what one that dies leaves to the next.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write},
    process::Child,
    thread,
};

use serde_json::{Value, json};

use crate::{
    case::trace,
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
    let holder = format!("session `s1` is in use by process {} on `", first.id());
    assert!(
        complaint.contains(&holder) && complaint.contains("since 2026-11-15T10:00:00Z"),
        "{complaint}"
    );
    vault.ok(&["session", "show", "s1"]);
    vault.at("2026-11-15T10:15:00Z", &["session", "append", "s1", "It has fallen silent"]).ok();
    writeln!(input, "{}", json!({ "role": "user", "content": "Still there?" })).unwrap();
    drop(input);
    let late = Answer::of("append", first.wait_with_output().unwrap()).fails();
    assert!(late.contains("another process took over session `s1`"), "{late}");
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
fn many_who_start_one_session_at_once_all_have_it_and_one_begins_it() {
    let vault = Vault::new();
    for round in 0..20 {
        let id = format!("same-{round}");
        let start = ["session", "start", "--id", &id, "--json"];
        let children: Vec<Child> = (0..8).map(|_| vault.piped(&start)).collect();
        let answers = children.into_iter().map(|it| it.wait_with_output().unwrap());
        let started: Vec<Value> = answers.map(|it| Answer::of("start", it).json()).collect();
        assert!(started.iter().all(|it| it["session"] == json!(id)), "{started:?}");
        let begun = started.iter().filter(|it| it["resumed"] == json!(false)).count();
        assert_eq!(begun, 1, "{started:?}");
        assert_eq!(vault.transcript(&id).len(), 1);
    }
}

#[test]
fn a_session_that_another_began_while_its_lock_was_waited_for_is_gone_on_with() {
    let vault = Vault::with_session("s1");
    let elsewhere = vault.copy();
    elsewhere.ok(&["session", "start", "--id", "s2"]);
    let held = File::create(vault.path("global/sessions/.lock/s2")).unwrap();
    held.lock().unwrap();
    let start = ["session", "start", "--id", "s2", "--json"].map(str::to_owned);
    let started = thread::scope(|scope| {
        let waiting = scope.spawn(|| trace(&vault, &start, &["-e", "trace=openat"]));
        vault.comes_to_say("../trace", "/sessions/.lock/s2");
        vault.save("global/sessions/s2.jsonl", &elsewhere.read("global/sessions/s2.jsonl"));
        held.unlock().unwrap();
        Answer::of("start", waiting.join().unwrap()).json()
    });
    assert_eq!((&started["session"], &started["resumed"]), (&json!("s2"), &json!(true)));
    assert_eq!(vault.transcript("s2").len(), 1);
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
    assert!(vault.ok(&["session", "recover"]).contains("No session needs recovery"));
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
