//! Promoting: from a task into its project, from a project to all, and why.

use serde_json::{Value, json};

use crate::harness::Vault;

const TEXT: &str = "Run migrations before the deploy, never after it";

#[test]
fn a_memory_moves_to_a_wider_scope_and_says_where_it_came_from() {
    let vault = Vault::new();
    for (from, to) in [("task:t1", "project:shop"), ("session:s1", "project:shop")] {
        let text = format!("{TEXT} of {from}");
        let made = vault.json(&["remember", &text, "--scope", from]);
        let number = made["number"].to_string();
        let promoted = vault.json(&["promote", &number, "--to", to]);
        assert_eq!(promoted["to"]["scope"], to);
        assert_eq!(promoted["to"]["source"]["derived_from"], json!([made["id"]]));
        let hits = vault.json(&["recall", &text, "--scope", "all"])["hits"].clone();
        let found = hits.as_array().unwrap().iter().filter(|hit| hit["text"] == text.as_str());
        let scopes: Vec<_> = found.map(|hit| hit["scope"].clone()).collect();
        assert_eq!(scopes, [to], "once, and only where it is now");
    }
}

#[test]
fn what_every_project_sees_needs_a_yes() {
    let vault = Vault::new();
    vault.ok(&["remember", TEXT, "--scope", "project:shop", "--category", "decision"]);
    let complaint = vault.fails(&["promote", "1", "--to", "global"]);
    assert!(complaint.contains("a person must confirm"), "{complaint}");
    assert!(complaint.contains("hint: nothing was changed; add `--yes`"), "{complaint}");
    assert_eq!(vault.json(&["show", "1"])["scope"], "project:shop");
    vault.ok(&["promote", "1", "--to", "global", "--yes"]);
    assert_eq!(vault.json(&["recall", "migrations", "--scope", "global"])["hits"][0]["text"], TEXT);
    let complaint = vault.fails(&["promote", "2", "--to", "project:shop", "--yes"]);
    assert!(complaint.contains("`project:shop` is not wider than `global`"), "{complaint}");
}

#[test]
fn the_signals_are_told_with_their_points() {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": TEXT, "session": "s1", "source": "extraction", "importance": 0.7}),
    ]);
    let explanation = vault.json(&["promote", "1", "--explain"]);
    assert_eq!((&explanation["points"], &explanation["needed"]), (&json!(1), &json!(3)));
    assert_eq!(explanation["verdict"], "wait");
    vault.ok(&["remember", TEXT, "--session", "s2"]);
    let output = vault.ok(&["promote", "1", "--explain"]);
    assert!(output.contains(" +2  found in 2 conversations\n"), "{output}");
    assert!(output.ends_with("3 of 3 points: promoted, candidate\n"), "{output}");
    let off = vault.ok(&["promote", "1", "--explain", "--config", "learning.auto=off"]);
    assert!(off.ends_with("not promoted: nothing is promoted without being asked for\n"), "{off}");
}

#[test]
fn blame_tells_what_was_promoted_where_and_by_whom() {
    let vault = Vault::new();
    vault.ok(&["remember", TEXT, "--scope", "project:app"]);
    vault.ok(&["promote", "1", "--to", "global", "--yes"]);
    let left = vault.ok(&["blame", "1"]);
    assert!(left.contains(", Promoted\n") && !left.contains("Forgot"), "{left}");
    let (to, from) = (vault.json(&["blame", "1"]), vault.json(&["blame", "2"]));
    assert!(left.contains("\npromoted to [id:2] global by cli\n"), "{left}");
    assert_eq!(
        (&to["promoted_to"]["number"], &to["promoted_to"]["scope"]),
        (&json!(2), &json!("global"))
    );
    let come = vault.ok(&["blame", "2"]);
    let line = "\npromoted from [id:1] project:app\n";
    assert!(come.contains(line) && !come.contains("derived from"), "{come}");
    assert_eq!(from["promoted_from"][0]["scope"], "project:app");
    vault.ok(&["remember", "Try the other port", "--scope", "task:t1"]);
    let task = vault.ok(&["blame", "3"]);
    assert!(task.contains("outside the journal") && !task.contains("merged"), "{task}");
    vault.ok(&["promote", "3", "--to", "project:app"]);
    let kept = vault.ok(&["blame", "4"]);
    assert!(kept.contains("from human, task t1\n"), "{kept}");
}

const DUE: &str = "2026-11-16T10:00:00Z";
const REVIEW: [&str; 3] = ["promote", "--review", "--json"];
const QUESTION: &str = "did we decide to use SQLite over Postgres?";

