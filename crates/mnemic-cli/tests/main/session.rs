//! `mnemic session`: a conversation kept, compacted, ended, forked, found again and put away.

use std::{
    fs,
    io::Write,
    process::{Child, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

pub const DECISION: &str = "I decided to use SQLite over Postgres because it needs no server.";
const RULE: &str = "Remember: never push to main without running the tests.";

impl Vault {
    /// Runs a verb at another moment than the usual one.
    pub fn at(&self, moment: &str, arguments: &[&str]) -> Answer {
        let output = self.command(arguments).env("MNEMIC_NOW", moment).output().unwrap();
        Answer::of(&arguments.join(" "), output)
    }

    /// Runs a verb that reads this from standard input.
    pub fn reading(&self, arguments: &[&str], input: &str) -> Answer {
        let mut child = self.piped(arguments);
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        Answer::of(&arguments.join(" "), child.wait_with_output().unwrap())
    }

    /// Starts a verb whose input and output are at hand.
    pub fn piped(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }

    /// Waits until a file holds a text; a process that never writes it fails the test.
    pub fn comes_to_say(&self, name: &str, text: &str) {
        let start = Instant::now();
        while !self.read(name).contains(text) {
            assert!(start.elapsed() < Duration::from_secs(60), "{name} never says `{text}`");
            std::thread::yield_now();
        }
    }

    /// A session with a decision, a tool that failed and a rule.
    pub fn with_session(id: &str) -> Self {
        let vault = Self::new();
        vault.ok(&["session", "start", "--id", id, "--agent", "codex"]);
        for (role, text) in
            [("user", "Which database should we use for the local index?"), ("assistant", DECISION)]
        {
            vault.ok(&["session", "append", id, "--role", role, text]);
        }
        let call = ["session", "append", id, "--role", "tool_call", "--tool", "shell"];
        vault.ok(&[&call[..], &[r#"{"command":"cargo test"}"#]].concat());
        let result = ["session", "append", id, "--role", "tool_result", "--error"];
        vault.ok(&[&result[..], &["linking failed: cannot find -lsqlite3"]].concat());
        vault.ok(&["session", "append", id, RULE]);
        vault
    }

    /// The lines of a session's transcript.
    pub fn transcript(&self, id: &str) -> Vec<Value> {
        let text = self.read(&format!("global/sessions/{id}.jsonl"));
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

#[test]
fn what_is_said_stands_in_the_transcript_under_names_of_its_own() {
    let vault = Vault::with_session("s1");
    let lines = vault.transcript("s1");
    assert_eq!(lines[0]["type"], "session");
    assert_eq!((&lines[0]["session"], &lines[0]["scope"]), (&json!("s1"), &json!("global")));
    let roles: Vec<&str> = lines[1..].iter().map(|line| line["role"].as_str().unwrap()).collect();
    assert_eq!(roles, ["user", "assistant", "tool_call", "tool_result", "user"]);
    let mut ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), lines.len());
    assert_eq!(lines[3]["call_id"], lines[4]["call_id"]);
    assert_eq!(lines[3]["input"], json!({ "command": "cargo test" }));
    assert_eq!(lines[4]["is_error"], true);
}

#[test]
fn lines_of_json_are_added_one_by_one_and_a_known_name_once() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let lines = r#"{"id":"a","role":"user","content":"one","timestamp":"2026-11-15T09:00:00Z"}

{"role":"tool_call","name":"ls","input":{"path":"."}}
{"role":"tool_result","content":"a.rs"}
"#;
    let answer = vault.reading(&["session", "append", "s1", "--json"], lines).json();
    assert_eq!((&answer["messages"], answer["added"].as_array().unwrap().len()), (&json!(3), 3));
    let again =
        vault.reading(&["session", "append", "s1", "--json"], lines.lines().next().unwrap());
    let again = again.json();
    assert_eq!((&again["known"], &again["messages"]), (&json!(1), &json!(3)));
    let bad = vault.reading(
        &["session", "append", "s1"],
        "{\"role\":\"user\",\"content\":\"two\"}\nnonsense\n",
    );
    let complaint = bad.fails();
    assert!(complaint.contains("line 2:") && complaint.contains("hint:"), "{complaint}");
    assert_eq!(vault.transcript("s1").len(), 5, "what came before the bad line stays");
}

#[test]
fn an_unknown_session_and_a_name_that_leads_elsewhere_are_refused() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    for verb in [
        &["session", "append", "x", "hi"][..],
        &["session", "end", "x"],
        &["session", "show", "x"],
        &["session", "fork", "x"],
        &["flush", "x"],
        &["session", "recover", "x"],
    ] {
        let complaint = vault.fails(verb);
        assert!(complaint.contains("there is no session `x`"), "{complaint}");
    }
    for name in ["../x", "a/b", "", "X", ".hidden", "con"] {
        let complaint = vault.fails(&["session", "start", "--id", name]);
        assert!(complaint.contains("is not a valid session name"), "{complaint}");
    }
    let complaint = vault.fails(&["session", "start", "--scope", "task:t1"]);
    assert!(complaint.contains("`task:t1` has no sessions"), "{complaint}");
    assert!(!vault.path("global/sessions").exists());
}

#[test]
fn what_says_nothing_or_belongs_to_nothing_is_refused() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let empty = vault.fails(&["session", "append", "s1", " "]);
    assert!(empty.contains("a message says nothing"), "{empty}");
    let result = vault.fails(&["session", "append", "s1", "--role", "tool_result", "x"]);
    assert!(result.contains("belongs to no call"), "{result}");
    let call = vault.fails(&["session", "append", "s1", "--role", "tool_call", "x"]);
    assert!(call.contains("--tool NAME"), "{call}");
    assert_eq!(vault.transcript("s1").len(), 1);
}

#[test]
fn a_message_of_a_megabyte_is_kept_whole() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let text = "words and more \n".repeat(70_000);
    vault.reading(&["session", "append", "s1", "-"], &text).ok();
    assert_eq!(vault.transcript("s1")[1]["content"], text.trim_end_matches('\n'));
    let huge = "x".repeat(17 << 20);
    let complaint = vault.reading(&["session", "append", "s1", "-"], &huge).fails();
    assert!(complaint.contains("is longer than"), "{complaint}");
    vault.ok(&["session", "end", "s1"]);
}

#[test]
fn a_torn_last_line_is_put_aside_and_costs_nothing_else() {
    let vault = Vault::with_session("s1");
    let whole = vault.read("global/sessions/s1.jsonl");
    let torn = "{\"id\":\"x\",\"content\":\"caf\u{e9}".as_bytes();
    let bytes = [whole.as_bytes(), &torn[..torn.len() - 1]].concat();
    fs::write(vault.path("global/sessions/s1.jsonl"), &bytes).unwrap();
    let shown = vault.run(&["session", "show", "s1"]);
    let aside = String::from_utf8_lossy(&shown.output.stderr).into_owned();
    assert!(aside.contains("the last line is incomplete"), "{aside}");
    let answer = vault.json(&["session", "append", "s1", "And on it goes"]);
    assert_eq!((&answer["torn_bytes"], &answer["messages"]), (&json!(torn.len() - 1), &json!(6)));
    assert!(vault.read("global/sessions/s1.jsonl").starts_with(&whole));
    let kept = fs::read(vault.path(&format!("global/sessions/torn/s1-{}", whole.len()))).unwrap();
    assert_eq!(kept, &torn[..torn.len() - 1]);
}

#[test]
fn a_bad_line_is_told_with_its_number_and_passed_over() {
    let vault = Vault::with_session("s1");
    let text = vault.read("global/sessions/s1.jsonl");
    let mut lines: Vec<&str> = text.lines().collect();
    lines.insert(2, "<<<<<<< HEAD");
    fs::write(vault.path("global/sessions/s1.jsonl"), format!("{}\n", lines.join("\n"))).unwrap();
    let shown = vault.json(&["session", "show", "s1"]);
    assert_eq!(shown["faults"][0]["line"], 3);
    assert_eq!(shown["turns"].as_array().unwrap().len(), 5);
    vault.ok(&["session", "end", "s1"]);
    fs::write(vault.path("global/sessions/s1.jsonl"), "nonsense\n").unwrap();
    let complaint = vault.fails(&["session", "show", "s1"]);
    assert!(complaint.contains("transcript of session `s1` is damaged: line 1"), "{complaint}");
}

#[test]
fn compaction_changes_what_is_seen_and_no_line_that_is_there() {
    let vault = Vault::with_session("s1");
    for number in 0..12 {
        vault.ok(&["session", "append", "s1", &format!("Message number {number}")]);
    }
    let before = vault.read("global/sessions/s1.jsonl");
    let compacted = vault.json(&["session", "compact", "s1"]);
    assert_eq!(
        (&compacted["summarised_turns"], &compacted["flushed"]["triggered"]),
        (&json!(7), &json!(true))
    );
    assert!(compacted["tokens_before"].as_u64() > compacted["tokens_after"].as_u64());
    assert!(vault.read("global/sessions/s1.jsonl").starts_with(&before));
    let kinds: Vec<Value> =
        vault.transcript("s1")[18..].iter().map(|line| line["type"].clone()).collect();
    assert_eq!(kinds, ["flush", "compaction"], "a flush comes before a compaction");
    let shown = vault.json(&["session", "show", "s1"]);
    assert_eq!(shown["turns"].as_array().unwrap().len(), 10);
    assert!(shown["summary"].as_str().unwrap().contains("SQLite"), "{shown}");
    let all = vault.json(&["session", "show", "s1", "--all"]);
    assert_eq!(all["turns"].as_array().unwrap().len(), 17);
    let complaint = vault.fails(&["session", "compact", "s1"]);
    assert!(complaint.contains("has nothing to compact"), "{complaint}");
}

#[test]
fn a_boundary_never_parts_a_call_from_its_result() {
    let vault = Vault::with_session("s1");
    let keep = ["--config", "compaction.keep_recent=2"];
    vault.ok(&[&["session", "compact", "s1", "--summary", "My own summary"][..], &keep].concat());
    let shown = vault.json(&["session", "show", "s1"]);
    let roles: Vec<Value> =
        shown["turns"].as_array().unwrap().iter().map(|turn| turn["role"].clone()).collect();
    assert_eq!(roles, ["tool_call", "tool_result", "user"]);
    assert_eq!(shown["summary"], "My own summary");
}

#[test]
fn a_flush_is_due_before_a_compaction_and_once() {
    let vault = Vault::with_session("s1");
    let limits = ["--config", "flush.threshold=60", "--config", "compaction.threshold=120"];
    let append = |text: &str| {
        vault.json(&[&["session", "append", "s1", text][..], &limits].concat())["due"].clone()
    };
    assert_eq!(append("We go on."), "flush");
    vault.ok(&["flush", "s1"]);
    assert_eq!(append("And on."), Value::Null);
    assert_eq!(append(&"words and more words ".repeat(20)), "compaction");
    vault.ok(&["session", "append", "s1", "Enough."]);
    let keep = ["--config", "compaction.keep_recent=1"];
    vault.ok(&[&["session", "compact", "s1", "--summary", "Words."][..], &keep].concat());
    assert_eq!(append("We go on."), Value::Null);
    assert_eq!(append(&"words and more ".repeat(20)), "flush", "the next cycle has begun");
}

#[test]
fn old_results_of_tools_are_pruned_from_what_is_seen() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1"]);
    let lines: String = (0..8)
        .flat_map(|number| {
            [
                json!({ "role": "tool_call", "name": "ls", "call_id": format!("c{number}") }),
                json!({ "role": "tool_result", "call_id": format!("c{number}"), "content": format!("result {number}") }),
            ]
        })
        .map(|line| format!("{line}\n"))
        .collect();
    vault.reading(&["session", "append", "s1"], &lines).ok();
    let shown = vault.ok(&["session", "show", "s1"]);
    assert_eq!(shown.matches("[Tool result pruned for context efficiency]").count(), 3);
    assert!(shown.contains("result 3") && !shown.contains("result 2"), "{shown}");
    assert!(vault.read("global/sessions/s1.jsonl").contains("result 0"));
    let two = vault.ok(&["session", "show", "s1", "--config", "session.tool_results=2"]);
    assert_eq!(two.matches("[Tool result pruned").count(), 6);
}

