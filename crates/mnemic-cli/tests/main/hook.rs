//! `mnemic hook`: what clients say, as they say it, and what they hear.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

const CLAUDE: &str = "7c1e5f0a-2b1d-4a55-9f3a-1a2b3c4d5e6f";
const GATEWAY: &str = "The staging gateway listens on port 8443";

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// What a client says, about a transcript that lies beside the vault.
fn said(vault: &Vault, name: &str) -> String {
    let text = fs::read_to_string(fixture(&format!("hooks/{name}.json"))).unwrap();
    let transcript = vault.beside("talk.jsonl");
    let folder = transcript.parent().unwrap();
    let text = text.replace("TRANSCRIPT", transcript.to_str().unwrap());
    text.replace("FOLDER", folder.to_str().unwrap())
}

fn hook(vault: &Vault, arguments: &[&str], said: &str) -> Answer {
    let arguments = [&["hook"], arguments].concat();
    let mut command = vault.command(&arguments);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(said.as_bytes()).unwrap();
    Answer::of(&arguments.join(" "), child.wait_with_output().unwrap())
}

/// Nothing was said, and nobody was disturbed.
fn is_quiet(answer: Answer) {
    let story = answer.story();
    assert!(answer.output.stderr.is_empty(), "{story}");
    assert_eq!(answer.ok(), "", "{story}");
}

fn transcript(vault: &Vault, name: &str) -> PathBuf {
    let path = vault.beside("talk.jsonl");
    fs::copy(fixture(&format!("transcripts/{name}")), &path).unwrap();
    path
}

fn messages(vault: &Vault, session: &str) -> usize {
    let shown = vault.json(&["session", "show", session, "--all"]);
    shown["turns"].as_array().unwrap().len()
}

fn line(number: usize, role: &str, text: &str) -> String {
    let line = json!({
        "type": role, "sessionId": CLAUDE, "uuid": format!("more-{number}"),
        "timestamp": "2026-11-15T10:00:00Z", "message": { "role": role, "content": text },
    });
    format!("{line}\n")
}

#[test]
fn a_conversation_begins_with_what_is_pinned_in_the_clients_own_shape() {
    let vault = Vault::new();
    vault.ok(&["remember", "Never push to main without a review", "--pin"]);
    for (name, path) in [
        ("claude-code-session-start", "/hookSpecificOutput/additionalContext"),
        ("codex-session-start", "/hookSpecificOutput/additionalContext"),
        ("cursor-session-start", "/additional_context"),
    ] {
        let answer = hook(&vault, &["SessionStart"], &said(&vault, name)).json();
        let context = answer.pointer(path).and_then(Value::as_str).unwrap_or_default();
        assert!(context.contains("Never push to main"), "{name}: {answer}");
    }
    let answer =
        hook(&vault, &["session-start"], &said(&vault, "claude-code-session-start")).json();
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "SessionStart");
}

#[test]
fn a_prompt_is_answered_once_and_without_what_the_agent_has_already() {
    for name in ["claude-code-user-prompt-submit", "codex-user-prompt-submit"] {
        let vault = Vault::new();
        vault.ok(&["remember", "Never push to main without a review", "--pin"]);
        vault.ok(&["remember", GATEWAY]);
        let prompt = said(&vault, name);
        let first = hook(&vault, &["UserPromptSubmit"], &prompt).json();
        let output = &first["hookSpecificOutput"];
        assert_eq!(output["hookEventName"], "UserPromptSubmit", "{name}");
        let context = output["additionalContext"].as_str().unwrap();
        assert!(context.contains(GATEWAY), "{name}: {context}");
        assert!(!context.contains("Never push"), "{name}: {context}");
        is_quiet(hook(&vault, &["UserPromptSubmit"], &prompt));
        let pinned = prompt.replace(
            "Which port does the staging gateway listen on?",
            "May I push to main without a review?",
        );
        is_quiet(hook(&vault, &["UserPromptSubmit"], &pinned));
    }
}

#[test]
fn a_client_that_forgets_a_context_is_given_it_again() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    let prompt = said(&vault, "gemini-before-agent");
    for _ in 0..2 {
        let answer = hook(&vault, &["BeforeAgent"], &prompt).json();
        assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "BeforeAgent");
    }
}

#[test]
fn nothing_is_said_when_nothing_surely_answers_or_nobody_could_hear_it() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    let prompt = said(&vault, "claude-code-user-prompt-submit");
    let other =
        prompt.replace("Which port does the staging gateway listen on?", "Who makes the tea?");
    is_quiet(hook(&vault, &["UserPromptSubmit"], &other));
    let empty = prompt.replace("Which port does the staging gateway listen on?", " ");
    is_quiet(hook(&vault, &["UserPromptSubmit"], &empty));
    is_quiet(hook(&vault, &["beforeSubmitPrompt"], &said(&vault, "cursor-before-submit-prompt")));
}

