//! `mnemic session import`: transcripts of other programs, as those programs write them.

use std::fs;

use serde_json::{Value, json};

use crate::harness::Vault;

fn fixture(name: &str) -> String {
    format!("{}/tests/fixtures/transcripts/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn roles(vault: &Vault, id: &str) -> Vec<String> {
    let turns = vault.json(&["session", "show", id, "--all"])["turns"].clone();
    turns.as_array().unwrap().iter().map(|turn| turn["role"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_format_is_told_from_the_others_and_read_twice_adds_nothing() {
    let conversation = ["user", "assistant", "tool_call", "tool_result", "assistant"];
    for (file, format, session) in [
        ("claude-code.jsonl", "claude-code", "7c1e5f0a-2b1d-4a55-9f3a-1a2b3c4d5e6f"),
        ("codex.jsonl", "codex", "019a8f00-1111-7222-8333-444455556666"),
        ("gemini.jsonl", "gemini", "b7e1c2d3-4444-4555-8666-777788889999"),
        ("gemini.json", "gemini", "b7e1c2d3-4444-4555-8666-aaaabbbbcccc"),
        ("openai.json", "openai", "chatcmpl-abc123"),
        ("plain.jsonl", "plain", "plain"),
    ] {
        let vault = Vault::new();
        let import = ["session", "import", &fixture(file)];
        let first = vault.json(&import);
        let imported = (&first["format"], &first["session"], &first["added"]);
        assert_eq!(imported, (&json!(format), &json!(session), &json!(5)), "{file}");
        assert_eq!(roles(&vault, session), conversation, "{file}");
        let before = vault.read(&format!("global/sessions/{}.jsonl", session.to_lowercase()));
        let again = vault.json(&import);
        assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(5)), "{file}");
        let after = vault.read(&format!("global/sessions/{}.jsonl", session.to_lowercase()));
        assert_eq!(before, after, "{file}");
    }
}

#[test]
fn what_cursor_writes_is_read_without_what_it_puts_around_the_words() {
    let vault = Vault::new();
    let import = ["session", "import", &fixture("cursor.jsonl"), "--session", "talk"];
    let first = vault.json(&import);
    let imported = (&first["format"], &first["added"], &first["rejected"]);
    assert_eq!(imported, (&json!("cursor"), &json!(5), &json!([])), "{first}");
    let conversation = ["user", "assistant", "tool_call", "assistant", "user"];
    assert_eq!(roles(&vault, "talk"), conversation);
    let asked = vault.json(&["session", "show", "talk", "--all"])["turns"][0]["content"].take();
    assert_eq!(asked, "Which port does the test database use? 👋 \u{fffd}");
}

#[test]
fn a_transcript_that_grew_adds_what_is_new() {
    let vault = Vault::new();
    let file = vault.beside("talk.jsonl");
    let line = |text: &str| format!("{}\n", json!({ "role": "user", "content": text }));
    fs::write(&file, line("one") + &line("two")).unwrap();
    let import = ["session", "import", file.to_str().unwrap()];
    assert_eq!(vault.json(&import)["added"], 2);
    fs::write(&file, line("one") + &line("two") + &line("three")).unwrap();
    let again = vault.json(&import);
    assert_eq!((&again["added"], &again["known"]), (&json!(1), &json!(2)));
    let ended = vault.json(&[&import[..], &["--end"]].concat());
    assert_eq!((&ended["added"], &ended["ended"]), (&json!(0), &json!(true)));
    assert!(vault.ok(&["session", "list"]).contains("talk (completed, 3 messages"));
    assert_eq!(vault.json(&import)["known"], 3, "also after it has ended");
    fs::write(&file, line("one") + &line("two") + &line("three") + &line("four")).unwrap();
    let complaint = vault.fails(&import);
    assert!(complaint.contains("session `talk` has ended"), "{complaint}");
}

#[test]
fn bad_lines_are_told_with_their_numbers_and_a_stranger_is_refused() {
    let vault = Vault::new();
    let file = vault.beside("talk.jsonl");
    fs::write(&file, "{\"role\":\"user\",\"content\":\"one\"}\n{\"role\":\nnonsense\n{\"role\":\"user\",\"content\":\"two\"}\n").unwrap();
    let answer = vault.run(&["session", "import", file.to_str().unwrap(), "--json"]);
    assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
    let report: Value = serde_json::from_slice(&answer.output.stdout).unwrap();
    let lines: Vec<&Value> =
        report["rejected"].as_array().unwrap().iter().map(|fault| &fault["line"]).collect();
    assert_eq!((&report["added"], lines), (&json!(2), vec![&json!(2), &json!(3)]));
    fs::write(&file, "Dear diary,\ntoday nothing happened.\n").unwrap();
    let complaint = vault.fails(&["session", "import", file.to_str().unwrap()]);
    assert!(complaint.contains("not a transcript Mnemic can read"), "{complaint}");
    let missing = vault.fails(&["session", "import", "/nowhere.jsonl"]);
    assert!(missing.contains("cannot read `/nowhere.jsonl`"), "{missing}");
}