#[test]
fn what_is_learnt_is_written_down_every_ten_messages() {
    let vault = Vault::with_session("s1");
    assert!(!vault.path("global/sessions/s1.memory.json").exists());
    for number in 0..5 {
        vault.ok(&["session", "append", "s1", &format!("Message number {number}")]);
    }
    let kept: Value = serde_json::from_str(&vault.read("global/sessions/s1.memory.json")).unwrap();
    assert_eq!(kept["through"], vault.transcript("s1")[10]["id"]);
    assert!(!kept["findings"].as_array().unwrap().is_empty());
}

#[test]
fn starting_again_goes_on_with_a_session() {
    let vault = Vault::with_session("s1");
    let again = vault.json(&["session", "start", "--id", "s1"]);
    assert_eq!((&again["resumed"], &again["session"]), (&json!(true), &json!("s1")));
    let made = vault.json(&["session", "start"]);
    assert!(made["session"].as_str().unwrap().starts_with("2026-11-15-"), "{made}");
    let taken = vault.fails(&["session", "fork", "s1", "--id", "s1"]);
    assert!(taken.contains("session `s1` already exists"), "{taken}");
}

#[test]
fn sessions_are_listed_within_reach_and_without_their_index() {
    let vault = Vault::with_session("s1");
    vault
        .at("2026-11-15T11:00:00Z", &["session", "start", "--id", "s2", "--scope", "project:x"])
        .ok();
    let listed = vault.ok(&["session", "list", "--scope", "all"]);
    let names: Vec<&str> = listed.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(names, ["s2", "s1"]);
    assert!(listed.contains("s1 (active, 5 messages, global, 2026-11-15 10:00)"), "{listed}");
    assert_eq!(vault.ok(&["session", "list", "--scope", "project:y"]).lines().count(), 1);
    let before = vault.json(&["session", "list", "--scope", "all"]);
    fs::remove_file(vault.path("global/sessions/sessions.json")).unwrap();
    fs::write(vault.path("projects/x/sessions/sessions.json"), "<<<<<<< HEAD\n").unwrap();
    assert_eq!(vault.json(&["session", "list", "--scope", "all"]), before);
}

