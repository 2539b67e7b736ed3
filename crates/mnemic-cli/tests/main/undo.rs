//! `audit`, `show --history` and `undo`: who did what, and taking it back.

use std::{collections::HashSet, fs, process::Child};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

const MEMORY: &str = "global/MEMORY.md";

fn text(vault: &Vault, number: &str) -> String {
    vault.json(&["show", number])["text"].as_str().unwrap().to_owned()
}

/// The acts of the audit, the newest first.
fn acts(vault: &Vault, arguments: &[&str]) -> Vec<Value> {
    let answer = vault.json(&[&["audit"], arguments].concat());
    answer["acts"].as_array().unwrap().clone()
}

fn name(act: &Value) -> String {
    let id = act["act"].as_str().unwrap();
    id[id.len() - 8..].to_owned()
}

/// What was done, as `add 1, update 1`, the newest first.
fn actions_and_numbers(acts: &[Value]) -> String {
    let deed = |deed: &Value| format!("{} {}", deed["action"].as_str().unwrap(), deed["number"]);
    let deeds = acts.iter().flat_map(|act| act["deeds"].as_array().unwrap());
    deeds.map(deed).collect::<Vec<_>>().join(", ")
}

#[test]
fn every_verb_can_be_taken_back_one_after_the_other() {
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go out on Mondays"]);
    let before = vault.read(MEMORY);
    vault.ok(&["update", "1", "Deploys go out on Tuesdays", "--tags", "deploy"]);
    vault.ok(&["pin", "1"]);
    vault.ok(&["reinforce", "1"]);
    vault.ok(&["forget", "1"]);
    vault.ok(&["restore", "1"]);

    vault.ok(&["undo"]);
    assert_eq!(vault.json(&["show", "1"])["lifecycle"]["state"], "archived", "restore");
    vault.ok(&["undo"]);
    let memory = vault.json(&["show", "1"]);
    assert_eq!(memory["lifecycle"], Value::Null, "forget: an active one does not say so");
    assert_eq!(memory["home"]["document"], MEMORY);
    assert_eq!(memory["signals"]["score"], 3);
    vault.ok(&["undo"]);
    assert_eq!(vault.json(&["show", "1"])["signals"]["score"], Value::Null, "reinforce");
    vault.ok(&["undo"]);
    assert_eq!(vault.json(&["show", "1"])["status"], "confirmed", "pin");
    vault.ok(&["undo"]);
    assert_eq!(text(&vault, "1"), "Deploys go out on Mondays", "update");
    assert_eq!(vault.json(&["show", "1"])["tags"], Value::Null);
    let line = |document: &str| {
        document.lines().find(|line| line.contains("Deploys")).map(str::to_owned).unwrap()
    };
    assert_eq!(line(&vault.read(MEMORY)), line(&before));
    vault.ok(&["undo"]);
    assert!(vault.json(&["recall", "deploys"])["hits"].as_array().unwrap().is_empty(), "remember");
    assert!(vault.fails(&["undo"]).contains("there is nothing to undo"));

    let rebuilt = vault.copy();
    rebuilt.ok(&["reindex"]);
    assert_eq!(rebuilt.json(&["show", "1"]), vault.json(&["show", "1"]));
}

#[test]
fn an_import_is_taken_back_as_a_whole_and_may_come_again() {
    let vault = Vault::new();
    vault.ok(&["remember", "Known before"]);
    let lines: Vec<Value> =
        (0..2_500).map(|number| json!({"text": format!("Imported {number}")})).collect();
    vault.import(&lines);
    let reversal = vault.json(&["undo"]);
    assert_eq!(reversal["memories"].as_array().unwrap().len(), 2_500);
    assert_eq!(reversal["acts"].as_array().unwrap().len(), 2);
    let active = |vault: &Vault| vault.json(&["list", "--scope", "all"])["total"].clone();
    assert_eq!(active(&vault), 1);
    let report = vault.import(&lines);
    assert_eq!((&report["forgotten"], active(&vault)), (&json!(0), json!(2_501)), "{report}");
}

