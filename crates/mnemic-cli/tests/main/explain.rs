//! How ranks are explained: a table for people, numbers for programs, for each ranking profile.

use std::{io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::harness::Vault;

/// A small vault in which arms, evidence and factors of every profile have something to say.
fn vault() -> Vault {
    let vault = Vault::new();
    let turn = |sequence: u64, author: &str, text: &str| {
        json!({
            "text": text, "author": author, "session": "s1", "sequence": sequence,
            "created_at": format!("2026-11-0{sequence}T10:00:00Z"),
        })
    };
    vault.import(&[
        turn(1, "Ada", "Which database should we take?"),
        turn(2, "Ben", "We chose SQLite as our database, it needs no server."),
        turn(3, "Ada", "Good, then the parser comes next."),
        json!({
            "text": "Never run the database migration on a Friday", "category": "warning",
            "importance": 0.9, "tags": ["deploy"], "file_paths": ["deploy.sh"],
            "created_at": "2026-10-01T10:00:00Z",
        }),
        json!({"text": "Lunch is at noon", "created_at": "2026-11-14T10:00:00Z"}),
    ]);
    vault.ok(&["reinforce", "2"]);
    vault
}

const QUESTION: &str = "which database did Ben choose?";

/// What is printed, without what differs from run to run.
fn explained(profile: &str) -> String {
    explained_with(&format!("ranking.profile={profile}"))
}

fn explained_with(configured: &str) -> String {
    let arguments = ["recall", QUESTION, "--explain=full", "--limit", "2", "--config", configured];
    vault().ok(&arguments)
}

#[test]
fn an_explanation_says_why_in_words() {
    let printed = vault().ok(&["recall", QUESTION, "--explain", "--limit", "2"]);
    insta::assert_snapshot!(printed);
}

#[test]
fn the_default_ranking_explains_itself() {
    insta::assert_snapshot!(explained("default"));
}

#[test]
fn koshi_explains_itself() {
    insta::assert_snapshot!(explained("koshi"));
}

#[test]
fn praxis_explains_itself() {
    insta::assert_snapshot!(explained("praxis"));
}

#[test]
fn openclaw_explains_itself() {
    insta::assert_snapshot!(explained("openclaw"));
}

#[test]
fn brain_explains_itself() {
    insta::assert_snapshot!(explained("brain"));
}

#[test]
fn engine_explains_itself() {
    insta::assert_snapshot!(explained("engine"));
}

#[test]
fn arms_made_one_by_their_spread_explain_themselves() {
    insta::assert_snapshot!(explained_with("ranking.fusion=convex"));
}

#[test]
fn arms_that_take_turns_explain_themselves() {
    insta::assert_snapshot!(explained_with("ranking.fusion=interleave"));
}

#[test]
fn what_is_known_of_whoever_asks_counts_where_the_profile_asks_for_it() {
    let vault = vault();
    let factor = |number: u64, name: &str, arguments: &[&str]| {
        let asked = [&["recall", "which database migration", "--explain"], arguments].concat();
        let hits = vault.json(&asked)["hits"].as_array().unwrap().clone();
        let hit = hits.iter().find(|hit| hit["number"] == number).unwrap();
        let factors = hit["explain"]["factors"].as_array().unwrap();
        factors.iter().find(|factor| factor["name"] == name).map(|factor| factor["value"].clone())
    };
    let praxis = ["--config", "ranking.profile=praxis"];
    let openclaw = ["--config", "ranking.profile=openclaw"];
    let with = |profile: [&'static str; 2], more: &[&'static str]| [&profile[..], more].concat();
    let in_play = with(praxis, &["--file", "deploy.sh"]);
    assert_eq!(factor(4, "files", &in_play), Some(json!(1.3)));
    assert_eq!(factor(4, "files", &praxis), Some(json!(1.0)));
    let known = with(openclaw, &["--user", "Ben", "--topic", "SQLite", "--topic", "zebra"]);
    assert_eq!(factor(2, "user", &known), Some(json!(1.2)));
    assert_eq!(factor(2, "topics", &known), Some(json!(1.1)));
    assert_eq!(factor(2, "user", &openclaw), Some(json!(1.0)));
    assert_eq!(factor(2, "user", &["--user", "Ben"]), None);
    let line = json!({"q": "database", "user": "Ben", "topics": ["server"], "files": ["x"]});
    let mut command = vault.command(&with(openclaw, &["recall", "--stdin", "--explain"]));
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(format!("{line}\n").as_bytes()).unwrap();
    let answered: Value =
        serde_json::from_slice(&child.wait_with_output().unwrap().stdout).unwrap();
    let ben = answered["hits"].as_array().unwrap().iter().find(|hit| hit["number"] == 2).unwrap();
    let factors = ben["explain"]["factors"].as_array().unwrap();
    assert!(factors.iter().any(|it| it["name"] == "user" && it["value"] == 1.2), "{ben}");
    assert!(factors.iter().any(|it| it["name"] == "topics" && it["value"] == 1.1), "{ben}");
}

#[test]
fn programs_get_the_numbers_of_the_table() {
    let answer = vault().json(&["recall", QUESTION, "--explain"]);
    let explain = &answer["hits"][0]["explain"];
    assert_eq!(explain["arms"][0]["arm"], "keyword");
    let number = |value: &Value| value.as_f64().unwrap();
    for piece in explain["evidence"].as_array().unwrap() {
        assert!(piece["name"].is_string() && number(&piece["adds"]) != 0.0, "{piece}");
    }
    let product = explain["factors"]
        .as_array()
        .unwrap()
        .iter()
        .fold(number(&explain["relevance"]), |product, factor| product * number(&factor["value"]));
    let score = number(&answer["hits"][0]["score"]);
    assert!((product / score - 1.0).abs() < 1e-4, "{product} {score}");
}

#[test]
fn evidence_adds_up_to_the_relevance() {
    let vault = vault();
    for provider in ["static", "none"] {
        let provider = format!("embedding.provider={provider}");
        let answer = vault.json(&["recall", QUESTION, "--explain", "--config", &provider]);
        for hit in answer["hits"].as_array().unwrap() {
            let explain = &hit["explain"];
            let pieces = explain["evidence"].as_array().unwrap().iter();
            let sum: f64 = pieces.map(|piece| piece["adds"].as_f64().unwrap()).sum();
            let relevance = explain["relevance"].as_f64().unwrap();
            assert!((1.0 / (1.0 + (-sum).exp()) - relevance).abs() < 1e-6, "{explain}");
        }
    }
}

#[test]
fn a_hit_that_only_stands_beside_another_says_so() {
    let words = ["recall", "database", "--explain", "--config", "embedding.provider=none"];
    let answer = vault().json(&words);
    let hits = answer["hits"].as_array().unwrap();
    let beside = hits.iter().find(|hit| hit["text"].as_str().unwrap().starts_with("Good")).unwrap();
    let arm = &beside["explain"]["arms"][0];
    assert_eq!((&arm["arm"], &arm["via"]), (&json!("beside"), &json!({"beside": "[id:1]"})));
}

#[test]
fn a_recall_says_how_sure_it_is() {
    let vault = vault();
    let verdict = |question: &str, profile: &str| {
        let chosen = format!("ranking.profile={profile}");
        vault.json(&["recall", question, "--config", &chosen])["verdict"].clone()
    };
    for profile in ["koshi", "praxis", "openclaw", "brain", "engine"] {
        assert_eq!(verdict("sqlite database", profile), "strong", "{profile}");
        assert_eq!(verdict("zebra crossing stripes", profile), "none", "{profile}");
    }
    assert_eq!(verdict("zebra crossing stripes", "default"), "none");
}
