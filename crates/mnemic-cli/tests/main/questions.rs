//! Questions that are hard to answer, and answers that say what became of them.

use serde_json::{Value, json};

use crate::harness::{Vault, without_receipt};

fn vault() -> Vault {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": "Our database is SQLite"}),
        json!({"text": "To be or not to be, that is the question"}),
        json!({"text": "我的猫很好"}),
        json!({"text": "A near miss AND an OR gate"}),
    ]);
    vault
}

fn texts(answer: &Value) -> Vec<&str> {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["text"].as_str().unwrap()).collect()
}

fn assert_found_nothing(answer: Value, question: &str) {
    let nothing = json!({"hits": [], "verdict": "none", "receipt": null});
    assert_eq!(without_receipt(answer), nothing, "{question}");
}

#[test]
fn an_empty_vault_answers_with_nothing() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    for question in ["database", "databse", "?!", "猫", "the"] {
        assert_found_nothing(vault.json(&["recall", question]), question);
    }
}

#[test]
fn stop_words_alone_are_looked_up_as_they_are() {
    let answer = vault().json(&["recall", "to be or not to be"]);
    assert!(texts(&answer)[0].starts_with("To be or not"), "{answer}");
}

#[test]
fn punctuation_alone_is_answered() {
    for question in ["?!", "...", "\"", "🦀 ☕", "--- ***"] {
        let answer = vault().run(&["recall", "--json", "--", question]).json();
        assert_found_nothing(answer, question);
    }
}

#[test]
fn one_chinese_character_finds_what_holds_it() {
    assert_eq!(texts(&vault().json(&["recall", "猫"]))[0], "我的猫很好");
}

#[test]
fn a_question_of_100_000_characters_is_answered() {
    let long = "database ".repeat(11_200);
    assert!(long.len() > 100_000);
    assert_eq!(texts(&vault().json(&["recall", &long]))[0], "Our database is SQLite");
    let unknown: String = (0..9_000).map(|number| format!("unknown{number} ")).collect();
    assert!(vault().json(&["recall", &unknown])["hits"].is_array());
    let unbroken = "x".repeat(100_000);
    assert!(vault().json(&["recall", &unbroken])["hits"].is_array());
}

#[test]
fn operators_of_the_index_are_only_words() {
    let vault = vault();
    for matching in ["any", "all", "prefix"] {
        let matching = format!("search.match={matching}");
        for question in [
            "database AND",
            "\"database",
            "database*",
            "NEAR(database)",
            "text:database",
            "-database",
        ] {
            let answer =
                vault.run(&["recall", "--json", "--config", &matching, "--", question]).json();
            assert!(answer["hits"].is_array(), "{matching} {question}");
        }
    }
    assert_eq!(texts(&vault.json(&["recall", "database* NEAR/3 ^x"]))[0], "Our database is SQLite");
}

#[test]
fn a_misspelt_word_is_put_right_and_the_answer_says_so() {
    let vault = vault();
    let answer = vault.json(&["recall", "which databse?"]);
    assert_eq!(texts(&answer)[0], "Our database is SQLite");
    assert_eq!(answer["unused"], json!(["no memory says `databse`; looked for `database`"]));
    let answer = vault.run(&["recall", "which databse?"]);
    let asides = String::from_utf8(answer.output.stderr).unwrap();
    assert!(asides.contains("no memory says `databse`"), "{asides}");
    let plain = vault.json(&["recall", "which databse?", "--config", "search.fuzzy=false"]);
    assert_eq!(plain["unused"], Value::Null);
}

#[test]
fn words_are_joined_and_widened_as_configured() {
    let vault = vault();
    let found = |question: &str, config: &[&str]| {
        let mut arguments = vec!["recall", question, "--config", "ranking.profile=koshi"];
        config.iter().for_each(|value| arguments.extend(["--config", value]));
        vault.json(&arguments)["hits"].as_array().unwrap().len()
    };
    assert_eq!(found("database question", &[]), 2);
    assert_eq!(found("database question", &["search.match=all"]), 0);
    assert_eq!(found("sqlite database", &["search.match=all"]), 1);
    assert_eq!(found("data", &["search.fuzzy=false"]), 0);
    assert_eq!(found("data", &["search.match=prefix"]), 1);
    assert_eq!(found("db", &[]), 0);
    assert_eq!(found("db", &["search.aliases=true"]), 1);
}

