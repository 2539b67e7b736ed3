use serde_json::{Value, json};

use super::*;

fn conversation(said: &[(&str, Value)]) -> Vec<Turn> {
    let turns = said.iter().enumerate().map(|(place, (role, fields))| {
        let mut line =
            json!({"id": format!("t{place}"), "timestamp": "2026-11-15T10:00:00Z", "role": role});
        let fields = match fields {
            Value::String(content) => json!({"content": content}),
            fields => fields.clone(),
        };
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        serde_json::from_value(line).unwrap()
    });
    turns.collect()
}

fn texts(findings: &[Finding]) -> Vec<&str> {
    findings.iter().map(|it| it.text.as_str()).collect()
}

#[test]
fn a_conversation_leaves_its_lessons_and_nothing_else() {
    let turns = conversation(&[
        (
            "user",
            json!(
                "Hi! Can you add retries to the uploader? We decided to use exponential back-off with 5 attempts. Never retry on a 403."
            ),
        ),
        (
            "assistant",
            json!("Sure, let me look at `src/upload.rs`.\n```rust\nfn always() { never() }\n```"),
        ),
        (
            "tool_call",
            json!({"call_id": "c1", "name": "Bash", "input": {"command": "cargo test upload"}}),
        ),
        (
            "tool_result",
            json!({"call_id": "c1", "content": "running 3 tests\nthread 'main' panicked at 'no timer'", "is_error": true}),
        ),
        (
            "tool_call",
            json!({"call_id": "c2", "name": "Edit", "input": {"file_path": "src/upload.rs"}}),
        ),
        ("tool_result", json!({"call_id": "c2", "content": "ok"})),
        ("assistant", json!("The root cause was that the runtime had no timer enabled.")),
        (
            "tool_call",
            json!({"call_id": "c3", "name": "Bash", "input": {"command": "cargo test upload"}}),
        ),
        ("tool_result", json!({"call_id": "c3", "content": "ok"})),
        (
            "user",
            json!(
                "Great, thanks! I prefer tests that use the paused clock. we decided to use exponential back-off with 5 attempts"
            ),
        ),
    ]);
    let found = findings(&turns);
    assert_eq!(
        texts(&found),
        [
            "We decided to use exponential back-off with 5 attempts",
            "Never retry on a 403",
            "`cargo test upload` failed: thread 'main' panicked at 'no timer'",
            "Changed `src/upload.rs`",
            "`cargo test upload` failed: thread 'main' panicked at 'no timer'. The root cause was that the runtime had no timer enabled",
            "I prefer tests that use the paused clock",
        ]
    );
    let error = &found[2];
    assert_eq!(found[4].resolves.as_ref(), Some(&error.fingerprint));
    assert_eq!(
        (found[1].turn.as_str(), found[3].file_paths.as_slice()),
        ("t0", ["src/upload.rs".to_owned()].as_slice())
    );
    assert!(error.resolves.is_none() && found[0].importance >= 0.8);
}

#[test]
fn recalled_text_is_not_learnt_again() {
    let said = "<project_memory>\nWe decided to use SQLite for storage.\n</project_memory>\n\
                - Never push to main by hand [id:3]\nWe decided to keep the old endpoint until June.";
    let turns = conversation(&[("user", json!(said))]);
    assert_eq!(texts(&findings(&turns)), ["We decided to keep the old endpoint until June"]);
    let known = fingerprints("Agreed with Dana. We decided to keep the old endpoint until June.");
    assert!(findings_beyond(&turns, &known.into_iter().collect()).is_empty());
}

#[test]
fn a_turn_gives_no_more_than_its_best_eight() {
    let rules: String = [
        "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel", "india", "juliet",
    ]
    .map(|name| format!("Never deploy the {name} service to its {name} region.\n\n"))
    .concat();
    let turns = conversation(&[("user", json!(format!("{rules}The billing job is run by Dana.")))]);
    let found = findings(&turns);
    assert_eq!(found.len(), MAX_PER_TURN);
    assert!(found.iter().all(|it| it.importance > 0.7), "{found:?}");
}

#[test]
fn what_points_back_takes_along_what_it_points_to() {
    let turns =
        conversation(&[("user", json!("The nightly job writes to S3. It must never run twice."))]);
    let found = findings(&turns);
    assert_eq!(
        texts(&found).last(),
        Some(&"The nightly job writes to S3. It must never run twice")
    );
    let turns = conversation(&[("user", json!("It must never run twice there."))]);
    assert!(findings(&turns).is_empty());
}

