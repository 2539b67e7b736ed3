//! Saves in progress: editors truncate, write in pieces and keep files open. Nothing is archived that nobody deleted,
//! and no text is lost.

use std::{
    fs::{self, File, OpenOptions},
    io::{Seek, Write},
    os::unix::fs::{FileExt, PermissionsExt},
    time::{Duration, SystemTime},
};

use serde_json::Value;

use crate::harness::{Vault, came_to_rest};

const MEMORY: &str = "global/MEMORY.md";
const COUNT: usize = 20;

/// A vault with memories and, after all of them, prose.
fn written() -> (Vault, String) {
    let vault = Vault::new();
    let lines: Vec<Value> =
        (0..COUNT).map(|number| serde_json::json!({ "text": format!("Fact {number}") })).collect();
    vault.import(&lines);
    let document = vault.read(MEMORY);
    vault.save(MEMORY, &format!("{document}\nA long paragraph of my own, at the very end.\n"));
    vault.ok(&["list"]);
    let document = vault.read(MEMORY);
    (vault, document)
}

/// Where the document is cut so that so many of its memories are missing.
fn cut(document: &str, missing: usize) -> usize {
    document.find(&format!("Fact {}", COUNT - missing)).unwrap()
}

fn states(vault: &Vault) -> (usize, usize) {
    let memories = vault.memories();
    let archived = memories.iter().filter(|memory| memory.get("lifecycle").is_some()).count();
    (memories.len(), archived)
}

fn truncate(vault: &Vault) -> File {
    OpenOptions::new().write(true).truncate(true).open(vault.path(MEMORY)).unwrap()
}

/// The editor writes again: this was a moment ago, however slow the machine is.
fn is_being_written(editor: &File) {
    editor.write_all_at(b"#", 0).unwrap();
}

#[test]
fn a_save_that_is_half_written_archives_nothing_and_loses_nothing() {
    let (vault, document) = written();
    for missing in [1, 5, COUNT] {
        let at = cut(&document, missing);
        let mut editor = truncate(&vault);
        editor.write_all(&document.as_bytes()[..at]).unwrap();
        let (all, archived) = states(&vault);
        assert_eq!((all >= COUNT, archived), (true, 0), "a read answers as before");
        is_being_written(&editor);
        vault.ok(&["remember", &format!("While {missing} are missing")]);
        editor.write_all(&document.as_bytes()[at..]).unwrap();
        drop(editor);
        came_to_rest(&vault.path(MEMORY));
        vault.ok(&["list"]);
        assert_eq!(states(&vault).1, 0, "{missing} were missing");
        let text = vault.read(MEMORY);
        assert!(text.contains("A long paragraph of my own"), "{text}");
        assert!(text.contains(&format!("While {missing} are missing")), "{text}");
    }
    assert_eq!(states(&vault).0, COUNT + 3);
    assert_eq!(vault.json(&["doctor"])["findings"], serde_json::json!([]));
}

/// Editors give files modes of their own; the doctor has nothing to say about a document that was replaced.
#[test]
fn a_document_that_others_may_read_is_no_finding_once_it_was_replaced() {
    let (vault, document) = written();
    fs::write(vault.path(MEMORY), format!("{document}\n- By hand\n")).unwrap();
    fs::set_permissions(vault.path(MEMORY), fs::Permissions::from_mode(0o644)).unwrap();
    came_to_rest(&vault.path(MEMORY));
    vault.ok(&["list"]);
    assert!(vault.read(MEMORY).contains("- By hand ^"));
    assert_eq!(vault.json(&["doctor"])["findings"], serde_json::json!([]));
}

#[test]
fn an_empty_document_that_is_being_saved_is_no_damage() {
    let (vault, document) = written();
    let mut editor = truncate(&vault);
    let answer = vault.run(&["recall", "Fact 3"]);
    let complaint = String::from_utf8_lossy(&answer.output.stderr).into_owned();
    assert!(!complaint.contains("damaged"), "{complaint}");
    editor.write_all(document.as_bytes()).unwrap();
    drop(editor);
    vault.ok(&["remember", "One more"]);
    assert_eq!(states(&vault), (COUNT + 1, 0));
}

