//! Files that are not what they seem: a FIFO, a folder, a socket or an unreadable file is a fault of that file alone.
//! Every verb ends, and the doctor names the file.

use std::{
    fs,
    os::unix::net::UnixListener,
    path::Path,
    process::{Command, Output},
};

use crate::harness::{Answer, Vault};

/// What a file may turn out to be.
const KINDS: [&str; 3] = ["a FIFO", "a folder", "a socket"];
/// A verb that takes longer hangs.
const SECONDS: &str = "60";

fn sample() -> Vault {
    let vault = Vault::with_session("s1");
    vault.ok(&["remember", "The port is 8443"]);
    vault.ok(&["remember", "For the shop: use pnpm", "--scope", "project:shop"]);
    vault.ok(&["config", "set", "search.max_results", "9"]);
    vault
}

/// Puts something that is no plain file where a file was.
fn replace(path: &Path, kind: &str) {
    let _ = fs::remove_file(path);
    match kind {
        "a FIFO" => assert!(Command::new("mkfifo").arg(path).status().unwrap().success()),
        "a folder" => fs::create_dir(path).unwrap(),
        _ => drop(UnixListener::bind(path).unwrap()),
    }
}

/// Runs a verb and fails the test if it does not end by itself.
fn run(vault: &Vault, arguments: &[&str]) -> Answer {
    let mut command = Command::new("timeout");
    command.arg(SECONDS).arg(env!("CARGO_BIN_EXE_mnemic"));
    vault.surround(&mut command);
    command.arg("--vault").arg(vault.root()).args(arguments);
    let output: Output = command.output().unwrap();
    let answer = Answer::of(&arguments.join(" "), output);
    assert_ne!(answer.output.status.code(), Some(124), "it hangs: {}", answer.story());
    let complaint = String::from_utf8_lossy(&answer.output.stderr);
    assert!(!complaint.contains("panicked"), "{}", answer.story());
    answer
}

fn said(answer: &Answer) -> String {
    let Output { stdout, stderr, .. } = &answer.output;
    format!("{}{}", String::from_utf8_lossy(stdout), String::from_utf8_lossy(stderr))
}

#[test]
fn a_document_that_is_no_file_stops_no_other() {
    for kind in KINDS {
        let vault = sample();
        replace(&vault.path("projects/shop/MEMORY.md"), kind);
        let found = run(&vault, &["recall", "which port", "--json"]).json();
        assert_eq!(found["hits"][0]["text"], "The port is 8443", "{kind}");
        let found = run(&vault, &["recall", "pnpm", "--scope", "project:shop", "--json"]).json();
        assert_eq!(found["hits"][0]["text"], "For the shop: use pnpm", "{kind}");
        run(&vault, &["list", "--scope", "all"]).ok();
        run(&vault, &["status"]).ok();
        run(&vault, &["remember", "Written all the same"]).ok();
        run(&vault, &["remember", "In the shop, too", "--scope", "project:shop"]).ok();
        let doctor = said(&run(&vault, &["doctor"]));
        assert!(doctor.contains(&format!("`projects/shop/MEMORY.md` is {kind}")), "{doctor}");
    }
}

#[test]
fn any_file_may_be_no_file_and_every_verb_ends() {
    let places = [
        "config/memory.yaml",
        "config/aliases.json",
        "journal/2026-10.jsonl",
        "index/memory-7.sqlite",
        "cache/embeddings.sqlite",
        "global/sessions/s1.jsonl",
        "global/sessions/sessions.json",
        "global/memory/2026-11-15.md",
        ".gitignore",
    ];
    for place in places {
        for kind in KINDS {
            let vault = sample();
            replace(&vault.path(place), kind);
            for verb in [
                &["recall", "which port"][..],
                &["list"],
                &["status"],
                &["remember", "One more"],
                &["session", "list"],
                &["context", "--query", "which port"],
                &["backup"],
            ] {
                run(&vault, verb);
            }
            let doctor = said(&run(&vault, &["doctor"]));
            let is_named =
                doctor.contains(place) || ["index", "cache"].iter().any(|it| place.starts_with(it));
            assert!(is_named, "{place} is {kind}: {doctor}");
        }
    }
}

#[test]
fn a_document_that_cannot_be_read_stops_no_other() {
    let vault = sample();
    let path = vault.path("projects/shop/MEMORY.md");
    let denied = |arguments: &[&str]| {
        let mut command = Command::new("strace");
        command.args(["-f", "-o"]).arg(vault.beside("trace")).arg("-P").arg(&path);
        command.args(["-e", "trace=openat", "-e", "inject=openat:error=EACCES"]);
        command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root());
        vault.surround(&mut command);
        Answer::of(&arguments.join(" "), command.args(arguments).output().unwrap())
    };
    fs::OpenOptions::new().append(true).open(&path).unwrap().set_len(10).unwrap();
    let found = denied(&["recall", "which port", "--json"]).json();
    assert_eq!(found["hits"][0]["text"], "The port is 8443");
    denied(&["list", "--scope", "all"]).ok();
    denied(&["status"]).ok();
    let doctor = said(&denied(&["doctor"]));
    assert!(doctor.contains("`projects/shop/MEMORY.md` cannot be read"), "{doctor}");
}
