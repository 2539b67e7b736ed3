//! A conversation of 400 messages with tool calls: flushed, compacted, ended, and at hand in the next session.

use std::fs;

use serde_json::{Value, json};

use crate::harness::Vault;

const MESSAGES: usize = 400;
const BATCH: usize = 20;
const LIMITS: [&str; 4] =
    ["--config", "flush.threshold=2000", "--config", "compaction.threshold=3000"];

/// What stands at a place of the conversation: now and then something worth keeping, else work.
fn line(place: usize) -> Value {
    let (number, part) = (place / 4, place % 4);
    match part {
        0 if number == 3 => said("user", "Remember: never deploy the billing service on Fridays."),
        0 if number == 40 => said("user", "No, I prefer small pull requests with one change each."),
        0 => said("user", &format!("Please look at module {number} and tell what it does.")),
        1 => json!({
            "role": "tool_call", "call_id": format!("call-{number}"), "name": "read",
            "input": { "path": format!("src/module_{number}.rs") },
        }),
        2 => json!({
            "role": "tool_result", "call_id": format!("call-{number}"),
            "content": format!("pub fn module_{number}() {{ /* {} */ }}", "work ".repeat(30)),
        }),
        _ if number == 20 => said(
            "assistant",
            "We decided to keep the parser in a crate of its own because two binaries need it.",
        ),
        _ => said("assistant", &format!("Module {number} reads its input and passes it on.")),
    }
}

fn said(role: &str, content: &str) -> Value {
    json!({ "role": role, "content": content })
}

#[test]
fn a_long_conversation_is_kept_shortened_and_put_to_use() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "long", "--agent", "codex"]);
    let mut compactions = 0;
    for from in (0..MESSAGES).step_by(BATCH) {
        let before = vault.read("global/sessions/long.jsonl");
        let lines: String =
            (from..from + BATCH).map(|place| format!("{}\n", line(place))).collect();
        let append = [&["session", "append", "long", "--json"][..], &LIMITS].concat();
        let appended = vault.reading(&append, &lines).json();
        assert_eq!(appended["messages"], from + BATCH);
        match appended["due"].as_str() {
            Some("flush") => {
                assert_eq!(vault.json(&["flush", "long"])["triggered"], true);
            }
            Some(_) => {
                vault.json(&["session", "compact", "long"]);
                compactions += 1;
            }
            None => {}
        }
        assert!(vault.read("global/sessions/long.jsonl").starts_with(&before));
        is_seen_whole(&vault);
    }
    assert!(compactions >= 3, "{compactions} compactions");
    flushes_come_first(&vault);
    let ended = vault.json(&["session", "end", "long"]);
    assert_eq!(ended["failed"], json!([]));
    the_files_tell_of_it(&vault, ended["readable"].as_str().unwrap(), compactions);
    the_next_session_knows(&vault);
}

/// A reader sees a bounded conversation in which every result has its call.
fn is_seen_whole(vault: &Vault) {
    let shown = vault.json(&[&["session", "show", "long"][..], &LIMITS].concat());
    assert!(shown["tokens"].as_u64() < Some(4_500), "{}", shown["tokens"]);
    let turns = shown["turns"].as_array().unwrap();
    let calls = |role: &str| -> Vec<&Value> {
        turns.iter().filter(|turn| turn["role"] == role).map(|turn| &turn["call_id"]).collect()
    };
    assert_eq!(calls("tool_call"), calls("tool_result"));
}

fn flushes_come_first(vault: &Vault) {
    let lines = vault.transcript("long");
    let mut is_flushed = false;
    for line in &lines {
        match line["type"].as_str() {
            Some("flush") => is_flushed = true,
            Some("compaction") => {
                assert!(is_flushed, "{line}");
                is_flushed = false;
            }
            _ => {}
        }
    }
    let turns = lines.iter().filter(|line| line.get("role").is_some()).count();
    assert_eq!(turns, MESSAGES, "compaction takes nothing away");
}

fn the_files_tell_of_it(vault: &Vault, readable: &str, compactions: usize) {
    let page = vault.read(readable);
    assert!(page.contains("messages: 400\n") && page.contains("## Findings"), "{page:.600}");
    let memory = vault.read("global/MEMORY.md");
    for kept in ["deploy the billing service on Fridays", "parser in a crate of its own"] {
        assert_eq!(memory.matches(kept).count(), 1, "{kept}: {memory}");
    }
    let noise = memory.matches("reads its input and passes it on").count();
    assert_eq!(noise, 0, "{memory}");
    let log = vault.read("global/memory/2026-11-15.md");
    assert!(log.contains("Session long ended: "), "{log}");
    let walk = vault.json(&["narrative", "walk", "--limit", "100"]);
    assert_eq!(walk["narratives"].as_array().unwrap().len(), compactions + 1);
    let entries = fs::read_dir(vault.path("global/sessions")).unwrap();
    assert!(entries.flatten().all(|entry| !entry.path().to_string_lossy().ends_with(".tmp")));
}

fn the_next_session_knows(vault: &Vault) {
    let started = vault.json(&["session", "start", "--id", "next"]);
    assert!(started["narrative"]["text"].is_string(), "{started}");
    let question = "When may the billing service be deployed?";
    let context = vault.ok(&["context", "--session", "next", "--query", question]);
    assert!(context.contains("deploy the billing service on Fridays"), "{context}");
    let narrative = started["narrative"]["text"].as_str().unwrap();
    assert!(context.contains(&narrative[..40]), "what the session came to: {context}");
    assert!(!context.contains("CONFLICT"), "what happened contradicts nothing: {context}");
    assert!(!context.contains("reads its input and passes it on"), "{context}");
    let again = vault.ok(&["context", "--session", "next", "--query", question]);
    assert!(!again.contains("Fridays"), "it has that already: {again}");
    let other = "How do I like pull requests?";
    let more = vault.ok(&["context", "--session", "next", "--fresh", "--query", other]);
    assert!(more.contains("small pull requests"), "{more}");
    let tight = vault.json(&["context", "--query", question, "--budget", "120"]);
    assert!(tight["tokens"].as_u64() <= Some(120), "{tight}");
    assert!(tight["text"].as_str().unwrap().contains("Fridays"), "{tight}");
    let begins = vault.json(&["context", "load", "--agent", "codex"]);
    let facts = begins["working_memory"]["active_facts"].to_string();
    assert!(facts.contains("deploy the billing service on Fridays"), "{facts}");
}