/// A vault with a session of a project that was flushed: what nobody vouched for is a candidate.
fn quarantined() -> (Vault, String) {
    flushed_in("project:shop")
}

fn flushed_in(scope: &str) -> (Vault, String) {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1", "--scope", scope]);
    let decision = "We decided to use SQLite over Postgres because it needs no server.";
    vault.ok(&["session", "append", "s1", decision]);
    let flushed = vault.json(&["flush", "s1"]);
    let candidate = &flushed["memories"][0];
    assert_eq!((&candidate["status"], &candidate["scope"]), (&json!("candidate"), &json!(scope)));
    let number = candidate["number"].to_string();
    (vault, number)
}

/// What an agent in a project is handed in a session.
fn handed(vault: &Vault, session: &str) -> String {
    vault.ok(&["context", "-q", QUESTION, "--session", session, "--scope", "project:shop"])
}

fn review(vault: &Vault, moment: &str, number: &str) -> Option<Value> {
    let answer = vault.at(moment, &REVIEW).json();
    let reviewed = answer["reviewed"].as_array().unwrap();
    let of = |it: &&Value| it["memory"]["number"].as_u64() == number.parse().ok();
    reviewed.iter().find(of).cloned()
}

#[test]
fn a_candidate_is_doubted_once_when_its_time_is_up() {
    let (vault, number) = quarantined();
    let before = vault.json(&["show", &number])["importance"].as_f64().unwrap();
    assert_eq!(review(&vault, "2026-11-16T09:59:59Z", &number), None, "its time is not up");
    let doubted = review(&vault, DUE, &number).unwrap();
    assert_eq!(doubted["review"]["outcome"], "doubt");
    for _ in 0..2 {
        assert_eq!(review(&vault, "2026-11-20T10:00:00Z", &number), None, "it is judged once");
        let memory = vault.json(&["show", &number]);
        assert_eq!((&memory["status"], &memory["reviewed_at"]), (&json!("candidate"), &json!(DUE)));
        assert!((memory["importance"].as_f64().unwrap() - 0.8 * before).abs() < 1e-9, "{memory}");
        vault.ok(&["reindex"]);
    }
    assert!(vault.ok(&["audit", &number]).contains("doubt"));
}

#[test]
fn use_in_another_conversation_confirms_a_candidate_and_being_found_does_not() {
    let (vault, number) = quarantined();
    vault.ok(&["session", "fork", "s1", "--id", "fork"]);
    vault.ok(&["recall", QUESTION, "--scope", "project:shop"]);
    for session in ["s1", "fork"] {
        let text = handed(&vault, session);
        assert!(text.contains("SQLite over Postgres"), "{text}");
    }
    assert_eq!(review(&vault, DUE, &number).unwrap()["review"]["outcome"], "doubt");
    handed(&vault, "another");
    let confirmed = review(&vault, DUE, &number).unwrap();
    assert_eq!(confirmed["review"], json!({"outcome": "confirm", "by": "injection"}));
    assert_eq!(vault.json(&["show", &number])["status"], "confirmed");
    assert_eq!(review(&vault, DUE, &number), None);
}

#[test]
fn what_is_contradicted_is_confirmed_by_feedback_alone() {
    let (vault, number) = quarantined();
    vault.ok(&["update", &number, "Always use SQLite for the local index of the vault"]);
    let denied = "Never use SQLite for the local index of the vault";
    vault.ok(&["remember", denied, "--scope", "project:shop"]);
    let question = "use SQLite for the local index of the vault?";
    let ask = ["context", "-q", question, "--session", "another", "--scope", "project:shop"];
    vault.ok(&ask);
    assert_eq!(vault.json(&["show", &number])["signals"]["injected_in"], json!(["another"]));
    assert_eq!(review(&vault, DUE, &number).unwrap()["review"]["outcome"], "doubt");
    vault.ok(&["reinforce", &number]);
    let output = vault.at(DUE, &["promote", "--review"]).ok();
    assert!(output.contains("Confirmed by feedback: [id:"), "{output}");
}

#[test]
fn the_end_of_a_session_judges_the_candidates_of_its_scope() {
    let (vault, number) = quarantined();
    for (moment, auto, reviewed) in
        [("2026-11-16T11:00:00Z", "off", false), ("2026-11-16T12:00:00Z", "on", true)]
    {
        let setting = format!("learning.auto={auto}");
        let id = format!("later-{auto}");
        for verb in [
            &["session", "start", &id, "--scope", "project:shop"][..],
            &["session", "append", &id, "Hello there"],
            &["session", "end", &id],
        ] {
            vault.at(moment, &[verb, &["--config", &setting]].concat()).ok();
        }
        let memory = vault.json(&["show", &number]);
        assert_eq!(memory.get("reviewed_at").is_some(), reviewed, "{auto}: {memory}");
    }
}

