//! What Mnemic put into a conversation, and what an agent recalled, is not learnt again: with each client, at each moment
//! at which lessons are drawn, however the text comes back.

use std::{collections::BTreeSet, fs, io::Write, process::Stdio};

use serde_json::{Value, json};

use crate::{harness::Vault, mcp::client::Client};

/// Memories that would be learnt if somebody said them: a decision, a rule, a preference, a fix.
const MEMORIES: [&str; 4] = [
    "We decided to use Temporal for the staging gateway workflows because retries come for free",
    "Never deploy the staging gateway on Fridays",
    "I prefer pnpm over npm for the staging gateway",
    "The staging gateway failed because the certificate had expired; renewing it with certbot fixed it",
];

const PROMPT: &str = "What do we know about the staging gateway?";

/// A client, as it writes its transcript and calls the hooks.
pub struct Talker {
    name: &'static str,
    /// The moments at which Mnemic reads the transcript.
    pub moments: &'static [&'static str],
    call: fn(&Vault, &str) -> Value,
    /// A transcript: what the user asked, what was injected, what a tool answered, what the agent said.
    transcript: fn(&Talk) -> Vec<Value>,
}

pub struct Talk {
    pub injected: String,
    pub recalled: String,
    pub answer: String,
}

pub const TALKERS: [Talker; 4] = [
    Talker {
        name: "claude-code",
        moments: &["PreCompact", "Stop", "SessionEnd"],
        call: |vault, moment| {
            json!({ "session_id": "claude", "transcript_path": vault.beside("talk.jsonl"), "cwd": vault.beside(""),
                "hook_event_name": moment, "reason": "other", "trigger": "auto", "prompt": PROMPT, "source": "startup" })
        },
        transcript: |talk| {
            let line = |id: &str, role: &str, content: Value| {
                json!({ "type": role, "sessionId": "claude", "uuid": id, "timestamp": "2026-11-15T10:00:00Z",
                    "message": { "role": role, "content": content } })
            };
            let reminder = format!(
                "<system-reminder>\nUserPromptSubmit hook additional context: {}\n</system-reminder>",
                talk.injected
            );
            vec![
                line("u1", "user", json!(PROMPT)),
                json!({ "type": "attachment", "sessionId": "claude", "uuid": "x1", "attachment": {
                    "type": "hook_additional_context", "content": [talk.injected], "hookName": "UserPromptSubmit" } }),
                line("u2", "user", json!([{ "type": "text", "text": reminder }])),
                line(
                    "a1",
                    "assistant",
                    json!([{ "type": "tool_use", "id": "t1",
                    "name": "mcp__mnemic__memory_query", "input": { "query": "staging gateway" } }]),
                ),
                line(
                    "u3",
                    "user",
                    json!([{ "type": "tool_result", "tool_use_id": "t1", "content": talk.recalled }]),
                ),
                line("a2", "assistant", json!([{ "type": "text", "text": talk.answer }])),
                line("u4", "user", json!(format!("{}\nIs that all?", talk.injected))),
            ]
        },
    },
    Talker {
        name: "codex",
        moments: &["Stop", "SessionEnd"],
        call: |vault, moment| {
            json!({ "session_id": "codex", "turn_id": "t1", "transcript_path": vault.beside("rollout-talk.jsonl"),
                "cwd": vault.beside(""), "hook_event_name": moment, "model": "gpt-5-codex", "prompt": PROMPT, "source": "startup" })
        },
        transcript: |talk| {
            let item = |payload: Value| json!({ "timestamp": "2026-11-15T10:00:00Z", "type": "response_item", "payload": payload });
            let message = |role: &str, form: &str, text: &str| {
                item(
                    json!({ "type": "message", "role": role, "content": [{ "type": form, "text": text }] }),
                )
            };
            vec![
                json!({ "timestamp": "2026-11-15T10:00:00Z", "type": "session_meta",
                    "payload": { "id": "codex", "cwd": "/x", "originator": "codex_cli_rs" } }),
                message("developer", "input_text", &talk.injected),
                message("user", "input_text", PROMPT),
                item(json!({ "type": "function_call", "name": "memory_query", "call_id": "c1",
                    "arguments": "{\"query\":\"staging gateway\"}" })),
                item(
                    json!({ "type": "function_call_output", "call_id": "c1", "output": talk.recalled }),
                ),
                message("assistant", "output_text", &talk.answer),
                message("user", "input_text", &format!("{}\n\nIs that all?", talk.injected)),
            ]
        },
    },
    Talker {
        name: "cursor",
        moments: &["stop", "sessionEnd"],
        call: |vault, moment| {
            json!({ "conversation_id": "cursor", "hook_event_name": moment, "cursor_version": "1.7.2",
                "workspace_roots": [vault.beside("")], "transcript_path": vault.beside("talk.jsonl"), "prompt": PROMPT })
        },
        transcript: |talk| {
            let line =
                |role: &str, parts: Value| json!({ "role": role, "message": { "content": parts } });
            let text = |text: String| json!([{ "type": "text", "text": text }]);
            vec![
                line(
                    "user",
                    text(format!("{}\n<user_query>\n{PROMPT}\n</user_query>", talk.injected)),
                ),
                line(
                    "assistant",
                    json!([{ "type": "tool_use", "id": "t1", "name": "memory_query",
                    "input": { "query": "staging gateway" } }]),
                ),
                line(
                    "user",
                    json!([{ "type": "tool_result", "tool_use_id": "t1", "content": talk.recalled }]),
                ),
                line("assistant", text(talk.answer.clone())),
                line(
                    "user",
                    text(format!("<user_query>\n{}\nIs that all?\n</user_query>", talk.injected)),
                ),
            ]
        },
    },
    Talker {
        name: "gemini",
        moments: &["AfterAgent", "PreCompress", "SessionEnd"],
        call: |vault, moment| {
            json!({ "session_id": "gemini", "transcript_path": vault.beside(".gemini/talk.jsonl"), "cwd": vault.beside(""),
                "hook_event_name": moment, "timestamp": "2026-11-15T10:00:00Z", "prompt": PROMPT, "source": "startup" })
        },
        transcript: |talk| {
            let hooked = format!("<hook_context>{}</hook_context>", talk.injected);
            vec![
                json!({ "sessionId": "gemini", "projectHash": "9f2c1d0e8b7a6f5e4d3c2b1a09f8e7d6c5b4a39281706f5e4d3c2b1a09f8e7d6",
                    "startTime": "2026-11-15T10:00:00Z", "lastUpdated": "2026-11-15T10:00:00Z", "kind": "main" }),
                json!({ "id": "u1", "timestamp": "2026-11-15T10:00:00Z", "type": "user",
                    "content": [{ "text": PROMPT }, { "text": hooked }] }),
                json!({ "id": "g1", "timestamp": "2026-11-15T10:00:01Z", "type": "gemini",
                    "content": [{ "text": talk.answer }], "model": "gemini-3-pro", "toolCalls": [{ "id": "memory_query-1",
                        "name": "memory_query", "args": { "query": "staging gateway" }, "status": "success",
                        "result": [{ "functionResponse": { "id": "memory_query-1", "name": "memory_query",
                            "response": { "output": talk.recalled } } }] }] }),
                json!({ "id": "u2", "timestamp": "2026-11-15T10:00:02Z", "type": "user",
                    "content": [{ "text": format!("{}\n\nIs that all?", talk.injected) }] }),
            ]
        },
    },
];

