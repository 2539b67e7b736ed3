//! Coming from elsewhere: what other tools keep becomes memories, once, and stays as it is where it was.

use std::{fs, path::PathBuf};

use serde_json::{Value, json};

use crate::{
    harness::{Answer, Vault},
    mcp::{ask::Ask, client::Client},
};

/// A folder beside the vault with these files.
fn folder(vault: &Vault, name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = vault.beside(name);
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn openclaw(vault: &Vault) -> PathBuf {
    folder(
        vault,
        "claw",
        &[
            (
                "MEMORY.md",
                "# Memory\n\n## Decisions\n- Chose tabs over spaces <!-- importance: 8 -->\n\n\
                 ## Servers\n- staging listens on port 8443\n",
            ),
            ("USER.md", "- Prefers short answers\n"),
            (
                "memory/2026-01-05.md",
                "# 2026-01-05\n\nMoved the cache to Redis.\n\n- chose tabs over  spaces\n",
            ),
            ("AGENTS.md", "- Always run the linter\n"),
            ("DREAMS.md", "- A dream\n"),
        ],
    )
}

fn import(vault: &Vault, arguments: &[&str]) -> Value {
    vault.json(&[&["import"], arguments].concat())
}

/// An import of which something could not be taken.
fn import_in_part(vault: &Vault, arguments: &[&str]) -> Value {
    let answer = vault.run(&[&["import"], arguments, &["--json"]].concat());
    assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
    serde_json::from_slice(&answer.output.stdout).unwrap()
}

fn counts(report: &Value) -> [u64; 4] {
    ["found", "added", "unchanged", "forgotten"].map(|name| report[name].as_u64().unwrap())
}

#[test]
fn openclaw_comes_over_once_with_its_dates_and_where_it_is_from() {
    let vault = Vault::new();
    let folder = openclaw(&vault);
    let at = folder.to_str().unwrap();
    let trial = import(&vault, &["openclaw", at, "--dry-run"]);
    assert_eq!(counts(&trial), [4, 4, 0, 0], "{trial}");
    assert_eq!((&trial["files"], &trial["left_alone"]), (&json!(3), &json!(2)));
    assert!(vault.memories().is_empty(), "a trial writes nothing");
    let report = import(&vault, &["openclaw", at]);
    assert_eq!(counts(&report), [4, 4, 0, 0], "{report}");
    let memories = vault.memories();
    let one = |text: &str| {
        let found = memories.iter().find(|memory| memory["text"] == text);
        found.unwrap_or_else(|| panic!("no {text} in {memories:?}")).clone()
    };
    let tabs = one("Chose tabs over spaces");
    assert_eq!((&tabs["category"], &tabs["importance"]), (&json!("decision"), &json!(0.8)));
    assert_eq!(tabs["source"]["origin"], "migration");
    assert_eq!(one("staging listens on port 8443")["tags"], json!(["servers"]));
    let cache = one("Moved the cache to Redis.");
    assert_eq!(cache["created_at"], "2026-01-05T12:00:00Z");
    assert!(vault.read("global/USER.md").contains("Prefers short answers"));
    assert!(!vault.read("global/MEMORY.md").contains("linter"));
    let again = import(&vault, &["openclaw", at]);
    assert_eq!(counts(&again), [4, 0, 4, 0], "{again}");
    vault.ok(&["undo"]);
    let left = vault.json(&["list"])["memories"].take();
    assert_eq!(left, json!([]), "a whole run is taken back");
    assert_eq!(counts(&import(&vault, &["openclaw", at]))[1..], [4, 0, 0]);
}

#[test]
fn what_was_changed_or_forgotten_here_does_not_come_again() {
    let vault = Vault::new();
    let folder = openclaw(&vault);
    let at = folder.to_str().unwrap();
    vault.ok(&["remember", "Prefers  short ANSWERS"]);
    assert_eq!(counts(&import(&vault, &["openclaw", at])), [4, 3, 1, 0]);
    let number = |text: &str| {
        let memory = vault.memories().into_iter().find(|memory| memory["text"] == text).unwrap();
        memory["number"].to_string()
    };
    let port = number("staging listens on port 8443");
    vault.ok(&["update", &port, "staging listens on port 9443"]);
    vault.ok(&["forget", &number("Moved the cache to Redis.")]);
    let again = import(&vault, &["openclaw", at]);
    assert_eq!(counts(&again), [4, 0, 3, 1], "{again}");
    assert_eq!(
        vault.memories().iter().filter(|it| it["text"] == "staging listens on port 8443").count(),
        0
    );
}

#[test]
fn what_cannot_be_read_is_named_and_the_rest_comes() {
    let vault = Vault::new();
    let notes = folder(
        &vault,
        "notes",
        &[
            ("good.md", "- Ada keeps the keys\n"),
            ("deep/er/too.md", "The gate code is on the whiteboard\n"),
            (".obsidian/hidden.md", "- not this\n"),
            ("node_modules/a/readme.md", "- nor this\n"),
            ("picture.txt", "- nor that\n"),
        ],
    );
    fs::write(notes.join("bad.md"), b"- fine\n- \xff\xfe\n").unwrap();
    fs::write(notes.join("large.md"), "word ".repeat(300_000)).unwrap();
    let outside = folder(&vault, "outside", &[("secret.md", "- outside\n")]);
    std::os::unix::fs::symlink(&outside, notes.join("link")).unwrap();
    std::os::unix::fs::symlink(outside.join("secret.md"), notes.join("link.md")).unwrap();
    let report = import_in_part(&vault, &["markdown", notes.to_str().unwrap()]);
    assert_eq!(counts(&report), [2, 2, 0, 0], "{report}");
    let skipped = report["skipped"].as_array().unwrap();
    let files: Vec<&str> = skipped.iter().map(|it| it["file"].as_str().unwrap()).collect();
    assert_eq!(files, ["bad.md", "large.md"], "{report}");
    assert_eq!(skipped[0]["error"], "it is not UTF-8 text, see line 2");
    let one = import(&vault, &["markdown", notes.join("good.md").to_str().unwrap()]);
    assert_eq!(counts(&one), [1, 0, 1, 0]);
    let missing = vault.fails(&["import", "markdown", "/nowhere/at/all"]);
    assert!(missing.contains("there is no `/nowhere/at/all`"), "{missing}");
}

#[test]
fn tools_are_found_where_they_keep_their_memories() {
    let vault = Vault::new();
    let project = vault.beside("web.shop");
    fs::create_dir_all(project.join(".git")).unwrap();
    let project = project.canonicalize().unwrap();
    let name =
        project.to_string_lossy().replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let topic = "---\nname: tests\ndescription: Tests need a database\ntype: project\n---\nStart it with make db.\n";
    let claude = folder(
        &vault,
        "claude",
        &[
            (
                &format!("projects/{name}/memory/MEMORY.md"),
                "- [Tests](tests.md) — database\n- Uses pnpm\n",
            ),
            (&format!("projects/{name}/memory/tests.md"), topic),
        ],
    );
    let codex = folder(
        &vault,
        "codex",
        &[
            ("memories/MEMORY.md", "- Deploys on Thursdays\n"),
            ("memories/memory_summary.md", "All of it\n"),
        ],
    );
    let claw = folder(&vault, "state", &[("workspace/MEMORY.md", "- Backups run at night\n")]);
    let import = |tool: &str| {
        let mut command = vault.command(&["import", tool, "--json"]);
        command.current_dir(&project).env("CLAUDE_CONFIG_DIR", &claude).env("CODEX_HOME", &codex);
        command.env("OPENCLAW_STATE_DIR", &claw);
        Answer::of(tool, command.output().unwrap()).json()
    };
    assert_eq!(counts(&import("claude-code")), [2, 2, 0, 0]);
    assert_eq!(counts(&import("codex")), [1, 1, 0, 0]);
    assert_eq!(counts(&import("openclaw")), [1, 1, 0, 0]);
    let texts: Vec<Value> = vault.memories().into_iter().map(|mut it| it["text"].take()).collect();
    assert!(texts.contains(&json!("Tests need a database\n\nStart it with make db.")), "{texts:?}");
    let mut elsewhere = vault.command(&["import", "claude-code"]);
    elsewhere.current_dir(vault.root()).env("CLAUDE_CONFIG_DIR", &claude);
    let error = Answer::of("claude-code", elsewhere.output().unwrap()).fails();
    assert!(error.contains("Claude Code remembers nothing of"), "{error}");
}

#[test]
fn no_line_of_a_note_is_lost() {
    let vault = Vault::new();
    let text = "- Deploys run on Thursdays\nunless it is a holiday\n- Command to deploy:\n```sh\nmake ship\n```\n\
                - Ada keeps the keys\n> Never lend them\nsaid Ada\n\n1. First step\n2. Next number\n\
                | port | 8443 |\n\n<!-- hidden\nstill hidden --> The tail stays\n\n<!-- never closed\n- gone\n";
    let notes = folder(&vault, "notes", &[("notes.md", text)]);
    let report = import_in_part(&vault, &["markdown", notes.to_str().unwrap()]);
    let texts: Vec<Value> = vault.memories().into_iter().map(|mut it| it["text"].take()).collect();
    let expected = [
        "Deploys run on Thursdays\nunless it is a holiday",
        "Command to deploy:\n```sh\nmake ship\n```",
        "Ada keeps the keys",
        "> Never lend them\nsaid Ada",
        "First step",
        "Next number",
        "| port | 8443 |",
        "The tail stays",
    ];
    for text in expected {
        assert!(texts.contains(&json!(text)), "{text} in {texts:?}");
    }
    assert_eq!(counts(&report)[..2], [8, 8], "{report}");
    let skipped = &report["skipped"];
    assert_eq!(skipped[0]["line"], 18, "{report}");
    assert_eq!(skipped[0]["error"], "the comment that begins here never ends");
}

#[test]
fn topics_of_claude_code_are_read_as_it_writes_them_now_and_from_where_it_keeps_them() {
    let vault = Vault::new();
    let project = vault.beside("shop");
    fs::create_dir_all(project.join(".git")).unwrap();
    let who = "---\nname: who\ndescription: Works at night\nmetadata:\n  type: user\n---\nIn Kiel.\n\n- On boats\n";
    let plain =
        "---\nname: api\ndescription: Where the API is described\n---\nIn docs.\n\nAnd in code.\n";
    let open = "---\nname: open\ntype: project\n\nThe harbour closes at ten\n";
    folder(
        &vault,
        "kept",
        &[
            ("MEMORY.md", "- [Who](who.md) — boats\n"),
            ("who.md", who),
            ("api.md", plain),
            ("open.md", open),
        ],
    );
    let settings = json!({"autoMemoryDirectory": vault.beside("kept")}).to_string();
    let claude = folder(&vault, "claude", &[("settings.json", settings.as_str())]);
    let mut command = vault.command(&["import", "claude-code", "--json"]);
    command.current_dir(&project).env("CLAUDE_CONFIG_DIR", &claude);
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "one file is told of");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(counts(&report), [3, 3, 0, 0], "{report}");
    let texts: Vec<Value> = vault.memories().into_iter().map(|mut it| it["text"].take()).collect();
    for text in [
        "Works at night\n\nIn Kiel.\n\n- On boats",
        "Where the API is described\n\nIn docs.\n\nAnd in code.",
        "The harbour closes at ten",
    ] {
        assert!(texts.contains(&json!(text)), "{text} in {texts:?}");
    }
    let (file, line) = (&report["skipped"][0]["file"], &report["skipped"][0]["line"]);
    assert_eq!((file, line), (&json!("open.md"), &json!(1)), "{report}");
    let users: Vec<_> =
        vault.documents().into_iter().filter(|(path, _)| path.ends_with("USER.md")).collect();
    assert!(users.iter().any(|(_, text)| text.contains("Works at night")), "{users:?}");
}

