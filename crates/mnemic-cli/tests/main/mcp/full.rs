//! The full profile: whatever the command line can do an agent can do, or there is a reason why not.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{ask::Ask, client::Client};
use crate::harness::Vault;

fn ready(vault: &Vault, arguments: &[&str]) -> Client {
    Client::ready(vault, &[&["--profile", "full"], arguments].concat())
}

/// Which tool does what a command does.
const TOOLS: &[(&str, &str)] = &[
    ("remember", "memory_store"),
    ("recall", "memory_query"),
    ("context", "memory_context"),
    ("why", "memory_why"),
    ("blame", "memory_blame"),
    ("show", "memory_show"),
    ("list", "memory_list"),
    ("update", "memory_update"),
    ("reinforce", "memory_reinforce"),
    ("demote", "memory_demote"),
    ("pin", "memory_pin"),
    ("unpin", "memory_unpin"),
    ("promote", "memory_promote"),
    ("conflicts list", "memory_conflicts"),
    ("conflicts show", "memory_conflicts"),
    ("conflicts scan", "memory_conflicts"),
    ("conflicts resolve", "memory_settle"),
    ("forget", "memory_forget"),
    ("restore", "memory_restore"),
    ("import jsonl", "memory_import"),
    ("session start", "session_start"),
    ("session append", "session_append"),
    ("session end", "session_end"),
    ("session fork", "session_fork"),
    ("session list", "session_list"),
    ("session search", "session_search"),
    ("session show", "session_show"),
    ("session compact", "session_compact"),
    ("flush", "session_flush"),
    ("narrative show", "memory_narrative"),
    ("narrative walk", "memory_narrative"),
    ("narrative search", "memory_narrative"),
    ("audit", "memory_audit"),
    ("reindex", "memory_reindex"),
    ("status", "memory_status"),
];

/// Why a command has no tool.
const NOT_TOOLS: &[(&str, &str)] = &[
    ("init", "a server makes a missing vault by itself"),
    ("scan", "it reads files of every scope, for their owner"),
    ("edit", "an editor is a person's; memory_update changes a memory"),
    ("undo", "one act may reach beyond the client's scope, so a person takes it back"),
    ("export", "it writes files for people; memory_list reads"),
    ("backup", "it writes files for people"),
    ("restore-backup", "it replaces the vault under every client"),
    (
        "context load",
        "it reads an agent's own documents, which clients do when a conversation begins",
    ),
    ("context save", "it takes a file that clients keep; session_append keeps what was said"),
    ("import markdown", "it reads files from a person's disk"),
    ("import openclaw", "it reads files of another program from a person's disk"),
    ("import claude-code", "it reads files of another program from a person's disk"),
    ("import codex", "it reads files of another program from a person's disk"),
    ("session recover", "whoever starts the next session does it"),
    ("session expire", "whoever starts the next session does it"),
    ("session import", "it reads transcripts of other programs from a person's disk"),
    ("config show", "how a vault works is its owner's to say"),
    ("config get", "how a vault works is its owner's to say"),
    ("config set", "how a vault works is its owner's to say"),
    ("config check", "how a vault works is its owner's to say"),
    ("config agree", "only a person agrees to an address"),
    ("preset show", "how a vault works is its owner's to say"),
    ("preset use", "how a vault works is its owner's to say"),
    ("preset diff", "how a vault works is its owner's to say"),
    ("models list", "models are fetched and chosen by the vault's owner"),
    ("models fetch", "models are fetched and chosen by the vault's owner"),
    ("models use", "models are fetched and chosen by the vault's owner"),
    ("mcp", "it is the server itself"),
    ("serve", "it is the server itself"),
    ("import markdown", "it reads a person's disk"),
    ("import openclaw", "it reads a person's disk"),
    ("import claude-code", "it reads a person's disk"),
    ("import codex", "it reads a person's disk"),
    ("import mcp-memory", "it reads a person's disk"),
    ("install", "it changes what belongs to a client, at a person's word"),
    ("uninstall", "it changes what belongs to a client, at a person's word"),
    ("slash", "what a person types; each command is a prompt"),
    ("hook", "clients call it by themselves"),
    ("doctor", "it looks at every scope, and a person decides what it finds"),
    ("completions", "it is for shells"),
    ("demo", "it is for people"),
];

