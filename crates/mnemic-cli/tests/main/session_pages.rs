//! What the files of a session read like: its page, the log of its day, and what others are told of it.

use serde_json::{Value, json};

use crate::harness::Vault;

/// A session in which something is decided, fails, is put right and is left to do.
fn talk(vault: &Vault, id: &str) {
    vault.ok(&["session", "start", "--id", id]);
    let turns = [
        json!({"role": "user", "content": "Please look at the certificates of the gateway."}),
        json!({"role": "assistant", "content": "I decided to use ACME over manual renewal because it needs no hands."}),
        json!({"role": "tool_call", "name": "shell", "input": {"command": "make renew"}}),
        json!({"role": "tool_result", "content": "error: no account", "is_error": true}),
        json!({"role": "user", "content": "TODO: rotate the staging certificate by Friday."}),
        json!({"role": "assistant", "content": "Tomorrow we must renew the TLS certificate. I'll also update the runbook next."}),
    ];
    let lines: String = turns.iter().map(|turn| format!("{turn}\n")).collect();
    vault.reading(&["session", "append", id], &lines).ok();
}

/// What stands below a heading of a page, up to the next one.
fn below<'a>(page: &'a str, heading: &str) -> &'a str {
    let (_, after) =
        page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("{heading}: {page}"));
    after.split("\n#").next().unwrap()
}

#[test]
fn the_log_of_a_day_tells_of_a_session_once_and_fills_its_headings() {
    let vault = Vault::new();
    talk(&vault, "s1");
    let ended = vault.json(&["session", "end", "s1"]);
    vault.ok(&["list"]);
    let log = vault.read("global/memory/2026-11-15.md");
    assert!(log.contains("\n> Scope: global\n"), "{log}");
    let timeline = below(&log, "## Timeline").to_owned() + below(&log, "### 10:00 - Memory");
    let sentence =
        vault.json(&["narrative", "show"])["narrative"]["text"].as_str().unwrap().to_owned();
    assert_eq!(log.matches(&sentence).count(), 1, "{sentence}: {log}");
    assert!(timeline.contains(&format!("Session s1 ended: {sentence} (6 messages)\n")), "{log}");
    assert!(log.contains("\n- **Interactions**: 6\n"), "{log}");
    assert!(log.contains("\n- **Errors**: 1\n"), "{log}");
    assert!(
        below(&log, "### Errors & Recoveries").contains("- `make renew` failed: error: no account"),
        "{log}"
    );
    assert!(below(&log, "## Decisions Made Today").contains("ACME over manual renewal"), "{log}");
    let tomorrow = below(&log, "## Context for Tomorrow");
    for left in
        ["rotate the staging certificate by Friday", "Tomorrow we must renew the TLS certificate"]
    {
        assert_eq!(tomorrow.matches(left).count(), 1, "{left}: {log}");
    }
    assert!(!tomorrow.contains("runbook"), "{log}");
    let page = vault.read(ended["readable"].as_str().unwrap());
    let said = page.split("\n## Transcript\n").next().unwrap();
    assert_eq!(said.matches("ACME over manual renewal").count(), 1, "{page}");
}

#[test]
fn a_sentence_about_a_session_does_not_say_the_same_twice() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    vault.ok(&["session", "append", "s1", "I'd rather have tabs than spaces."]);
    vault.ok(&["session", "end", "s1"]);
    let text = vault.json(&["narrative", "show"])["narrative"]["text"].as_str().unwrap().to_owned();
    assert_eq!(text.matches("tabs than spaces").count(), 1, "{text}");
}

#[test]
fn a_session_in_which_little_or_nothing_was_said_is_told_of_as_it_was() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "empty"]);
    assert_eq!(vault.ok(&["session", "show", "empty", "--prompt"]).trim(), "");
    let ended = vault.json(&["session", "end", "empty"]);
    assert_eq!((&ended["readable"], &ended["failed"]), (&Value::Null, &json!([])));
    assert_eq!(vault.json(&["session", "end", "empty"])["stages"], json!([]), "all is done");
    vault.ok(&["session", "start", "--id", "short"]);
    vault.ok(&["session", "append", "short", "hi"]);
    vault.ok(&["session", "append", "short", "--role", "assistant", "Hello!"]);
    vault.ok(&["session", "end", "short"]);
    let log = vault.read("global/memory/2026-11-15.md");
    assert!(log.contains("] Session short ended (2 messages)\n"), "{log}");
    assert!(!log.contains("Session empty"), "{log}");
    let pages = vault.documents();
    let pages = pages.iter().filter(|(path, _)| path.parent().unwrap().ends_with("sessions"));
    assert_eq!(pages.count(), 1, "that of the one in which something was said");
}

#[test]
fn a_narrative_takes_no_feedback() {
    let vault = Vault::new();
    talk(&vault, "s1");
    vault.ok(&["session", "end", "s1"]);
    let narrative = vault.json(&["narrative", "show"])["narrative"].clone();
    let id = narrative["id"].as_str().unwrap();
    for verb in ["reinforce", "demote", "pin"] {
        let complaint = vault.fails(&[verb, id]);
        assert!(complaint.contains("is a narrative") && complaint.contains("hint:"), "{complaint}");
    }
    assert_eq!(vault.json(&["narrative", "show"])["narrative"], narrative);
}

#[test]
fn what_can_be_done_and_undone_is_no_conflict_and_neither_are_two_services() {
    let vault = Vault::new();
    for text in [
        "Users can add items to the cart",
        "Users can remove items from the cart",
        "Service A uses port 80",
        "Service B uses port 81",
    ] {
        vault.ok(&["remember", text]);
    }
    let conflicts = vault.json(&["conflicts", "list"]);
    assert_eq!(conflicts["conflicts"], json!([]), "{conflicts}");
}

#[test]
fn a_client_that_is_not_known_is_told_which_ones_are() {
    let vault = Vault::new();
    let answer = vault.run(&["context", "--client", "bogus"]);
    let complaint = String::from_utf8_lossy(&answer.output.stderr).into_owned();
    assert_eq!(answer.output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("claude-code, gemini, codex or opencode"), "{complaint}");
    for client in ["claude-code", "gemini", "codex", "opencode"] {
        vault.ok(&["context", "--client", client]);
    }
}
