//! Each verb's promise, and the JSON that programs rely on.

use std::io::Write;

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

/// The answer with what differs from run to run replaced.
fn steady(mut value: Value) -> Value {
    fn walk(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                for (name, field) in fields.iter_mut() {
                    match name.as_str() {
                        "id" => *field = json!("<id>"),
                        "anchor" => *field = json!("<anchor>"),
                        "receipt" => *field = json!("<receipt>"),
                        "relevance" | "score" => *field = json!("<number>"),
                        "evidence" => *field = json!("<evidence>"),
                        _ => walk(field),
                    }
                }
            }
            Value::Array(items) => items.iter_mut().for_each(walk),
            _ => {}
        }
    }
    walk(&mut value);
    value
}

#[test]
fn remember_answers_what_programs_rely_on() {
    let vault = Vault::new();
    let answer = vault.json(&["remember", "Chose SQLite over Postgres", "--tags", "storage,db"]);
    insta::assert_snapshot!(steady(answer), @r#"{"anchor":"<anchor>","category":"decision","created_at":"2026-11-15T10:00:00Z","duplicate":false,"id":"<id>","kind":"note","number":1,"restored":false,"scope":"global"}"#);
}

#[test]
fn recall_answers_what_programs_rely_on() {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": "Chose SQLite over Postgres", "ref": "t1", "tags": ["db"]}),
        json!({"text": "Unrelated"}),
    ]);
    let answer = vault.json(&["recall", "which database, SQLite?", "--explain"]);
    insta::assert_snapshot!(steady(answer), @r#"{"hits":[{"anchor":"<anchor>","category":"decision","created_at":"2026-11-15T10:00:00Z","explain":{"arms":[{"arm":"keyword","rank":1,"relevance":"<number>"},{"arm":"vector","rank":1,"relevance":"<number>"}],"evidence":"<evidence>","factors":[{"name":"score","value":1.0},{"name":"recency","value":1.0}],"kept":"place 1 of 2 candidates","relevance":"<number>"},"id":"<id>","kind":"note","number":1,"ref":"t1","scope":"global","score":"<number>","tags":["db"],"text":"Chose SQLite over Postgres"},{"anchor":"<anchor>","category":"discovery","created_at":"2026-11-15T10:00:00Z","explain":{"arms":[{"arm":"vector","rank":2,"relevance":"<number>"}],"evidence":"<evidence>","factors":[{"name":"score","value":1.0},{"name":"recency","value":1.0}],"kept":"place 2 of 2 candidates","relevance":"<number>"},"id":"<id>","kind":"note","number":2,"scope":"global","score":"<number>","text":"Unrelated"}],"receipt":"<receipt>","verdict":"strong"}"#);
}

