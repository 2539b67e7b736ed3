//! A power cut at any instant: what was acknowledged is there, nothing is torn, and the vault mends itself.
//!
//! Verbs are run under strace, which writes down what they do to files. For each seed that is played to a disk in
//! RAM up to some point; what a power cut may have left of it becomes a vault, with an index from another time,
//! with noise for an index, or with none.

mod disk;
mod trace;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    sync::Arc,
};

use mnemic::{Engine, Filter, Finding, FixedClock, Options, Query, Reach, SettingsFrom};
use mnemic_testing::FixedRandomness;
use mnemic_testing::by;
use serde_json::Value;
use tempfile::TempDir;

use self::disk::{Disk, Operation, Tearing};
use crate::{
    case::{for_each, seen},
    harness::{NOW, Vault, line_of_any_kind, number_of},
    invariants::documents_agree,
};

const SEEDS: u64 = 500;
const NEXT_MONTH: &str = "2026-12-15T10:00:00Z";
const AFTERWARDS: &str = "2026-12-20T10:00:00Z";
const CONFIGURATION: &str = "config/memory.yaml";
/// One seed in so many has its index built anew in the end.
const SEEDS_PER_REINDEX: u64 = 5;

#[test]
fn a_power_cut_loses_nothing_acknowledged_and_tears_nothing() {
    let record = Record::of_session();
    let first = number_of("MNEMIC_SEED", 0);
    for_each((first..first + SEEDS).collect(), |seed| record.survives(seed));
}

/// What verbs did to files, and what the vault was after each.
struct Record {
    operations: Vec<Operation>,
    /// For each step: the operation it begins with.
    begins: Vec<usize>,
    /// The state before the first step and after each.
    states: Vec<State>,
    /// The index before the first step and after each.
    indexes: Vec<TempDir>,
}

/// What is visible of a vault, in no more detail than is the same in every run.
#[derive(Debug, Clone, PartialEq)]
struct State {
    memories: Vec<Value>,
    configuration: String,
}

/// Something that is done to the vault.
enum Step {
    Verb {
        now: &'static str,
        arguments: Vec<String>,
    },
    /// A verb that is killed at the first call of this name.
    Killed {
        at: &'static str,
        arguments: Vec<String>,
    },
    /// A person adds an item.
    Edit(&'static str),
}

/// A verb of each kind, killed ones and an edit in between.
fn session(vault: &Vault) -> Vec<Step> {
    let owned = |arguments: &[&str]| arguments.iter().map(|word| (*word).to_owned()).collect();
    let verb = |arguments: &[&str]| Step::Verb { now: NOW, arguments: owned(arguments) };
    let later = |arguments: &[&str]| Step::Verb { now: NEXT_MONTH, arguments: owned(arguments) };
    let killed = |at, arguments: &[&str]| Step::Killed { at, arguments: owned(arguments) };
    let line = |number| line_of_any_kind(number, &format!("Imported {number}"));
    let lines = vault.write_lines(&(0..12).map(line).collect::<Vec<_>>());
    let import = ["import", "jsonl", lines.to_str().unwrap()];
    let long = "A long text has a file of its own. ".repeat(300);
    vec![
        verb(&["remember", "The north wind"]),
        verb(&["remember", "A cheese", "--scope", "project:new"]),
        verb(&["update", "1", "The south wind"]),
        Step::Edit("By hand"),
        verb(&["recall", "wind"]),
        killed("fdatasync", &["remember", "Said twice"]),
        verb(&["remember", "Said twice"]),
        verb(&["forget", "2"]),
        killed("renameat2", &["remember", "Cut short"]),
        verb(&["pin", "1"]),
        verb(&import),
        verb(&["config", "set", "search.min_candidates", "60"]),
        killed("fsync", &["update", "3", "By hand and by verb"]),
        verb(&["remember", &long]),
        verb(&["reinforce", "1"]),
        later(&["remember", "In another month"]),
        later(&["restore", "2"]),
        later(&["forget", "1"]),
    ]
}

impl Record {
    fn of_session() -> Self {
        let vault = Vault::new();
        let mut record = Self {
            operations: Vec::new(),
            begins: Vec::new(),
            states: vec![State::of(&vault.copy(), Tearing::InOrder, "before")],
            indexes: vec![tempfile::tempdir().unwrap()],
        };
        for step in session(&vault) {
            record.begins.push(record.operations.len());
            record.operations.extend(step.take(&vault));
            record.states.push(State::of(&vault.copy(), Tearing::InOrder, "recording"));
            let index = tempfile::tempdir().unwrap();
            copy_files(&vault.path("index"), index.path());
            record.indexes.push(index);
        }
        record
    }

    /// Cuts the power at an instant and opens what is left.
    fn survives(&self, seed: u64) {
        let randomness = FixedRandomness::new(seed);
        let vault = Vault::new();
        let cut = (randomness.next() % (self.operations.len() as u64 + 1)) as usize;
        let tearing = *randomness.pick(&[Tearing::InOrder, Tearing::InOrder, Tearing::Anywhere]);
        let mut disk = Disk::new();
        self.operations[..cut].iter().for_each(|operation| disk.carry_out(operation));
        disk.cut_power(tearing, &randomness, vault.root().parent().unwrap());
        let index = self.leave_index(&vault, &randomness);
        let story = format!(
            "seed {seed}: power cut after operation {cut}, {:?}; {tearing:?}, {index}",
            self.operations[..cut].last().map(Operation::name)
        );
        let (from, to) = self.steps_possible(cut);
        let found = State::of(&vault, tearing, &story);
        let is_possible = self.states[from..=to].contains(&found);
        assert!(is_possible, "{story}: not as after any of steps {from} to {to}: {found:#?}");
        if seed.is_multiple_of(SEEDS_PER_REINDEX) {
            vault.ok(&["reindex"]);
            let rebuilt = State::of(&vault, tearing, &story);
            assert!(rebuilt == found, "{story}: reindexing changed something");
        }
    }

