//! Walls that the compiler does not see to: where verbs lie, and that the map of the code is true.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Files and folders below a folder, as paths with slashes. Folders end in one.
fn below(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_string_lossy().replace('\\', "/");
        if path.is_dir() {
            below(&path, found);
            found.push(format!("{name}/"));
        } else {
            found.push(name);
        }
    }
}

#[test]
fn verbs_lie_in_one_folder_and_reach_into_no_field() {
    let source = crates().join("mnemic/src");
    let mut files = Vec::new();
    below(&source, &mut files);
    files.retain(|file| file.ends_with(".rs"));
    let has_verbs = |file: &&String| fs::read_to_string(file).unwrap().contains("\nimpl Engine {");
    let elsewhere: Vec<&String> = files
        .iter()
        .filter(has_verbs)
        .filter(|file| !file.contains("/src/verb/"))
        .filter(|file| !file.ends_with("/src/engine.rs") && !file.ends_with("/src/open.rs"))
        .collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
    let engine = fs::read_to_string(source.join("engine.rs")).unwrap();
    let fields = engine.split("pub struct Engine {").nth(1).unwrap().split("\n}").next().unwrap();
    assert!(!fields.contains("pub"), "{fields}");
}

#[test]
fn every_path_that_the_map_of_the_code_names_is_there() {
    let mut there = Vec::new();
    for krate in fs::read_dir(crates()).unwrap() {
        below(&krate.unwrap().path(), &mut there);
    }
    let map = fs::read_to_string(crates().join("../ARCHITECTURE.md")).unwrap();
    let named: Vec<&str> = map
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|named| named.ends_with(".rs") && !named.contains(' '))
        .collect();
    assert!(named.len() > 80, "only {} paths are named", named.len());
    let is_missing = |named: &&&str| !there.iter().any(|path| path.ends_with(&format!("/{named}")));
    let missing: Vec<&&str> = named.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The types that the journal writes. What answers show of them are types of `mnemic::json`.
const JOURNALLED: [&str; 14] = [
    "Memory",
    "Version",
    "MergeConflict",
    "Source",
    "Signals",
    "Lifecycle",
    "Home",
    "Trust",
    "Status",
    "Actor",
    "Cause",
    "Signal",
    "Act",
    "Event",
];

/// The fields of the types that a source file serialises.
fn serialised_fields(source: &str) -> Vec<&str> {
    let derived = source.split("Serialize)]").skip(1);
    let bodies = derived.filter_map(|rest| rest.split_once('{')?.1.split("\n}").next());
    bodies.flat_map(str::lines).map(str::trim).filter(|line| !line.starts_with('#')).collect()
}

/// The values of the `json!` calls of a source file, each with its key: `"memory": hit.memory`.
fn json_values(source: &str) -> Vec<&str> {
    let calls = source.split("json!({").skip(1);
    let bodies = calls.filter_map(|rest| rest.split("})").next());
    bodies.flat_map(|body| body.split(['\n', ',', '{', '}'])).map(str::trim).collect()
}

#[test]
fn no_answer_shows_what_the_journal_writes() {
    let mut files = Vec::new();
    for folder in ["mnemic-cli/src", "mnemic-server/src", "mnemic/src/verb/slash"] {
        below(&crates().join(folder), &mut files);
    }
    files.push(crates().join("mnemic/src/verb/slash.rs").to_string_lossy().into_owned());
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let names_one =
        |field: &&str| field.split(|it| !is_part(it)).any(|it| JOURNALLED.contains(&it));
    // A whole memory by the names that it goes by; `memory.number` is a part of one.
    let is_whole = |value: &&str| {
        value.split_once(": ").is_some_and(|(_, value)| {
            let last = value.trim_start_matches('&').rsplit('.').next().unwrap_or_default();
            ["memory", "actor", "source", "signals", "signal"].contains(&last)
                || value.ends_with(".memories")
        })
    };
    for file in files.iter().filter(|file| file.ends_with(".rs")) {
        let source = fs::read_to_string(file).unwrap();
        let fields: Vec<&str> = serialised_fields(&source).into_iter().filter(names_one).collect();
        assert!(fields.is_empty(), "{file} serialises {fields:?}");
        let values: Vec<&str> = json_values(&source).into_iter().filter(is_whole).collect();
        assert!(values.is_empty(), "{file} answers with {values:?}");
        let printed = ["json(memory)", "json!(memory)", "json(&memory)", "to_value(memory)"];
        assert!(!printed.iter().any(|it| source.contains(it)), "{file} answers with a memory");
    }
}

#[test]
fn a_journalled_type_in_an_answer_is_seen() {
    let derived = "#[derive(Debug, Serialize)]\nstruct Shown<'a> {\n    memory: &'a Memory,\n}\n";
    assert_eq!(serialised_fields(derived), ["", "memory: &'a Memory,"]);
    let made = "json!({ \"memory\": hit.memory, \"score\": hit.score })";
    assert!(json_values(made).contains(&"\"memory\": hit.memory"));
}
