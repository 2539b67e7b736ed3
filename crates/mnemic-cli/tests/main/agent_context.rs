//! What an agent begins with, and what it leaves for its next session.

use serde_json::{Value, json};

use crate::harness::Vault;

const LOAD: [&str; 6] = ["context", "load", "--agent", "ada", "--user", "mara"];

fn save(vault: &Vault, context: &Value) -> Value {
    vault.reading(&["context", "save", "-", "--json"], &context.to_string()).json()
}

#[test]
fn an_agent_begins_with_who_it_is_its_user_and_what_happened_lately() {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": "The old office was in Bern", "importance": 0.9, "created_at": "2020-01-01T00:00:00Z"}),
        json!({"text": "The release is on Friday"}),
        json!({"text": "Never deploy at night", "scope": "agent:ada"}),
        json!({"text": "Another agent's own", "scope": "agent:bob"}),
    ]);
    vault.ok(&["remember", "Mara prefers short answers", "--user"]);
    vault.ok(&["context"]);
    vault.save("agents/ada/IDENTITY.md", "# Ada\n\nA careful reviewer.\n");
    vault.save("global/SOUL.md", "Be kind.\n");
    let loaded = vault.json(&LOAD);
    assert_eq!((&loaded["agent_id"], &loaded["agent_name"]), (&json!("ada"), &json!("Ada")));
    assert_eq!(loaded["user_profile"]["display_name"], "mara");
    let profile = loaded["user_profile"]["text"].as_str().unwrap();
    assert!(profile.contains("Mara prefers short answers"), "{profile}");
    assert_eq!(loaded["timezone"], "UTC");
    assert_eq!(loaded["system_status"]["overall"], "well");
    assert_eq!(loaded["system_status"]["memories"], 4);
    let recent: Vec<&str> = loaded["recent_memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|memory| memory["text"].as_str().unwrap())
        .collect();
    assert_eq!(recent.len(), 4, "{recent:?}");
    assert_eq!(recent[3], "The old office was in Bern", "what is old weighs less");
    let paths: Vec<&str> = loaded["documents"]
        .as_array()
        .unwrap()
        .iter()
        .map(|document| document["path"].as_str().unwrap())
        .collect();
    for path in [
        "agents/ada/IDENTITY.md",
        "global/SOUL.md",
        "global/USER.md",
        "global/memory/2026-11-15.md",
    ] {
        assert!(paths.contains(&path), "{path}: {paths:?}");
    }
    let context = vault.ok(&LOAD);
    assert!(context.starts_with("Agent: Ada (ada)\nSession: 2026-11-15-"), "{context}");
    assert!(context.contains("User: mara\nActive Loops: 0\nCurrent Task: None\n"), "{context}");
    assert!(
        context.contains("## Active Facts\n") && context.contains("- The release is on Friday")
    );
    assert!(vault.json(&["session", "list"])["sessions"].as_array().unwrap().is_empty());
}

#[test]
fn what_an_agent_saved_is_there_in_its_next_session_and_in_no_others() {
    let vault = Vault::new();
    let mut context = vault.json(&LOAD);
    context["session_id"] = json!("s1");
    context["current_task"] = json!({"name": "Ship the parser", "step": 2});
    context["task_history"] = json!(["Read the code"]);
    context["active_loops"] = json!([{"every": "5m"}]);
    context["environment_state"] = json!({"branch": "main"});
    context["working_memory"]["scratchpad"] = json!({"tried": 3});
    context["working_memory"]["conversation_history"] = json!([
        {"id": "t1", "timestamp": "2026-11-15T09:59:00Z", "role": "user", "content": "Ship it, please"},
    ]);
    let saved = save(&vault, &context);
    assert_eq!(saved, json!({"session": "s1", "started": true, "added": 1}));
    assert_eq!(save(&vault, &context)["added"], 0, "what was said is added once");
    let log = vault.read("global/memory/2026-11-15.md");
    assert_eq!(log.matches("Session s1 turned to: Ship the parser").count(), 1, "{log}");
    let next = vault.json(&LOAD);
    assert_ne!(next["session_id"], "s1");
    for key in ["current_task", "task_history", "active_loops", "environment_state"] {
        assert_eq!(next[key], context[key], "{key}");
    }
    assert_eq!(next["working_memory"]["scratchpad"], json!({}), "working memory is fresh");
    let resumed = vault.json(&[&LOAD[..], &["--session", "s1"]].concat());
    assert_eq!(resumed["working_memory"]["scratchpad"], json!({"tried": 3}));
    let said = &resumed["working_memory"]["conversation_history"];
    assert_eq!(said[0]["content"], "Ship it, please");
    let other = vault.json(&["context", "load", "--agent", "bob"]);
    assert!(other.get("current_task").is_none(), "{other}");
    assert!(vault.ok(&LOAD).contains("Current Task: Ship the parser\n"));
}

#[test]
fn a_session_that_has_ended_takes_its_state_along_and_no_word_more() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "end", "s1"]);
    let mut context = json!({"agent_id": "ada", "session_id": "s1", "current_task": "Rest"});
    assert_eq!(save(&vault, &context)["added"], 0);
    context["working_memory"] = json!({"conversation_history": [
        {"id": "later", "timestamp": "2026-11-15T10:00:00Z", "role": "user", "content": "More"},
    ]});
    let answer = vault.reading(&["context", "save", "-"], &context.to_string());
    assert!(answer.fails().contains("session `s1` has ended"));
    let put_away = vault.at("2027-01-15T10:00:00Z", &["session", "expire"]).ok();
    assert!(put_away.contains("s1"), "{put_away}");
    assert!(vault.read("global/sessions/archive/s1.context.json").contains("Rest"));
    assert!(!vault.path("global/sessions/s1.context.json").exists());
}

#[test]
fn what_is_no_context_is_refused_and_changes_nothing() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    for (given, complaint) in [
        ("{", "the input is not an agent's context"),
        ("{\"agent_id\": \"ada\"}", "missing field `session_id`"),
        ("{\"agent_id\": \"../ada\", \"session_id\": \"s1\"}", "not a scope name"),
        (
            "{\"agent_id\": \"ada\", \"session_id\": \"s1\", \"scope\": \"task:t\"}",
            "has no sessions",
        ),
    ] {
        let answer = vault.reading(&["context", "save", "-"], given).fails();
        assert!(answer.contains(complaint) && answer.contains("hint: "), "{given}: {answer}");
    }
    let huge =
        json!({"agent_id": "ada", "session_id": "s1", "task_history": ["x".repeat(1 << 20)]});
    let answer = vault.reading(&["context", "save", "-"], &huge.to_string()).fails();
    assert!(answer.contains("the limit is 1048576"), "{answer}");
    assert!(
        vault.fails(&["context", "load", "--agent", "../x"]).contains("is not an agent's name")
    );
}