#[test]
fn every_verb_has_a_tool_or_a_reason_why_not() {
    let vault = Vault::new();
    let mut client = ready(&vault, &[]);
    let listed = client.ask("tools/list", json!({}))["result"]["tools"].take();
    client.leave();
    let listed = listed.as_array().unwrap();
    let tools: HashSet<&str> = listed.iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    let covered: HashSet<&str> = TOOLS.iter().map(|(_, tool)| *tool).collect();
    assert_eq!(tools, covered, "each tool does what some command does");
    let known = TOOLS.iter().chain(NOT_TOOLS);
    let known: HashSet<&str> = known.map(|(command, _)| *command).collect();
    let (mut found, mut groups) = (HashSet::new(), HashSet::new());
    for command in vault.commands(&[]) {
        let below = vault.commands(&[&command]);
        found.extend(below.iter().map(|name| format!("{command} {name}")));
        let kinds = if below.is_empty() { &mut found } else { &mut groups };
        kinds.insert(command);
    }
    for command in &found {
        assert!(known.contains(command.as_str()), "`{command}` has no tool and no reason why not");
    }
    for command in known {
        let is_there = found.contains(command) || groups.contains(command);
        assert!(is_there, "there is no command `{command}`");
    }
}

/// What an argument is called that says what a flag says.
const ARGUMENTS: &[(&str, &str)] = &[
    ("budget", "max_tokens"),
    ("error", "failed"),
    ("file", "files"),
    ("tag", "tags"),
    ("tokens", "max_tokens"),
    ("topic", "topics"),
];

/// Why a flag has no argument: of a command, or (`*`) of any.
const NOT_ARGUMENTS: &[(&str, &str, &str)] = &[
    ("*", "scope", "which scopes a client reaches is said when its server starts"),
    ("*", "vault", "a server serves one vault"),
    ("*", "config", "how a vault works is its owner's to say"),
    ("*", "offline", "how a vault works is its owner's to say"),
    ("*", "json", "every answer is also one for programs"),
    ("*", "verbose", "it is for people"),
    ("*", "help", "a tool describes itself"),
    ("*", "version", "a server tells it when it is greeted"),
    ("remember", "agent", "the client says who it is"),
    ("recall", "explain", "memory_why explains a receipt"),
    ("recall", "stdin", "each call is a question"),
    ("recall", "user", "a server serves one user"),
    ("context", "client", "the client says who it is"),
    ("context", "task", "what is about to be done is the query"),
    ("context", "user", "a server serves one user"),
    ("context", "head-tail", "how memories are picked is the owner's to tune"),
    ("context", "soft", "a failure is an answer that the model reads"),
    ("list", "kind", "filter says so"),
    ("list", "since", "filter says so, by created_at"),
    ("list", "until", "filter says so, by created_at"),
    ("promote", "yes", "only a person can agree"),
    ("promote", "explain", "without `to` it is said what speaks for it"),
    ("promote", "session", "the end of a session promotes what it taught"),
    ("promote", "review", "it goes through the whole scope for a person"),
    ("import jsonl", "restore", "it replaces what is there"),
    ("session start", "id", "it is the session"),
    ("session start", "agent", "the client says who it is"),
    ("session start", "user", "a server serves one user"),
    ("session append", "call", "a result belongs to the last call without one"),
    ("session fork", "id", "it is the name"),
    ("session list", "archived", "a person brings sessions back that were put away"),
    ("session show", "prompt", "it is what is shown, unless all is asked for"),
    ("flush", "prompt", "it is a prompt of the server"),
    ("audit", "since", "the newest come first"),
    ("audit", "until", "the newest come first"),
];

#[test]
fn every_flag_of_a_verb_is_an_argument_or_there_is_a_reason_why_not() {
    let vault = Vault::new();
    let mut client = ready(&vault, &[]);
    let listed = client.ask("tools/list", json!({}))["result"]["tools"].take();
    client.leave();
    for (command, tool) in TOOLS {
        let tool = listed.as_array().unwrap().iter().find(|it| it["name"] == *tool).unwrap();
        let properties = tool["inputSchema"]["properties"].as_object().unwrap();
        let words: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        for flag in flags(&vault.ok(&words)) {
            let other = ARGUMENTS.iter().find(|(name, _)| *name == flag).map(|(_, name)| *name);
            let is_argument = properties.contains_key(&flag.replace('-', "_"))
                || other.is_some_and(|name| properties.contains_key(name));
            let has_reason = NOT_ARGUMENTS
                .iter()
                .any(|(of, name, _)| *name == flag && (*of == "*" || of == command));
            assert!(is_argument || has_reason, "`{command} --{flag}` of {}", tool["name"]);
        }
    }
}

