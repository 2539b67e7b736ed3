//! Transcripts as programs really write them: names used twice, tools in several dialects, what programs say in the
//! user's name, old dates, and lines that are too long.

use std::fs;

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

impl Vault {
    /// Takes over a transcript in a file of this name.
    fn take_over(&self, name: &str, text: &str, more: &[&str]) -> Answer {
        let file = self.beside(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, text).unwrap();
        self.run(&[&["session", "import", file.to_str().unwrap(), "--json"][..], more].concat())
    }

    /// Who says or does what in a session.
    fn roles_and_contents(&self, id: &str) -> Vec<(String, String)> {
        let turns = self.json(&["session", "show", id, "--all"])["turns"].clone();
        let turns = turns.as_array().unwrap().iter().map(|turn| {
            let said = turn["content"].as_str().or(turn["name"].as_str()).unwrap();
            (turn["role"].as_str().unwrap().to_owned(), said.to_owned())
        });
        turns.collect()
    }
}

/// A call and its result under one name.
fn shared_name() -> String {
    lines(&[
        json!({"id": "msg_001", "role": "user", "content": "Which files are there?"}),
        json!({"id": "tool_001", "role": "tool_call", "name": "ls", "input": {"path": "."}}),
        json!({"id": "tool_002", "role": "tool_call", "name": "pwd", "input": {}}),
        json!({"id": "tool_001", "role": "tool_result", "content": "a.rs"}),
        json!({"id": "tool_002", "role": "tool_result", "content": "/home/ann"}),
        json!({"id": "msg_001", "role": "user", "content": "And who wrote them?"}),
    ])
}

#[test]
fn a_result_that_is_called_like_its_call_is_kept_and_belongs_to_it() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let append = ["session", "append", "s1", "--json"];
    let added = vault.reading(&append, &shared_name()).json();
    assert_eq!((added["added"].as_array().unwrap().len(), &added["known"]), (6, &json!(0)));
    let again = vault.reading(&append, &shared_name()).json();
    assert_eq!((&again["known"], &again["messages"]), (&json!(6), &json!(6)));
    let taken = vault.take_over("talk.jsonl", &shared_name(), &[]).json();
    assert_eq!((&taken["added"], &taken["known"]), (&json!(6), &json!(0)));
    let again = vault.take_over("talk.jsonl", &shared_name(), &[]).json();
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(6)));
    for id in ["s1", "talk"] {
        let lines = &vault.transcript(id)[1..];
        assert_eq!(lines[3]["call_id"], lines[1]["call_id"], "{id}: {lines:?}");
        assert_eq!(lines[4]["call_id"], lines[2]["call_id"], "{id}: {lines:?}");
        let mut names: Vec<&Value> = lines.iter().map(|line| &line["id"]).collect();
        names.dedup();
        names.sort_by_key(|name| name.to_string());
        names.dedup();
        assert_eq!(names.len(), 6, "{id}: {lines:?}");
    }
}

#[test]
fn tools_are_read_in_the_dialects_of_openai_and_anthropic() {
    let openai = lines(&[
        json!({"role": "user", "content": "Weather?"}),
        json!({"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function",
               "function": {"name": "weather", "arguments": "{\"city\":\"Kiel\"}"}}]}),
        json!({"role": "tool", "tool_call_id": "c1", "content": "rain"}),
        json!({"role": "assistant", "content": "It rains."}),
    ]);
    let anthropic = lines(&[
        json!({"role": "user", "content": [{"type": "text", "text": "Weather?"}]}),
        json!({"role": "assistant", "content": [{"type": "thinking", "thinking": "hm"},
               {"type": "tool_use", "id": "c1", "name": "weather", "input": {"city": "Kiel"}}]}),
        json!({"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content":
               [{"type": "text", "text": "rain"}]}]}),
        json!({"role": "assistant", "content": [{"type": "text", "text": "It rains."}]}),
    ]);
    for text in [openai, anthropic] {
        let vault = Vault::new();
        let taken = vault.take_over("talk.jsonl", &text, &[]).json();
        assert_eq!((&taken["format"], &taken["rejected"]), (&json!("plain"), &json!([])));
        let expected = [
            ("user", "Weather?"),
            ("tool_call", "weather"),
            ("tool_result", "rain"),
            ("assistant", "It rains."),
        ];
        let expected = expected.map(|(role, said)| (role.to_owned(), said.to_owned()));
        assert_eq!(vault.roles_and_contents("talk"), expected);
        let calls = &vault.transcript("talk")[2..4];
        assert_eq!((&calls[0]["call_id"], &calls[1]["call_id"]), (&json!("c1"), &json!("c1")));
        assert_eq!(calls[0]["input"], json!({"city": "Kiel"}));
    }
}

