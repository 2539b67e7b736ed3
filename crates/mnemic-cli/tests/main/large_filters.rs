//! A filter or a question of any size is answered, or refused with what is wrong; it never costs the index.

use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
};

use serde_json::{Value, json};

use crate::{
    harness::{Answer, Vault},
    mcp::client::Client,
};

/// More values than SQLite takes parameters.
const MANY: usize = 40_000;

fn many(name: &str) -> Vec<String> {
    (0..MANY).map(|number| format!("{name}{number}")).collect()
}

/// A vault with a memory of a task, which a rebuilt index used to lose, and the file of its index.
fn vault() -> (Vault, PathBuf) {
    let vault = Vault::new();
    vault.ok(&["remember", "Chose SQLite over Postgres", "--tags", "db"]);
    vault.ok(&["remember", "Only this task knows of SQLite", "--scope", "task:t1", "--tags", "db"]);
    let index = vault.index();
    (vault, index)
}

fn with_input(mut command: Command, input: &str) -> Answer {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = piped.spawn().unwrap();
    running.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    Answer::of("with input", running.wait_with_output().unwrap())
}

#[test]
fn a_filter_of_any_length_is_answered_and_the_index_stays() {
    let (vault, index) = vault();
    let tags = many("t");
    let wanted = tags.iter().map(String::as_str).chain(["DB"]);
    let wanted: Vec<&str> = wanted.flat_map(|tag| ["--tag", tag]).collect();
    for verb in [&["recall", "sqlite"][..], &["list"]] {
        let answer = vault.json(&[verb, &wanted].concat());
        let found = answer.get("hits").or(answer.get("memories")).unwrap();
        assert_eq!(found.as_array().unwrap().len(), 1, "{answer}");
    }
    let unwanted: Vec<&str> = tags.iter().flat_map(|tag| ["--tag", tag]).collect();
    let none = vault.json(&[&["recall", "sqlite"][..], &unwanted].concat());
    assert_eq!(none["hits"], json!([]));

    let with_db = [&tags[..], &["db".to_owned()]].concat();
    let lists = [
        (json!({"tags": {"$in": with_db}}), 1),
        (json!({"tags": {"$nin": tags}}), 1),
        (json!({"version": {"$in": (1..MANY).collect::<Vec<_>>()}}), 1),
        (json!({"author": tags}), 0),
    ];
    for (filter, expected) in lists {
        let listed = with_client(&vault, &filter);
        assert_eq!(listed["memories"].as_array().unwrap().len(), expected, "{listed}");
    }

    let question = json!({"query": "sqlite", "tags": with_db});
    let answer = with_input(vault.command(&["recall", "--stdin"]), &format!("{question}\n")).json();
    assert_eq!(answer["hits"].as_array().unwrap().len(), 1, "{answer}");

    assert_eq!(vault.index(), index, "the index was built anew");
    let task = vault.json(&["list", "--scope", "task:t1"]);
    assert_eq!(task["total"], 2, "{task}");
}

/// What a client lists that hands over a filter; no command line is that long.
fn with_client(vault: &Vault, filter: &Value) -> Value {
    let mut client = Client::ready(vault, &["--profile", "full"]);
    let listed = client.call("memory_list", json!({ "filter": filter }));
    client.leave();
    listed.structured
}

#[test]
fn too_many_conditions_are_refused_by_number() {
    let (vault, index) = vault();
    let operators: serde_json::Map<String, Value> =
        (0..2_000).map(|number| (format!("$x{number}"), json!(1))).collect();
    let filter = json!({ "tags": operators }).to_string();
    let complaint = vault.fails(&["list", "--filter", &filter]);
    assert!(complaint.contains("the filter has 2000 conditions, at most 200"), "{complaint}");
    assert!(!complaint.contains("SELECT"), "{complaint}");
    assert_eq!(vault.index(), index, "the index was built anew");
}

#[test]
fn a_question_of_any_length_is_answered_and_the_index_stays() {
    let (vault, index) = vault();
    let questions = [
        many("w").join(" "),
        "a".repeat(1_000_000),
        "a-b".repeat(100_000),
        "\"(".repeat(100_000),
        "猫".repeat(100_000),
    ];
    for question in questions {
        let line = json!({ "query": format!("sqlite {question}") });
        let answer = with_input(vault.command(&["recall", "--stdin"]), &format!("{line}\n")).json();
        assert_eq!(answer.get("error"), None, "{answer}");
    }
    assert_eq!(vault.index(), index, "the index was built anew");
}
