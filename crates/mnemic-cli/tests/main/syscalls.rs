//! A kill at every system call by which a verb writes: before it, or as if it had never been asked for.
//!
//! strace counts calls for each thread. The binary does its file work on one, so the N-th call of a kind is the
//! same in every run; where runs differ after all, a process that is not killed is just one that succeeded.

use std::{
    collections::HashMap,
    fs,
    os::unix::process::ExitStatusExt,
    process::{Command, Output},
    sync::Mutex,
    thread,
};

use serde_json::{Value, json};

use crate::{
    harness::Vault,
    invariants::{recover, reindexing_changes_nothing},
};

const THREADS: usize = 2;
const CALLS: &str = "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,\
                     unlinkat,mkdir,mkdirat,openat";
/// Of the many calls that only write pages of the index one in so many is tried.
const PAGES_PER_KILL: usize = 4;

/// A verb, and the vault it is run in.
struct Case {
    arguments: Vec<String>,
    vault: Vault,
    before: Vec<Value>,
    after: Vec<Value>,
}

/// Where a verb is killed: at this call, when it is made for the N-th time.
#[derive(Debug, Clone)]
struct Point {
    case: usize,
    call: String,
    number: usize,
}

#[test]
fn a_verb_killed_at_any_call_happened_or_did_not() {
    let strace = Command::new("strace").arg("--version").output();
    assert!(strace.is_ok_and(|output| output.status.success()), "strace is needed: install it");
    let cases = cases();
    let points = (0..cases.len()).flat_map(|case| points(case, &cases[case]));
    let points = Mutex::new(points.collect::<Vec<Point>>());
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(point) = next(&points) {
                    cases[point.case].survives(&point);
                }
            });
        }
    });
}

fn next(points: &Mutex<Vec<Point>>) -> Option<Point> {
    points.lock().ok()?.pop()
}

/// Every verb that writes.
fn cases() -> Vec<Case> {
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
    ]
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

    /// Kills the verb at a point; the vault is then as before or as after it, and whole.
    fn survives(&self, point: &Point) {
        let Point { call, number, .. } = point;
        let story = format!("{} killed at {call} {number}", self.arguments.join(" "));
        let vault = self.vault.copy();
        let inject = format!("inject={call}:signal=SIGKILL:when={number}");
        let output = self.trace(&vault, &["-e", &format!("trace={call}"), "-e", &inject]);
        let was_killed = output.status.signal() == Some(9) || output.status.code() == Some(137);
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(was_killed || output.status.success(), "{story}: {complaint}");
        let memories = recover(&vault, &story);
        let found = seen(&memories);
        let is_acknowledged = serde_json::from_slice::<Value>(&output.stdout).is_ok();
        let is_whole = found == self.after || found == self.before && !is_acknowledged;
        assert!(is_whole, "{story}, acknowledged: {is_acknowledged}: {found:#?}");
        if call != "pwrite64" {
            reindexing_changes_nothing(&vault, &memories, &story);
        }
    }

    fn trace(&self, vault: &Vault, options: &[&str]) -> Output {
        let mut command = Command::new("strace");
        command.args(["-f", "--seccomp-bpf", "-o"]).arg(vault.beside("trace")).args(options);
        command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root());
        vault.surround(&mut command);
        command.args(&self.arguments).output().unwrap()
    }
}

/// What of memories does not differ from run to run.
fn seen(memories: &[Value]) -> Vec<Value> {
    let fields =
        ["number", "text", "lifecycle", "status", "version", "signals", "category", "home"];
    let project = |memory: &Value| fields.iter().map(|field| memory[*field].clone()).collect();
    memories.iter().map(project).collect()
}

/// The calls by which a verb writes, as an undisturbed run makes them.
fn points(case: usize, verb: &Case) -> Vec<Point> {
    let vault = verb.vault.copy();
    let output = verb.trace(&vault, &["-e", &format!("trace={CALLS}")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let trace = fs::read_to_string(vault.beside("trace")).unwrap();
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    let mut points: HashMap<(&str, usize), Point> = HashMap::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((call, arguments)) = rest.trim_start().split_once('(') else { continue };
        let count = counts.entry((thread, call)).or_default();
        *count += 1;
        let is_tried = match call {
            "openat" => arguments.contains("O_CREAT"),
            "pwrite64" => *count % PAGES_PER_KILL == case % PAGES_PER_KILL,
            _ => true,
        };
        if is_tried {
            let point = Point { case, call: call.to_owned(), number: *count };
            points.insert((call, *count), point);
        }
    }
    points.into_values().collect()
}