#[test]
fn codex_tells_what_failed_and_which_files_a_patch_changed() {
    let item = |payload: Value| json!({"timestamp": "2025-10-03T09:00:00Z", "type": "response_item", "payload": payload});
    let patch = "*** Begin Patch\n*** Update File: src/cart.rs\n@@\n-a\n+b\n*** End Patch";
    let text = lines(&[
        json!({"timestamp": "2025-10-03T09:00:00Z", "type": "session_meta", "payload": {"id": "c1"}}),
        item(json!({"type": "function_call", "name": "shell", "call_id": "a",
                    "arguments": "{\"command\":[\"make\",\"cart\"]}"})),
        item(json!({"type": "function_call_output", "call_id": "a",
                    "output": "Exit code: 2\nWall time: 0.2 seconds\nOutput:\nerror: no rule\n"})),
        item(
            json!({"type": "custom_tool_call", "name": "apply_patch", "call_id": "b", "input": patch}),
        ),
        item(json!({"type": "custom_tool_call_output", "call_id": "b",
                    "output": "Exit code: 0\nWall time: 0 seconds\nOutput:\nSuccess.\n"})),
    ]);
    let vault = Vault::new();
    vault.take_over("rollout.jsonl", &text, &["--end"]).json();
    let turns = vault.transcript("c1");
    assert_eq!(
        (&turns[2]["is_error"], &turns[2]["content"]),
        (&json!(true), &json!("error: no rule\n"))
    );
    assert_eq!(turns[4]["is_error"], Value::Null);
    let kept = vault.read("global/sessions/c1.memory.json");
    assert!(kept.contains("Changed `src/cart.rs`"), "{kept}");
    assert!(kept.contains("`make cart` failed: error: no rule"), "{kept}");
}

#[test]
fn what_claude_code_writes_in_the_users_name_is_not_what_the_user_said() {
    let said = |content: &str| {
        json!({"type": "user", "sessionId": "s-1", "uuid": content, "timestamp": "2025-10-02T10:00:00Z",
               "message": {"role": "user", "content": content}})
    };
    let text = lines(&[
        said("Find out why the cart test fails."),
        said(
            "<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>",
        ),
        said("<local-command-stdout>Set model to opus</local-command-stdout>"),
        said(
            "<command-message>review is running…</command-message>\n<command-name>/review</command-name>\n<command-args>look at the cart first</command-args>",
        ),
        said("[Request interrupted by user for tool use]"),
    ]);
    let vault = Vault::new();
    vault.take_over("talk.jsonl", &text, &["--end"]).json();
    let said: Vec<String> =
        vault.roles_and_contents("s-1").into_iter().map(|(_, said)| said).collect();
    assert_eq!(said, ["Find out why the cart test fails.", "/review look at the cart first"]);
}

