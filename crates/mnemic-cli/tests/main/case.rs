//! Every verb that writes, each with a vault to run it in, run under strace so that its system calls can fail.
//!
//! strace counts calls for each thread. The binary does its file work on one, so the N-th call of a kind is the
//! same in every run.

use std::{collections::HashMap, fs, process::Output, sync::Mutex, thread};

use serde_json::{Value, json};

use crate::{harness::Vault, invariants::recover, strace::strace};

const THREADS: usize = 2;

/// A verb, and the vault it is run in.
pub struct Case {
    arguments: Vec<String>,
    /// The vault, which is only ever copied.
    pub vault: Vault,
    /// What is there when the verb was never run.
    pub before: Vec<Value>,
    /// What is there when it was.
    pub after: Vec<Value>,
}

/// A system call of a verb: the N-th of its name, with its arguments.
#[derive(Debug, Clone)]
pub struct Call {
    /// Which case makes it.
    pub case: usize,
    /// Its name.
    pub name: String,
    /// Which of that name, from 1.
    pub number: usize,
    /// Its arguments as strace shows them; files are shown with their paths.
    pub arguments: String,
}

/// Every verb that writes.
pub fn cases() -> Vec<Case> {
    let vault = Vault::new();
    for text in ["The north wind", "A cheese", "Tea is better", "SQLite it is", "The fifth"] {
        vault.ok(&["remember", text]);
    }
    vault.ok(&["forget", "2"]);
    let edited = vault.copy();
    let document = edited.read("global/MEMORY.md").replace("Tea is", "Green tea is");
    edited.save("global/MEMORY.md", &format!("{document}\n- By hand\n"));
    let without_index = edited.copy();
    fs::remove_dir_all(without_index.path("index")).unwrap();
    // Written while tokens were kept.
    let with_secrets = vault.copy();
    let token = format!("The token is ghp_{}", "a7Q".repeat(12));
    with_secrets.ok(&["--config", "redaction.tokens=allow", "remember", &token]);
    with_secrets.ok(&["--config", "redaction.tokens=allow", "update", "6", "The token is gone"]);
    with_secrets.ok(&["--config", "redaction.tokens=allow", "remember", &token, "--pin"]);
    let line =
        |number| json!({ "ref": format!("r{number}"), "text": format!("Imported {number}") });
    let importing = vault.copy();
    let file = importing.write_lines(&(0..20).map(line).collect::<Vec<_>>());
    let case = |vault: &Vault, arguments: &[&str]| Case::new(vault.copy(), arguments);
    vec![
        Case::new(Vault::new(), &["remember", "The very first"]),
        case(&vault, &["remember", "Something new"]),
        case(&vault, &["update", "1", "The south wind"]),
        case(&vault, &["forget", "3"]),
        case(&vault, &["restore", "2"]),
        case(&vault, &["reinforce", "1"]),
        case(&vault, &["undo"]),
        case(&vault, &["pin", "4"]),
        Case::new(importing, &["import", "jsonl", file.to_str().unwrap()]),
        case(&vault, &["reindex"]),
        case(&edited, &["recall", "tea"]),
        case(&edited, &["update", "3", "Black tea is better"]),
        case(&without_index, &["doctor", "--fix"]),
        case(&with_secrets, &["scan", "--fix"]),
    ]
}

/// Does something for each of many, a few at a time.
pub fn for_each<T: Send>(items: Vec<T>, task: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    let next = || items.lock().ok()?.pop();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(item) = next() {
                    task(item);
                }
            });
        }
    });
}

impl Case {
    fn new(vault: Vault, arguments: &[&str]) -> Self {
        let arguments: Vec<String> =
            arguments.iter().chain(&["--json"]).map(|argument| (*argument).to_owned()).collect();
        let before = seen(&recover(&vault.copy(), "before"));
        let done = vault.copy();
        done.ok(&arguments.iter().map(String::as_str).collect::<Vec<_>>());
        let after = seen(&recover(&done, "after"));
        Self { arguments, vault, before, after }
    }

    /// The verb as it would be typed.
    pub fn verb(&self) -> String {
        self.arguments.join(" ")
    }

    /// Runs the verb under strace with these options.
    pub fn trace(&self, vault: &Vault, options: &[&str]) -> Output {
        trace(vault, &self.arguments, options)
    }

    /// The calls of these names that an undisturbed run makes on files of the vault, on its first thread.
    pub fn calls(&self, case: usize, names: &str) -> Vec<Call> {
        let mut calls = calls(&self.vault, &self.arguments, case, names);
        // Backups and rebuilt indexes have cases of their own.
        if self.arguments[0] == "scan" {
            calls.retain(|call| {
                !["/backups", "/index"].iter().any(|it| call.arguments.contains(it))
            });
        }
        calls
    }
}

/// Runs a verb under strace with these options.
pub fn trace(vault: &Vault, arguments: &[String], options: &[&str]) -> Output {
    let mut command = strace(&vault.beside("trace"), options);
    command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root());
    vault.surround(&mut command);
    command.args(arguments).output().unwrap_or_else(|error| {
        panic!("strace is needed, install it: {error}");
    })
}

/// The calls of these names that an undisturbed run makes on files of a copy of the vault, on its first thread.
pub fn calls(vault: &Vault, arguments: &[String], case: usize, names: &str) -> Vec<Call> {
    let vault = vault.copy();
    let output = trace(&vault, arguments, &["-e", &format!("trace={names}")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let root = vault.root();
    let mut calls = traced(&vault, case);
    calls.retain(|call| call.arguments.contains(root.to_str().unwrap()));
    calls
}

/// The calls that change files below a folder and that a run under strace made on its first thread.
pub fn changes_below(vault: &Vault, case: usize, folder: &str) -> Vec<Call> {
    let mut calls = traced(vault, case);
    calls.retain(|call| call.name != "openat" || call.arguments.contains("O_CREAT"));
    calls.retain(|call| call.arguments.contains(folder) || call.arguments.contains("\"../"));
    calls
}

/// The calls that a run under strace made on its first thread, each with its number among those of its name.
fn traced(vault: &Vault, case: usize) -> Vec<Call> {
    let trace = fs::read_to_string(vault.beside("trace")).unwrap();
    let first = trace.split(' ').next().unwrap_or_default();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let mut calls = Vec::new();
    for line in trace.lines().filter_map(|line| line.strip_prefix(first)) {
        let Some((name, arguments)) = line.trim_start().split_once('(') else { continue };
        let count = counts.entry(name).or_default();
        *count += 1;
        let (name, arguments) = (name.to_owned(), arguments.to_owned());
        calls.push(Call { case, name, number: *count, arguments });
    }
    calls
}

/// What of memories does not differ from run to run.
pub fn seen(memories: &[Value]) -> Vec<Value> {
    let fields =
        ["number", "text", "lifecycle", "status", "version", "signals", "category", "home"];
    let project = |memory: &Value| fields.iter().map(|field| memory[*field].clone()).collect();
    memories.iter().map(project).collect()
}