    /// The last step acknowledged at an instant, and the one under way.
    fn steps_possible(&self, cut: usize) -> (usize, usize) {
        let begun = self.begins.iter().filter(|begin| **begin < cut).count();
        let answers = |step: &usize| {
            let end = self.begins.get(*step).copied().unwrap_or(self.operations.len()).min(cut);
            let operations = &self.operations[self.begins[*step - 1]..end];
            let is_answer =
                |done: &Operation| matches!(done, Operation::Answer | Operation::Save { .. });
            operations.iter().any(is_answer)
        };
        ((1..=begun).rev().find(answers).unwrap_or(0), begun)
    }

    /// Gives a vault an index from any time, noise, or none. Says which.
    fn leave_index(&self, vault: &Vault, randomness: &FixedRandomness) -> String {
        if !vault.path("journal").is_dir() {
            return "no vault".to_owned();
        }
        let folder = vault.path("index");
        fs::create_dir_all(&folder).unwrap();
        let step = (randomness.next() % self.indexes.len() as u64) as usize;
        match randomness.next() % 4 {
            0 => "no index".to_owned(),
            1 => {
                let mut noise = vec![0; 20_000];
                mnemic::Randomness::fill(randomness, &mut noise);
                fs::write(folder.join("memory-1.sqlite"), noise).unwrap();
                "an index of noise".to_owned()
            }
            _ => {
                copy_files(self.indexes[step].path(), &folder);
                format!("the index after step {step}")
            }
        }
    }
}

impl Step {
    /// Takes the step and tells what it did to files.
    fn take(&self, vault: &Vault) -> Vec<Operation> {
        match self {
            Self::Verb { now, arguments } => run(vault, now, arguments, &[]),
            Self::Killed { at, arguments } => {
                run(vault, NOW, arguments, &["-e", &format!("inject={at}:signal=SIGKILL:when=1")])
            }
            Self::Edit(text) => {
                let name = "global/MEMORY.md";
                let content = format!("{}\n- {text}\n", vault.read(name));
                vault.save(name, &content);
                let path = format!("/vault/{name}");
                vec![Operation::Save { path, content: content.into_bytes() }]
            }
        }
    }
}

/// Runs a verb under strace with some more options.
fn run(vault: &Vault, now: &str, arguments: &[String], options: &[&str]) -> Vec<Operation> {
    let trace = vault.beside("trace");
    let mut command = Command::new("strace");
    command.args(["-f", "-xx", "-s", "1000000", "-o"]).arg(&trace);
    command.args(["-e", &format!("trace={}", trace::CALLS)]).args(options);
    command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root()).args(arguments);
    vault.surround(&mut command);
    let output = command.env("MNEMIC_NOW", now).output();
    let output = output.unwrap_or_else(|error| panic!("strace is needed, install it: {error}"));
    assert!(output.status.success() || !options.is_empty(), "{arguments:?}: {output:?}");
    let root = vault.root().parent().unwrap().to_str().unwrap().to_owned();
    trace::operations(&fs::read_to_string(trace).unwrap(), &root)
}

impl State {
    /// Opens a vault as it is found, without any command that repairs; all of it is whole from then on.
    fn of(vault: &Vault, tearing: Tearing, story: &str) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let memories = runtime.block_on(open_and_look(vault, tearing, story));
        documents_agree(vault, &memories, story);
        Self { memories: seen(&memories), configuration: vault.read(CONFIGURATION) }
    }
}

async fn open_and_look(vault: &Vault, tearing: Tearing, story: &str) -> Vec<Value> {
    let clock = FixedClock::new(AFTERWARDS.parse().unwrap());
    let options = Options {
        clock: Arc::new(clock),
        settings: SettingsFrom::File(Vec::new()),
        ..Options::for_vault(vault.root())
    };
    let engine = Engine::open(options).await.unwrap_or_else(|error| panic!("{story}: {error}"));
    engine.update_documents().await.unwrap_or_else(|error| panic!("{story}: {error}"));
    let query = Query { limit: 1_000, filter: Filter::none(), ..Query::default() };
    let listing = engine.list(&by(&Reach::Vault), &query).await.unwrap();
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    let unexplained =
        |finding: &&Finding| finding.needs_person() && !is_explained(finding, tearing);
    let unexplained: Vec<&Finding> = health.findings.iter().filter(unexplained).collect();
    assert!(unexplained.is_empty(), "{story}: {unexplained:?}");
    engine.close().await.unwrap();
    let mut memories = listing.page.memories;
    memories.sort_by_key(|memory| memory.number);
    memories.iter().map(|memory| serde_json::to_value(memory).unwrap()).collect()
}

/// A line of the journal of which only sectors in its middle are gone stays, and is told of: nobody but its writer
/// knows that it was never acknowledged.
fn is_explained(finding: &Finding, tearing: Tearing) -> bool {
    tearing == Tearing::Anywhere && finding.what.starts_with("journal/")
}

fn copy_files(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).into_iter().flatten() {
        let path: PathBuf = entry.unwrap().path();
        fs::copy(&path, to.join(path.file_name().unwrap())).unwrap();
    }
}
