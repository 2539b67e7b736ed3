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
            "The root cause was that the runtime had no timer enabled",
            "`cargo test upload` works again after a change of `src/upload.rs`",
            "I prefer tests that use the paused clock",
        ]
    );
    let error = &found[2];
    assert_eq!(found[4].resolves.as_ref(), Some(&error.fingerprint));
    assert_eq!(found[5].resolves.as_ref(), Some(&error.fingerprint));
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