#[test]
fn what_resolved_an_error_and_who_found_it_is_told() {
    let vault = Vault::new();
    let found = "The root cause was that the linker had no sqlite3 library to link against.";
    for (session, agent) in [("a", "codex"), ("b", "claude")] {
        vault.ok(&["session", "start", "--id", session, "--agent", agent]);
        vault.ok(&[
            "session",
            "append",
            session,
            "--role",
            "tool_call",
            "--tool",
            "shell",
            r#"{"command":"cargo build"}"#,
        ]);
        vault.ok(&[
            "session",
            "append",
            session,
            "--role",
            "tool_result",
            "--error",
            "error: linking failed: cannot find -lsqlite3",
        ]);
        vault.ok(&["session", "append", session, "--role", "assistant", found]);
        vault.ok(&[
            "session",
            "append",
            session,
            "--role",
            "tool_call",
            "--tool",
            "shell",
            r#"{"command":"cargo build"}"#,
        ]);
        vault.ok(&["session", "append", session, "--role", "tool_result", "ok"]);
        vault.ok(&["session", "end", session]);
    }
    let memories = vault.memories();
    let is_told = |memory: &&Value| {
        memory["kind"] == "note" && memory["text"].as_str().unwrap().contains("no sqlite3 library")
    };
    let promoted = memories.iter().find(is_told);
    let number = promoted.unwrap_or_else(|| panic!("{memories:?}"))["number"].to_string();
    let output = vault.ok(&["promote", &number, "--explain"]);
    for signal in
        ["found in 2 conversations", "resolves an error that was seen", "2 agents refer to it"]
    {
        assert!(output.contains(signal), "{signal}: {output}");
    }
}

#[test]
fn what_a_session_outside_of_projects_learns_waits_for_a_person() {
    let (vault, number) = flushed_in("global");
    for arguments in [
        &["recall", QUESTION, "--scope", "project:shop"][..],
        &["context", "-q", QUESTION, "--scope", "project:shop"],
        &["context", "--scope", "project:shop"],
        &["context", "--scope", "project:shop", "--config", "context.injection=document"],
        &["context", "--scope", "project:shop", "--config", "context.injection=split"],
        &["context", "load", "--agent", "codex", "--scope", "project:shop"],
    ] {
        let output = vault.ok(arguments);
        assert!(!output.contains("Postgres"), "{arguments:?}: {output}");
    }
    let here = vault.ok(&["context", "-q", QUESTION, "--session", "another", "--scope", "global"]);
    assert!(here.contains("Postgres") && here.contains("unconfirmed"), "{here}");
    let found = vault.ok(&["recall", QUESTION, "--scope", "global"]);
    assert!(found.contains("decision, global, unconfirmed, 2026"), "{found}");
    vault.ok(&["reinforce", &number]);
    assert_eq!(review(&vault, DUE, &number).unwrap()["review"]["outcome"], "doubt");
    let output = vault.at(DUE, &["promote", "--review"]).ok();
    assert!(
        output.contains(&format!("Needs `mnemic promote ID --yes`: [id:{number}]")),
        "{output}"
    );
    let said = vault.ok(&["promote", &number, "--yes"]);
    assert!(said.starts_with(&format!("Confirmed [id:{number}]")), "{said}");
    assert_eq!(vault.json(&["show", &number])["status"], "confirmed");
    assert!(handed(&vault, "s2").contains("Postgres"));
    assert_eq!(vault.json(&REVIEW[..2])["waiting"], json!([]));
    vault.ok(&["reindex"]);
    assert_eq!(vault.json(&["show", &number])["status"], "confirmed");
}

#[test]
fn what_a_person_asks_for_or_is_a_pattern_waits_for_nobody() {
    let vault = Vault::new();
    vault.ok(&["session", "start", "--id", "s1", "--scope", "global"]);
    vault.ok(&["session", "append", "s1", "Remember that deploys go out on Tuesdays only."]);
    vault.ok(&["session", "append", "s1", "Always run the linter before a commit of Rust code."]);
    vault.ok(&["session", "end", "s1"]);
    assert_eq!(vault.json(&REVIEW[..2])["waiting"], json!([]));
    for (question, words) in
        [("When do deploys go out?", "Tuesdays"), ("When to run the linter?", "before a commit")]
    {
        let output = vault.ok(&["recall", question, "--scope", "project:shop"]);
        assert!(output.contains(words), "{output}");
    }
}
