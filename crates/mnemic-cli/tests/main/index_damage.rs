//! Whatever happens to the index, answers are as before: it is built anew, or refused with what helps.

use std::{
    fs::{self, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    process::Stdio,
};

use mnemic_testing::FixedRandomness;
use rusqlite::Connection;
use serde_json::{Value, json};

use crate::harness::{Answer, Vault, without_receipt};

const QUESTIONS: [&str; 4] = ["which database", "cheese from the north", "tea or coffee", "number"];
const BIT_FLIPS: usize = 30;

/// A vault with signals, pins, versions and archived memories.
fn used_vault() -> Vault {
    let vault = Vault::new();
    let subjects = ["database", "cheese", "coffee", "tea", "north wind", "deployment"];
    let lines: Vec<Value> = (0..120)
        .map(|number| {
            let subject = subjects[number % subjects.len()];
            json!({
                "text": format!("The {subject} has number {number}, {}", "so it is ".repeat(number % 7)),
                "tags": [subject.split(' ').next().unwrap()], "importance": (number % 10) as f64 / 10.0,
                "ref": format!("r{number}"),
            })
        })
        .collect();
    vault.import(&lines);
    for (verb, number) in [
        ("reinforce", "7"),
        ("reinforce", "14"),
        ("demote", "9"),
        ("pin", "3"),
        ("pin", "26"),
        ("forget", "40"),
        ("forget", "41"),
        ("restore", "41"),
    ] {
        vault.ok(&[verb, number]);
    }
    vault.ok(&["update", "8", "The database was changed: cheese and tea in one table"]);
    vault
}

/// The answers to all questions, with how each rank came about.
fn ask(vault: &Vault) -> Answer {
    let mut asking = vault.command(&["recall", "--stdin", "--explain", "--limit", "50", "--json"]);
    let mut asking =
        asking.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    asking.stdin.take().unwrap().write_all(QUESTIONS.join("\n").as_bytes()).unwrap();
    Answer::of("recall --stdin", asking.wait_with_output().unwrap())
}

fn answers(vault: &Vault) -> Vec<Value> {
    let answers = ask(vault).ok();
    let answers = answers.lines().map(|line| without_receipt(serde_json::from_str(line).unwrap()));
    let answers: Vec<Value> = answers.collect();
    assert_eq!(answers.len(), QUESTIONS.len());
    for answer in &answers {
        assert!(!answer["hits"].as_array().unwrap().is_empty(), "{answer}");
    }
    answers
}

/// Does something to the index of a used vault; answers and memories must be as before.
fn check(damage: impl Fn(&Vault)) {
    let vault = used_vault();
    let (before, memories) = (answers(&vault), vault.memories());
    damage(&vault);
    assert!(answers(&vault) == before, "the answers changed");
    assert!(vault.memories() == memories, "the memories changed");
    let health = vault.json(&["doctor"]);
    assert_eq!(health, json!({ "well": true, "findings": [] }));
}

#[test]
fn a_deleted_index_is_built_anew() {
    check(|vault| fs::remove_file(vault.index()).unwrap());
    check(|vault| fs::remove_dir_all(vault.path("index")).unwrap());
}

#[test]
fn a_truncated_index_is_built_anew() {
    for eighths in [0, 1, 4, 7] {
        check(|vault| {
            let file = OpenOptions::new().write(true).open(vault.index()).unwrap();
            file.set_len(file.metadata().unwrap().len() * eighths / 8).unwrap();
        });
    }
}

#[test]
fn an_index_overwritten_with_noise_is_built_anew() {
    check(|vault| overwrite(vault, 0, 20_000));
    check(|vault| overwrite(vault, 8_192, 40_000));
}

#[test]
fn an_older_copy_of_the_index_catches_up() {
    let vault = used_vault();
    let index = vault.index();
    let copy = index.with_extension("copy");
    fs::copy(&index, &copy).unwrap();
    vault.ok(&["remember", "The database has moved north"]);
    vault.ok(&["reinforce", "12"]);
    vault.ok(&["forget", "13"]);
    let (before, memories) = (answers(&vault), vault.memories());
    fs::rename(&copy, &index).unwrap();
    assert!(answers(&vault) == before, "the answers changed");
    assert!(vault.memories() == memories, "the memories changed");
}

#[test]
fn an_index_of_a_newer_version_is_refused_and_can_be_built_anew() {
    let vault = used_vault();
    let before = answers(&vault);
    let index = Connection::open(vault.index()).unwrap();
    index.pragma_update(None, "user_version", 999).unwrap();
    drop(index);
    for verb in [&["recall", "database"][..], &["remember", "something else"]] {
        let complaint = vault.fails(verb);
        assert!(complaint.contains("newer"), "{complaint}");
        assert!(complaint.contains("mnemic reindex"), "{complaint}");
    }
    vault.ok(&["reindex"]);
    assert!(answers(&vault) == before, "the answers changed");
}

#[test]
fn a_flipped_bit_is_never_an_error_and_the_doctor_mends_it() {
    let vault = used_vault();
    let (before, memories) = (answers(&vault), vault.memories());
    let randomness = FixedRandomness::new(15);
    for round in 0..BIT_FLIPS {
        let read = vault.copy();
        let (offset, bit) = flip_a_bit(&read, &randomness);
        let story = format!("round {round}: bit {bit} of byte {offset}");
        let written = read.copy();

        succeeds(&story, &ask(&read));
        succeeds(&story, &read.run(&["doctor", "--fix"]));
        assert!(answers(&read) == before, "{story}");
        assert!(read.memories() == memories, "{story}");

        succeeds(&story, &written.run(&["remember", "A word after the flip"]));
        succeeds(&story, &written.run(&["doctor", "--fix"]));
        let (added, others) = written.memories().split_last().map(split).unwrap();
        assert_eq!(added["text"], "A word after the flip", "{story}");
        assert!(others == memories, "{story}");
    }
}

fn split((last, others): (&Value, &[Value])) -> (Value, Vec<Value>) {
    (last.clone(), others.to_vec())
}

fn succeeds(story: &str, answer: &Answer) {
    assert!(answer.output.status.success(), "{story}\n{}", answer.story());
}

/// Flips one bit of the index.
fn flip_a_bit(vault: &Vault, randomness: &FixedRandomness) -> (u64, u64) {
    let mut file = OpenOptions::new().read(true).write(true).open(vault.index()).unwrap();
    let offset = randomness.next() % file.metadata().unwrap().len();
    let bit = randomness.next() % 8;
    let mut byte = [0];
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.read_exact(&mut byte).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.write_all(&[byte[0] ^ (1 << bit)]).unwrap();
    (offset, bit)
}

/// Writes noise over a part of the index.
fn overwrite(vault: &Vault, offset: u64, length: usize) {
    let mut noise = vec![0; length];
    mnemic::Randomness::fill(&FixedRandomness::new(offset), &mut noise);
    let mut file = OpenOptions::new().write(true).open(vault.index()).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file.write_all(&noise).unwrap();
}
