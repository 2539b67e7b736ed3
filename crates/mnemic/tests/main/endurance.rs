//! A process that goes on after an error at any system call: one verb fails at most, the others are done.
//!
//! The test starts itself again under strace, which counts the calls of each thread by itself. The verbs are run on
//! one thread; a call whose number the first thread reaches as well would keep the process from starting.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fs,
    path::Path,
    process::{Command, Output},
    sync::Mutex,
    thread,
};

use mnemic::{
    Amendment, Draft, Engine, Error, Filter, Options, Query, Reach, RecallRequest, Reference, Scope,
};
use mnemic_testing::by;

use crate::process::{command, role, run};

const TEST: &str = "endurance::a_process_goes_on_after_an_error_at_any_call";
const CALLS: &str =
    "write,pwrite64,fsync,fdatasync,ftruncate,rename,renameat2,unlink,mkdir,openat,flock";
const ERRORS: [&str; 5] = ["EIO", "ENOSPC", "EROFS", "EACCES", "EMFILE"];
/// As many calls are tried, evenly spread over all there are.
const FAULTS: usize = 220;
/// Of the many calls that only write pages of the index one in so many counts.
const PAGES_PER_CALL: usize = 25;
const THREADS: usize = 2;
const ROUNDS: usize = 3;

#[test]
fn a_process_goes_on_after_an_error_at_any_call() {
    if let Some((_, vault)) = role() {
        return work(&vault);
    }
    let calls = calls();
    let step = calls.len().div_ceil(FAULTS);
    let faults = calls.into_iter().step_by(step).enumerate();
    let faults: Mutex<Vec<(usize, Call)>> = Mutex::new(faults.collect());
    let next = || faults.lock().ok()?.pop();
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some((turn, call)) = next() {
                    goes_on(&call, ERRORS[turn % ERRORS.len()]);
                }
            });
        }
    });
}

/// A system call on a file of the vault: its name, and which of that name on its thread.
struct Call {
    name: String,
    number: usize,
    arguments: String,
}

/// The calls of an undisturbed run.
fn calls() -> Vec<Call> {
    let folder = tempfile::tempdir().unwrap();
    let (vault, trace) = (folder.path().join("vault"), folder.path().join("trace"));
    let output = trace_to(&trace, &vault, &[&format!("trace={CALLS}")]);
    assert!(output.status.success(), "{output:?}");
    let trace = fs::read_to_string(trace).unwrap();
    let mut counts: HashMap<(&str, &str), usize> = HashMap::new();
    let mut calls = Vec::new();
    let first = trace.split(' ').next().unwrap();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((name, arguments)) = rest.trim_start().split_once('(') else { continue };
        let count = counts.entry((thread, name)).or_default();
        *count += 1;
        if thread != first && arguments.contains(vault.to_str().unwrap()) {
            let (name, arguments) = (name.to_owned(), arguments.to_owned());
            calls.push(Call { name, number: *count, arguments });
        }
    }
    let of_first = |name: &str| counts.get(&(first, name)).copied().unwrap_or_default();
    let is_page =
        |call: &Call| call.name == "pwrite64" && !call.number.is_multiple_of(PAGES_PER_CALL);
    calls.retain(|call| call.number > of_first(&call.name) && !is_page(call));
    calls
}

fn trace_to(trace: &Path, vault: &Path, expressions: &[&str]) -> Output {
    let mut strace = Command::new("strace");
    strace.args(["-f", "-y", "--seccomp-bpf", "-o"]).arg(trace);
    strace.args(expressions.iter().flat_map(|expression| ["-e", expression]));
    let output = command(strace, TEST, "worker", vault).output();
    output.unwrap_or_else(|error| panic!("strace is needed, install it: {error}"))
}

