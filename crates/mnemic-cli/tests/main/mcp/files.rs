//! The profile of Anthropic's memory tool: files below `/memories` that are memories and nothing else.

use serde_json::{Value, json};

use super::client::Client;
use crate::harness::Vault;

fn ready(vault: &Vault) -> Client {
    Client::ready(vault, &["--profile", "files"])
}

/// What a command answers.
fn run_command(client: &mut Client, command: Value) -> String {
    client.call("memory", command).text
}

/// What a command that fails answers.
fn failed(client: &mut Client, command: Value) -> String {
    client.tool_error("memory", command)
}

fn create(client: &mut Client, path: &str, text: &str) {
    run_command(client, json!({"command": "create", "path": path, "file_text": text}));
}

fn view(client: &mut Client, path: &str) -> String {
    run_command(client, json!({"command": "view", "path": path}))
}

#[test]
fn files_are_made_seen_edited_renamed_and_deleted_in_the_words_of_the_tool() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let empty = "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items and node_modules:\n0B\t/memories";
    assert_eq!(view(&mut client, "/memories"), empty);
    let made = json!({"command": "create", "path": "/memories/notes.txt", "file_text": "Hello World\nThis is line two\n"});
    assert_eq!(
        run_command(&mut client, made.clone()),
        "File created successfully at: /memories/notes.txt"
    );
    assert_eq!(failed(&mut client, made), "Error: File /memories/notes.txt already exists");
    assert_eq!(
        view(&mut client, "/memories/notes.txt"),
        "Here's the content of /memories/notes.txt with line numbers:\n     1\tHello World\n     2\tThis is line two"
    );
    let some = json!({"command": "view", "path": "/memories/notes.txt", "view_range": [2, -1]});
    assert!(run_command(&mut client, some).ends_with("numbers:\n     2\tThis is line two"));

    let replace = |old: &str| json!({"command": "str_replace", "path": "/memories/notes.txt", "old_str": old, "new_str": "Moon"});
    assert_eq!(
        run_command(&mut client, replace("World")),
        "The memory file has been edited.\n     1\tHello Moon\n     2\tThis is line two"
    );
    assert_eq!(
        failed(&mut client, replace("World")),
        "No replacement was performed, old_str `World` did not appear verbatim in /memories/notes.txt."
    );
    assert_eq!(
        failed(&mut client, replace("o")),
        "No replacement was performed. Multiple occurrences of old_str `o` in lines: 1, 2. Please ensure it is unique"
    );
    let insert = |line: i64| json!({"command": "insert", "path": "/memories/notes.txt", "insert_line": line, "insert_text": "between\n"});
    assert_eq!(
        run_command(&mut client, insert(1)),
        "The file /memories/notes.txt has been edited."
    );
    assert_eq!(
        failed(&mut client, insert(9)),
        "Error: Invalid `insert_line` parameter: 9. It should be within the range of lines of the file: [0, 3]"
    );
    let rename = json!({"command": "rename", "old_path": "/memories/notes.txt", "new_path": "/memories/old/notes.md"});
    assert_eq!(
        run_command(&mut client, rename.clone()),
        "Successfully renamed /memories/notes.txt to /memories/old/notes.md"
    );
    assert_eq!(failed(&mut client, rename), "Error: The path /memories/notes.txt does not exist");
    assert_eq!(
        view(&mut client, "/memories"),
        format!("{}\n36B\t/memories/old\n36B\t/memories/old/notes.md", empty.replace("0B", "36B"))
    );
    let delete = json!({"command": "delete", "path": "/memories/old"});
    assert_eq!(run_command(&mut client, delete.clone()), "Successfully deleted /memories/old");
    assert_eq!(failed(&mut client, delete), "Error: The path /memories/old does not exist");
    client.leave();
}

#[test]
fn what_is_not_there_is_said_so_command_by_command() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    create(&mut client, "/memories/a/b.md", "x");
    let missing = "/memories/missing";
    for (command, said) in [
        (
            json!({"command": "view", "path": missing}),
            "The path /memories/missing does not exist. Please provide a valid path.",
        ),
        (
            json!({"command": "str_replace", "path": missing, "old_str": "a", "new_str": "b"}),
            "Error: The path /memories/missing does not exist. Please provide a valid path.",
        ),
        (
            json!({"command": "str_replace", "path": "/memories/a", "old_str": "a"}),
            "Error: The path /memories/a does not exist. Please provide a valid path.",
        ),
        (
            json!({"command": "insert", "path": missing, "insert_line": 0, "insert_text": "x"}),
            "Error: The path /memories/missing does not exist",
        ),
        (
            json!({"command": "insert", "path": "/memories/a/b.md", "insert_line": -1, "insert_text": "x"}),
            "Error: Invalid `insert_line` parameter: -1. It should be within the range of lines of the file: [0, 1]",
        ),
        (
            json!({"command": "create", "path": "/memories/a", "file_text": "x"}),
            "Error: File /memories/a already exists",
        ),
        (
            json!({"command": "create", "path": "/memories/a/b.md/c", "file_text": "x"}),
            "Error: File /memories/a/b.md already exists",
        ),
        (
            json!({"command": "rename", "old_path": "/memories/a", "new_path": "/memories/a/c"}),
            "Error: The destination /memories/a/c already exists",
        ),
        (
            json!({"command": "delete", "path": "/memories"}),
            "Error: /memories is the directory of all files and stays",
        ),
    ] {
        assert_eq!(failed(&mut client, command.clone()), said, "{command}");
    }
    for (command, said) in [
        (json!({"command": "steal", "path": missing}), "argument `command`: it takes one of view"),
        (json!({"command": "create", "path": missing}), "argument `file_text`: it is missing"),
        (
            json!({"command": "insert", "path": "/memories/a/b.md", "insert_text": "x"}),
            "argument `insert_line`",
        ),
        (json!({"command": "rename", "path": missing}), "argument `old_path`: it is missing"),
        (json!({"path": missing}), "argument `command`: it is missing"),
    ] {
        let refusal = client.refusal("memory", command.clone());
        assert!(refusal.contains(said), "{command}: {refusal}");
    }
    client.leave();
}

