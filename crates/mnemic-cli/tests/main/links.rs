//! Memories that name others bring them along when they are recalled.

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::harness::Vault;

const QUESTION: &str = "why did we move billing to another provider?";
const PLACES: [&str; 6] = ["harbour", "library", "orchard", "bakery", "museum", "station"];
const THINGS: [&str; 10] =
    ["gate", "roof", "clock", "bench", "lamp", "fence", "bell", "sign", "well", "door"];

/// A vault in which the first memory shares no word with the question and sixty others come nearer to it.
fn vault() -> Vault {
    let vault = Vault::new();
    let mut lines = vec![json!({"text": "Chargebacks took three weeks"})];
    for place in PLACES {
        let about =
            THINGS.map(|thing| json!({"text": format!("The {thing} at the {place} did move")}));
        lines.extend(about);
    }
    vault.import(&lines);
    vault
}

fn numbers(answer: &Value) -> Vec<u64> {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["number"].as_u64().unwrap()).collect()
}

/// The numbers of the two best answers.
fn best_two(vault: &Vault) -> Vec<u64> {
    numbers(&vault.json(&["recall", QUESTION, "--limit", "2"]))
}

fn anchor_of(vault: &Vault, number: usize) -> String {
    vault.memories()[number - 1]["anchor"].as_str().unwrap().to_owned()
}

#[test]
fn what_an_answer_names_comes_along_and_says_why() {
    let vault = vault();
    vault.ok(&["remember", "We decided to move billing to another provider"]);
    assert!(!best_two(&vault).contains(&1));
    vault.ok(&["update", "62", "We decided to move billing to another provider, see [id:1]"]);
    let answer = vault.json(&["recall", QUESTION, "--limit", "2", "--explain"]);
    assert_eq!(numbers(&answer), [62, 1]);
    let arms = answer["hits"][1]["explain"]["arms"].as_array().unwrap();
    let link = arms.iter().find(|arm| arm["arm"] == "link").unwrap();
    assert_eq!(link["via"], json!({"named_by": "[id:62]"}));
    let receipt = answer["receipt"].as_str().unwrap();
    assert!(vault.ok(&["why", receipt]).contains("link place 1 (named by [id:62])"));
    vault.ok(&["reindex"]);
    assert_eq!(best_two(&vault), [62, 1]);
}

#[test]
fn every_way_to_name_a_memory_brings_it_along_and_so_does_naming_an_answer() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider"]);
    let anchor = anchor_of(&vault, 1);
    for form in ["because of ^@", "(why: [[@]])", "[[MEMORY#^@|because]]"] {
        let said = format!("Billing moved to another provider {}", form.replace('@', &anchor));
        vault.ok(&["update", "62", &said]);
        assert_eq!(best_two(&vault), [62, 1], "{form}");
    }
    vault.ok(&["update", "62", "Billing moved to another provider"]);
    assert!(!best_two(&vault).contains(&1));
    vault.ok(&["update", "1", "Chargebacks took three weeks, hence [id:62]"]);
    assert_eq!(best_two(&vault), [62, 1]);
}

#[test]
fn a_link_written_into_a_document_counts() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider"]);
    let (anchor, target) = (anchor_of(&vault, 62), anchor_of(&vault, 1));
    let (path, document) =
        vault.documents().into_iter().find(|(_, text)| text.contains(&anchor)).unwrap();
    let edited = document.replace("another provider", &format!("another provider [[{target}]]"));
    assert_ne!(edited, document);
    vault.save(path.strip_prefix(vault.root()).unwrap().to_str().unwrap(), &edited);
    assert_eq!(best_two(&vault), [62, 1]);
}

#[test]
fn a_link_to_what_may_not_be_seen_leads_nowhere() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider, see [id:1] and [id:63]"]);
    vault.ok(&["remember", "--scope", "project:secret", "Chargebacks of the secret project"]);
    vault.ok(&["forget", "1"]);
    let asked = ["recall", QUESTION, "--limit", "50", "--scope", "global", "--explain"];
    let answer = vault.json(&asked);
    let found = numbers(&answer);
    assert!(found[0] == 62 && !found.contains(&1) && !found.contains(&63), "{found:?}");
    assert!(!answer.to_string().contains("\"link\""), "{answer}");
    let archived = vault.json(&["recall", QUESTION, "--limit", "2", "--archived"]);
    assert_eq!(numbers(&archived), [62, 1]);
}

#[test]
fn links_in_a_circle_to_nothing_and_to_oneself_do_no_harm() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider, see [id:1] and [id:62]"]);
    vault.ok(&["update", "1", "Chargebacks took three weeks, see [id:62], [id:999], ^x and [[y]]"]);
    let found = numbers(&vault.json(&["recall", QUESTION, "--limit", "100"]));
    assert_eq!(found[..2], [62, 1]);
    let mut once = found.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), found.len());
}

#[test]
fn an_index_that_knows_no_links_is_built_anew() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider, see [id:1]"]);
    let index = Connection::open(vault.index()).unwrap();
    index.execute("DROP TABLE links", []).unwrap();
    index.pragma_update(None, "user_version", 7).unwrap();
    drop(index);
    assert_eq!(best_two(&vault), [62, 1]);
}

#[test]
fn links_that_do_not_match_the_texts_are_found_and_mended() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider, see [id:1]"]);
    let index = Connection::open(vault.index()).unwrap();
    index.execute("UPDATE links SET name = '[id:2]'", []).unwrap();
    drop(index);
    vault.ok(&["doctor", "--fix"]);
    assert_eq!(best_two(&vault), [62, 1]);
}

#[test]
fn a_link_is_explained() {
    let vault = vault();
    vault.ok(&["remember", "Billing moved to another provider, see [id:1]"]);
    let asked = ["recall", QUESTION, "--limit", "2", "--explain=full"];
    let answer = vault.ok(&asked);
    let linked = answer.lines().skip_while(|line| !line.starts_with("[id:1] ")).skip(2);
    insta::assert_snapshot!(linked.collect::<Vec<_>>().join("\n"));
}
