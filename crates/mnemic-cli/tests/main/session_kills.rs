//! A kill at every system call by which a session is written or its context is noted: nothing that was said is lost, and doing it once more
//! makes up for what is missing, once.

use std::{collections::HashSet, fs};

use serde_json::Value;

use crate::{
    case::{Call, calls, for_each, trace},
    harness::Vault,
    session::DECISION,
    strace::Kills,
};

const QUESTION: &str = "did we decide to use SQLite over Postgres?";
const CALLS: &str = "write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,openat";

/// A verb of sessions, the vault it is run in, and how often it is tried: every so many calls.
struct Case {
    arguments: Vec<String>,
    vault: Vault,
    every: usize,
}

#[test]
fn a_session_survives_a_kill_at_any_call() {
    let talked = Vault::with_session("s1");
    talked.ok(&["remember", DECISION]);
    for number in 0..9 {
        talked.ok(&["session", "append", "s1", &format!("Message number {number}")]);
    }
    let cases: Vec<Case> = [
        (&["session", "append", "s1", "One more"][..], 1),
        (&["session", "compact", "s1"], 2),
        (&["session", "end", "s1"], 2),
        (&["session", "start", "--id", "s2"], 1),
        (&["context", "--session", "s2", "--query", QUESTION], 1),
    ]
    .into_iter()
    .map(|(arguments, every)| {
        let arguments = arguments.iter().chain(&["--json"]).map(|it| (*it).to_owned()).collect();
        Case { arguments, vault: talked.copy(), every }
    })
    .collect();
    let tried = cases.iter().enumerate().flat_map(|(number, case)| {
        let calls = calls(&case.vault, &case.arguments, number, CALLS);
        calls.into_iter().filter(is_of_sessions).step_by(case.every)
    });
    let kills = Kills::default();
    for_each(tried.collect(), |call| survives(&cases[call.case], &call, &kills));
    kills.are_many();
}

/// Calls that only read, and those on files that every verb writes, are tried elsewhere.
fn is_of_sessions(call: &Call) -> bool {
    let writes = call.name != "openat" || call.arguments.contains("O_CREAT");
    let ours = ["/sessions", "/memory/", "/journal/", "/delivered/"];
    writes && ours.iter().any(|part| call.arguments.contains(part))
}

fn survives(case: &Case, call: &Call, kills: &Kills) {
    let Call { name, number, .. } = call;
    let story = format!("{} killed at {name} {number}", case.arguments.join(" "));
    let vault = case.vault.copy();
    let before = vault.read("global/sessions/s1.jsonl");
    let inject = format!("inject={name}:signal=SIGKILL:when={number}");
    let output = trace(&vault, &case.arguments, &["-e", &format!("trace={name}"), "-e", &inject]);
    kills.note(&output, &story);
    assert!(vault.read("global/sessions/s1.jsonl").starts_with(&before), "{story}");
    let is_acknowledged = serde_json::from_slice::<Value>(&output.stdout).is_ok();
    let verb = case.arguments[..2].join(" ");
    match verb.trim_start_matches("session ") {
        "context --session" => is_given_once(&vault, is_acknowledged, &story),
        "append" => {
            let count = vault.read("global/sessions/s1.jsonl").matches("\"One more\"}\n").count();
            assert!(count == 1 || count == 0 && !is_acknowledged, "{story}: {count}");
        }
        "compact" => compacts_once(&vault, &story),
        "start" => {
            vault.ok(&["session", "start", "--id", "s2"]);
            vault.ok(&["session", "append", "s2", "Hello there"]);
        }
        _ => {}
    }
    ends_once(&vault, &story);
}

/// What a context that was killed did not come to give is given by the next one, and what it gave is not given twice.
fn is_given_once(vault: &Vault, is_acknowledged: bool, story: &str) {
    let arguments = ["context", "--session", "s2", "--query", QUESTION];
    let given = |text: String| text.contains("SQLite over Postgres");
    assert!(given(vault.ok(&arguments)) || is_acknowledged, "{story}");
    assert!(!given(vault.ok(&arguments)), "{story}");
}

/// Compacting once more is refused when it had happened, and happens otherwise.
fn compacts_once(vault: &Vault, story: &str) {
    let again = vault.run(&["session", "compact", "s1"]);
    assert!(again.output.status.code() <= Some(1), "{story}: {}", again.story());
    let lines = vault.transcript("s1");
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["type"].as_str()).collect();
    assert_eq!(kinds, ["session", "flush", "compaction"], "{story}");
}

/// Ending the session leaves everything that the end of one leaves, once.
fn ends_once(vault: &Vault, story: &str) {
    vault.ok(&["session", "end", "s1"]);
    let shown = vault.json(&["session", "show", "s1"]);
    assert_eq!(shown["session"]["status"], "completed", "{story}: {shown}");
    assert!(shown["session"]["messages"].as_u64() >= Some(14), "{story}: {shown}");
    let memories = vault.memories();
    let mut texts = HashSet::new();
    for memory in &memories {
        let said = (memory["kind"].as_str().unwrap(), memory["text"].as_str().unwrap());
        assert!(texts.insert(said) || said.0 == "narrative", "{story}: {said:?} twice");
    }
    let lines = vault.transcript("s1");
    let compactions = lines.iter().filter(|line| line["type"] == "compaction").count();
    let narratives = memories.iter().filter(|memory| memory["kind"] == "narrative").count();
    assert_eq!(narratives, 1 + compactions, "{story}");
    let names = fs::read_dir(vault.path("global/sessions")).unwrap();
    let names: Vec<String> =
        names.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let pages = names.iter().filter(|name| name.ends_with(".md")).count();
    assert_eq!(pages, 1, "{story}: {names:?}");
    assert!(names.iter().all(|name| !name.ends_with(".tmp")), "{story}: {names:?}");
    let log = vault.read("global/memory/2026-11-15.md");
    assert_eq!(log.matches("Session s1 ended").count(), 1, "{story}: {log}");
    let health = vault.json(&["doctor"]);
    assert_eq!(health["well"], true, "{story}: {health}");
}
