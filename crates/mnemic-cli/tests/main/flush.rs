//! `mnemic flush`: by rules, and by an agent that answers itself.

use serde_json::{Value, json};

use crate::harness::Vault;

const REPLY: &str = "TYPE: decision\nCONTENT: SQLite is used for the index,\nbecause it needs no server.\nTARGET: MEMORY.md\n\nTYPE: preference\nCONTENT: The user prefers tabs.\nTARGET: USER.md\n\nTYPE: fact\nCONTENT: The tests run on port 5432.\nTARGET: ../../etc/passwd\n";

fn origins(vault: &Vault) -> Vec<Value> {
    vault.memories().iter().map(|memory| memory["source"]["origin"].clone()).collect()
}

#[test]
fn an_agent_is_asked_with_what_was_said_and_answers_on_standard_input() {
    let vault = Vault::with_session("s1");
    let prompt = vault.ok(&["flush", "s1", "--prompt"]);
    assert!(prompt.contains("SQLite over Postgres") && prompt.contains("NO_REPLY"), "{prompt}");
    let flushed = vault.reading(&["flush", "s1", "--reply", "-", "--json"], REPLY).json();
    assert_eq!((&flushed["memories_preserved"], &flushed["messages"]), (&json!(3), &json!(5)));
    assert!(!flushed["notes"].as_array().unwrap().is_empty(), "{flushed}");
    assert_eq!(origins(&vault), ["auto_flush"; 3]);
    assert!(vault.read("global/USER.md").contains("The user prefers tabs"));
    assert!(vault.read("global/MEMORY.md").contains("The tests run on port 5432"));
    let memory = &flushed["memories"][0];
    assert_eq!(
        (&memory["source"]["session"], &memory["category"]),
        (&json!("s1"), &json!("decision"))
    );
    assert!(vault.ok(&["flush", "s1", "--prompt"]).contains("Everything is already flushed"));
    assert_eq!(vault.json(&["flush", "s1"])["triggered"], false);
    vault.ok(&["session", "append", "s1", "One more thing"]);
    let prompt = vault.ok(&["flush", "s1", "--prompt"]);
    assert!(prompt.contains("One more thing") && !prompt.contains("Postgres"), "{prompt}");
}

#[test]
fn a_reply_counts_for_what_was_in_the_question_and_for_nothing_said_since() {
    let vault = Vault::with_session("s1");
    vault.ok(&["flush", "s1", "--prompt"]);
    vault.ok(&["session", "append", "s1", "We decided to keep the ledger in CockroachDB"]);
    let flushed = vault.reading(&["flush", "s1", "--reply", "-", "--json"], "NO_REPLY").json();
    assert_eq!(flushed["messages"], 5, "{flushed}");
    let prompt = vault.ok(&["flush", "s1", "--prompt"]);
    assert!(prompt.contains("CockroachDB") && !prompt.contains("Postgres"), "{prompt}");
}

#[test]
fn a_reply_of_nothing_counts_and_a_reply_of_nonsense_does_not() {
    let vault = Vault::with_session("s1");
    let complaint = vault.reading(&["flush", "s1", "--reply", "-"], "lorem ipsum dolor").fails();
    assert!(complaint.contains("neither a memory nor NO_REPLY"), "{complaint}");
    assert_eq!(vault.json(&["session", "show", "s1"])["flushed"], false);
    let none = vault.reading(&["flush", "s1", "--reply", "-", "--json"], "no_reply\n").json();
    assert_eq!((&none["triggered"], &none["memories_preserved"]), (&json!(true), &json!(0)));
    assert_eq!(vault.json(&["session", "show", "s1"])["flushed"], true);
    let missing = vault.fails(&["flush", "s1", "--reply", "/nowhere"]);
    assert!(missing.contains("cannot read `/nowhere`"), "{missing}");
}

#[test]
fn rules_decide_when_nobody_is_asked_and_what_was_forgotten_stays_so() {
    let vault = Vault::with_session("s1");
    vault.ok(&["remember", "Never push to main without running the tests"]);
    vault.ok(&["forget", "1"]);
    let flushed = vault.json(&["flush", "s1"]);
    assert_eq!(flushed["memories_preserved"], 1, "{flushed}");
    let memories = vault.memories();
    let archived = |memory: &&Value| memory.get("lifecycle").is_some();
    assert_eq!(memories.iter().filter(archived).count(), 1);
    assert_eq!(memories[0]["lifecycle"]["state"], "archived");
    let learnt = memories[1..].iter();
    assert!(learnt.clone().all(|memory| memory["status"] == "candidate"));
    assert!(learnt.clone().all(|memory| memory["source"]["message"].is_string()));
}

#[test]
fn of_much_that_was_said_nothing_is_lost_because_the_question_holds_the_newest() {
    let vault = Vault::with_session("s1");
    let long = json!({ "role": "user", "content": "lorem ipsum dolor ".repeat(440) });
    let lines: String = (0..30).map(|_| format!("{long}\n")).collect();
    vault.reading(&["session", "append", "s1"], &lines).ok();
    vault.ok(&["session", "append", "s1", "We decided to deploy on Tuesdays only."]);
    let prompt = vault.ok(&["flush", "s1", "--prompt"]);
    assert!(prompt.len() < 170_000, "{}", prompt.len());
    assert!(prompt.contains("deploy on Tuesdays") && !prompt.contains("SQLite over Postgres"));
    assert!(prompt.contains("oldest messages did not fit"), "{prompt:.2000}");
    let reply = "TYPE: decision\nCONTENT: Deploys happen on Tuesdays only.\nTARGET: MEMORY.md\n";
    let flushed = vault.reading(&["flush", "s1", "--reply", "-", "--json"], reply).json();
    let texts: Vec<&str> = flushed["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|memory| memory["text"].as_str().unwrap())
        .collect();
    assert!(texts.contains(&"Deploys happen on Tuesdays only."), "{texts:?}");
    assert!(texts.iter().any(|text| text.contains("SQLite over Postgres")), "{texts:?}");
    let notes = flushed["notes"].to_string();
    assert!(notes.contains("rules read the others"), "{notes}");
}