#[test]
fn show_answers_what_programs_rely_on() {
    let vault = Vault::new();
    vault.ok(&["remember", "Never force-push", "--file", "ci.yml", "--importance", "0.9"]);
    insta::assert_snapshot!(steady(vault.json(&["show", "1"])), @r#"{"anchor":"<anchor>","category":"warning","confidence":1.0,"conflicts":[],"created_at":"2026-11-15T10:00:00Z","file_paths":["ci.yml"],"home":{"document":"global/MEMORY.md","section":"Facts"},"id":"<id>","importance":0.9,"kind":"note","number":1,"scope":"global","source":{"origin":"human"},"status":"confirmed","text":"Never force-push","trust":"high","updated_at":"2026-11-15T10:00:00Z","version":1,"versions":[]}"#);
}

#[test]
fn a_question_per_line_gets_an_answer_per_line_in_order() {
    let vault = Vault::new();
    vault.ok(&["remember", "The parser is written in Rust"]);
    vault.ok(&["remember", "The painter wrote a letter", "--scope", "project:other"]);
    let mut child = vault.command(&["recall", "--stdin"]);
    child.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut child = child.spawn().unwrap();
    let lines = "parser\n{\"query\":\"painter\",\"scope\":\"project:other\",\"limit\":1}\n{\"query\":}\n{\"q\":\"painter\"}\n\n{\"query\":\"parser\",\"colour\":1}\n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let answers: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let hits: Vec<usize> =
        answers.iter().map(|answer| answer["hits"].as_array().unwrap().len()).collect();
    assert_eq!(hits, [1, 1, 0, 1, 0, 0]);
    assert_eq!(answers[3]["hits"][0]["number"], 1, "another scope's is not told");
    let errors: Vec<bool> = answers.iter().map(|answer| answer["error"].is_string()).collect();
    assert_eq!(errors, [false, false, true, false, true, true]);
    assert!(answers.iter().all(|answer| answer["code"].is_null()), "no verb failed: {answers:?}");
}

#[test]
fn a_repeat_is_told_and_raises_importance_once_per_session() {
    let vault = Vault::new();
    let importance = |vault: &Vault| vault.json(&["show", "1"])["importance"].as_f64().unwrap();
    vault.ok(&["remember", "Deploys happen on Tuesdays", "--importance", "0.5"]);
    assert_eq!(vault.json(&["remember", "deploys  happen on TUESDAYS"])["duplicate"], true);
    assert!((importance(&vault) - 0.5).abs() < 1e-9, "no session, no boost");
    for session in ["a", "a", "b"] {
        vault.ok(&["remember", "Deploys happen on Tuesdays", "--session", session]);
    }
    assert!((importance(&vault) - 0.7).abs() < 1e-9);
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn forgetting_archives_and_remembering_again_restores() {
    let vault = Vault::new();
    vault.ok(&["remember", "The staging password rotates weekly"]);
    vault.ok(&["forget", "1"]);
    assert_eq!(vault.json(&["recall", "staging password"])["hits"], json!([]));
    assert_eq!(vault.json(&["recall", "staging password", "--archived"])["hits"][0]["number"], 1);
    assert!(
        vault.read("global/archive/2026-11.md").contains("The staging password rotates weekly")
    );
    let import = vault.import(&[json!({"text": "The staging password rotates weekly"})]);
    assert_eq!(
        (&import["added"], &import["forgotten"]),
        (&json!(0), &json!(1)),
        "importers do not bring it back"
    );
    let again = vault.json(&["remember", "The staging password rotates weekly"]);
    assert_eq!((&again["restored"], &again["number"]), (&json!(true), &json!(1)));
    assert_eq!(vault.json(&["recall", "staging password"])["hits"][0]["number"], 1);
    assert!(!vault.read("global/archive/2026-11.md").contains("rotates weekly"));
}

#[test]
fn forgetting_by_words_needs_words_that_only_one_memory_holds() {
    let vault = Vault::new();
    vault.ok(&["remember", "Alpha service listens on 8080"]);
    vault.ok(&["remember", "Beta service listens on 9090"]);
    let complaint = vault.fails(&["forget", "service", "listens"]);
    assert!(complaint.contains("[id:1]") && complaint.contains("[id:2]"), "{complaint}");
    vault.ok(&["forget", "beta", "service"]);
    assert_eq!(vault.json(&["list"])["total"], 1);
    assert!(vault.fails(&["forget", "gamma"]).contains("no memory"));
}

#[test]
fn update_keeps_the_score_and_refreshes_the_last_hit() {
    let vault = Vault::new();
    vault.ok(&["remember", "The cache holds 100 entries"]);
    vault.ok(&["reinforce", "1"]);
    vault.ok(&["demote", "1"]);
    let updated = vault.json(&["update", "1", "The cache holds 200 entries"]);
    assert_eq!((&updated["signals"]["score"], &updated["version"]), (&json!(2), &json!(2)));
    assert_eq!(updated["signals"]["last_hit_at"], "2026-11-15T10:00:00Z");
    assert_eq!(updated["versions"][0]["memory"]["text"], "The cache holds 100 entries");
    assert!(vault.read("global/MEMORY.md").contains("200 entries"));
}

#[test]
fn changes_of_an_old_version_merge_or_are_told_to_clash() {
    let vault = Vault::new();
    vault.ok(&["remember", "one\ntwo\nthree\nfour"]);
    vault.ok(&["update", "1", "ONE\ntwo\nthree\nfour", "--base-version", "1"]);
    vault.ok(&["update", "1", "one\ntwo\nthree\nFOUR", "--base-version", "1"]);
    assert_eq!(vault.json(&["show", "1"])["text"], "ONE\ntwo\nthree\nFOUR");
    let clash =
        vault.run(&["update", "1", "uno\ntwo\nthree\nfour", "--base-version", "1", "--json"]);
    assert_eq!(clash.output.status.code(), Some(1), "{}", clash.story());
    let answer: Value = serde_json::from_slice(&clash.output.stdout).unwrap();
    let outcome_and_text = (&answer["outcome"], &answer["text"]);
    assert_eq!(outcome_and_text, (&json!("overruled"), &json!("ONE\ntwo\nthree\nFOUR")));
    let shown = vault.json(&["show", "1"]);
    assert_eq!(shown["text"], "ONE\ntwo\nthree\nFOUR", "what is there stays");
    assert_eq!(shown["conflicts"].as_array().unwrap().len(), 1);
    assert!(vault.ok(&["show", "1"]).contains("uno"), "both texts are shown");
    assert!(!vault.run(&["doctor"]).output.status.success(), "a clash needs a person");
    vault.ok(&["update", "1", "settled"]);
    assert_eq!(vault.json(&["show", "1"])["conflicts"], json!([]));
}

#[test]
fn pinning_and_feedback_move_what_they_say() {
    let vault = Vault::new();
    for text in [
        "apple pie recipe",
        "apple tart recipe",
        "apple cake recipe",
        "unrelated one",
        "unrelated two",
        "another",
    ] {
        vault.ok(&["remember", text]);
    }
    vault.ok(&["reinforce", "3"]);
    assert_eq!(vault.json(&["recall", "apple recipe"])["hits"][0]["number"], 3);
    assert_eq!(vault.json(&["pin", "2"])["status"], "pinned");
    assert_eq!(vault.json(&["unpin", "2"])["status"], "confirmed");
}

#[test]
fn any_name_of_a_memory_finds_it_and_an_ambiguous_one_lists_candidates() {
    let vault = Vault::new();
    let first = vault.json(&["remember", "first"]);
    let second = vault.json(&["remember", "second"]);
    let anchor = first["anchor"].as_str().unwrap();
    let id = first["id"].as_str().unwrap();
    for name in ["1", "[id:1]", "#1", anchor, &format!("^{anchor}"), &anchor[..7], id] {
        assert_eq!(vault.json(&["show", name])["text"], "first", "{name}");
    }
    let shared: String = id
        .chars()
        .zip(second["id"].as_str().unwrap().chars())
        .take_while(|(a, b)| a == b)
        .map(|(a, _)| a)
        .collect();
    let complaint = vault.fails(&["show", &shared]);
    assert!(complaint.contains("first") && complaint.contains("second"), "{complaint}");
}

#[test]
fn scopes_see_themselves_and_global_and_nothing_else() {
    let vault = Vault::new();
    for (text, scope) in [
        ("canary one", "project:one"),
        ("canary two", "project:two"),
        ("canary all", "global"),
        ("canary session", "session:s1"),
        ("canary task", "task:t1"),
        ("canary agent", "agent:codex"),
    ] {
        vault.ok(&["remember", text, "--scope", scope]);
    }
    let seen = |scope: &str| {
        let answer = vault.json(&["recall", "canary", "--scope", scope]);
        let mut texts: Vec<String> = answer["hits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|hit| hit["text"].as_str().unwrap().to_owned())
            .collect();
        texts.sort();
        texts
    };
    assert_eq!(seen("project:one"), ["canary all", "canary one"]);
    assert_eq!(seen("agent:codex"), ["canary agent", "canary all"]);
    assert_eq!(seen("session:s1"), ["canary all", "canary session"]);
    assert_eq!(seen("task:t1"), ["canary all", "canary task"]);
    assert_eq!(seen("all").len(), 6);
    assert!(vault.path("projects/one/MEMORY.md").exists());
    assert!(!vault.path("sessions").exists());
    let journal: String = vault.journal().iter().map(ToString::to_string).collect();
    assert!(journal.contains("canary session") && !journal.contains("canary task"));
    vault.ok(&["reindex"]);
    assert_eq!(seen("session:s1"), ["canary all", "canary session"]);
    assert_eq!(seen("task:t1"), ["canary all", "canary task"]);
    std::fs::remove_dir_all(vault.path("index")).unwrap();
    assert_eq!(seen("task:t1"), ["canary all"], "a task's memories are in the index only");
}

#[test]
fn the_current_project_is_where_things_are_remembered() {
    let vault = Vault::new();
    let repository = vault.beside("My Repo");
    std::fs::create_dir_all(repository.join(".git")).unwrap();
    std::fs::write(
        repository.join(".git/config"),
        "[remote \"origin\"]\n\turl = git@host.example:team/repo.git\n",
    )
    .unwrap();
    let mut command = vault.command(&["remember", "in a project", "--json"]);
    command.current_dir(repository);
    let answer: Value = serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    let scope = answer["scope"].as_str().unwrap();
    assert!(scope.starts_with("project:repo-"), "{scope}");
    assert_eq!(vault.json(&["recall", "project"])["hits"], json!([]), "outside it is not seen");
    assert_eq!(vault.json(&["recall", "project", "--scope", scope])["hits"][0]["number"], 1);
}

#[test]
fn filters_narrow_what_is_listed_and_recalled() {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": "old apple", "created_at": "2025-01-01T00:00:00Z", "tags": ["Fruit"], "importance": 0.9}),
        json!({"text": "new apple", "created_at": "2026-11-14T00:00:00Z", "category": "warning"}),
    ]);
    let texts = |arguments: &[&str]| {
        let listing = vault.json(arguments);
        let found = listing["memories"].as_array().or(listing["hits"].as_array()).unwrap().clone();
        found.iter().map(|memory| memory["text"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts(&["recall", "apple", "--since", "7d"]), ["new apple"]);
    assert_eq!(texts(&["recall", "apple", "--until", "2025-12-31"]), ["old apple"]);
    assert_eq!(texts(&["recall", "apple", "--tag", "fruit"]), ["old apple"]);
    assert_eq!(texts(&["recall", "apple", "--category", "warning"]), ["new apple"]);
    assert_eq!(texts(&["list"]), ["new apple", "old apple"]);
    assert_eq!(texts(&["list", "--order", "-created_at"]), ["old apple", "new apple"]);
    assert_eq!(texts(&["list", "--filter", r#"{"importance": {"$gte": 0.8}}"#]), ["old apple"]);
    assert!(vault.fails(&["list", "--filter", r#"{"colour": 1}"#]).contains("colour"));
}

#[test]
fn importing_again_adds_nothing_and_a_known_ref_updates() {
    let vault = Vault::new();
    let lines = [
        json!({"text": "same words", "ref": "a", "author": "Ann", "session": "s", "sequence": 1}),
        json!({"text": "same words", "ref": "b", "kind": "observation", "file_paths": ["x.rs"]}),
        json!({"text": "no ref", "ref": null, "tags": null}),
    ];
    assert_eq!(vault.import(&lines)["added"], 3, "different refs never merge");
    assert_eq!(vault.import(&lines)["unchanged"], 3);
    assert_eq!(vault.import(&[json!({"text": "new words", "ref": "a"})])["updated"], 1);
    let hit = &vault.json(&["recall", "new words"])["hits"][0];
    assert_eq!((&hit["ref"], &hit["number"]), (&json!("a"), &json!(1)));
    let other = vault.json(&["show", "2"]);
    assert_eq!((&other["kind"], &other["file_paths"][0]), (&json!("observation"), &json!("x.rs")));
    assert_eq!(vault.memories().len(), 3);
    vault.ok(&["update", "3", "no ref, corrected"]);
    vault.ok(&["update", "2", "same words, corrected by a person"]);
    assert_eq!(vault.import(&lines[1..2])["unchanged"], 1, "a correction is not taken back");
    assert_eq!(vault.json(&["show", "2"])["text"], "same words, corrected by a person");
}

#[test]
fn bad_lines_of_an_import_are_named_and_the_rest_goes_in() {
    let vault = Vault::new();
    let file = vault.beside("mixed.jsonl");
    std::fs::write(&file, "{\"text\":\"good\"}\nnot json\n{\"text\":\"  \"}\n\n{\"text\":\"fine\",\"scope\":\"nowhere\"}\n{\"text\":\"also good\"}\n").unwrap();
    let run = vault.run(&["import", "jsonl", file.to_str().unwrap(), "--json"]);
    assert_eq!(run.output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&run.output.stdout).unwrap();
    assert_eq!(report["added"], 2);
    let lines: Vec<&Value> =
        report["rejected"].as_array().unwrap().iter().map(|bad| &bad["line"]).collect();
    assert_eq!(lines, [&json!(2), &json!(3), &json!(5)]);
}

#[test]
fn the_editor_changes_a_memory() {
    let vault = Vault::new();
    vault.ok(&["remember", "teh typo"]);
    let editor = vault.beside("editor.sh");
    std::fs::write(&editor, "#!/bin/sh\nsed -i 's/teh/the/' \"$1\"\n").unwrap();
    let mut command = vault.command(&["edit", "1"]);
    command.env("EDITOR", format!("sh {}", editor.display())).env_remove("VISUAL");
    assert!(command.output().unwrap().status.success());
    assert_eq!(vault.json(&["show", "1"])["text"], "the typo");
}

/// Edits memory 1 in an editor in which this shell command is run on the file.
fn edit(vault: &Vault, command: &str, arguments: &[&str]) -> Answer {
    let editor = vault.beside("editor.sh");
    std::fs::write(&editor, format!("#!/bin/sh\nset -e\n{command}\n")).unwrap();
    let mut edit = vault.command(&[&["edit", "1"], arguments].concat());
    edit.env("EDITOR", format!("sh {}", editor.display())).env_remove("VISUAL");
    Answer::of("edit", edit.output().unwrap())
}

/// A shell command that updates memory 1, as another process does while an editor is open.
fn meanwhile(vault: &Vault, text: &str) -> String {
    let (binary, root) = (env!("CARGO_BIN_EXE_mnemic"), vault.root());
    format!("{binary} --vault {} update 1 '{text}' > /dev/null", root.display())
}

#[test]
fn an_edit_that_lost_to_another_change_says_so_and_both_are_kept() {
    for json in [false, true] {
        let vault = Vault::new();
        vault.ok(&["remember", "one"]);
        let command = format!("{}\necho uno > \"$1\"", meanwhile(&vault, "eins"));
        let edited = edit(&vault, &command, if json { &["--json"] } else { &[] });
        assert_eq!(edited.output.status.code(), Some(1), "{}", edited.story());
        let said = String::from_utf8(edited.output.stdout).unwrap();
        if json {
            let answer: Value = serde_json::from_str(&said).unwrap();
            assert_eq!(
                (&answer["text"], &answer["outcome"]),
                (&json!("eins"), &json!("overruled"))
            );
            let version = |it: &&Value| it["version"] == answer["overruled_version"];
            let overruled = answer["versions"].as_array().unwrap().iter().find(version).unwrap();
            assert_eq!(overruled["memory"]["text"], "uno");
        } else {
            assert!(said.starts_with("Not updated: [id:1] changed in the meantime"), "{said}");
            assert!(said.contains("Current:\neins\n"), "{said}");
            assert!(said.contains("Yours (version 3):\nuno\n"), "{said}");
            assert!(said.contains("`mnemic show 1 --history` shows both"), "{said}");
        }
        assert_eq!(vault.json(&["show", "1"])["text"], "eins");
        let history = vault.ok(&["show", "1", "--history"]);
        assert!(history.contains("uno") && history.contains("eins"), "{history}");
    }
}

#[test]
fn an_edit_of_other_lines_than_another_change_is_merged_and_says_so() {
    let vault = Vault::new();
    vault.ok(&["remember", "one\ntwo\nthree\nfour"]);
    let command =
        format!("{}\nsed -i s/four/FOUR/ \"$1\"", meanwhile(&vault, "ONE\ntwo\nthree\nfour"));
    let said = edit(&vault, &command, &[]).ok();
    assert!(
        said.starts_with("Updated, and merged with a change made in between: [id:1]"),
        "{said}"
    );
    assert_eq!(vault.json(&["show", "1"])["text"], "ONE\ntwo\nthree\nFOUR");
    let alone = edit(&vault, "echo alone > \"$1\"", &["--json"]).json();
    assert_eq!((&alone["text"], &alone["outcome"]), (&json!("alone"), &json!("applied")));
}

#[test]
fn a_vault_is_made_where_it_is_asked_for_and_nowhere_else() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    assert!(vault.read(".gitignore").contains("index/"));
    assert_eq!(
        vault.read(".gitattributes"),
        "journal/*.jsonl merge=union\n**/memory/????-??-??.md merge=union\n"
    );
    let foreign = vault.beside("foreign");
    std::fs::create_dir_all(foreign.join("index")).unwrap();
    let refused = vault.fails(&["init", foreign.to_str().unwrap()]);
    assert!(refused.contains("is not a vault and not empty"), "{refused}");
    assert_eq!(std::fs::read_dir(&foreign).unwrap().count(), 1);
    let diary = vault.beside("diary");
    std::fs::create_dir_all(diary.join("journal")).unwrap();
    std::fs::write(diary.join("journal/monday.txt"), "Rain.").unwrap();
    let refused = vault.fails(&["init", diary.to_str().unwrap()]);
    assert!(refused.contains("is not a vault and not empty"), "{refused}");
}

#[test]
fn every_file_is_its_owners_alone_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let vault = Vault::new();
    let mut command = std::process::Command::new("sh");
    vault.surround(&mut command);
    let script = format!(
        "umask 000; {0} remember x && {0} remember y --user && {0} forget 1",
        env!("CARGO_BIN_EXE_mnemic")
    );
    command.env("MNEMIC_HOME", vault.root()).args(["-c", &script]);
    assert!(command.output().unwrap().status.success());
    let mut folders = vec![vault.root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let metadata = entry.metadata().unwrap();
            let expected = if metadata.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(
                metadata.permissions().mode() & 0o777,
                expected,
                "{}",
                entry.path().display()
            );
            if metadata.is_dir() {
                folders.push(entry.path());
            }
        }
    }
}

#[test]
fn completions_and_demo_work() {
    let vault = Vault::new();
    assert!(vault.ok(&["completions", "bash"]).contains("mnemic"));
    let demo = vault.ok(&["demo"]);
    assert!(demo.contains("The same memories, in the same order."), "{demo}");
    assert!(demo.contains("kestrel") && demo.contains("Forgot [id:9]"), "{demo}");
    assert!(!vault.root().exists(), "the demo leaves the user's vault alone");
}