#[test]
fn half_a_character_costs_no_entity() {
    let vault = Vault::new();
    let graph =
        r#"{"type":"entity","name":"Ada","entityType":"person","observations":["Waves \ud83d"]}"#;
    let server = folder(&vault, "server", &[("memory.jsonl", graph)]);
    let report = import(&vault, &["mcp-memory", server.to_str().unwrap()]);
    assert_eq!((counts(&report), &report["skipped"]), ([2, 2, 0, 0], &json!([])));
}

#[test]
fn the_graph_of_the_reference_server_goes_on_here() {
    let vault = Vault::new();
    let graph = concat!(
        r#"{"type":"entity","name":"Ada","entityType":"person","observations":["Wrote a program"]}"#,
        "\nnot json\n",
        r#"{"type":"relation","from":"Ada","to":"Babbage","relationType":"knows"}"#,
        "\n",
    );
    let folder = folder(&vault, "server", &[("memory.jsonl", graph)]);
    let report =
        import_in_part(&vault, &["mcp-memory", folder.join("memory.jsonl").to_str().unwrap()]);
    assert_eq!(counts(&report), [3, 3, 0, 0], "{report}");
    assert_eq!(
        (&report["skipped"][0]["file"], &report["skipped"][0]["line"]),
        (&json!("memory.jsonl"), &json!(2))
    );
    let mut client = Client::ready(&vault, &["--profile", "reference"]);
    let read = client.ask("tools/call", json!({"name": "read_graph", "arguments": {}}));
    client.leave();
    let graph = &read["result"]["structuredContent"];
    assert_eq!(
        graph["entities"],
        json!([{"name": "Ada", "entityType": "person", "observations": ["Wrote a program"]}])
    );
    assert_eq!(
        graph["relations"],
        json!([{"from": "Ada", "to": "Babbage", "relationType": "knows"}])
    );
    let again = import_in_part(&vault, &["mcp-memory", folder.to_str().unwrap()]);
    assert_eq!(counts(&again), [3, 0, 3, 0]);
}
