//! An error at every system call by which a verb opens or writes a file: the verb fails and says so, or it happened.

use std::process::Output;

use crate::{
    case::{Call, Case, cases, for_each, seen},
    invariants::{recover, reindexing_changes_nothing},
};

const CALLS: &str = "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,\
                     unlinkat,mkdir,mkdirat,openat,flock";
/// Of the many calls that only write pages of the index one in so many is tried.
const PAGES_PER_FAULT: usize = 5;
/// Of the calls that open a file to read it, as many.
const READS_PER_FAULT: usize = 3;
/// One fault in so many is followed by a reindex.
const FAULTS_PER_REINDEX: usize = 4;

/// An error that a call of a verb meets.
#[derive(Debug)]
struct Fault {
    call: Call,
    error: &'static str,
    /// Whether every later call of the same name fails as well.
    lasts: bool,
}

#[test]
fn a_verb_that_meets_an_error_at_any_call_happened_or_says_that_it_failed() {
    let cases = cases();
    let calls = cases.iter().enumerate().flat_map(|(number, case)| case.calls(number, CALLS));
    let faults = calls.filter(is_tried).enumerate().map(|(turn, call)| fault(turn, call));
    for_each(faults.collect(), |fault| withstands(&cases[fault.call.case], &fault));
}

fn is_tried(call: &Call) -> bool {
    match call.name.as_str() {
        "pwrite64" => call.number % PAGES_PER_FAULT == call.case % PAGES_PER_FAULT,
        "openat" if !call.arguments.contains("O_CREAT") => {
            call.number % READS_PER_FAULT == call.case % READS_PER_FAULT
        }
        _ => true,
    }
}

/// Calls meet errors in turn. Every third error lasts; writes go to terminals and wake threads as well, so those pass.
fn fault(turn: usize, call: Call) -> Fault {
    let errors = errors(&call.name);
    Fault {
        error: errors[turn % errors.len()],
        lasts: turn.is_multiple_of(3) && call.name != "write",
        call,
    }
}

/// The errors that a call may meet.
fn errors(call: &str) -> &'static [&'static str] {
    match call {
        "flock" => &["EIO"],
        "openat" => &["EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE"],
        "write" | "pwrite64" | "ftruncate" | "fsync" | "fdatasync" => &["EIO", "ENOSPC", "EROFS"],
        _ => &["EIO", "ENOSPC", "EROFS", "EACCES"],
    }
}

/// Runs a verb into a fault; the vault is then as before or as after it, as the verb says, and whole.
fn withstands(case: &Case, fault: &Fault) {
    let Fault { call: Call { name, number, arguments, .. }, error, lasts } = fault;
    let from = if *lasts { "+" } else { "" };
    let story = format!("{}: {error} at {name} {number}{from} ({arguments}", case.verb());
    let vault = case.vault.copy();
    let inject = format!("inject={name}:error={error}:when={number}{from}");
    let output = case.trace(&vault, &["-e", &format!("trace={name}"), "-e", &inject]);
    let complaint = String::from_utf8_lossy(&output.stderr);
    let story = format!("{story}\n{complaint}");
    let memories = recover(&vault, &story);
    let found = seen(&memories);
    let is_true = match said(&output, &story) {
        Said::Done => found == case.after,
        Said::Failed => found == case.before,
        Said::Unknown => found == case.before || found == case.after,
    };
    assert!(is_true, "{story}: {found:#?}");
    if number.is_multiple_of(FAULTS_PER_REINDEX) {
        reindexing_changes_nothing(&vault, &memories, &story);
    }
}

/// What a verb says has come of it.
enum Said {
    Done,
    Failed,
    Unknown,
}

/// A failure names what failed and what helps; it is never a panic.
fn said(output: &Output, story: &str) -> Said {
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(!complaint.contains("panicked"), "{story}");
    let is_told = complaint.contains("error: ") && complaint.contains("hint: ");
    let answer = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => Said::Done,
        // A fix goes file by file; who runs it again finishes it. It lists what it could not read.
        Some(1)
            if story.starts_with("scan --fix")
                && (is_told || answer.contains("\"unread\":[\"")) =>
        {
            Said::Unknown
        }
        Some(255) if is_told && complaint.contains("outcome is unknown") => Said::Unknown,
        Some(1) if is_told => Said::Failed,
        // The doctor tells what it could not look at among its findings, and mends the rest.
        Some(1) if answer.contains("\"well\":false") => Said::Unknown,
        _ => panic!("{story}\n{}", output.status),
    }
}
