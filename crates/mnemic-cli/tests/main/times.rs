//! Questions that name a time, asked on Sunday, 15 November 2026.

use serde_json::{Value, json};

use crate::harness::Vault;

fn vault() -> Vault {
    let vault = Vault::new();
    let note =
        |at: &str, text: &str| json!({"text": text, "created_at": format!("{at}T09:00:00Z")});
    vault.import(&[
        note("2025-03-20", "Never deploy on Fridays after 14:00"),
        note("2026-02-01", "Only maintainers may merge"),
        note("2026-05-12", "Switched the mail provider to Postmark"),
        note("2026-08-01", "The stand-up is at 9:30 in the kitchen"),
        note("2026-09-01", "Postgres listens on port 5433"),
        note("2026-11-13", "Ordered chairs for the office"),
        note("2026-11-14", "Gave version 2.4 to the pilots"),
    ]);
    vault
}

fn texts(answer: &Value) -> Vec<&str> {
    let hits = answer["hits"].as_array().unwrap();
    hits.iter().map(|hit| hit["text"].as_str().unwrap()).collect()
}

#[track_caller]
fn assert_first(vault: &Vault, question: &str, beginning: &str) -> Value {
    let answer = vault.json(&["recall", question]);
    let first = texts(&answer)[0];
    assert!(first.starts_with(beginning), "{question}: {first}");
    answer
}

#[test]
fn today_and_this_week_hide_nothing_that_is_older() {
    let vault = vault();
    for (question, beginning) in [
        ("which port does postgres use today", "Postgres"),
        ("when is the stand-up today", "The stand-up"),
        ("who may merge this week", "Only maintainers"),
    ] {
        let answer = assert_first(&vault, question, beginning);
        assert_eq!(answer["unused"], Value::Null, "{question}");
    }
}

#[test]
fn a_day_of_the_week_that_comes_again_is_a_word() {
    assert_first(&vault(), "are we allowed to deploy on friday afternoon", "Never deploy");
}

#[test]
fn what_happened_at_some_time_is_whatever_lies_in_it() {
    let vault = vault();
    for (question, expected) in [
        ("what happened yesterday", "Gave version 2.4 to the pilots"),
        ("what did we decide last Friday", "Ordered chairs for the office"),
        ("what happened in May", "Switched the mail provider to Postmark"),
        ("decisions of May 2026", "Switched the mail provider to Postmark"),
        ("what did we do before May 2025", "Never deploy on Fridays after 14:00"),
        ("13.11.2026", "Ordered chairs for the office"),
    ] {
        let answer = vault.json(&["recall", question]);
        assert_eq!(texts(&answer), [expected], "{question}");
        assert_eq!(answer["verdict"], "strong", "{question}");
        let reason = answer["unused"][0].as_str().unwrap();
        assert!(reason.ends_with("was left out: the question asks for nothing else"), "{reason}");
    }
    let none = vault.json(&["recall", "what happened in December 2023"]);
    assert_eq!(none["verdict"], "none");
}

#[test]
fn what_happened_yesterday_reaches_an_agent() {
    let context = vault().ok(&["context", "--query", "what happened yesterday"]);
    assert!(context.contains("Gave version 2.4"), "{context}");
}

#[test]
fn every_profile_answers_what_happened_by_the_time_arm() {
    let vault = vault();
    for profile in ["koshi", "praxis", "openclaw", "brain", "engine", "default"] {
        let chosen = format!("ranking.profile={profile}");
        let asked = ["recall", "what did we decide last Friday", "--explain", "--config", &chosen];
        let answer = vault.json(&asked);
        assert_eq!(texts(&answer), ["Ordered chairs for the office"], "{profile}");
        let hit = &answer["hits"][0];
        let arms = hit["explain"]["arms"].as_array().unwrap();
        assert!(arms.iter().any(|arm| arm["arm"] == "time" && arm["rank"] == 1), "{profile}");
        assert!(hit["score"].as_f64().unwrap() > 0.0, "{profile}");
    }
}

#[test]
fn what_only_its_time_speaks_for_is_no_hit_of_other_profiles() {
    let vault = vault();
    for profile in ["koshi", "praxis"] {
        let chosen = format!("ranking.profile={profile}");
        let answer = vault.json(&["recall", "postgres port of last Friday", "--config", &chosen]);
        assert_eq!(texts(&answer), ["Postgres listens on port 5433"], "{profile}");
    }
}

