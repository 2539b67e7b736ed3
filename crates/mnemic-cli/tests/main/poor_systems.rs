//! Systems that can do less than others: what they refuse is done another way.

use crate::{
    harness::{Answer, Vault},
    strace::strace,
};

/// Runs a verb where every such call fails.
fn run_without(vault: &Vault, call: &str, error: &str, arguments: &[&str]) -> Answer {
    run_traced(vault, &[], call, error, arguments)
}

/// The same, with more options for the tracer.
fn run_traced(
    vault: &Vault,
    options: &[&str],
    call: &str,
    error: &str,
    arguments: &[&str],
) -> Answer {
    let mut command = strace(&vault.beside("trace"), options);
    command.args(["-e", &format!("trace={call}"), "-e", &format!("inject={call}:error={error}")]);
    command.arg(env!("CARGO_BIN_EXE_mnemic")).arg("--vault").arg(vault.root()).args(arguments);
    vault.surround(&mut command);
    let answer = Answer::of(&arguments.join(" "), command.output().unwrap());
    assert!(vault.beside("trace").exists(), "strace is needed: install it");
    answer
}

#[test]
fn documents_are_written_where_files_cannot_be_exchanged() {
    let vault = Vault::new();
    let document = "global/MEMORY.md";
    let run = |arguments: &[&str]| run_without(&vault, "renameat2", "EINVAL", arguments).ok();
    run(&["remember", "the first"]);
    run(&["remember", "the second"]);
    run(&["update", "1", "the first, changed"]);
    let text = vault.read(document);
    assert!(text.contains("the first, changed ^") && text.contains("the second ^"), "{text}");
    vault.save(document, &format!("{text}\n- by hand\n"));
    run(&["recall", "hand"]);
    assert!(vault.read(document).contains("- by hand ^"));
    vault.save(document, "");
    run(&["doctor", "--rewrite", document, "--yes"]);
    assert!(vault.read(document).contains("the second ^"));
    assert_eq!(vault.read("global/MEMORY.damaged-001.md"), "");
    assert_eq!(vault.json(&["doctor"])["findings"].as_array().unwrap().len(), 0);
}

#[test]
fn randomness_is_found_where_the_call_is_refused() {
    let vault = Vault::new();
    run_without(&vault, "getrandom", "ENOSYS", &["remember", "one"]).ok();
    run_without(&vault, "getrandom", "EPERM", &["remember", "two"]).ok();
    let memories = vault.memories();
    assert_ne!(memories[0]["id"], memories[1]["id"]);
}

#[test]
fn a_configuration_that_may_not_be_read_is_named_by_the_doctor() {
    let vault = Vault::new();
    vault.ok(&["config", "set", "search.max_results", "7"]);
    let file = vault.root().canonicalize().unwrap().join("config/memory.yaml");
    let options = ["-P", file.to_str().unwrap()];
    let run = |arguments: &[&str]| run_traced(&vault, &options, "openat", "EACCES", arguments);
    assert!(run(&["remember", "one"]).fails().contains("cannot be read"));
    let doctor = run(&["doctor"]);
    assert_eq!(doctor.output.status.code(), Some(1));
    assert!(doctor.story().contains("(configuration-fault)"), "{}", doctor.story());
    assert!(doctor.story().contains("cannot be read (Permission denied"), "{}", doctor.story());
}