#[test]
fn what_is_dropped_is_counted_and_what_is_kept_says_why() {
    let vault = Vault::new();
    let line = |number: u64, session: Option<&str>| json!({"text": format!("note number {number}"), "session": session});
    let mut lines: Vec<Value> = (0..4).map(|number| line(number, Some("s1"))).collect();
    lines.extend((4..6).map(|number| line(number, None)));
    vault.import(&lines);
    let plain = vault.json(&["recall", "note"]);
    assert_eq!((texts(&plain).len(), &plain["dropped"]), (6, &Value::Null));
    let capped =
        vault.json(&["recall", "note", "--explain", "--config", "search.max_per_session=2"]);
    assert_eq!(texts(&capped).len(), 4);
    assert_eq!(capped["dropped"], json!({"session_full": 2}));
    let kept: Vec<&str> = capped["hits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hit| hit["explain"]["kept"].as_str().unwrap())
        .collect();
    assert!(kept.iter().any(|kept| kept.ends_with("one of at most 2 of session `s1`")), "{kept:?}");
    let fewer = vault.json(&["recall", "note", "--config", "search.drop_share=0.5"]);
    assert_eq!(fewer["dropped"], json!({"among_lowest": 3}));
    let varied = vault.json(&["recall", "note", "--config", "search.mmr=0.5", "--limit", "3"]);
    assert_eq!(texts(&varied).len(), 3);
}

#[test]
fn a_memory_that_would_be_cut_can_still_be_named_by_its_words() {
    let vault = Vault::new();
    vault.import(&[json!({"text": "alpha note"}), json!({"text": "beta note"})]);
    vault.ok(&["forget", "alpha note", "--config", "search.min_score=1"]);
    assert_eq!(vault.json(&["list"])["total"], 1);
}

#[test]
fn a_code_is_found_by_itself_and_not_by_one_that_looks_like_it() {
    let vault = Vault::new();
    let codes = ["PAY-1042", "PAY-1024", "PAY-2041", "w1n000", "w0n001", "v1.10", "v1.20"];
    for code in codes {
        vault.ok(&["remember", &format!("{code} is about late refunds")]);
    }
    for code in codes {
        let answer = vault.json(&["recall", code]);
        assert!(texts(&answer)[0].starts_with(code), "{code}: {answer}");
    }
}

const OPERATIONS: &str = "\
## Staging database

- Port: 5433
- Backups at 02:00

## Staging cache

- Port: 6380
- Evicts the oldest keys

## Production

- Port: 5432 behind the proxy
- Deploys on Thursdays
";

/// Asks for the port of the staging database: it comes first, and what merely stands near it does not follow.
fn asked_for_a_port(vault: &Vault) {
    let asked = ["recall", "which port does the staging database listen on"];
    let answer = vault.json(&asked);
    let found = texts(&answer);
    assert_eq!(found[0], "Port: 5433", "{found:?}");
    let place = |text: &str| found.iter().position(|found| *found == text);
    assert!(place("Port: 6380") < place("Deploys on Thursdays"), "{found:?}");
}

#[test]
fn a_short_item_is_found_by_the_heading_above_it() {
    let by_hand = Vault::new();
    by_hand.ok(&["remember", "Lunch is at noon"]);
    let document = by_hand.read("global/MEMORY.md");
    by_hand.save("global/MEMORY.md", &format!("{document}\n{OPERATIONS}"));
    asked_for_a_port(&by_hand);

    let imported = Vault::new();
    let file = imported.beside("operations.md");
    std::fs::write(&file, OPERATIONS).unwrap();
    imported.ok(&["import", "markdown", file.to_str().unwrap()]);
    asked_for_a_port(&imported);
}
