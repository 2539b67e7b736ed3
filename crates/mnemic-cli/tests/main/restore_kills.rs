//! A restore that is killed, or meets an error, at any system call that changes files: the next command finds the
//! former vault or the new one, whole, and the former vault, its git folder and its backups are nowhere lost.

use std::{
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

/// A folder with a vault and a backup of an earlier state of it.
struct Place {
    vault: Vault,
    former: Vec<Value>,
    backed_up: Vec<Value>,
}

fn place() -> Place {
    let vault = Vault::new();
    for text in ["One", "Two", "Three"] {
        vault.ok(&["remember", text]);
    }
    vault.ok(&["backup", "--output", vault.beside("backup.tar.gz").to_str().unwrap()]);
    vault.ok(&["backup"]);
    let backed_up = vault.memories();
    vault.ok(&["remember", "Since the backup"]);
    vault.ok(&["forget", "1"]);
    fs::create_dir(vault.path(".git")).unwrap();
    fs::write(vault.path(".git/HEAD"), "ref: refs/heads/main\n").unwrap();
    let former = vault.memories();
    Place { vault, former, backed_up }
}

fn copy(place: &Place) -> Vault {
    let vault = place.vault.copy();
    fs::copy(place.vault.beside("backup.tar.gz"), vault.beside("backup.tar.gz")).unwrap();
    vault
}

fn restore(vault: &Vault, options: &[&str]) -> Output {
    let mut command = strace(&vault.beside("trace"), options);
    command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root());
    command.args(["restore-backup", "--yes", "--json"]).arg(vault.beside("backup.tar.gz"));
    vault.surround(&mut command);
    command.output().unwrap()
}

/// Every call that changes files, by name and number.
fn calls(place: &Place) -> Vec<(String, usize)> {
    let vault = copy(place);
    let output = restore(&vault, &["-e", &format!("trace={CALLS}")]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let here = vault.beside("").to_str().unwrap().trim_end_matches('/').to_owned();
    let calls = changes_below(&vault, 0, &here).into_iter();
    let calls: Vec<(String, usize)> = calls.map(|call| (call.name, call.number)).collect();
    assert!(calls.len() > 60, "{calls:?}");
    calls
}

/// The memories of a vault in any folder.
fn memories_at(vault: &Vault, folder: &Path) -> Vec<Value> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnemic"));
    vault.surround(&mut command);
    command.arg("--vault").arg(folder);
    command.args(["list", "--scope", "all", "--archived", "--order", "-number", "--json"]);
    let mut listing = Answer::of("list", command.output().unwrap()).json();
    serde_json::from_value(listing["memories"].take()).unwrap()
}

fn beside(vault: &Vault, part: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(vault.beside("")).unwrap().map(|entry| entry.unwrap().path());
    entries.filter(|path| path.to_string_lossy().contains(part)).collect()
}

/// Whether the vault is the new one; it is one of the two, whole, and nothing of the other is lost.
fn is_new(place: &Place, vault: &Vault, story: &str) -> bool {
    // Also where nothing lies in the vault's place: the command is to put it back.
    let memories = memories_at(vault, &vault.root());
    let is_new = memories == place.backed_up;
    assert!(is_new || memories == place.former, "{story}: {memories:#?}");
    assert_eq!(vault.read(".git/HEAD"), "ref: refs/heads/main\n", "{story}");
    assert_eq!(fs::read_dir(vault.path("backups")).unwrap().count(), 2, "{story}");
    let asides = beside(vault, "vault.before-restore-");
    assert_eq!(asides.len(), usize::from(is_new), "{story}: {asides:?}");
    for aside in &asides {
        assert_eq!(memories_at(vault, aside), place.former, "{story}");
    }
    vault.run(&["doctor", "--fix"]).ok();
    assert_eq!(beside(vault, ".restoring-"), Vec::<PathBuf>::new(), "{story}");
    assert!(!vault.path(".restoring.tmp").exists(), "{story}");
    let health = vault.json(&["doctor"]);
    assert_eq!(health["well"], true, "{story}: {health}");
    is_new
}

#[test]
fn a_restore_killed_at_any_call_leaves_either_vault_whole() {
    let (place, kills) = (place(), Kills::default());
    for_each(calls(&place), |(name, number)| {
        let vault = copy(&place);
        let story = format!("killed at {name} {number}");
        let inject = format!("inject={name}:signal=SIGKILL:when={number}");
        let output = restore(&vault, &["-e", &format!("trace={name}"), "-e", &inject]);
        kills.note(&output, &story);
        let is_acknowledged = serde_json::from_slice::<Value>(&output.stdout).is_ok();
        assert!(is_new(&place, &vault, &story) || !is_acknowledged, "{story}");
    });
    kills.are_many();
}

#[test]
fn a_restore_that_meets_an_error_at_any_call_leaves_either_vault_whole() {
    let place = place();
    let errors = ["EIO", "ENOSPC", "EACCES"];
    let faults = calls(&place).into_iter().filter(|(name, _)| name != "write");
    let is_rename = |name: &str| name.starts_with("rename") || name.starts_with("link");
    let faults = faults.enumerate().flat_map(|(turn, (name, number))| {
        let tried = if is_rename(&name) { &errors[..] } else { &errors[turn % 3..=turn % 3] };
        tried.iter().map(move |error| (name.clone(), number, *error)).collect::<Vec<_>>()
    });
    for_each(faults.collect(), |(name, number, error)| {
        let vault = copy(&place);
        let inject = format!("inject={name}:error={error}:when={number}");
        let output = restore(&vault, &["-e", &format!("trace={name}"), "-e", &inject]);
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let story = format!("{error} at {name} {number}: {complaint}");
        assert!(matches!(output.status.code(), Some(0 | 1)), "{story}");
        let says_new = output.status.success() || complaint.contains("the backup is restored");
        assert_eq!(is_new(&place, &vault, &story), says_new, "{story}");
    });
}

/// File systems that cannot exchange folders have a moment in which nothing is in the vault's place.
#[test]
fn a_restore_without_exchange_is_finished_by_the_next_command() {
    let (place, kills) = (place(), Kills::default());
    for number in 1..=4 {
        let vault = copy(&place);
        let refuse = "inject=renameat2:error=EINVAL:when=1";
        let kill = format!("inject=rename:signal=SIGKILL:when={number}");
        let output = restore(&vault, &["-e", "trace=renameat2,rename", "-e", refuse, "-e", &kill]);
        let story = format!("killed at rename {number}");
        kills.note(&output, &story);
        is_new(&place, &vault, &story);
    }
    kills.are_many();
}

#[test]
fn what_another_restore_left_is_never_taken_for_ones_own() {
    let place = place();
    let vault = copy(&place);
    let kept = vault.beside(".vault.restoring-1-1");
    copy_folder(&vault.root(), &kept);
    let output = restore(&vault, &[]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(memories_at(&vault, &kept), place.former, "nobody knows what it is: it stays");
    let doctor = vault.run(&["doctor"]);
    let story = doctor.story();
    assert!(story.contains("was left by an interrupted restore"), "{story}");
}
