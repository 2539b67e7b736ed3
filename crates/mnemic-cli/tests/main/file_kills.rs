//! Backup, export, install, init and restore to a new place, killed or failing at every system call that changes files:
//! a file that others rely on is the old one or the new one, whole, and doing it once more succeeds.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::{
    case::{changes_below, for_each},
    harness::{Answer, Vault, copy_folder},
    strace::{Kills, strace},
};

const CALLS: &str = "write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,link,linkat,unlink,unlinkat,rmdir,\
                     mkdir,mkdirat,openat";
const ERRORS: [&str; 3] = ["EIO", "ENOSPC", "EACCES"];
const CLAUDE: &str = "{\n  \"mcpServers\": { \"other\": { \"command\": \"other\" } }\n}\n";

/// A verb, and what must hold once it was killed or failed.
struct Case {
    arguments: &'static [&'static str],
    check: fn(&Vault, &str),
}

const CASES: [Case; 5] = [
    Case { arguments: &["backup"], check: every_backup_is_whole },
    Case { arguments: &["export", "--output", "../export.jsonl"], check: an_export_is_whole },
    Case { arguments: &["install", "claude-code"], check: a_client_is_as_before_or_installed },
    Case { arguments: &["--vault", "../fresh", "init"], check: a_vault_can_be_made },
    Case {
        arguments: &["--vault", "../restored", "restore-backup", "../backup.tar.gz"],
        check: a_new_vault_is_whole,
    },
];

/// A vault with memories, a backup beside it, and a client that is installed.
fn sample() -> Vault {
    let vault = Vault::new();
    for text in ["One", "Two", "Three"] {
        vault.ok(&["remember", text]);
    }
    vault.ok(&["backup", "--output", vault.beside("backup.tar.gz").to_str().unwrap()]);
    fs::create_dir(vault.beside("project")).unwrap();
    fs::write(vault.beside(".claude.json"), CLAUDE).unwrap();
    vault
}

fn copy(sample: &Vault) -> Vault {
    let vault = sample.copy();
    copy_folder(&sample.beside("project"), &vault.beside("project"));
    for name in [".claude.json", "backup.tar.gz"] {
        fs::copy(sample.beside(name), vault.beside(name)).unwrap();
    }
    vault
}

/// Runs a verb in a project beside the vault, under strace when there are options for it.
fn run(vault: &Vault, arguments: &[&str], options: &[&str]) -> Output {
    let mut command = match options {
        [] => Command::new(env!("CARGO_BIN_EXE_mnemic")),
        options => {
            let mut strace = strace(&vault.beside("trace"), options);
            strace.arg(env!("CARGO_BIN_EXE_mnemic"));
            strace
        }
    };
    vault.surround(&mut command);
    if arguments[0] != "--vault" {
        command.arg("--vault").arg(vault.root());
    }
    command.current_dir(vault.beside("project")).args(arguments).output().unwrap()
}

