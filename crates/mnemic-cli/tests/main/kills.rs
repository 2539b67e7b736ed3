//! `kill -9` at random instants while processes write, update, import, reindex and read and a person edits.

use std::{
    collections::HashMap,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use mnemic_testing::FixedRandomness;
use serde_json::Value;

use crate::{
    harness::{Vault, line_of_any_kind, number_of},
    invariants::{recover, reindexing_changes_nothing},
};

const SEED: u64 = 20_261_115;
const VAULTS: usize = 2;
const KILLS_PER_VAULT: usize = 150;
/// A process lives this long at most before it is killed; some are done by then.
const LIFETIME_US: u64 = 40_000;
const IMPORTED: usize = 20;

#[test]
fn nothing_acknowledged_is_lost_by_kills_at_random_instants() {
    let seed = number_of("MNEMIC_SEED", SEED);
    thread::scope(|scope| {
        for number in 0..VAULTS {
            scope.spawn(move || Ordeal::new(seed + number as u64).endure(KILLS_PER_VAULT));
        }
    });
}

/// A vault whose processes are killed, and what must be in it.
struct Ordeal {
    seed: u64,
    randomness: FixedRandomness,
    vault: Vault,
    kills: usize,
    round: usize,
    /// What was remembered, and whether that was acknowledged.
    remembered: HashMap<String, bool>,
    written_by_hand: Vec<String>,
    /// The rounds in which the last acknowledged update and import took place.
    updated: usize,
    imported: usize,
}

/// A verb under way.
struct Running {
    verb: Verb,
    child: Child,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Remember,
    Update,
    Import,
    Reindex,
    Recall,
}

impl Ordeal {
    fn new(seed: u64) -> Self {
        let vault = Vault::new();
        vault.ok(&["remember", "Updated in round 0"]);
        Self {
            seed,
            randomness: FixedRandomness::new(seed),
            vault,
            kills: 0,
            round: 0,
            remembered: HashMap::new(),
            written_by_hand: Vec::new(),
            updated: 0,
            imported: 0,
        }
    }

    fn endure(&mut self, kills: usize) {
        while self.kills < kills {
            self.round += 1;
            let others = [Verb::Update, Verb::Import, Verb::Reindex, Verb::Recall, Verb::Remember];
            let mut verbs = vec![Verb::Remember, *self.randomness.pick(&others)];
            verbs.extend(
                self.round.is_multiple_of(2).then_some(*self.randomness.pick(&others[..3])),
            );
            verbs.dedup();
            let running: Vec<Running> = verbs.into_iter().map(|verb| self.start(verb)).collect();
            if self.round.is_multiple_of(3) {
                self.edit();
            }
            running.into_iter().for_each(|running| self.kill(running));
            self.look();
        }
    }

    fn start(&mut self, verb: Verb) -> Running {
        let round = self.round;
        let text = format!("Remembered in round {round}");
        let mut command = match verb {
            Verb::Remember => {
                self.remembered.insert(text.clone(), false);
                self.vault.command(&["remember", &text, "--json"])
            }
            Verb::Update => {
                let text = format!("Updated in round {round}");
                self.vault.command(&["update", "1", &text, "--json"])
            }
            Verb::Import => {
                let line = |number| {
                    let text = format!("Imported {number} in round {round}");
                    line_of_any_kind(number, &text)
                };
                let lines: Vec<Value> = (0..IMPORTED).map(line).collect();
                let file = self.vault.write_lines(&lines);
                self.vault.command(&["import", "jsonl", file.to_str().unwrap(), "--json"])
            }
            Verb::Reindex => self.vault.command(&["reindex", "--json"]),
            Verb::Recall => self.vault.command(&["recall", "round", "--json"]),
        };
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        Running { verb, child }
    }

    /// Kills a process after a while, unless it is done; what it has acknowledged must stay.
    fn kill(&mut self, running: Running) {
        let Running { verb, mut child } = running;
        let lifetime_us = self.randomness.next() % LIFETIME_US;
        thread::sleep(Duration::from_micros(lifetime_us));
        if child.try_wait().unwrap().is_none() {
            child.kill().unwrap();
            self.kills += 1;
        }
        let output = child.wait_with_output().unwrap();
        let failed = output.status.code().is_some_and(|code| code != 0);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(!failed, "{}: {verb:?} failed: {complaint}", self.story());
        if serde_json::from_slice::<Value>(&output.stdout).is_err() {
            return;
        }
        match verb {
            Verb::Remember => {
                let text = format!("Remembered in round {}", self.round);
                self.remembered.insert(text, true);
            }
            Verb::Update => self.updated = self.round,
            Verb::Import => self.imported = self.round,
            Verb::Reindex | Verb::Recall => {}
        }
    }

    /// A person adds an item to what they see in their editor.
    fn edit(&mut self) {
        let text = format!("By hand in round {}", self.round);
        let document = self.vault.read("global/MEMORY.md");
        self.vault.save("global/MEMORY.md", &format!("{document}\n- {text}\n"));
        self.written_by_hand.push(text);
    }

    fn look(&self) {
        let story = self.story();
        let memories = recover(&self.vault, &story);
        let mut found: HashMap<&str, usize> = HashMap::new();
        for memory in &memories {
            assert_eq!(memory.get("lifecycle"), None, "{story}: {memory} was archived by nobody");
            *found.entry(memory["text"].as_str().unwrap()).or_default() += 1;
        }
        for (text, is_acknowledged) in &self.remembered {
            let count = found.remove(text.as_str()).unwrap_or_default();
            assert!(count == 1 || count == 0 && !is_acknowledged, "{story}: {count} × `{text}`");
        }
        for text in &self.written_by_hand {
            assert_eq!(found.remove(text.as_str()), Some(1), "{story}: `{text}`");
        }
        let (updates, imports): (Vec<&str>, Vec<&str>) =
            found.into_keys().partition(|text| text.starts_with("Updated"));
        assert_eq!(updates.len(), 1, "{story}: {updates:?}");
        assert!(round_of(updates[0]) >= self.updated, "{story}: {updates:?}");
        let rounds: Vec<usize> = imports.iter().map(|text| round_of(text)).collect();
        let is_whole = rounds.iter().all(|round| *round == rounds[0] && *round >= self.imported);
        let is_complete = imports.len() == IMPORTED || imports.is_empty() && self.imported == 0;
        assert!(is_whole && is_complete, "{story}: {imports:?}");
        self.no_edit_is_invented(&story);
        if self.round.is_multiple_of(5) {
            reindexing_changes_nothing(&self.vault, &memories, &story);
        }
    }

    /// What was taken in from documents is what the person wrote, once.
    fn no_edit_is_invented(&self, story: &str) {
        let journal = self.vault.journal();
        let events = journal.iter().flat_map(|act| act["events"].as_array().unwrap());
        let by_hand = |put: &&Value| put["cause"].as_str().unwrap().ends_with("by_hand");
        let edits: Vec<&Value> =
            events.filter_map(|event| event.get("put")).filter(by_hand).collect();
        let texts: Vec<&Value> = edits.iter().map(|put| &put["memory"]["text"]).collect();
        assert_eq!(texts, self.written_by_hand.iter().collect::<Vec<_>>(), "{story}");
        assert!(edits.iter().all(|put| put["cause"] == "written_by_hand"), "{story}: {edits:?}");
    }

    fn story(&self) -> String {
        format!("seed {}, round {}, kill {}", self.seed, self.round, self.kills)
    }
}

fn round_of(text: &str) -> usize {
    text.rsplit(' ').next().unwrap().parse().unwrap()
}