/// Calls a hook as the client does; what the agent is given.
pub fn hook(vault: &Vault, talker: &Talker, moment: &str) -> String {
    let said = (talker.call)(vault, moment);
    let mut command = vault.command(&["hook", moment, "--client", talker.name, "--wait"]);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(said.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && stderr.is_empty(), "{} {moment}: {stderr}", talker.name);
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let own = answer["hookSpecificOutput"]["additionalContext"].as_str();
    own.or(answer["additional_context"].as_str()).unwrap_or_default().to_owned()
}

fn vault() -> Vault {
    let vault = Vault::new();
    for text in MEMORIES {
        vault.ok(&["remember", text]);
    }
    vault
}

/// What recall answers an agent over MCP.
fn recalled(vault: &Vault) -> String {
    let mut client = Client::ready(vault, &[]);
    let text = client.call("memory_query", json!({ "query": "staging gateway" })).text;
    client.leave();
    text
}

/// The notes, and how much each counts: no echo makes one count for more.
fn notes(vault: &Vault) -> BTreeSet<String> {
    let notes = vault.memories().into_iter().filter(|memory| memory["kind"] == "note");
    notes.map(|it| format!("{} {} {}", it["text"], it["importance"], it["status"])).collect()
}

pub fn write(talker: &Talker, vault: &Vault, talk: &Talk) {
    let path = (talker.call)(vault, "Stop")["transcript_path"].as_str().unwrap().to_owned();
    fs::create_dir_all(std::path::Path::new(&path).parent().unwrap()).unwrap();
    let lines = (talker.transcript)(talk).into_iter().map(|line| format!("{line}\n"));
    fs::write(path, lines.collect::<String>()).unwrap();
}

#[test]
fn nothing_that_was_injected_or_recalled_is_learnt_from_any_client_at_any_moment() {
    for talker in &TALKERS {
        for moment in talker.moments {
            let vault = vault();
            let before = notes(&vault);
            let recalled = recalled(&vault);
            assert!(MEMORIES.iter().all(|text| recalled.contains(text)), "{recalled}");
            let start = hook(
                &vault,
                talker,
                if talker.name == "cursor" { "sessionStart" } else { "SessionStart" },
            );
            let beside = hook(
                &vault,
                talker,
                if talker.name == "gemini" { "BeforeAgent" } else { "UserPromptSubmit" },
            );
            let injected = format!("{start}\n{beside}");
            assert!(injected.contains(MEMORIES[1]), "{}: {injected}", talker.name);
            // Agents say what they were told, in the same words, in a list, and in a sentence.
            let answer = format!(
                "From memory:\n- {}\n- {}\n\nAs noted before, we decided to use Temporal for the staging gateway workflows because retries come for free. You prefer pnpm over npm for the staging gateway.",
                MEMORIES[1], MEMORIES[3]
            );
            write(talker, &vault, &Talk { injected, recalled, answer });
            hook(&vault, talker, moment);
            hook(&vault, talker, talker.moments.last().unwrap());
            assert_eq!(notes(&vault), before, "{} {moment}", talker.name);
        }
    }
}

#[test]
fn what_the_user_adds_to_an_injected_text_is_learnt() {
    for talker in &TALKERS {
        let vault = vault();
        let before = notes(&vault).len();
        let injected = hook(
            &vault,
            talker,
            if talker.name == "cursor" { "sessionStart" } else { "SessionStart" },
        );
        let talk = Talk {
            injected: format!("{injected}\n\nWe decided to use Grafana for the dashboards.\n"),
            recalled: String::new(),
            answer: "All right.".to_owned(),
        };
        write(talker, &vault, &talk);
        hook(&vault, talker, talker.moments.last().unwrap());
        let learnt = notes(&vault);
        assert!(learnt.iter().any(|it| it.contains("Grafana")), "{}: {learnt:?}", talker.name);
        assert_eq!(learnt.len(), before + 1, "{}: {learnt:?}", talker.name);
    }
}
