//! A vault in git, cloned to two machines that both go on: when they meet again nothing is lost and both
//! remember the same.

use std::process::Command;

use serde_json::Value;

use crate::harness::{Vault, came_to_rest};

const MEMORY: &str = "global/MEMORY.md";

/// A machine with a clone of the vault.
struct Machine {
    vault: Vault,
    minute: u32,
}

impl Machine {
    fn at(vault: Vault, minute: u32) -> Self {
        Self { vault, minute }
    }

    /// Runs a verb, a while after the one before.
    fn does(&mut self, arguments: &[&str]) {
        self.minute += 2;
        let now = format!("2026-11-15T11:{:02}:00Z", self.minute);
        let output = self.vault.command(arguments).env("MNEMIC_NOW", now).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
    }

    fn git(&self, arguments: &[&str]) -> bool {
        let mut command = Command::new("git");
        self.vault.surround(&mut command);
        command
            .current_dir(self.vault.root())
            .args(["-c", "user.name=A", "-c", "user.email=a@example.org"])
            .args(["-c", "init.defaultBranch=main"])
            .args(arguments);
        command.output().unwrap().status.success()
    }

    fn commit(&self) {
        assert!(self.git(&["add", "-A"]) && self.git(&["commit", "-qm", "What was learnt"]));
    }

    /// Takes in what the other machine committed. Where git cannot merge a document, this machine's is kept:
    /// the journals say what it should show.
    fn pull(&mut self, other: &Machine, commit: &str) {
        let _ = self.git(&["add", "-A"]) && self.git(&["commit", "-qm", "What was rendered"]);
        assert!(self.git(&["fetch", "-q", other.vault.root().to_str().unwrap(), commit]));
        if !self.git(&["merge", "-q", "--no-edit", "FETCH_HEAD"]) {
            assert!(self.git(&["checkout", "--ours", "."]), "only documents clash");
            self.commit();
        }
        self.vault.documents().iter().for_each(|(path, _)| came_to_rest(path));
        self.does(&["status"]);
    }

    /// Everything it remembers: each memory with its versions, conflicts and signals.
    fn remembers(&self) -> Vec<Value> {
        let memories = self.vault.memories();
        let shown = |memory: &Value| self.vault.json(&["show", memory["id"].as_str().unwrap()]);
        let mut all: Vec<Value> = memories.iter().map(shown).collect();
        all.sort_by_key(|memory| memory["id"].to_string());
        all
    }
}

/// Two machines with the same three memories.
fn two_machines() -> (Machine, Machine) {
    let vault = Vault::new();
    let mut one = Machine::at(vault, 0);
    one.does(&["remember", "The sky is grey", "--category", "discovery"]);
    one.does(&["remember", "Tests run with nextest\nand doc tests apart\nfrom them\nin the end"]);
    one.does(&["remember", "The deploy key lives in the vault of the team"]);
    assert!(one.git(&["init", "-q"]), "git is installed");
    one.commit();
    let two = Machine::at(one.vault.copy(), 11);
    (one, two)
}

fn head(machine: &Machine) -> String {
    machine.commit();
    "HEAD".to_owned()
}

#[test]
fn two_clones_that_went_apart_remember_the_same_when_they_meet() {
    let (mut one, mut two) = two_machines();
    one.does(&["remember", "Made on one"]);
    one.does(&["update", "1", "The sky is red"]);
    one.does(&["reinforce", "2"]);
    one.does(&["forget", "3"]);
    let edited = one.vault.read(MEMORY).replace("Tests run with nextest", "TESTS run with nextest");
    one.vault.save(MEMORY, &edited);
    one.does(&["recall", "nextest"]);
    two.does(&["remember", "Made on two"]);
    two.does(&["update", "1", "The sky is blue"]);
    two.does(&["update", "1", "The sky is blue and wide"]);
    two.does(&[
        "update",
        "2",
        "Tests run with nextest\nand doc tests apart\nfrom them\nAT THE END",
    ]);
    two.does(&["demote", "2"]);
    two.does(&["pin", "3"]);

    let (here, there) = (head(&one), head(&two));
    let apart = two.vault.copy();
    two.pull(&one, &here);
    let before = Machine::at(apart, 0);
    one.pull(&before, &there);
    assert_eq!(one.remembers(), two.remembers());
    let log = one.vault.read("global/memory/2026-11-15.md");
    assert!(log.contains("Made on one") && log.contains("Made on two"), "{log}");

    let all = one.remembers();
    let texts: Vec<&str> = all.iter().map(|memory| memory["text"].as_str().unwrap()).collect();
    assert!(texts.contains(&"Made on one") && texts.contains(&"Made on two"), "{texts:?}");
    assert!(
        texts.contains(&"TESTS run with nextest\nand doc tests apart\nfrom them\nAT THE END"),
        "both sides' lines are kept: {texts:?}"
    );
    let sky = all.iter().find(|memory| memory["text"].as_str().unwrap().contains("sky")).unwrap();
    assert_ne!(sky["conflicts"], serde_json::json!([]), "red and blue clash");
    let said = sky.to_string();
    assert!(said.contains("The sky is red") && said.contains("The sky is blue and wide"), "{said}");
    let tests = all.iter().find(|memory| memory["text"].as_str().unwrap().starts_with("TESTS"));
    assert_eq!(tests.unwrap()["signals"]["score"], 2, "feedback of both counts");
    let numbers: std::collections::HashSet<String> =
        all.iter().map(|memory| memory["number"].to_string()).collect();
    assert_eq!(numbers.len(), all.len(), "every number is one memory's");

    one.does(&["update", "1", "The sky is what it is"]);
    let settled = head(&one);
    two.pull(&one, &settled);
    assert_eq!(one.remembers(), two.remembers());
    assert_eq!(one.vault.read(MEMORY).matches("The sky is what it is").count(), 1);
    assert_eq!(two.vault.read(MEMORY).matches("The sky is what it is").count(), 1);
    for machine in [&one, &two] {
        machine.vault.ok(&["reindex"]);
        assert!(machine.vault.run(&["doctor"]).output.status.success());
    }
    assert_eq!(one.remembers(), two.remembers());
}