#[test]
fn no_path_leads_out_of_the_memories() {
    let vault = Vault::new();
    std::fs::write(vault.beside("secret.txt"), "secret").unwrap();
    let mut client = ready(&vault);
    create(&mut client, "/memories/a.md", "x");
    std::os::unix::fs::symlink(vault.beside("secret.txt"), vault.path("global/link.md")).unwrap();
    for path in [
        "/etc/passwd",
        "/memories/../secret.txt",
        "/memories/../../secret.txt",
        "/memories/%2e%2e/secret.txt",
        "/memories/..%2fsecret.txt",
        "/memories/..\\secret.txt",
        "/memories/./a.md",
        "/memories//a.md",
        "/memories/a\u{0}.md",
        "memories/a.md",
        "../global/link.md",
    ] {
        for command in [
            json!({"command": "view", "path": path}),
            json!({"command": "create", "path": path, "file_text": "x"}),
            json!({"command": "delete", "path": path}),
            json!({"command": "rename", "old_path": "/memories/a.md", "new_path": path}),
        ] {
            let said = failed(&mut client, command.clone());
            assert!(said.starts_with("Error: Path "), "{command}: {said}");
        }
    }
    let said = failed(&mut client, json!({"command": "view", "path": "/memories/link.md"}));
    assert!(said.contains("does not exist"), "{said}");
    client.leave();
    assert_eq!(std::fs::read_to_string(vault.beside("secret.txt")).unwrap(), "secret");
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn a_file_is_a_memory_that_people_read_edit_recall_and_get_back() {
    let vault = Vault::new();
    let mut client = ready(&vault);
    let content = "# Progress\n\n- [x] the parser\n  ```\n  code\n  ```\n- [ ] the rest #todo\n\n";
    create(&mut client, "/memories/progress.md", content);
    create(&mut client, "/memories/empty.md", "");
    client.leave();
    let memory = &vault.memories()[0];
    let lines = content.strip_suffix('\n').unwrap();
    assert_eq!(memory["text"], format!("/memories/progress.md\n{lines}"));
    assert_eq!((&memory["category"], &memory["trust"]), (&json!("file"), &json!("medium")));
    assert_eq!(memory["source"]["agent"], "test-client");
    assert_eq!(vault.json(&["recall", "parser progress"])["hits"][0]["number"], 1);

    let document = vault.read("global/MEMORY.md");
    vault.save("global/MEMORY.md", &document.replace("the parser", "the lexer"));
    let mut client = ready(&vault);
    let shown = view(&mut client, "/memories/progress.md");
    assert!(shown.contains("     3\t- [x] the lexer\n"), "{shown}");
    assert!(shown.contains("     7\t- [ ] the rest #todo\n     8\t"), "{shown}");
    assert!(view(&mut client, "/memories/empty.md").ends_with("with line numbers:\n"));
    run_command(&mut client, json!({"command": "delete", "path": "/memories/progress.md"}));
    client.leave();
    vault.ok(&["reindex"]);
    vault.ok(&["restore", "1"]);
    let mut client = ready(&vault);
    assert_eq!(view(&mut client, "/memories/progress.md"), shown);
    client.leave();
}

#[test]
fn a_long_file_survives_and_two_clients_do_not_undo_each_other() {
    let vault = Vault::new();
    let long: String = (0..2_000).map(|line| format!("line {line} of it\n")).collect();
    let mut client = ready(&vault);
    create(&mut client, "/memories/long.txt", &long);
    std::thread::scope(|scope| {
        for number in 0..4 {
            let vault = &vault;
            scope.spawn(move || {
                let mut client = ready(vault);
                for round in 0..5 {
                    let text = format!("added {number} {round}\n");
                    let insert = json!({"command": "insert", "path": "/memories/long.txt", "insert_line": 0, "insert_text": text});
                    run_command(&mut client, insert);
                }
                client.leave();
            });
        }
    });
    let shown = view(&mut client, "/memories/long.txt");
    assert_eq!(shown.matches("added ").count(), 20);
    assert_eq!(shown.lines().count(), 1 + 2_020);
    client.leave();
}

#[test]
fn a_client_sees_its_own_files_and_global_ones() {
    let vault = Vault::new();
    for (scope, path) in [("global", "/memories/all.md"), ("project:a", "/memories/a.md")] {
        let mut client = Client::ready(&vault, &["--profile", "files", "--scope", scope]);
        create(&mut client, path, "x");
        client.leave();
    }
    let mut client = Client::ready(&vault, &["--profile", "files", "--scope", "project:b"]);
    let shown = view(&mut client, "/memories");
    assert!(
        shown.contains("all.md") && !shown.contains("a.md\n") && !shown.ends_with("/a.md"),
        "{shown}"
    );
    client.leave();
}