#[test]
fn what_an_editor_writes_to_a_replaced_file_is_taken_in() {
    let (vault, document) = written();
    let mut editor = OpenOptions::new().write(true).open(vault.path(MEMORY)).unwrap();
    vault.ok(&["remember", "Written while the editor has the file open"]);
    let edited = document.replace("at the very end.", "at the very end. And more prose.");
    let edited = edited.replace("Fact 7", "Fact seven");
    editor.rewind().unwrap();
    editor.write_all(format!("{edited}\n- By hand\n").as_bytes()).unwrap();
    drop(editor);
    let texts: Vec<String> =
        vault.memories().iter().map(|memory| memory["text"].as_str().unwrap().to_owned()).collect();
    for text in ["Fact seven", "By hand", "Written while the editor has the file open"] {
        assert_eq!(texts.iter().filter(|found| *found == text).count(), 1, "{text}: {texts:?}");
    }
    assert_eq!(states(&vault), (COUNT + 2, 0));
    let text = vault.read(MEMORY);
    assert!(text.contains("And more prose.") && text.contains("- By hand ^"), "{text}");
    assert!(text.contains("Written while the editor"), "{text}");
    assert_eq!(vault.json(&["doctor"])["findings"], serde_json::json!([]));
}

/// Whoever pauses for long in the middle of a save is taken at their word, and again when they go on.
#[test]
fn a_save_that_goes_on_after_a_long_pause_brings_everything_back() {
    let (vault, document) = written();
    let at = cut(&document, 3);
    let mut editor = truncate(&vault);
    editor.write_all(&document.as_bytes()[..at]).unwrap();
    editor.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
    vault.ok(&["remember", "During the pause"]);
    assert!(states(&vault).1 > 0, "the pause was too long");
    editor.write_all(&document.as_bytes()[at..]).unwrap();
    drop(editor);
    vault.ok(&["list"]);
    assert_eq!(states(&vault), (COUNT + 1, 0));
    let text = vault.read(MEMORY);
    assert!(text.contains("A long paragraph") && text.contains("During the pause"), "{text}");
}

#[test]
fn two_people_who_save_at_once_both_keep_their_prose() {
    let (vault, document) = written();
    let mut first = OpenOptions::new().write(true).open(vault.path(MEMORY)).unwrap();
    vault.ok(&["remember", "Between the two"]);
    let second = vault.read(MEMORY).replace("# Memory\n", "# Memory\n\nProse of the second.\n");
    vault.save(MEMORY, &second);
    vault.ok(&["remember", "After the second"]);
    let edited = document.replace("at the very end.", "at the very end. Prose of the first.");
    first.write_all(format!("{edited}\n- From the first\n").as_bytes()).unwrap();
    vault.ok(&["list"]);
    first.set_modified(SystemTime::now() - Duration::from_secs(60)).unwrap();
    drop(first);
    vault.ok(&["list"]);
    assert!(vault.read(MEMORY).contains("Prose of the second."), "{}", vault.read(MEMORY));
    let beside = vault.read("global/MEMORY.displaced-001.md");
    assert!(beside.contains("Prose of the first."), "{beside}");
    let found = vault.json(&["recall", "From the first"]);
    assert_eq!(found["hits"][0]["text"], "From the first");
    assert_eq!(states(&vault).1, 0);
}

#[test]
fn a_deletion_at_the_end_is_taken_in_once_the_document_is_at_rest() {
    let vault = Vault::new();
    vault.save_new(MEMORY, "- one\n- two\n");
    vault.ok(&["list"]);
    let shorter: String =
        vault.read(MEMORY).lines().take(1).map(|line| format!("{line}\n")).collect();
    fs::write(vault.path(MEMORY), &shorter).unwrap();
    assert_eq!(states(&vault), (2, 0), "it may be half a save");
    came_to_rest(&vault.path(MEMORY));
    assert_eq!(states(&vault), (2, 1));
}