#[test]
fn another_file_of_the_same_name_becomes_another_session() {
    let talk = |said: &[&str]| {
        let turns = said.iter().map(|said| json!({"role": "user", "content": said}));
        lines(&turns.collect::<Vec<_>>())
    };
    let vault = Vault::new();
    let taken = |name: &str, said: &[&str], more: &[&str]| {
        let taken = vault.take_over(name, &talk(said), more).json();
        (taken["session"].as_str().unwrap().to_owned(), taken["added"].as_u64().unwrap())
    };
    let named = |session: &str, added| (session.to_owned(), added);
    assert_eq!(taken("a/talk.jsonl", &["hi", "one"], &["--end"]), named("talk", 2));
    assert_eq!(taken("b/talk.jsonl", &["hi", "two"], &[]), named("talk-2", 2));
    assert_eq!(taken("a/talk.jsonl", &["hi", "one"], &[]), named("talk", 0));
    assert_eq!(taken("b/talk.jsonl", &["hi", "two", "three"], &[]), named("talk-2", 1));
}

#[test]
fn a_line_that_is_too_long_costs_itself_and_nothing_makes_an_empty_session() {
    let vault = Vault::new();
    let long = "x".repeat(16 * 1024 * 1024 + 1);
    let said = |text: &str| json!({"role": "user", "content": text});
    let answer =
        vault.take_over("talk.jsonl", &lines(&[said("one"), said(&long), said("two")]), &[]);
    assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
    let report: Value = serde_json::from_slice(&answer.output.stdout).unwrap();
    assert_eq!((&report["added"], &report["rejected"][0]["line"]), (&json!(2), &json!(2)));
    for (name, text) in [
        ("long.jsonl", lines(&[said(&long)])),
        ("none.json", "[]".to_owned()),
        ("meta.jsonl", lines(&[json!({"role": "system", "content": "Be brief"})])),
    ] {
        let complaint = vault.take_over(name, &text, &[]).fails();
        assert!(complaint.contains("hint:"), "{complaint}");
    }
    let marked =
        vault.take_over("marked.jsonl", &format!("\u{feff}{}", lines(&[said("one")])), &[]);
    assert_eq!(marked.json()["added"], 1);
    let sessions = vault.json(&["session", "list"]);
    assert_eq!(sessions["sessions"].as_array().unwrap().len(), 2, "{sessions}");
}

#[test]
fn a_transcript_of_long_ago_keeps_its_dates() {
    let said = |role: &str, minute: u8, content: &str| {
        json!({"type": role, "sessionId": "old", "uuid": format!("u{minute}"),
               "timestamp": format!("2025-10-02T10:{minute:02}:00Z"),
               "message": {"role": role, "content": content}})
    };
    let text = lines(&[
        said("user", 0, "Which database should we use for the local index?"),
        said("assistant", 5, "I decided to use SQLite over Postgres because it needs no server."),
        said("user", 7, "Remember: never push to main without running the tests."),
        said("assistant", 8, "Should I write the migration next?"),
    ]);
    let vault = Vault::new();
    vault.take_over("old.jsonl", &text, &["--end"]).json();
    let readable = vault.json(&["session", "list"])["sessions"][0]["readable"].clone();
    let readable = readable.as_str().unwrap();
    assert!(readable.starts_with("global/sessions/2025-10-02-"), "{readable}");
    let page = vault.read(readable);
    assert!(
        page.contains("started_at: 2025-10-02T10:00:00Z\nended_at: 2025-10-02T10:08:00Z\n"),
        "{page}"
    );
    let memories = vault.memories();
    assert!(!memories.is_empty());
    for memory in &memories {
        let created = memory["created_at"].as_str().unwrap();
        assert!(created.starts_with("2025-10-02T10:"), "{memory}");
        assert!(memory["reviewed_at"].is_null(), "its time is not up: {memory}");
    }
    let log = vault.read("global/memory/2025-10-02.md");
    assert!(log.contains("- [10:08:00] Session old ended: "), "{log}");
    let tomorrow = log.split("## Context for Tomorrow").nth(1).unwrap();
    assert!(!tomorrow.contains("\n- "), "{log}");
    let today = vault.read("global/memory/2026-11-15.md");
    assert!(!today.contains("Session old ended"), "{today}");
    assert!(
        vault.json(&["session", "start", "--id", "next"])["archived"]
            .as_array()
            .unwrap()
            .is_empty()
    );
}
