//! Another process holds a lock and does not let go, as when it was suspended: reads answer and end, writes say who
//! holds it.

use std::{fs::File, os::unix::fs::FileExt, time::Instant};

use crate::harness::Vault;

const LOCKS: [&str; 3] = [".scribe.lock", ".lock", ".index.lock"];

/// Takes a lock as another process would.
fn hold(vault: &Vault, name: &str) -> File {
    let file = File::options().read(true).write(true).open(vault.path(name)).unwrap();
    file.lock().unwrap();
    file.write_all_at(b"4194304     ", 0).unwrap();
    file
}

#[test]
fn reading_ends_whoever_holds_a_lock() {
    for name in LOCKS {
        let vault = Vault::new();
        vault.ok(&["remember", "The port is 8443"]);
        let edited = vault.read("global/MEMORY.md").replace("8443", "9443");
        vault.save("global/MEMORY.md", &edited);
        let held = hold(&vault, name);
        let started = Instant::now();
        let found = vault.json(&["recall", "which port"]);
        assert!(found["hits"][0]["text"].as_str().unwrap().contains("443"), "{name}: {found}");
        vault.ok(&["list"]);
        vault.ok(&["status"]);
        vault.ok(&["context", "--query", "which port"]);
        let doctor = vault.run(&["doctor"]);
        let findings = String::from_utf8_lossy(&doctor.output.stdout).into_owned();
        assert!(findings.contains("is held by process 4194304"), "{name}: {}", doctor.story());
        assert!(started.elapsed().as_secs() < 60, "{name}: reads wait for a lock");
        drop(held);
        let found = vault.json(&["recall", "which port"]);
        assert_eq!(found["hits"][0]["text"], "The port is 9443", "{name}");
    }
}

/// As when an import is suspended in the middle of a batch.
#[test]
fn reading_ends_while_a_writer_is_suspended_inside_a_transaction() {
    let vault = Vault::new();
    vault.ok(&["remember", "The port is 8443"]);
    let unchanged = vault.read("global/MEMORY.md");
    vault.save("global/MEMORY.md", &unchanged);
    let _held = [".lock", ".index.lock"].map(|name| hold(&vault, name));
    let index = rusqlite::Connection::open(vault.index()).unwrap();
    index.execute_batch("BEGIN IMMEDIATE").unwrap();
    let started = Instant::now();
    let found = vault.json(&["recall", "which port"]);
    assert_eq!(found["hits"][0]["text"], "The port is 8443");
    assert!(started.elapsed().as_secs() < 15, "the process waited for SQLite");
}

/// A warning that nobody reads any more is no failure.
#[test]
fn a_warning_to_a_closed_pipe_is_no_failure() {
    let vault = Vault::new();
    vault.ok(&["remember", "The port is 8443"]);
    let edited = vault.read("global/MEMORY.md").replace("8443", "9443");
    vault.save("global/MEMORY.md", &edited);
    let _held = hold(&vault, ".scribe.lock");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = vault.command(&["recall", "which port"]);
    let status = command.stdout(writer.try_clone().unwrap()).stderr(writer).status().unwrap();
    assert!(status.success(), "{status}");
}

#[test]
fn writing_waits_for_a_bounded_time_and_names_the_holder() {
    let vault = Vault::new();
    vault.ok(&["remember", "first"]);
    let held = hold(&vault, ".lock");
    let complaint = vault.fails(&["--config", "lock.wait_seconds=1", "remember", "second"]);
    assert!(complaint.contains("is held by process 4194304"), "{complaint}");
    assert!(complaint.contains("hint: nothing was changed"), "{complaint}");
    assert!(complaint.contains("kill -CONT 4194304"), "{complaint}");
    drop(held);
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn what_is_remembered_is_acknowledged_while_another_process_has_the_documents() {
    let vault = Vault::new();
    vault.ok(&["remember", "first"]);
    let held = hold(&vault, ".scribe.lock");
    vault.ok(&["--config", "lock.wait_seconds=1", "remember", "second"]);
    assert!(!vault.read("global/MEMORY.md").contains("second"));
    drop(held);
    vault.ok(&["list"]);
    assert!(vault.read("global/MEMORY.md").contains("second"));
}
