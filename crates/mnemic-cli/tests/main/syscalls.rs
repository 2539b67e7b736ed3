//! A kill at every system call by which a verb writes: before it, or as if it had never been asked for.
//!
//! Where runs differ after all, a process that is not killed is just one that succeeded; most are killed.

use serde_json::Value;

use crate::{
    case::{Call, Case, cases, for_each, seen},
    harness::number_of,
    invariants::{recover, reindexing_changes_nothing},
    strace::Kills,
};

const CALLS: &str = "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,\
                     unlinkat,mkdir,mkdirat,openat";
/// Of the many calls that only write pages of the index one in so many is tried.
const PAGES_PER_KILL: u64 = 4;

#[test]
fn a_verb_killed_at_any_call_happened_or_did_not() {
    let cases = cases();
    let calls = cases.iter().enumerate().flat_map(|(number, case)| case.calls(number, CALLS));
    let kills = Kills::default();
    for_each(calls.filter(is_tried).collect(), |call| survives(&cases[call.case], &call, &kills));
    kills.are_many();
}

fn is_tried(call: &Call) -> bool {
    match call.name.as_str() {
        "openat" => call.arguments.contains("O_CREAT"),
        "pwrite64" => {
            let pages = number_of("MNEMIC_PAGES_PER_KILL", PAGES_PER_KILL) as usize;
            call.number % pages == call.case % pages
        }
        _ => true,
    }
}

/// Kills a verb at a call; the vault is then as before or as after it, and whole.
fn survives(case: &Case, call: &Call, kills: &Kills) {
    let Call { name, number, .. } = call;
    let story = format!("{} killed at {name} {number}", case.verb());
    let vault = case.vault.copy();
    let inject = format!("inject={name}:signal=SIGKILL:when={number}");
    let output = case.trace(&vault, &["-e", &format!("trace={name}"), "-e", &inject]);
    kills.note(&output, &story);
    let memories = recover(&vault, &story);
    let found = seen(&memories);
    let is_acknowledged = serde_json::from_slice::<Value>(&output.stdout).is_ok();
    let is_whole = found == case.after || found == case.before && !is_acknowledged;
    assert!(is_whole, "{story}, acknowledged: {is_acknowledged}: {found:#?}");
    if name != "pwrite64" {
        reindexing_changes_nothing(&vault, &memories, &story);
    }
}