#[test]
fn a_finding_is_stored_as_it_was() {
    let turns = conversation(&[(
        "user",
        json!("Always run `make lint` in tools/lint.py before a commit."),
    )]);
    let found = findings(&turns);
    let stored = serde_json::to_string(&found).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Finding>>(&stored).unwrap(), found);
    assert_eq!(found[0].fingerprint, Fingerprint::of(&found[0].text).to_string());
}

fn tool(call: &str, command: &str, outcome: Result<(), &str>) -> [(&'static str, Value); 2] {
    [
        ("tool_call", json!({"call_id": call, "name": "Bash", "input": {"command": command}})),
        (
            "tool_result",
            json!({"call_id": call, "content": outcome.err().unwrap_or("ok"), "is_error": outcome.is_err()}),
        ),
    ]
}

fn assistant(content: &str) -> (&'static str, Value) {
    ("assistant", json!(content))
}

/// What is said between a failure of `make` and its success, what is said after it, and what that leaves.
fn mended(between: &[&str], after: &[&str]) -> Vec<(String, bool, f64)> {
    let mut said = tool("c1", "make", Err("ld: cannot find -lssl")).to_vec();
    said.extend(between.iter().map(|it| assistant(it)));
    said.extend(tool("c2", "make", Ok(())));
    said.extend(after.iter().map(|it| assistant(it)));
    let found = findings(&conversation(&said)).into_iter().skip(1);
    found.map(|it| (it.text, it.resolves.is_some(), it.importance)).collect()
}

const FAILED: &str = "`make` failed: ld: cannot find -lssl. ";

#[test]
fn a_failure_is_told_with_what_put_it_right() {
    let fixed_by = |text: &str, importance| vec![(format!("{FAILED}{text}"), true, importance)];
    let guess = "The build failed because I think the Makefile has a typo.";
    let wrong = "The build failed because the Makefile has a typo.";
    let cause = "No, that was wrong. The root cause is that libssl-dev is missing.";
    let remedy = "Fixed: installing libssl-dev resolved the linker error.";
    let fixed = fixed_by("Fixed: installing libssl-dev resolved the linker error", 0.8);
    let missing = fixed_by("The root cause is that libssl-dev is missing", 0.8);
    assert_eq!(mended(&[guess], &[remedy]), fixed);
    assert_eq!(mended(&[guess, cause], &[]), missing);
    assert_eq!(mended(&[wrong, cause], &[]), missing, "what was taken back was never said");
    assert_eq!(mended(&[], &["Done.", "The tests run, too.", remedy]), fixed);
    assert!(mended(&[guess], &[]).is_empty());
    let later = "Done.\n\nOn it.";
    assert_eq!(
        mended(&[cause], &[later, later, later, "That was wrong."]).len(),
        1,
        "that is about else"
    );
    let mut both = mended(&[cause], &[remedy]);
    assert_eq!(both.pop(), fixed.first().cloned());
    assert_eq!(both, [("The root cause is that libssl-dev is missing".to_owned(), false, 0.4)]);
}

#[test]
fn an_explanation_of_what_still_fails_is_doubtful() {
    let failed = || tool("c1", "make test", Err("ld: cannot find -lssl"));
    let cause = assistant("The root cause is that libssl-dev is missing.");
    let doubtful = |rest: &[(&'static str, Value)]| {
        let said = [&failed()[..], std::slice::from_ref(&cause), rest].concat();
        let found = findings(&conversation(&said));
        found.iter().find(|it| it.text.contains("root cause")).unwrap().importance < 0.5
    };
    assert!(doubtful(&[]));
    assert!(doubtful(&tool("c2", "make docs", Ok(()))), "something else works");
    assert!(!doubtful(&tool("c2", "make test", Ok(()))));
    assert!(!doubtful(&tool("c2", "make", Ok(()))), "all of it works");
    let again = [tool("c2", "make test", Err("x.c: error: no")), tool("c3", "make test", Ok(()))];
    assert!(doubtful(&again.concat()), "it was not the whole truth");
}

#[test]
fn what_the_user_puts_right_is_learnt_in_any_wording() {
    for said in [
        "No, that's wrong: the cache TTL is 300 seconds, not 30.",
        "That's wrong. The cache TTL is 300 seconds, not 30.",
        "No. The cache TTL is 300 seconds, not 30.",
    ] {
        let found = findings(&conversation(&[("user", json!(said))]));
        assert_eq!(texts(&found), ["The cache TTL is 300 seconds, not 30"], "{said}");
        assert!(found[0].importance >= 0.8 && !found[0].asked_for, "{said}");
    }
    for said in ["No, the other one over there please.", "Actually I meant the second one."] {
        assert!(findings(&conversation(&[("user", json!(said))])).is_empty(), "{said}");
    }
}