/// Runs all verbs into a fault; what was done is there, and all but one were done.
fn goes_on(call: &Call, error: &str) {
    let Call { name, number, arguments } = call;
    let folder = tempfile::tempdir().unwrap();
    let vault = folder.path().join("vault");
    let inject = format!("inject={name}:error={error}:when={number}");
    let trace = format!("trace={name}");
    let output = trace_to(&folder.path().join("trace"), &vault, &[&trace, &inject]);
    let said = String::from_utf8_lossy(&output.stdout);
    let story = format!(
        "{error} at {name} {number} ({arguments}\n{said}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.status.success() && !story.contains("panicked"), "{story}");
    let failed = said.lines().filter(|line| line.contains(" failed: ")).count();
    assert!(failed <= 1, "{story}");
    run(is_whole(&vault, &said, &story));
}

/// What is in the vault is what the verbs said, also after the index was built anew.
async fn is_whole(vault: &Path, said: &str, story: &str) {
    let engine = Engine::open(Options::for_vault(vault)).await.unwrap();
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    assert!(health.findings.iter().all(|found| !found.needs_person()), "{story}\n{health:?}");
    let before = texts(&engine).await.unwrap();
    for line in said.lines() {
        if let Some(text) = line.strip_prefix("done: ") {
            assert!(before.contains_key(text), "{story}\n`{text}` is not there: {before:?}");
        } else if let Some((text, error)) = line.split_once(" failed: ") {
            let is_told = !before.contains_key(text) || error.contains("outcome is unknown");
            assert!(is_told, "{story}\n`{text}` is there");
        }
    }
    assert!(before.values().all(|count| *count == 1), "{story}\n{before:?}");
    engine.reindex(&by(&Reach::Vault)).await.unwrap();
    assert_eq!(texts(&engine).await.unwrap(), before, "{story}");
    engine.close().await.unwrap();
}

/// Every text that is or was remembered, and by how many memories.
async fn texts(engine: &Engine) -> Result<BTreeMap<String, usize>, Error> {
    let query = Query { limit: 1_000, filter: Filter::none(), ..Query::default() };
    let mut texts: BTreeMap<String, usize> = BTreeMap::new();
    for memory in engine.list(&by(&Reach::Vault), &query).await?.page.memories {
        let shown = engine.show(&by(&Reach::Vault), &memory.id.into()).await?;
        let versions = shown.versions.into_iter().map(|version| version.memory.text);
        let all: BTreeSet<String> = versions.chain([memory.text]).collect();
        all.into_iter().for_each(|text| *texts.entry(text).or_default() += 1);
    }
    Ok(texts)
}

/// The process under test: verbs one after the other, each of which says what came of it.
fn work(vault: &Path) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    runtime.unwrap().block_on(async {
        let options = Options::for_vault(vault);
        let engine = match Engine::open(options.clone()).await {
            Err(_) => Engine::open(options).await.unwrap(),
            Ok(engine) => engine,
        };
        for round in 0..ROUNDS {
            every_verb(&engine, round).await;
        }
        tell("all", engine.close().await);
    });
}

async fn every_verb(engine: &Engine, round: usize) {
    let text = |what: &str| format!("{what} in round {round}");
    for what in ["First", "Second", "Third"] {
        let text = text(what);
        let draft = Draft::note(Scope::Global, text.as_str());
        let remembered = engine.remember(&by(&Reach::Vault), draft).await;
        if remembered.is_ok() {
            is_recalled(engine, &text).await;
        }
        tell(&text, remembered);
    }
    tell("documents", engine.update_documents().await);
    let updated = text("Updated");
    let one: Reference = "1".parse().unwrap();
    let amendment = Amendment { text: Some(updated.clone()), ..Amendment::default() };
    tell(&updated, engine.update(&by(&Reach::Vault), &one, amendment).await);
    tell("score", engine.reinforce(&by(&Reach::Vault), &one).await);
    let imported = text("Imported");
    let line = format!(r#"{{"ref":"r","text":"{imported}"}}"#);
    let lines = [Ok(line)].into_iter();
    tell(&imported, engine.import_jsonl(&by(&Reach::Vault), lines, &Scope::Global, |_| {}).await);
    tell("answer", recall(engine, &updated).await);
    tell("state", engine.status(&by(&Reach::Vault)).await);
    tell("index", engine.reindex(&by(&Reach::Vault)).await);
    tell("paper", engine.update_documents().await);
}

/// What is acknowledged is recalled, unless recall itself meets the error.
async fn is_recalled(engine: &Engine, text: &str) {
    match recall(engine, text).await {
        Ok(found) => assert!(found.iter().any(|said| said == text), "`{text}` is not recalled"),
        Err(error) => tell("answer", Err::<(), Error>(error)),
    }
}

async fn recall(engine: &Engine, question: &str) -> Result<Vec<String>, Error> {
    let request =
        RecallRequest { question: question.to_owned(), limit: 10, filter: Filter::active() };
    let hits = engine.recall(&by(&Reach::of(Scope::Global)), request).await?.hits;
    Ok(hits.into_iter().map(|hit| hit.memory.text).collect())
}

/// Says what came of a verb.
fn tell<T>(what: &str, outcome: Result<T, Error>) {
    use std::io::Write;
    let remembered = what.contains(" in round ");
    let line = match outcome {
        Ok(_) if remembered => format!("done: {what}\n"),
        Ok(_) => String::new(),
        Err(error) => format!("{what} failed: {error} ({})\n", cause(&error)),
    };
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}

fn cause(error: &Error) -> String {
    std::error::Error::source(error).map(ToString::to_string).unwrap_or_default()
}