/// Every call that changes files, by name and number.
fn calls(sample: &Vault, case: &Case) -> Vec<(String, usize)> {
    let vault = copy(sample);
    let output = run(&vault, case.arguments, &["-e", &format!("trace={CALLS}")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let here = vault.beside("").to_str().unwrap().trim_end_matches('/').to_owned();
    let calls = changes_below(&vault, 0, &here).into_iter();
    let calls: Vec<(String, usize)> = calls.map(|call| (call.name, call.number)).collect();
    assert!(calls.len() > 5, "{:?}: {calls:?}", case.arguments);
    calls
}

fn tried(sample: &Vault) -> Vec<(usize, String, usize)> {
    let cases = CASES.iter().enumerate();
    let calls = cases.flat_map(|(place, case)| {
        calls(sample, case).into_iter().map(move |(name, number)| (place, name, number))
    });
    calls.collect()
}

#[test]
fn a_verb_that_writes_files_leaves_whole_ones_when_it_is_killed() {
    let (sample, kills) = (sample(), Kills::default());
    for_each(tried(&sample), |(place, name, number)| {
        let (vault, case) = (copy(&sample), &CASES[place]);
        let story = format!("{:?} killed at {name} {number}", case.arguments);
        let inject = format!("inject={name}:signal=SIGKILL:when={number}");
        let output = run(&vault, case.arguments, &["-e", &format!("trace={name}"), "-e", &inject]);
        kills.note(&output, &story);
        (case.check)(&vault, &story);
        succeeds(&vault, case, &story);
    });
    kills.are_many();
}

#[test]
fn a_verb_that_writes_files_leaves_whole_ones_when_it_fails() {
    let sample = sample();
    let faults = tried(&sample).into_iter().filter(|(_, name, _)| name != "write");
    for_each(faults.enumerate().collect(), |(turn, (place, name, number))| {
        let (vault, case) = (copy(&sample), &CASES[place]);
        let error = ERRORS[turn % ERRORS.len()];
        let inject = format!("inject={name}:error={error}:when={number}");
        let output = run(&vault, case.arguments, &["-e", &format!("trace={name}"), "-e", &inject]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let story = format!("{:?}: {error} at {name} {number}: {complaint}", case.arguments);
        assert!(!complaint.contains("panicked"), "{story}");
        assert!(output.status.success() || complaint.contains("error: "), "{story}");
        (case.check)(&vault, &story);
        succeeds(&vault, case, &story);
    });
}

/// Doing it once more succeeds, unless it had happened, and the vault is as it was.
fn succeeds(vault: &Vault, case: &Case, story: &str) {
    let again = run(vault, case.arguments, &[]);
    let complaint = String::from_utf8_lossy(&again.stderr).into_owned();
    let had_happened = complaint.contains("is not empty") || complaint.contains("there already");
    assert!(again.status.success() || had_happened, "{story}: then {complaint}");
    (case.check)(vault, story);
    assert_eq!(vault.memories().len(), 3, "{story}");
}

fn memories_at(vault: &Vault, folder: &Path) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnemic"));
    vault.surround(&mut command);
    command.arg("--vault").arg(folder).args(["list", "--json"]);
    let mut listing = Answer::of("list", command.output().unwrap()).json();
    serde_json::from_value(listing["memories"].take()).unwrap()
}

fn files_in(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

fn every_backup_is_whole(vault: &Vault, story: &str) {
    for (number, file) in files_in(&vault.path("backups")).into_iter().enumerate() {
        if !file.to_string_lossy().ends_with(".tar.gz") {
            continue;
        }
        let target = vault.beside(&format!("checked-{number}"));
        let _ = fs::remove_dir_all(&target);
        let output = run(
            vault,
            &["--vault", target.to_str().unwrap(), "restore-backup", file.to_str().unwrap()],
            &[],
        );
        assert!(output.status.success(), "{story}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(memories_at(vault, &target).len(), 3, "{story}");
    }
}

fn an_export_is_whole(vault: &Vault, story: &str) {
    if let Ok(text) = fs::read_to_string(vault.beside("export.jsonl")) {
        assert_eq!(text.lines().count(), 3, "{story}: {text}");
        assert!(text.ends_with('\n'), "{story}");
    }
}

fn a_client_is_as_before_or_installed(vault: &Vault, story: &str) {
    let text = fs::read_to_string(vault.beside(".claude.json")).unwrap();
    let settings: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{story}: {error}: {text}"));
    assert_eq!(settings["mcpServers"]["other"]["command"], "other", "{story}");
    assert!(text == CLAUDE || settings["mcpServers"]["mnemic"].is_object(), "{story}: {text}");
}

fn a_vault_can_be_made(vault: &Vault, story: &str) {
    let fresh = vault.beside("fresh");
    let output = run(vault, &["--vault", fresh.to_str().unwrap(), "init"], &[]);
    assert!(output.status.success(), "{story}: {}", String::from_utf8_lossy(&output.stderr));
}

fn a_new_vault_is_whole(vault: &Vault, story: &str) {
    let restored = vault.beside("restored");
    if restored.exists() {
        assert_eq!(memories_at(vault, &restored).len(), 3, "{story}");
    }
}

#[test]
fn what_a_killed_backup_leaves_is_removed_by_the_next() {
    let (sample, kills) = (sample(), Kills::default());
    let backups = calls(&sample, &CASES[0]).into_iter();
    for (name, number) in backups.filter(|(name, _)| name.starts_with("fsync")) {
        let vault = copy(&sample);
        let inject = format!("inject={name}:signal=SIGKILL:when={number}");
        let trace = format!("trace={name}");
        let output = run(&vault, CASES[0].arguments, &["-e", &trace, "-e", &inject]);
        kills.note(&output, &format!("killed at {name} {number}"));
        vault.ok(&["backup"]);
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for file in files_in(&vault.path("backups")) {
            *kinds
                .entry(file.extension().unwrap_or_default().to_string_lossy().into_owned())
                .or_default() += 1;
        }
        assert_eq!(kinds.get("tmp"), None, "killed at {name} {number}: {kinds:?}");
    }
    kills.are_many();
}
