//! What belongs to one project reaches no agent that works in another, whichever tool it calls with whichever name.

use serde_json::{Map, Value, json};

use crate::{
    harness::Vault,
    mcp::{ask::Ask, client::Client},
};

/// Stands in everything that belongs to project b.
const CANARY: &str = "canary";

fn client(vault: &Vault, project: &str) -> Client {
    Client::ready(vault, &["--profile", "full", "--scope", &format!("project:{project}")])
}

/// A vault in which project b has memories of every sort and a conversation; agents of a know all their names.
fn vault_of_b() -> Vault {
    let vault = Vault::new();
    vault.ok(&["remember", "A global fact about the gateway"]);
    let mut b = client(&vault, "b");
    b.call(
        "memory_store",
        json!({"content": "The canary gateway listens on port 8443", "tags": "canary"}),
    );
    b.call("memory_update", json!({"id": 2, "content": "The canary gateway listens on port 9443"}));
    b.call(
        "memory_store",
        json!({"content": "Always sign canary tags with the team key", "pin": true}),
    );
    b.call("memory_store", json!({"content": "Never sign canary tags with the team key"}));
    b.call("memory_store", json!({"content": "The canary was forgotten"}));
    b.call("memory_forget", json!({"id": 5}));
    b.call("session_start", json!({"session": "talk", "title": "canary"}));
    for content in ["We decided to feed the canary daily", "Remember: the canary sings at noon"] {
        b.call("session_append", json!({"session": "talk", "content": content}));
    }
    b.leave();
    vault.ok(&["remember", "A canary note of the talk", "--scope", "session:talk"]);
    vault.ok(&["remember", "A canary note of nobody's talk", "--scope", "session:unknown"]);
    vault.ok(&["remember", "A canary note of a task", "--scope", "task:t1"]);
    vault.ok(&["remember", "A canary note of an agent", "--scope", "agent:codex"]);
    vault
}

/// What an agent could fill into an argument, knowing every name there is.
fn guesses(parameter: &str) -> Vec<Value> {
    match parameter {
        "id" | "ids" | "keep" => (2..=9).map(|number| json!(number)).collect(),
        "session" => vec![json!("talk"), json!("unknown")],
        "conflict" => vec![json!("1"), json!("3:4")],
        "scope" | "to" => {
            vec![json!("project:b"), json!("session:talk"), json!("task:t1"), json!("all")]
        }
        "filter" => vec![json!({"scope": "project:b"}), json!({"session": "talk"})],
        "history" | "all" | "archived" | "scan" | "fresh" => vec![json!(true)],
        "query" | "q" | "topics" => vec![json!("canary gateway port")],
        "receipt" => vec![json!("last")],
        "lines" => vec![json!(r#"{"text": "Mine", "ref": "own"}"#)],
        _ => Vec::new(),
    }
}

/// Every call that sets the flags of a tool and one guess for each of its other arguments, in turn.
fn calls(tool: &Value) -> Vec<Value> {
    let properties = tool["inputSchema"]["properties"].as_object().unwrap();
    let flags: Map<String, Value> = properties
        .keys()
        .filter(|name| guesses(name) == [json!(true)])
        .map(|name| (name.clone(), json!(true)))
        .collect();
    let mut calls = vec![flags];
    for name in properties.keys() {
        let guessed = guesses(name);
        if guessed.is_empty() || guessed == [json!(true)] {
            continue;
        }
        let with = |call: &Map<String, Value>, guess: &Value| {
            let mut call = call.clone();
            call.insert(name.clone(), guess.clone());
            call
        };
        calls = calls.iter().flat_map(|call| guessed.iter().map(|it| with(call, it))).collect();
    }
    calls.into_iter().map(Value::Object).collect()
}

#[test]
fn no_tool_of_another_project_answers_with_what_is_not_its_own() {
    let vault = vault_of_b();
    let mut a = client(&vault, "a");
    let tools = a.ask("tools/list", json!({}))["result"]["tools"].take();
    let mut asked = 0;
    for tool in tools.as_array().unwrap() {
        for call in calls(tool) {
            let answer = a.result(tool["name"].as_str().unwrap(), call.clone()).to_string();
            assert!(!answer.contains(CANARY), "{} {call}: {answer}", tool["name"]);
            asked += 1;
        }
    }
    assert!(asked > 100, "only {asked} calls");
    for listed in ["resources/list", "prompts/list"] {
        let answer = a.ask(listed, json!({})).to_string();
        assert!(!answer.contains(CANARY), "{listed}: {answer}");
    }
    a.leave();
    // What b has is as it was.
    let mut b = client(&vault, "b");
    assert!(b.call("memory_query", json!({"query": "gateway port"})).text.contains("9443"));
    let shown = b.call("session_show", json!({"session": "talk", "all": true})).text;
    assert!(shown.contains("the canary sings at noon"), "{shown}");
    let context = b.call("memory_context", json!({"session": "talk"})).text;
    assert!(context.contains("A canary note of the talk"), "{context}");
    b.leave();
}

#[test]
fn what_a_memory_said_in_another_scope_stays_there() {
    let vault = Vault::new();
    let mut b = client(&vault, "b");
    b.call("memory_store", json!({"content": "The canary gateway listens on port 8443"}));
    b.call("memory_update", json!({"id": 1, "content": "The gateway listens on port 9443"}));
    b.leave();
    // A person moves it to where everyone sees it.
    vault.ok(&["remember", "A global fact"]);
    let line = vault.read("projects/b/MEMORY.md");
    let line = line.lines().find(|line| line.contains("9443")).unwrap().to_owned();
    let without = vault.read("projects/b/MEMORY.md").replace(&format!("{line}\n"), "");
    let global = vault.read("global/MEMORY.md");
    vault.save("projects/b/MEMORY.md", &without);
    vault.save("global/MEMORY.md", &format!("{global}\n{line}\n"));
    assert_eq!(vault.json(&["show", "1"])["scope"], "global");
    let mut a = client(&vault, "a");
    let shown = a.call("memory_show", json!({"id": 1, "history": true}));
    assert!(shown.text.contains("9443") && !shown.text.contains(CANARY), "{}", shown.text);
    assert!(!a.call("memory_blame", json!({"id": 1})).text.contains(CANARY));
    assert!(!a.call("memory_audit", json!({"id": 1})).text.contains(CANARY));
    a.leave();
    assert!(vault.ok(&["show", "1", "--history"]).contains(CANARY), "its owner sees all of it");
}

#[test]
fn a_name_that_another_project_uses_starts_a_session_like_any_other() {
    let vault = vault_of_b();
    let mut a = client(&vault, "a");
    let started = a.call("session_start", json!({"session": "talk"}));
    let own = started.structured["session"].as_str().unwrap().to_owned();
    assert!(own.starts_with("talk-") && started.text.contains("(project:a)"), "{}", started.text);
    a.call("session_append", json!({"session": own, "content": "Hello"}));
    let known = a.tool_error("session_append", json!({"session": "talk", "content": "Hello"}));
    let unknown = a.tool_error("session_append", json!({"session": "tolk", "content": "Hello"}));
    assert_eq!(known.replace("talk", "tolk"), unknown);
    a.leave();
    let shown = vault.ok(&["session", "show", "talk", "--all"]);
    assert!(!shown.contains("Hello"), "{shown}");
}
