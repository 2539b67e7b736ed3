//! Sessions that did not come to begin: a process died or the disk was full before the first line was written.

use std::{fs, os::unix::fs::PermissionsExt};

use serde_json::json;

use crate::{
    case::{Call, calls, for_each, trace},
    harness::Vault,
};

const TORN: &str = r#"{"id":"x","timest"#;
/// What a process leaves that did not come to write the first line, and what of it is kept.
const LEFT: [(&str, Option<&str>); 3] = [("", None), (TORN, Some(TORN)), ("\n", Some("\n"))];

/// A vault in which someone left this in the place of a transcript.
fn with_left(left: &str) -> Vault {
    let vault = Vault::with_session("whole");
    leave(&vault, left);
    vault
}

fn leave(vault: &Vault, left: &str) {
    let path = vault.path("global/sessions/s1.jsonl");
    fs::write(&path, left).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

#[test]
fn a_session_that_did_not_begin_is_begun_by_its_name() {
    for (left, kept) in LEFT {
        let vault = with_left(left);
        let started = vault.json(&["session", "start", "--id", "s1"]);
        assert_eq!(started["resumed"], json!(false), "{left:?}: {started}");
        vault.ok(&["session", "append", "s1", "Hello there"]);
        assert_eq!(vault.json(&["session", "show", "s1"])["turns"].as_array().unwrap().len(), 1);
        let aside = fs::read_to_string(vault.path("global/sessions/torn/s1-0")).ok();
        assert_eq!(aside.as_deref(), kept, "{left:?}");
        assert_eq!(vault.json(&["doctor"])["findings"], json!([]), "{left:?}");
    }
}

#[test]
fn a_session_that_did_not_begin_is_passed_over() {
    for (left, _) in LEFT {
        let vault = with_left(left);
        for verb in [
            &["append", "s1", "Hello"][..],
            &["end", "s1"],
            &["show", "s1"],
            &["recover", "s1"],
            &["fork", "s1"],
        ] {
            let complaint = vault.fails(&[&["session"], verb].concat());
            assert!(complaint.contains("there is no session `s1`"), "{left:?}: {complaint}");
        }
        for verb in [&["list"][..], &["recover"], &["expire"], &["search", "sqlite"]] {
            let answer = vault.run(&[&["session"], verb].concat());
            assert_eq!(String::from_utf8_lossy(&answer.output.stderr), "", "{left:?}");
            assert!(!answer.ok().contains("s1"), "{left:?}");
        }
        assert_eq!(vault.read("global/sessions/s1.jsonl"), left, "reading changes nothing");
    }
}

#[test]
fn a_first_line_that_is_damaged_is_not_written_over() {
    let vault = with_left("nonsense\n");
    let complaint = vault.fails(&["session", "start", "--id", "s1"]);
    assert!(complaint.contains("transcript of session `s1` is damaged"), "{complaint}");
    assert_eq!(vault.read("global/sessions/s1.jsonl"), "nonsense\n");
}

#[test]
fn a_session_that_did_not_begin_may_begin_in_another_scope() {
    let vault = with_left(TORN);
    vault.ok(&["session", "start", "--id", "s1", "--scope", "project:shop"]);
    vault.ok(&["session", "append", "s1", "Hello there"]);
    assert!(vault.read("projects/shop/sessions/s1.jsonl").contains("Hello there"));
}

/// An error that a call meets.
struct Fault {
    call: Call,
    error: &'static str,
}

#[test]
fn a_session_whose_start_met_an_error_at_any_write_can_be_started() {
    let vault = Vault::with_session("whole");
    let arguments: Vec<String> =
        ["session", "start", "--id", "s1"].iter().map(|it| (*it).to_owned()).collect();
    let names = "write,fsync,fdatasync,ftruncate,rename,renameat2,mkdir,mkdirat,openat";
    let writes = calls(&vault, &arguments, 0, names).into_iter();
    let writes = writes.filter(|it| it.name != "openat" || it.arguments.contains("O_CREAT"));
    let faults: Vec<Fault> = writes
        .flat_map(|call| ["ENOSPC", "EIO"].map(|error| Fault { call: call.clone(), error }))
        .collect();
    let is_of_transcript = |it: &Fault| it.call.arguments.contains("sessions/s1.jsonl");
    assert!(faults.iter().filter(|it| is_of_transcript(it)).count() >= 6, "the calls are seen");
    for_each(faults, |Fault { call, error }| {
        let vault = vault.copy();
        let Call { name, number, arguments: on, .. } = &call;
        let inject = format!("inject={name}:error={error}:when={number}");
        let met = trace(&vault, &arguments, &["-e", &format!("trace={name}"), "-e", &inject]);
        let complaint = String::from_utf8_lossy(&met.stderr);
        let story = format!("{error} at {name} {number} ({on}\n{complaint}");
        assert!(!complaint.contains("panicked"), "{story}");
        let again = vault.run(&["session", "start", "--id", "s1"]);
        assert!(again.output.status.success(), "{story}\n{}", again.story());
        vault.ok(&["session", "append", "s1", "Hello there"]);
        let shown = vault.json(&["session", "show", "s1"]);
        assert_eq!(shown["turns"].as_array().unwrap().len(), 1, "{story}");
    });
}