#[test]
fn what_a_time_leaves_out_is_told() {
    let vault = vault();
    let answer = assert_first(&vault, "who are the pilots since yesterday", "Gave version");
    assert_eq!(texts(&answer).len(), 1);
    let reason =
        "what was remembered before 2026-11-14 was left out: the question says `since yesterday`";
    assert_eq!(answer["unused"], json!([reason]));
    let asides = vault.run(&["recall", "who are the pilots since yesterday"]);
    let asides = String::from_utf8(asides.output.stderr).unwrap();
    assert!(asides.contains(reason), "{asides}");
}

#[test]
fn a_time_is_no_reason_for_an_empty_answer() {
    let answer =
        assert_first(&vault(), "on which port has postgres listened since yesterday", "Postgres");
    assert_eq!(
        answer["unused"],
        json!([
            "no memory since 2026-11-14 answers (`since yesterday`), so Mnemic searched older ones too"
        ])
    );
}

#[test]
fn what_was_changed_in_a_time_belongs_to_it() {
    let vault = vault();
    vault.ok(&["update", "5", "Postgres listens on port 5434"]);
    let answer = vault.json(&["recall", "which port of postgres was moved since yesterday"]);
    assert_eq!(texts(&answer)[0], "Postgres listens on port 5434");
    assert!(answer["unused"][0].as_str().unwrap().starts_with("what was remembered before"));
    let answer = vault.json(&["recall", "what changed today"]);
    assert_eq!(texts(&answer), ["Postgres listens on port 5434"]);
    let changed = r#"{"changed_at": {"$gte": "2026-11-15T00:00:00Z"}}"#;
    assert_eq!(vault.json(&["list", "--filter", changed])["total"], 1);
}

#[test]
fn a_neighbour_that_is_older_does_not_slip_past_a_time() {
    let vault = Vault::new();
    let turn = |sequence: u64, day: &str, text: &str| {
        json!({"text": text, "session": "s1", "sequence": sequence, "author": "Ada",
               "created_at": format!("2026-11-{day}T09:00:00Z")})
    };
    vault.import(&[
        turn(1, "10", "Which harbour is the nearest?"),
        turn(2, "14", "The harbour of Sines is the nearest."),
    ]);
    let answer = vault.json(&["recall", "which harbour is the nearest since yesterday"]);
    assert_eq!(texts(&answer), ["The harbour of Sines is the nearest."]);
}

#[test]
fn the_latest_of_two_versions_comes_first_when_it_is_asked_for() {
    let vault = vault();
    vault.import(&[
        json!({"text": "Upload limit for attachments is 10 MB", "created_at": "2025-01-10T09:00:00Z"}),
        json!({"text": "Upload limit for attachments is 25 MB", "created_at": "2026-03-10T09:00:00Z"}),
    ]);
    for question in [
        "what is the latest upload limit for attachments",
        "upload limit for attachments we set recently",
        "our most recent upload limit for attachments",
    ] {
        assert_first(&vault, question, "Upload limit for attachments is 25 MB");
    }
}

#[test]
fn a_time_can_be_given_by_its_name() {
    let vault = vault();
    let since = |time: &str| vault.json(&["list", "--since", time])["total"].clone();
    assert_eq!(since("yesterday"), 1);
    assert_eq!(since("friday"), 2);
    assert_eq!(since("2026-09"), 3);
    let error = vault.fails(&["list", "--since", "tomorrow"]);
    assert!(error.contains("yesterday, last week"), "{error}");
}

#[test]
fn a_day_is_the_day_of_the_zone_by_its_name() {
    if !std::path::Path::new("/usr/share/zoneinfo/Pacific/Auckland").exists() {
        return mnemic_testing::skip!("the system has no time zones");
    }
    let vault = Vault::new();
    vault.import(&[
        json!({"text": "late on the fifteenth", "created_at": "2026-11-15T10:30:00Z"}),
        json!({"text": "early on the sixteenth", "created_at": "2026-11-15T11:30:00Z"}),
    ]);
    let mut command = vault.command(&["list", "--since", "2026-11-16", "--json"]);
    let command = command.env("TZ", "Pacific/Auckland").env_remove("MNEMIC_NOW");
    let listed: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    assert_eq!(listed["total"], 1);
    assert_eq!(listed["memories"][0]["text"], "early on the sixteenth");
}