#[test]
fn an_agent_that_goes_on_is_told_what_it_had_in_mind() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "fork", "s1", "--id", "s2"]);
    vault.ok(&["session", "append", "s2", "Where were we?"]);
    let context = vault.ok(&["session", "show", "s2", "--prompt"]);
    assert!(context.contains("## Recent Conversation\nUser: Where were we?"), "{context}");
    assert!(context.contains("## Active Facts\n- "), "{context}");
    let short = vault.ok(&["session", "show", "s2", "--prompt", "--tokens", "5"]);
    assert!(short.len() < 30, "{short}");
    assert_eq!(vault.ok(&["session", "show", "s2", "--prompt", "--tokens", "0"]), "");
}

#[test]
fn what_was_said_is_found_only_by_who_asks_for_it() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "start", "--id", "s2", "--scope", "project:shop"]);
    vault.ok(&["session", "append", "s2", "The database of the shop is Postgres"]);
    let searched = ["session", "search", "which", "database", "index"];
    let found = vault.json(&searched);
    assert_eq!(found["turns"].as_array().unwrap().len(), 1, "{found}");
    assert_eq!(found["turns"][0]["passage"], "Which database should we use for the local index?");
    assert_eq!(
        (&found["turns"][0]["session"], &found["turns"][0]["words"]),
        (&json!("s1"), &json!(2))
    );
    let all = vault.json(&[&searched[..], &["--scope", "all"]].concat());
    assert_eq!(all["turns"][1]["session"], "s2", "{all}");
    let hits = vault.json(&["recall", "which database index", "--scope", "all"])["hits"].clone();
    assert_eq!(hits, json!([]), "no recall looks into transcripts");
    let error = vault.ok(&["session", "search", "linking", "lsqlite3"]);
    assert!(error.contains("s1 (global, 2026-11-15 10:00) Tool error: linking failed"), "{error}");
    let nothing = vault.ok(&["session", "search", "xylophone"]);
    assert_eq!(nothing, "No message matches\n");
    vault.ok(&["session", "end", "s1"]);
    vault.at("2027-01-15T10:00:00Z", &["session", "expire"]).ok();
    assert_eq!(vault.json(&searched)["turns"][0]["session"], "s1", "also what was put away");
}
