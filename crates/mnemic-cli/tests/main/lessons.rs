//! What a conversation leaves behind: few things, true, worded so that they stand alone; and nothing where learning is off.

use serde_json::{Value, json};

use crate::harness::Vault;

/// A conversation as it is written down.
#[derive(Default)]
struct Talk(Vec<Value>);

impl Talk {
    fn user(mut self, content: &str) -> Self {
        self.0.push(json!({ "role": "user", "content": content }));
        self
    }

    fn agent(mut self, content: &str) -> Self {
        self.0.push(json!({ "role": "assistant", "content": content }));
        self
    }

    fn runs(self, command: &str) -> Self {
        self.calls("Bash", json!({ "command": command }), "ok", false)
    }

    fn fails(self, command: &str, output: &str) -> Self {
        self.calls("Bash", json!({ "command": command }), output, true)
    }

    fn edits(self, path: &str) -> Self {
        self.calls("Edit", json!({ "file_path": path }), "ok", false)
    }

    fn calls(mut self, name: &str, input: Value, content: &str, is_error: bool) -> Self {
        let id = format!("call-{}", self.0.len());
        self.0.push(json!({ "role": "tool_call", "call_id": id, "name": name, "input": input }));
        self.0.push(json!({
            "role": "tool_result", "call_id": id, "content": content, "is_error": is_error,
        }));
        self
    }

    /// Has it in a session of a project.
    fn had(&self, vault: &Vault, session: &str) {
        let lines: String = self.0.iter().map(|line| format!("{line}\n")).collect();
        vault.ok(&["session", "start", "--id", session, "--scope", "project:pay"]);
        vault.reading(&["session", "append", session], &lines).ok();
    }
}

/// What is remembered of a project, as a list to read.
fn remembered(vault: &Vault) -> String {
    let notes = vault.memories().into_iter().filter(|memory| memory["kind"] == "note");
    let lines = notes.map(|memory| {
        let text = |key: &str| memory[key].as_str().unwrap_or("-").to_owned();
        format!("{} {}: {}\n", text("status"), text("category"), text("text"))
    });
    lines.collect()
}

/// A morning of work: two failures, a decision, a preference, a correction, something to remember, and a memory that the
/// agent says again twice.
fn morning() -> Talk {
    Talk::default()
        .user("Hi! Can you look at why the payments build is red?")
        .agent("Sure, let me run the build first.")
        .fails("make payments", "gcc -o payments main.o\n/usr/bin/ld: cannot find -lssl")
        .agent("The build failed because I think the Makefile has a typo.")
        .fails("make payments", "/usr/bin/ld: cannot find -lssl")
        .agent("No, that was wrong. The root cause is that libssl-dev is missing on the image.")
        .runs("apt-get install -y libssl-dev")
        .runs("make payments")
        .agent("Fixed: installing libssl-dev resolved the linker error.")
        .user("Great, thanks. While we are at it: we decided to use Temporal for the payment workflows instead of cron jobs.")
        .agent("Understood. As I recall, we decided to use CockroachDB for the ledger service.")
        .user("Right. I prefer small pull requests with one change each.")
        .agent("Got it, I'll keep the pull requests small.")
        .edits("src/workflow.rs")
        .fails("cargo test workflow", "running 3 tests\nthread 'main' panicked at 'no reactor'")
        .agent("The test failed because the Tokio runtime was not started before the worker.")
        .edits("src/worker.rs")
        .runs("cargo test workflow")
        .agent("The tests pass now. I'll also update the runbook next.")
        .user("How many attempts do payouts get?")
        .agent("The retry limit is 10 attempts at the moment.")
        .user("No, that's wrong: the retry limit for payouts is 5 attempts, not 10.")
        .agent("Thanks, I have changed it in `src/worker.rs`.")
        .edits("src/worker.rs")
        .user("Can you also remember that staging runs on port 8443?")
        .agent("Of course. We decided to go with CockroachDB for our ledger service.")
        .user("Perfect, that's all for today.")
        .agent("Happy to help!")
}

fn before_work() -> Vault {
    let vault = Vault::new();
    let known = "We decided to use CockroachDB for the ledger service";
    vault.ok(&["remember", known, "--scope", "project:pay"]);
    vault
}