#[test]
fn taking_back_can_be_taken_back() {
    let vault = Vault::new();
    vault.ok(&["remember", "Deploys go out on Mondays"]);
    vault.ok(&["update", "1", "Deploys go out on Tuesdays"]);
    let update = name(&acts(&vault, &[])[0]);
    vault.ok(&["undo", &update]);
    assert_eq!(text(&vault, "1"), "Deploys go out on Mondays");
    assert!(vault.fails(&["undo", &update]).contains("already"));
    let undo = name(&acts(&vault, &[])[0]);
    vault.ok(&["undo", &undo]);
    assert_eq!(text(&vault, "1"), "Deploys go out on Tuesdays");
    let listed = acts(&vault, &[]);
    let undone: Vec<bool> = listed.iter().map(|act| act["undone"].as_bool().unwrap()).collect();
    assert_eq!(undone, [false, true, false, false]);
}

#[test]
fn what_came_later_stays_and_a_clash_is_refused() {
    let vault = Vault::new();
    vault.ok(&["remember", "one\ntwo\nthree\nfour"]);
    vault.ok(&["update", "1", "ONE\ntwo\nthree\nfour"]);
    let first = name(&acts(&vault, &[])[0]);
    vault.ok(&["update", "1", "ONE\ntwo\nthree\nFOUR"]);
    vault.ok(&["undo", &first]);
    assert_eq!(text(&vault, "1"), "one\ntwo\nthree\nFOUR");
    vault.ok(&["update", "1", "uno\ntwo\nthree\nFOUR"]);
    let uno = name(&acts(&vault, &[])[0]);
    vault.ok(&["update", "1", "eins\ntwo\nthree\nFOUR"]);
    let complaint = vault.fails(&["undo", &uno]);
    assert!(complaint.contains("memory [id:1] has changed since"), "{complaint}");
    assert_eq!(text(&vault, "1"), "eins\ntwo\nthree\nFOUR");
    assert!(vault.fails(&["undo", "ffffffff"]).contains("there is no change `ffffffff`"));
    assert!(vault.fails(&["undo", "f"]).contains("there is no change `f`"));
}

#[test]
fn a_hand_edit_is_audited_and_can_be_taken_back_by_name() {
    let vault = Vault::new();
    vault.ok(&["remember", "Tabs, not spaces"]);
    vault.ok(&["remember", "Deploys go out on Mondays"]);
    vault.save(MEMORY, &vault.read(MEMORY).replace("Tabs, not spaces", "Spaces, not tabs"));
    vault.ok(&["reinforce", "2"]);
    assert_eq!(actions_and_numbers(&acts(&vault, &[])), "reinforce 2, update 1, add 2, add 1");
    let edits = acts(&vault, &["--actor", "editor"]);
    assert_eq!(actions_and_numbers(&edits), "update 1");
    vault.ok(&["undo", &name(&edits[0])]);
    assert_eq!(text(&vault, "1"), "Tabs, not spaces");
    assert!(vault.read(MEMORY).contains("Tabs, not spaces"));
    assert_eq!(actions_and_numbers(&acts(&vault, &["1"])), "undo 1, update 1, add 1");
    assert_eq!(actions_and_numbers(&acts(&vault, &["--limit", "1", "1"])), "undo 1");
    assert!(acts(&vault, &["--since", "2026-11-16"]).is_empty());
    assert_eq!(acts(&vault, &["--until", "2026-11-15"]).len(), 5);
    assert!(acts(&vault, &["--scope", "project:other"]).is_empty());
}

/// Runs a verb in a project of its own, named by its folder.
fn within(vault: &Vault, project: &str, arguments: &[&str]) -> Answer {
    let folder = vault.beside(project);
    fs::create_dir_all(folder.join(".git")).unwrap();
    let output = vault.command(arguments).current_dir(folder).output().unwrap();
    Answer::of(&arguments.join(" "), output)
}

