//! Memories that contradict each other: noticed after a write, shown with what is recalled, settled by people.

use serde_json::{Value, json};

use crate::harness::Vault;

const ALWAYS: &str = "Always sign release tags with the team key";
const NEVER: &str = "Never sign release tags with the team key";

fn conflicts(vault: &Vault) -> Vec<Value> {
    vault.json(&["conflicts", "list"])["conflicts"].as_array().unwrap().clone()
}

fn contradicted() -> (Vault, String) {
    let vault = Vault::new();
    vault.ok(&["remember", ALWAYS]);
    vault.ok(&["remember", NEVER]);
    let name = conflicts(&vault)[0]["conflict"].as_str().unwrap().to_owned();
    (vault, name)
}

fn texts(conflict: &Value) -> Vec<&str> {
    let memories = conflict["memories"].as_array().unwrap();
    memories.iter().map(|memory| memory["text"].as_str().unwrap()).collect()
}

#[test]
fn a_contradiction_is_noticed_once_and_shown_with_what_is_recalled() {
    let (vault, name) = contradicted();
    vault.ok(&["remember", "Release tags are signed by Dana"]);
    let found = conflicts(&vault);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(texts(&found[0]), [ALWAYS, NEVER]);
    assert_eq!((&found[0]["severity"], &found[0]["manner"]), (&json!("high"), &json!("denial")));
    let answer = vault.json(&["recall", "sign release tags team key", "--limit", "2"]);
    let opponents = |hit: usize| answer["hits"][hit]["conflicts_with"][0]["text"].clone();
    let mut texts = [opponents(0), opponents(1)].map(|text| text.as_str().unwrap().to_owned());
    texts.sort();
    assert_eq!(texts, [ALWAYS, NEVER]);
    let shown = vault.ok(&["recall", "sign release tags team key"]);
    assert!(shown.contains("    conflicts with [id:1] (") && shown.contains(&name), "{shown}");
    assert_eq!(vault.json(&["conflicts", "scan"]), json!({"found": 0}));
    assert!(vault.ok(&["conflicts", "show", &name[..4]]).contains("high, since "));
    assert_eq!(vault.json(&["status"])["disputes"], 1);
}

#[test]
fn what_contradicts_much_names_only_the_first_of_it() {
    let vault = Vault::new();
    let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
    for day in days {
        vault.ok(&["remember", &format!("The backup window of the orders database is {day}")]);
    }
    let answer = vault.json(&["recall", "backup window orders database", "--limit", "1"]);
    let all = answer["hits"][0]["conflicts_with"].as_array().unwrap().len();
    assert!(all > 3, "{answer}");
    let shown = vault.ok(&["recall", "backup window orders database", "--limit", "1"]);
    assert_eq!(shown.matches("    conflicts with ").count(), 3, "{shown}");
    let rest = format!("    and with {} more; `mnemic conflicts list` lists them", all - 3);
    assert!(shown.contains(&rest), "{shown}");
}

#[test]
fn praxis_ranks_what_is_contradicted_lower() {
    let (vault, name) = contradicted();
    let factor = || {
        let praxis = ["--explain", "--config", "ranking.profile=praxis"];
        let answer = vault.json(&[&["recall", "sign release tags"], &praxis[..]].concat());
        let factors = answer["hits"][0]["explain"]["factors"].as_array().unwrap().clone();
        let conflict = factors.into_iter().find(|factor| factor["name"] == "conflict");
        conflict.unwrap()["value"].clone()
    };
    assert_eq!(factor(), 0.85);
    vault.ok(&["conflicts", "resolve", &name]);
    assert_eq!(factor(), 1.0);
}

#[test]
fn conflicts_outlive_the_index() {
    let (vault, name) = contradicted();
    vault.ok(&["reindex"]);
    assert_eq!(conflicts(&vault)[0]["conflict"], name);
    vault.ok(&["conflicts", "resolve", &name]);
    vault.ok(&["reindex"]);
    assert!(conflicts(&vault).is_empty());
    assert_eq!(vault.json(&["conflicts", "scan"])["found"], 0, "dismissed is dismissed");
}

#[test]
fn keeping_one_side_archives_the_other_and_can_be_taken_back() {
    let (vault, name) = contradicted();
    let settled = vault.json(&["conflicts", "resolve", &name, "--keep", "2"]);
    assert_eq!(
        (&settled["kept"]["number"], &settled["archived"]["number"]),
        (&json!(2), &json!(1))
    );
    assert!(conflicts(&vault).is_empty());
    let hits = vault.json(&["recall", "sign release tags"])["hits"].as_array().unwrap().clone();
    assert_eq!((hits.len(), hits[0]["text"].as_str()), (1, Some(NEVER)));
    assert_eq!(hits[0].get("conflicts_with"), None);
    let archived = vault.json(&["show", "1"]);
    assert_eq!(archived["superseded_by"], settled["kept"]["id"]);
    vault.ok(&["undo"]);
    assert_eq!(conflicts(&vault)[0]["conflict"], name);
}

#[test]
fn a_conflict_is_over_when_one_side_says_something_else() {
    let (vault, _) = contradicted();
    vault.ok(&["update", "1", "Always sign release tags with your own key"]);
    assert!(conflicts(&vault).is_empty());
    vault.ok(&["update", "1", ALWAYS]);
    assert_eq!(conflicts(&vault).len(), 1);
}

#[test]
fn a_hand_edit_that_contradicts_is_noticed_too() {
    let vault = Vault::new();
    vault.ok(&["remember", ALWAYS, "--scope", "global"]);
    let document = vault.read("global/MEMORY.md");
    let line = document.lines().find(|line| line.contains(ALWAYS)).unwrap().to_owned();
    vault.save("global/MEMORY.md", &document.replace(&line, &format!("{line}\n- {NEVER}")));
    vault.ok(&["status"]);
    assert_eq!(conflicts(&vault).len(), 1);
}

#[test]
fn another_project_contradicts_nothing() {
    let vault = Vault::new();
    vault.ok(&["remember", ALWAYS, "--scope", "project:one"]);
    vault.ok(&["remember", NEVER, "--scope", "project:two"]);
    assert!(conflicts(&vault).is_empty());
    vault.ok(&["remember", "The API server listens on port 8080", "--scope", "global"]);
    vault.ok(&["remember", "The API server listens on port 9090", "--scope", "project:one"]);
    assert_eq!(conflicts(&vault).len(), 1);
    let narrow = vault.json(&["conflicts", "list", "--scope", "project:two"]);
    assert_eq!(narrow["conflicts"], json!([]));
}

#[test]
fn a_conflict_that_is_none_is_told_with_the_way_out() {
    let (vault, name) = contradicted();
    vault.ok(&["remember", "Lunch is at noon"]);
    let complaint = vault.fails(&["conflicts", "show", "zzzz"]);
    assert!(complaint.contains("there is no conflict `zzzz`"), "{complaint}");
    assert!(complaint.contains("`mnemic conflicts`"), "{complaint}");
    let complaint = vault.fails(&["conflicts", "resolve", &name, "--keep", "3"]);
    assert!(complaint.contains("is not about memory"), "{complaint}");
    assert_eq!(conflicts(&vault).len(), 1);
}