#[test]
fn a_morning_of_work_leaves_what_a_colleague_would_write_down() {
    let vault = before_work();
    morning().had(&vault, "s1");
    let ended = vault.json(&["session", "end", "s1"]);
    assert_eq!(ended["failed"], json!([]));
    insta::assert_snapshot!(remembered(&vault), @"
    confirmed decision: We decided to use CockroachDB for the ledger service
    candidate error: `make payments` failed: /usr/bin/ld: cannot find -lssl. Fixed: installing libssl-dev resolved the linker error
    candidate error: `cargo test workflow` failed: thread 'main' panicked at 'no reactor'. The test failed because the Tokio runtime was not started before the worker
    confirmed discovery: Staging runs on port 8443
    candidate decision: We decided to use Temporal for the payment workflows instead of cron jobs
    candidate preference: I prefer small pull requests with one change each
    candidate discovery: The retry limit for payouts is 5 attempts, not 10
    ");
    assert_eq!(vault.json(&["session", "end", "s1"])["stages"], json!([]));
}

#[test]
fn a_flush_and_an_end_leave_the_same_and_only_once() {
    let vault = before_work();
    morning().had(&vault, "s1");
    vault.ok(&["flush", "s1"]);
    vault.ok(&["session", "append", "s1", "Never deploy the payouts service on Fridays."]);
    vault.ok(&["session", "end", "s1"]);
    let ended = before_work();
    morning().user("Never deploy the payouts service on Fridays.").had(&ended, "s1");
    ended.ok(&["session", "end", "s1"]);
    let sorted = |vault: &Vault| {
        let mut lines: Vec<String> = remembered(vault).lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(sorted(&vault), sorted(&ended));
}

#[test]
fn a_failure_that_nobody_explained_is_no_memory() {
    let vault = Vault::new();
    let mut talk = Talk::default();
    for number in 0..12 {
        let command = format!("cargo test module_{number}");
        talk = talk
            .fails(&command, &format!("error: module_{number} is not ready"))
            .agent(&format!("The test failed because the pool in src/module_{number}.rs is shut."))
            .edits(&format!("src/module_{number}.rs"))
            .runs(&command);
    }
    talk.fails("make docs", "error: no theme").had(&vault, "s1");
    let flushed = vault.json(&["flush", "s1"]);
    let kept = flushed["memories"].as_array().unwrap();
    assert_eq!(kept.len(), 1, "twelve times the same is one lesson: {}", remembered(&vault));
    let text = kept[0]["text"].as_str().unwrap();
    assert!(
        text.contains("failed: error: module_0 is not ready. The test failed because"),
        "{text}"
    );
}

#[test]
fn why_a_finding_was_kept_or_not_is_told() {
    let vault = before_work();
    morning().had(&vault, "s1");
    let before = vault.json(&["promote", "--explain", "--session", "s1"]);
    let fate = |explanation: &Value, words: &str| {
        let findings = explanation["findings"].as_array().unwrap();
        let says = |it: &&Value| it["finding"]["text"].as_str().unwrap().starts_with(words);
        let found = findings.iter().find(says).unwrap_or_else(|| panic!("{words}: {explanation}"));
        (found["fate"].clone(), found["judgement"]["verdict"].clone())
    };
    assert_eq!(fate(&before, "We decided to use Temporal"), (json!("due"), json!("wait")));
    assert_eq!(fate(&before, "Changed `src/worker.rs`"), (json!("left"), json!("skip")));
    vault.ok(&["session", "end", "s1"]);
    let after = vault.json(&["promote", "--explain", "--session", "s1"]);
    assert_eq!(fate(&after, "We decided to use Temporal"), (json!("remembered"), json!("wait")));
    let output = vault.ok(&["promote", "--explain", "--session", "s1"]);
    let lines = "I prefer small pull requests with one change each (preference)\n     +1  importance 0.75\n    1 of 3 points: not promoted yet\n    remembered: [id:";
    assert!(output.contains(lines), "{output}");
    assert!(vault.fails(&["promote", "--explain", "--session", "s9"]).contains("`s9`"));
}

#[test]
fn nothing_is_learnt_unasked_where_that_is_off() {
    for (setting, asked_for) in [("learning.auto=off", 1), ("flush.enabled=off", 3)] {
        let vault = Vault::new();
        morning().had(&vault, "s1");
        let config = ["--config", setting];
        let compacted = vault.json(&[&["session", "compact", "s1"][..], &config].concat());
        assert_eq!(compacted["flushed"]["triggered"], false, "{setting}");
        assert_eq!(remembered(&vault), "", "{setting}");
        vault.ok(&[&["session", "end", "s1"][..], &config].concat());
        let left = remembered(&vault);
        assert_eq!(left.lines().count(), asked_for, "{setting}: {left}");
        assert!(left.contains("confirmed discovery: Staging runs on port 8443"), "{left}");
    }
    let vault = Vault::new();
    morning().had(&vault, "s1");
    assert!(vault.ok(&["slash", "/memory auto off"]).contains("Learning by itself is off"));
    let output = vault.ok(&["session", "compact", "s1"]);
    assert!(!output.contains("Flushed"), "{output}");
    assert_eq!(vault.json(&["flush", "s1"])["triggered"], true, "whoever asks for it gets it");
    assert!(remembered(&vault).contains("Temporal"));
}

#[test]
fn a_preset_that_flushes_learns_and_one_that_does_not_does_not() {
    for (preset, learns) in
        [("default", true), ("brain", true), ("koshi", false), ("engine", false)]
    {
        let vault = Vault::configured(&format!("preset: {preset}\n"));
        morning().had(&vault, "s1");
        let compacted = vault.json(&["session", "compact", "s1"]);
        assert_eq!(compacted["flushed"]["triggered"], learns, "{preset}");
        assert_eq!(remembered(&vault).contains("Temporal"), learns, "{preset}");
    }
}

#[test]
fn what_a_user_asks_to_remember_is_confirmed_in_many_wordings() {
    let vault = Vault::new();
    let talk = Talk::default()
        .user("Keep in mind the API gateway only accepts TLS 1.3.")
        .user("Merk dir, dass der Testserver auf Port 9090 läuft.")
        .user("N'oublie pas que la base de test est en lecture seule.")
        .user("请记住，我们周五从不部署到生产环境。")
        .user("Can you remember what we said about Redis?");
    talk.had(&vault, "s1");
    vault.ok(&["session", "end", "s1"]);
    insta::assert_snapshot!(remembered(&vault), @"
    confirmed discovery: The API gateway only accepts TLS 1.3
    confirmed discovery: Der Testserver auf Port 9090 läuft
    confirmed discovery: La base de test est en lecture seule
    confirmed discovery: 我们周五从不部署到生产环境
    ");
}

#[test]
fn what_a_session_was_given_it_does_not_learn() {
    let vault = before_work();
    vault.ok(&["session", "start", "--id", "s1", "--scope", "project:pay"]);
    let ask = ["context", "--session", "s1", "--scope", "project:pay", "-q"];
    let question = "Which database does the ledger service use?";
    let given = vault.ok(&[&ask[..], &[question]].concat());
    assert!(given.contains("CockroachDB"), "{given}");
    for said in [
        "We decided to use CockroachDB for the ledger service.",
        "We decided to go with CockroachDB for our ledger service.",
        "As noted, we settled on CockroachDB for the ledger service.",
    ] {
        vault.ok(&["session", "append", "s1", "--role", "assistant", said]);
    }
    assert_eq!(vault.json(&["flush", "s1"])["memories_preserved"], 0, "{}", remembered(&vault));
    vault.ok(&[
        "session",
        "append",
        "s1",
        "We no longer use CockroachDB for the ledger service: we decided to use Postgres.",
    ]);
    vault.ok(&["session", "end", "s1"]);
    assert_eq!(remembered(&vault).lines().count(), 2, "{}", remembered(&vault));
}

#[test]
fn a_compacted_session_is_given_again_what_it_lost() {
    let vault = before_work();
    morning().had(&vault, "s1");
    let question = "Which database does the ledger service use?";
    let ask = ["context", "--session", "s1", "--scope", "project:pay", "-q", question];
    assert!(vault.ok(&ask).contains("CockroachDB"));
    assert!(!vault.ok(&ask).contains("for the ledger service\n"), "it has that already");
    assert_eq!(vault.json(&ask)["delivered_before"], 1);
    vault.ok(&["session", "compact", "s1"]);
    assert_eq!(vault.json(&ask)["delivered_before"], 0);
}