#[test]
pub fn nothing_is_handed_over_when_nobody_wants_it() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    vault.ok(&["config", "set", "hooks.inject", "false"]);
    is_quiet(hook(&vault, &["UserPromptSubmit"], &said(&vault, "claude-code-user-prompt-submit")));
}

#[test]
fn what_is_said_is_kept_once_however_often_it_is_told() {
    for (name, transcript_name, session) in [
        ("claude-code-stop", "claude-code.jsonl", CLAUDE),
        ("claude-code-subagent-stop", "claude-code.jsonl", CLAUDE),
        ("codex-stop", "codex.jsonl", "019a8f00-1111-7222-8333-444455556666"),
        ("cursor-stop", "cursor.jsonl", "c0ffee00-0000-4000-8000-000000000001"),
        ("gemini-after-agent", "gemini.jsonl", "b7e1c2d3-4444-4555-8666-777788889999"),
    ] {
        let vault = Vault::new();
        transcript(&vault, transcript_name);
        let call = said(&vault, name);
        for _ in 0..2 {
            is_quiet(hook(&vault, &["Stop", "--wait"], &call));
        }
        assert_eq!(messages(&vault, session), 5, "{name}");
        assert!(vault.ok(&["session", "list"]).contains("(active, 5 messages"), "{name}");
    }
}

#[test]
fn a_conversation_whose_session_did_not_begin_is_kept_all_the_same() {
    for left in ["", r#"{"id":"x","timest"#] {
        let vault = Vault::new();
        transcript(&vault, "claude-code.jsonl");
        let sessions = vault.path("global/sessions");
        vault.ok(&["session", "start", "--id", "another"]);
        fs::write(sessions.join(format!("{CLAUDE}.jsonl")), left).unwrap();
        is_quiet(hook(&vault, &["Stop", "--wait"], &said(&vault, "claude-code-stop")));
        assert_eq!(messages(&vault, CLAUDE), 5, "{left:?}");
    }
}

#[test]
fn nobody_waits_for_what_is_kept_and_two_who_keep_it_keep_it_once() {
    let vault = Vault::new();
    transcript(&vault, "claude-code.jsonl");
    let call = said(&vault, "claude-code-stop");
    is_quiet(hook(&vault, &["Stop"], &call));
    is_quiet(hook(&vault, &["Stop", "--wait"], &call));
    assert_eq!(messages(&vault, CLAUDE), 5);
}

#[test]
fn a_conversation_that_ends_is_a_session_that_ends_and_one_that_is_resumed_goes_on_in_another() {
    let vault = Vault::new();
    let path = transcript(&vault, "claude-code.jsonl");
    let end = said(&vault, "claude-code-session-end");
    is_quiet(hook(&vault, &["SessionEnd", "--wait"], &end));
    is_quiet(hook(&vault, &["SessionEnd", "--wait"], &end));
    let listed = vault.ok(&["session", "list"]);
    assert!(listed.contains(&format!("{CLAUDE} (completed, 5 messages")), "{listed}");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text + &line(1, "user", "One more thing: what about the tests?")).unwrap();
    is_quiet(hook(&vault, &["Stop", "--wait"], &said(&vault, "claude-code-stop")));
    is_quiet(hook(&vault, &["Stop", "--wait"], &said(&vault, "claude-code-stop")));
    let listed = vault.ok(&["session", "list"]);
    assert!(listed.contains(&format!("{CLAUDE}.2 (active, 1 messages")), "{listed}");
}

#[test]
fn a_conversation_that_ends_without_having_been_shortened_leaves_its_lessons() {
    let message = "We decided to use Temporal for workflows. Never deploy on Fridays. I prefer pnpm over npm.";
    for (setting, remembered) in [("learning.auto", 3), ("learning.auto=off", 0)] {
        let vault = Vault::new();
        fs::write(vault.beside("talk.jsonl"), line(1, "user", message)).unwrap();
        if let Some((key, value)) = setting.split_once('=') {
            vault.ok(&["config", "set", key, value]);
        }
        is_quiet(hook(&vault, &["SessionEnd", "--wait"], &said(&vault, "claude-code-session-end")));
        let notes = vault.memories().into_iter().filter(|memory| memory["kind"] == "note");
        assert_eq!(notes.count(), remembered, "{setting}: {:?}", vault.memories());
    }
}

#[test]
fn before_a_conversation_is_shortened_what_is_worth_keeping_is_remembered_if_learning_is_on() {
    for (auto, remembered) in [("true", true), ("false", false)] {
        let vault = Vault::new();
        let decision = "I decided to use SQLite over Postgres because it needs no server.";
        let talk = line(1, "user", "Which database?") + &line(2, "assistant", decision);
        fs::write(vault.beside("talk.jsonl"), talk).unwrap();
        vault.ok(&["config", "set", "learning.auto", auto]);
        is_quiet(hook(&vault, &["PreCompact", "--wait"], &said(&vault, "claude-code-pre-compact")));
        assert_eq!(messages(&vault, CLAUDE), 2);
        assert_eq!(!vault.memories().is_empty(), remembered, "learning.auto {auto}");
    }
}