#[test]
fn what_was_done_in_another_project_is_not_taken_back_here() {
    let vault = Vault::new();
    let texts = |vault: &Vault| {
        let active = vault.json(&["list", "--scope", "all"])["memories"].take();
        let mut texts: Vec<String> = active
            .as_array()
            .unwrap()
            .iter()
            .map(|memory| memory["text"].as_str().unwrap().to_owned())
            .collect();
        texts.sort();
        texts
    };
    within(&vault, "a", &["remember", "Said in a"]).ok();
    within(&vault, "a", &["remember", "Said to all", "--scope", "global"]).ok();
    within(&vault, "b", &["remember", "Said in b"]).ok();
    within(&vault, "b", &["reinforce", "3"]).ok();
    within(&vault, "a", &["undo"]).ok();
    assert_eq!(texts(&vault), ["Said in a", "Said in b"]);
    within(&vault, "a", &["undo"]).ok();
    assert_eq!(texts(&vault), ["Said in b"]);
    let complaint = within(&vault, "a", &["undo"]).fails();
    assert!(complaint.contains("there is nothing to undo in `project:a-"), "{complaint}");
    assert!(complaint.contains("`mnemic undo --scope all`"), "{complaint}");
    assert_eq!(vault.json(&["show", "3"])["signals"]["score"], 3);
    within(&vault, "a", &["undo", "--scope", "all"]).ok();
    let feedback = &vault.json(&["show", "3"])["signals"]["score"];
    assert_eq!(feedback, &Value::Null, "what was done in b last");
    let act = name(&acts(&vault, &["3"])[2]);
    within(&vault, "a", &["undo", &act]).ok();
    assert!(texts(&vault).is_empty(), "an act that is named is taken back wherever it was done");
}

#[test]
fn many_who_take_back_at_once_take_back_an_act_each() {
    let vault = Vault::new();
    for round in 0..20 {
        for number in 0..6 {
            vault.ok(&["remember", &format!("Said {number} in round {round}")]);
        }
        let children: Vec<Child> = (0..6).map(|_| vault.piped(&["undo", "--json"])).collect();
        let answers = children.into_iter().map(|child| child.wait_with_output().unwrap());
        let undone = answers.map(|output| Answer::of("undo", output).json()["acts"].take());
        let acts: HashSet<String> = undone.map(|acts| acts.to_string()).collect();
        assert_eq!(acts.len(), 6, "{acts:?}");
        assert_eq!(vault.json(&["list"])["total"], 0);
    }
}

#[test]
fn the_history_shows_every_version_with_who_made_it_and_what_changed() {
    let vault = Vault::new();
    vault.ok(&["remember", "Chose SQLite\nfor the index"]);
    vault.ok(&["update", "1", "Chose SQLite\nfor the local index"]);
    vault.save(MEMORY, &vault.read(MEMORY).replace("local index", "local index only"));
    vault.ok(&["pin", "1"]);
    let shown = vault.ok(&["show", "1", "--history"]);
    let lines: Vec<&str> = shown
        .lines()
        .map(|line| line.split("  change ").next().unwrap())
        .map(|line| line.trim_end())
        .collect();
    assert_eq!(
        lines,
        [
            "version 1  2026-11-15 10:00:00  cli",
            "  +Chose SQLite",
            "  +for the index",
            "version 2  2026-11-15 10:00:00  cli",
            "   Chose SQLite",
            "  -for the index",
            "  +for the local index",
            "version 3  2026-11-15 10:00:00  editor",
            "   Chose SQLite",
            "  -for the local index",
            "  +for the local index only",
            "version 4  2026-11-15 10:00:00  cli",
            "  status: confirmed → pinned",
        ]
    );
    let history = vault.json(&["show", "1", "--history"]);
    let causes: Vec<&str> = history["versions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|version| version["cause"].as_str().unwrap())
        .collect();
    assert_eq!(causes, ["remembered", "updated", "edited_by_hand", "pinned"]);
}

#[test]
fn the_audit_in_json_is_a_contract() {
    let vault = Vault::new();
    vault.ok(&["remember", "Tabs, not spaces", "--category", "preference"]);
    let mut act = acts(&vault, &[]).remove(0);
    for field in ["act", "at"] {
        assert!(act[field].as_str().is_some_and(|value| !value.is_empty()), "{act}");
        act[field] = Value::Null;
    }
    act["deeds"][0]["memory"] = Value::Null;
    assert_eq!(
        act,
        json!({
            "act": null, "at": null, "actor": {"channel": "cli"}, "undone": false,
            "deeds": [{"action": "add", "memory": null, "number": 1, "scope": "global",
                       "text": "Tabs, not spaces"}],
        })
    );
}
