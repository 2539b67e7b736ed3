//! A clock that jumps by years between verbs: acts keep their order, nothing expires, and a reindex changes nothing.

use serde_json::Value;

use crate::{
    harness::{Answer, Vault},
    invariants::{recover, reindexing_changes_nothing},
};

/// Ten years on and back again, the beginning of all clocks and almost their end.
const MOMENTS: [&str; 9] = [
    "2026-11-15T10:00:00Z",
    "2036-11-15T10:00:00Z",
    "2016-11-15T10:00:00Z",
    "2026-11-15T10:00:00Z",
    "1970-01-01T00:00:00Z",
    "2046-02-28T23:59:59Z",
    "2024-02-29T12:00:00Z",
    "9999-12-30T00:00:00Z",
    "2026-11-16T10:00:00Z",
];

fn at(moment: &str, vault: &Vault, arguments: &[&str]) -> Answer {
    let output = vault.command(arguments).env("MNEMIC_NOW", moment).output().unwrap();
    Answer::of(&format!("{} at {moment}", arguments.join(" ")), output)
}

/// Something of each kind at every moment.
fn lived_vault() -> Vault {
    let vault = Vault::new();
    for (round, moment) in MOMENTS.iter().enumerate() {
        let said = format!("Said in round {round}");
        let remembered = at(moment, &vault, &["remember", &said, "--json"]).json();
        assert_eq!(remembered["created_at"], *moment);
        at(moment, &vault, &["update", "1", &format!("Changed in round {round}")]).ok();
        at(moment, &vault, &["reinforce", "1"]).ok();
        let number = remembered["number"].to_string();
        if round % 3 == 1 {
            at(moment, &vault, &["forget", &number]).ok();
            let previous = MOMENTS[round - 1];
            at(previous, &vault, &["restore", &number]).ok();
        }
        if round % 3 == 2 {
            let document = vault.read("global/MEMORY.md");
            vault.save("global/MEMORY.md", &format!("{document}\n- By hand in round {round}\n"));
            at(moment, &vault, &["recall", "hand"]).ok();
        }
    }
    vault
}

#[test]
fn acts_are_in_the_order_they_were_made_whatever_the_clock_said() {
    let vault = lived_vault();
    let memories = recover(&vault, "a clock that jumps");
    let numbers: Vec<u64> =
        memories.iter().map(|memory| memory["number"].as_u64().unwrap()).collect();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert_eq!(memories[0]["text"], format!("Changed in round {}", MOMENTS.len() - 1));
    assert_eq!(memories[0]["version"], MOMENTS.len() + 1);
    assert_eq!(memories[0]["signals"]["score"], 3 * MOMENTS.len());
    assert_eq!(memories[0]["signals"]["last_hit_at"], "9999-12-30T00:00:00Z");
    for memory in &memories {
        assert_eq!(memory.get("lifecycle"), None, "{memory} is archived");
    }
    reindexing_changes_nothing(&vault, &memories, "a clock that jumps");
}

#[test]
fn a_segment_is_never_behind_the_one_before_it() {
    let vault = lived_vault();
    let times: Vec<u64> = vault.journal().iter().map(|act| act["time"].as_u64().unwrap()).collect();
    assert!(times.is_sorted_by(|one, other| one < other), "{times:?}");
    let mut names: Vec<String> = std::fs::read_dir(vault.path("journal"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["2026-11.jsonl", "2036-11.jsonl", "2046-02.jsonl", "9999-12.jsonl"]);
}

#[test]
fn whenever_it_is_asked_all_is_found_and_nothing_is_younger_than_new() {
    let vault = lived_vault();
    let all = vault.memories().len();
    for moment in MOMENTS {
        let question =
            ["recall", "said changed hand round", "--explain", "--limit", "50", "--json"];
        let answer = at(moment, &vault, &question).json();
        let hits = answer["hits"].as_array().unwrap();
        assert_eq!(hits.len(), all, "at {moment}");
        for hit in hits {
            let factors = hit["explain"]["factors"].as_array().unwrap();
            let recency = factors.iter().find(|factor| factor["name"] == "recency").unwrap();
            let value = recency["value"].as_f64().unwrap();
            assert!(value > 0.0 && value <= 1.0, "at {moment}: {hit}");
        }
    }
    let before = answers(&vault);
    vault.ok(&["reindex"]);
    assert_eq!(answers(&vault), before);
}

fn answers(vault: &Vault) -> Vec<Value> {
    let question = ["recall", "round", "--explain", "--limit", "50", "--json"];
    MOMENTS.iter().map(|moment| at(moment, vault, &question).recalled()).collect()
}

/// The last instant has no later one, and still everything ends.
#[test]
fn at_the_end_of_time_documents_are_written_all_the_same() {
    let vault = Vault::new();
    for number in 0..4 {
        let mut command = std::process::Command::new("timeout");
        command.arg("60").arg(env!("CARGO_BIN_EXE_mnemic"));
        vault.surround(&mut command);
        command.env("MNEMIC_NOW", "9999-12-30T22:00:00.999999Z");
        command.arg("--vault").arg(vault.root()).args(["remember", &format!("Last word {number}")]);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{number}: {}", output.status);
    }
    assert!(vault.read("global/MEMORY.md").contains("Last word 3"));
}