#[test]
fn after_a_conversation_was_shortened_it_is_given_what_it_lost() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    let prompt = said(&vault, "claude-code-user-prompt-submit");
    hook(&vault, &["UserPromptSubmit"], &prompt).json();
    let start = said(&vault, "claude-code-session-start").replace("startup", "compact");
    let answer = hook(&vault, &["SessionStart"], &start).json();
    let context = answer["hookSpecificOutput"]["additionalContext"].as_str().unwrap();
    assert!(context.contains(GATEWAY), "{context}");
}

#[test]
fn the_project_is_the_one_that_the_client_works_in() {
    let vault = Vault::new();
    let project = vault.beside("gateway");
    fs::create_dir_all(project.join(".git")).unwrap();
    let mut remember = vault.command(&["remember", GATEWAY, "--json"]);
    let remembered =
        Answer::of("remember", remember.current_dir(&project).output().unwrap()).json();
    assert!(remembered["scope"].as_str().unwrap().starts_with("project:gateway-"));
    let prompt = said(&vault, "claude-code-user-prompt-submit");
    is_quiet(hook(&vault, &["UserPromptSubmit"], &prompt));
    let beside = vault.beside("");
    let inside = prompt.replace(
        &format!("\"cwd\":\"{}\"", beside.to_str().unwrap().trim_end_matches('/')),
        &format!("\"cwd\":\"{}\"", project.display()),
    );
    assert_ne!(inside, prompt);
    hook(&vault, &["UserPromptSubmit"], &inside).json();
}

#[test]
fn whatever_fails_the_agent_is_not_disturbed_and_a_note_is_kept() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    let stop = said(&vault, "claude-code-stop");
    let elsewhere = stop.replace("talk.jsonl", "vault/journal/2026-11.jsonl");
    for (arguments, said, noted) in [
        (vec!["UserPromptSubmit"], "{\"session_id\": ", "not a JSON object"),
        (vec!["UserPromptSubmit"], "[]", "not a JSON object"),
        (vec!["FutureEvent"], "{}", "unknown hook event `FutureEvent`"),
        (vec!["Stop", "--wait"], stop.as_str(), "cannot be read"),
        (vec!["Stop", "--wait"], elsewhere.as_str(), "is inside the vault"),
    ] {
        is_quiet(hook(&vault, &arguments, said));
        let log = vault.read("cache/hooks.log");
        assert!(log.lines().last().unwrap_or_default().contains(noted), "{noted}: {log}");
    }
    fs::write(vault.beside("talk.jsonl"), "Dear diary,\n").unwrap();
    is_quiet(hook(&vault, &["Stop", "--wait"], &stop));
    assert!(vault.read("cache/hooks.log").contains("not a transcript Mnemic can read"));
    fs::write(vault.path("config/memory.yaml"), "search:\n  max_results: many\n").unwrap();
    is_quiet(hook(&vault, &["UserPromptSubmit"], &said(&vault, "claude-code-user-prompt-submit")));
    assert!(vault.read("cache/hooks.log").contains("max_results"));
}

#[test]
fn a_vault_that_someone_is_writing_keeps_no_agent_from_its_answer() {
    let vault = Vault::new();
    vault.ok(&["remember", GATEWAY]);
    let lock = fs::File::options().read(true).write(true).open(vault.path(".lock")).unwrap();
    lock.lock().unwrap();
    let prompt = said(&vault, "claude-code-user-prompt-submit");
    let answer = hook(&vault, &["UserPromptSubmit"], &prompt).json();
    assert_eq!(answer["hookSpecificOutput"]["hookEventName"], "UserPromptSubmit");
    let log = vault.read("cache/hooks.log");
    assert!(!log.contains("longer than"), "what usage says is not waited for: {log}");
}

#[test]
fn a_vault_that_is_none_is_no_reason_to_disturb_an_agent_either() {
    let vault = Vault::new();
    fs::write(vault.root(), "not a folder").unwrap();
    for name in ["claude-code-session-start", "claude-code-user-prompt-submit"] {
        is_quiet(hook(&vault, &["SessionStart"], &said(&vault, name)));
    }
    let mut misspelt = vault.command(&["hook", "Stop", "--patience", "5"]);
    let output = misspelt.output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
    let mut nowhen = vault.command(&["hook", "Stop"]);
    let output = nowhen.env("MNEMIC_NOW", "yesterday").output().unwrap();
    assert!(output.status.success() && output.stdout.is_empty());
}

#[test]
pub fn a_conversation_is_not_kept_when_nobody_wants_it_kept() {
    let vault = Vault::new();
    transcript(&vault, "claude-code.jsonl");
    vault.ok(&["config", "set", "hooks.capture", "off"]);
    is_quiet(hook(&vault, &["Stop", "--wait"], &said(&vault, "claude-code-stop")));
    assert_eq!(vault.ok(&["session", "list"]), "");
}