/// The flags that a help lists.
fn flags(help: &str) -> Vec<String> {
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with('-'));
    let named = lines.filter_map(|line| line.split_whitespace().find(|it| it.starts_with("--")));
    let bare = named.map(|flag| flag.split("[=").next().unwrap_or(flag));
    bare.map(|flag| flag.trim_matches(['-', '.', ',']).to_owned()).collect()
}

#[test]
fn the_full_tools_take_what_the_command_line_takes() {
    let vault = Vault::new();
    let mut client = ready(&vault, &[]);
    client.call(
        "memory_store",
        json!({"content": "We deploy on Fridays", "category": "decision", "importance": 0.9,
            "pin": true, "files": ["deploy.sh"], "session": "s1"}),
    );
    client.call("memory_store", json!({"content": "Ada deploys at night", "user": "true"}));
    let memories = vault.memories();
    assert_eq!(
        (&memories[0]["category"], &memories[0]["status"]),
        (&json!("decision"), &json!("pinned"))
    );
    assert_eq!(memories[0]["importance"], 0.9);
    let found = |client: &mut Client, only: Value| {
        let mut asked = json!({"query": "deploy"});
        asked.as_object_mut().unwrap().extend(only.as_object().unwrap().clone());
        let found = client.call("memory_query", asked).structured["memories"].take();
        found.as_array().unwrap().iter().map(|it| it["id"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(found(&mut client, json!({"category": "decision"})), [1]);
    assert_eq!(found(&mut client, json!({"since": "2999-01-01"})), [0_u64; 0]);
    assert_eq!(found(&mut client, json!({"until": "2999-01-01", "kind": "note"})).len(), 2);
    client.call("memory_forget", json!({"id": 2}));
    assert_eq!(found(&mut client, json!({"archived": true})).len(), 2);
    client.call("memory_update", json!({"id": 1, "category": "warning", "importance": "0.5"}));
    assert_eq!(vault.memories()[0]["category"], "warning");
    let plain = client.call("memory_context", json!({"format": "json"})).text;
    assert!(serde_json::from_str::<Value>(&plain).is_ok(), "{plain}");
    client.call("session_start", json!({"session": "s2"}));
    client.call("session_append", json!({"session": "s2", "content": "Good morning"}));
    let shown = client.call("session_show", json!({"session": "s2", "all": true})).text;
    assert!(shown.ends_with("User: Good morning"), "{shown}");
    let refusal = client.refusal("memory_query", json!({"query": "a", "since": "lately"}));
    assert!(refusal.contains("argument `since`: it takes a day or a moment"), "{refusal}");
    let refusal = client.refusal("memory_store", json!({"content": "a", "importance": 7}));
    assert!(refusal.contains("argument `importance`: it takes a number from 0 to 1"), "{refusal}");
    client.call("memory_status", json!({"random_string": "dummy"}));
    let refusal =
        client.refusal("memory_store", json!({"content": "a", "scope": "project:secret"}));
    assert!(refusal.contains("is out of reach; there is global\nhint: "), "{refusal}");
    client.leave();
}

#[test]
fn memories_are_shown_listed_pinned_forgotten_and_restored() {
    let vault = Vault::new();
    let mut client = ready(&vault, &[]);
    client.call("memory_store", json!({"content": "We deploy on Fridays", "tags": "ops"}));
    client.call("memory_store", json!({"content": "The gateway listens on port 8443"}));
    client.call("memory_update", json!({"id": 1, "content": "We deploy on Mondays"}));
    let shown = client.call("memory_show", json!({"id": 1, "history": true}));
    assert!(shown.text.starts_with("[id:1] We deploy on Mondays\n"), "{}", shown.text);
    assert!(shown.text.ends_with("version 1: We deploy on Fridays"), "{}", shown.text);
    let listed = client.call("memory_list", json!({"tags": ["ops"]}));
    assert!(
        listed.text.starts_with("[id:1]") && listed.text.ends_with("1 in all"),
        "{}",
        listed.text
    );
    let filter = json!({"filter": {"number": {"$gte": 2}}, "order": "-number"});
    assert_eq!(client.call("memory_list", filter).structured["memories"][0]["id"], 2);
    assert!(client.refusal("memory_list", json!({"filter": {"colour": 1}})).contains("colour"));
    assert_eq!(client.call("memory_pin", json!({"id": 2})).text, "[id:2] pinned");
    let context = client.call("memory_context", json!({})).text;
    assert!(context.contains("8443"), "{context}");
    assert_eq!(client.call("memory_unpin", json!({"id": 2})).text, "[id:2] unpinned");
    client.call("memory_forget", json!({"id": 2}));
    assert_eq!(client.call("memory_list", json!({})).structured["total"], 1);
    assert_eq!(client.call("memory_list", json!({"archived": true})).structured["total"], 2);
    assert_eq!(client.call("memory_restore", json!({"id": 2})).text, "[id:2] restored");
    let audited = client.call("memory_audit", json!({"id": 2})).text;
    assert!(audited.starts_with("[id:2] restore"), "{audited}");
    let blamed = client.call("memory_blame", json!({"id": 2})).text;
    assert!(blamed.contains("from agent, agent test-client"), "{blamed}");
    let found = client.call("memory_query", json!({"query": "gateway port"}));
    let why = client.call("memory_why", json!({"receipt": found.structured["receipt"]}));
    assert!(why.text.contains("[id:2] The gateway"), "{}", why.text);
    let status = client.call("memory_status", json!({}));
    assert!(status.text.starts_with("2 active in global"), "{}", status.text);
    assert!(status.text.contains("recalls: 1 measured"), "{}", status.text);
    assert_eq!(status.structured["recalls"]["measured"], 1);
    assert!(client.call("memory_reindex", json!({})).text.contains("Rebuilt the index from"));
    client.leave();
}

#[test]
fn contradictions_are_settled_and_memories_promoted_within_reach() {
    let vault = Vault::new();
    let mut client = ready(&vault, &["--scope", "project:mine"]);
    client.call("memory_store", json!({"content": "Always sign release tags with the team key"}));
    client.call("memory_store", json!({"content": "Never sign release tags with the team key"}));
    let conflicts = client.call("memory_conflicts", json!({"scan": true}));
    let conflict = conflicts.structured["conflicts"][0]["conflict"].clone();
    let settled = client.call("memory_settle", json!({"conflict": conflict, "keep": 1}));
    assert_eq!(settled.text, "[id:1] kept, [id:2] archived");
    client.call("memory_store", json!({"content": "The gateway listens on port 8443"}));
    let judged = client.call("memory_promote", json!({"id": 3}));
    assert!(!judged.text.is_empty());
    let refused = client.tool_error("memory_promote", json!({"id": 3, "to": "global"}));
    assert!(refused.contains("a person must confirm"), "{refused}");
    let promoted = client.call("memory_promote", json!({"id": 1, "to": "global"}));
    assert_eq!(promoted.text, "[id:1] is now [id:4] (global)", "a pattern is for all");
    let refused = client.refusal("memory_promote", json!({"id": 3, "to": "project:other"}));
    assert!(refused.contains("out of reach"), "{refused}");
    client.leave();
}

#[test]
fn a_session_is_kept_and_only_within_reach() {
    let vault = Vault::new();
    let mut client = ready(&vault, &["--scope", "project:mine"]);
    let started = client.call("session_start", json!({"session": "s1", "title": "ports"}));
    assert_eq!(started.text, "session s1 started (project:mine)");
    client.call(
        "session_append",
        json!({"session": "s1", "content": "We decided to use port 9443 for the gateway"}),
    );
    let said = client
        .call("session_append", json!({"session": "s1", "role": "assistant", "content": "Noted."}));
    assert_eq!(said.structured["messages"], 2);
    let shown = client.call("session_show", json!({"session": "s1"})).text;
    assert!(shown.contains("9443"), "{shown}");
    let found = client.call("session_search", json!({"query": "gateway port"})).text;
    assert!(found.starts_with("s1 (project:mine, ") && found.contains("9443"), "{found}");
    let prompt =
        client.ask("prompts/get", json!({"name": "flush", "arguments": {"session": "s1"}}));
    let text = prompt["result"]["messages"][0]["content"]["text"].as_str().unwrap();
    assert!(text.contains("9443") && text.contains("session_flush"), "{text}");
    let reply = "TYPE: decision\nCONTENT: The gateway uses port 9443\nTARGET: MEMORY.md";
    let flushed = client.call("session_flush", json!({"session": "s1", "reply": reply}));
    assert!(flushed.text.contains("[id:1] The gateway uses port 9443"), "{}", flushed.text);
    let forked = client.call("session_fork", json!({"session": "s1", "name": "s2"})).text;
    assert_eq!(forked, "session s2 started (project:mine)");
    assert!(client.call("session_list", json!({})).text.contains("s1 (active, 2 messages"));
    let mut stranger = ready(&vault, &["--scope", "project:other"]);
    let found = stranger.call("session_search", json!({"query": "gateway port"})).text;
    assert_eq!(found, "No message matches.");
    for tool in ["session_show", "session_flush", "session_end", "session_compact", "session_fork"]
    {
        let error = stranger.tool_error(tool, json!({"session": "s1"}));
        assert!(error.contains("there is no session `s1`"), "{tool}: {error}");
    }
    let error = stranger.tool_error("session_append", json!({"session": "s1", "content": "x"}));
    assert!(error.contains("there is no session `s1`"), "{error}");
    let started = stranger.call("session_start", json!({"session": "s1"})).text;
    assert!(
        started.starts_with("session s1-") && started.ends_with("(project:other)"),
        "{started}"
    );
    let prompt =
        stranger.ask("prompts/get", json!({"name": "flush", "arguments": {"session": "s1"}}));
    assert_eq!(prompt["error"]["code"], -32602, "{prompt}");
    stranger.leave();
    let ended = client.call("session_end", json!({"session": "s1"})).text;
    assert!(ended.starts_with("session s1 ended"), "{ended}");
    let narrative = client.call("memory_narrative", json!({})).text;
    assert!(narrative.contains("9443"), "{narrative}");
    client.leave();
}

/// Lines to import.
fn lines(count: usize) -> String {
    let line =
        |number: usize| json!({"text": format!("Reading {number} of the gauge")}).to_string();
    (0..count).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_import_tells_how_far_it_is_and_stays_within_reach() {
    let vault = Vault::new();
    let mut client = ready(&vault, &["--scope", "project:mine"]);
    let id = client.send("tools/call", json!({
        "name": "memory_import", "arguments": {"lines": lines(2_500)}, "_meta": {"progressToken": "p"},
    }));
    let mut steps: Vec<f64> = Vec::new();
    let answer = loop {
        let message = client.read().unwrap();
        if message["id"] == id {
            break message;
        }
        assert_eq!(message["params"]["progressToken"], "p", "{message}");
        steps.push(message["params"]["progress"].as_f64().unwrap());
        assert_eq!(message["params"]["total"], 2_500.0);
    };
    assert_eq!(answer["result"]["structuredContent"]["added"], 2_500, "{answer}");
    assert!(steps.len() > 1 && steps.is_sorted(), "{steps:?}");
    let foreign = json!({"text": "x", "scope": "project:other"}).to_string();
    let refused = client.refusal("memory_import", json!({"lines": foreign}));
    assert!(refused.contains("line 1: `project:other` is out of reach"), "{refused}");
    client.leave();
}

#[test]
fn an_import_that_is_taken_back_stops_and_the_server_goes_on() {
    let vault = Vault::new();
    let mut client = ready(&vault, &[]);
    let count = 40_000;
    let id = client.send("tools/call", json!({
        "name": "memory_import", "arguments": {"lines": lines(count)}, "_meta": {"progressToken": 7},
    }));
    let message = client.read().unwrap();
    assert_eq!(message["method"], "notifications/progress", "{message}");
    let taken_back = json!({"requestId": id, "reason": "no longer wanted"});
    let notice =
        json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": taken_back});
    client.send_line(&notice.to_string());
    let total = loop {
        let listed = client.call("memory_list", json!({"limit": 1})).structured;
        let next = client.call("memory_list", json!({"limit": 1})).structured;
        if listed["total"] == next["total"] {
            break listed["total"].as_u64().unwrap();
        }
    };
    let messages: Vec<Value> = client.leave();
    assert!(messages.iter().all(|message| message["id"] != id), "no answer is wanted any more");
    assert!((1_000..count as u64).contains(&total), "{total}");
    assert!(vault.memories().len() < count);
}
