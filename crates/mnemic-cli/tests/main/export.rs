//! Memories move out of a vault and into another without loss.

use std::{fs, path::Path};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

/// Runs a verb at another moment.
fn at(vault: &Vault, now: &str, arguments: &[&str]) -> Answer {
    let output = vault.command(arguments).env("MNEMIC_NOW", now).output().unwrap();
    Answer::of(&arguments.join(" "), output)
}

fn export(vault: &Vault) -> String {
    vault.ok(&["export", "--archived"])
}

fn bring_in(vault: &Vault, lines: &str) -> Value {
    let file = vault.beside("export.jsonl");
    fs::write(&file, lines).unwrap();
    vault.json(&["import", "jsonl", "--restore", file.to_str().unwrap()])
}

fn lines(export: &str) -> Vec<Value> {
    export.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A vault with something of everything.
fn rich_vault() -> Vault {
    let vault = Vault::new();
    let categories = [
        "decision",
        "architecture",
        "pattern",
        "warning",
        "discovery",
        "error",
        "preference",
        "file_change",
        "task_progress",
        "house_rule",
    ];
    for (number, category) in categories.iter().enumerate() {
        let text = format!("A note about {category}, written at step {number}");
        let now = format!("2026-11-{:02}T10:00:00Z", number + 1);
        at(&vault, &now, &["remember", &text, "--category", category, "--tags", "all,c++"]).ok();
    }
    let fenced = "Run this:\n\n```sh\n# not a heading\n- not an item ^abc\n```\n\n  indented #tag";
    vault.ok(&["remember", fenced, "--file", "scripts/run.sh", "--importance", "0.3"]);
    vault.ok(&["remember", "部署在星期二进行，不要在星期五", "--tags", "部署"]);
    vault.ok(&["remember", "Prefers short answers", "--user", "--agent", "codex"]);
    vault.ok(&["remember", &format!("A runbook. {}", "step by step ".repeat(900))]);
    for scope in ["project:shop", "agent:codex", "session:s1"] {
        vault.ok(&["remember", &format!("Belongs to {scope}"), "--scope", scope]);
    }
    at(&vault, "2026-11-16T08:00:00Z", &["update", "1", "Chose another way", "--tags", "new"]).ok();
    at(&vault, "2026-11-16T09:00:00Z", &["pin", "2"]).ok();
    at(&vault, "2026-11-16T09:30:00Z", &["reinforce", "3"]).ok();
    at(&vault, "2026-11-16T09:31:00Z", &["demote", "4"]).ok();
    at(&vault, "2026-11-16T10:00:00Z", &["forget", "5"]).ok();
    at(&vault, "2026-11-16T10:01:00Z", &["forget", "6"]).ok();
    at(&vault, "2026-11-16T10:02:00Z", &["restore", "6"]).ok();
    for session in ["a", "b"] {
        vault.ok(&["remember", "部署在星期二进行，不要在星期五", "--session", session]);
    }
    vault.ok(&["update", "7", "one way", "--base-version", "1"]);
    vault.run(&["update", "7", "the other way", "--base-version", "1"]);
    vault.import(&[
        json!({"text": "The gateway listens on 8443", "ref": "wiki-17", "author": "Mara", "session": "s9",
            "sequence": 4, "created_at": "2026-03-04T09:00:00.123456789Z", "source": "wiki"}),
        json!({"text": "Seen from the side", "kind": "hologram"}),
    ]);
    let many: Vec<Value> = (0..150)
        .map(|number| json!({"text": format!("Fact {number} {}", "and more ".repeat(60))}))
        .collect();
    vault.import(&many);
    let document =
        vault.read("global/MEMORY.md").replace("- **[2026-11-02]**", "- **[2026-01-02]**");
    vault.save("global/MEMORY.md", &format!("{document}\n## By hand\n\n- Written by a person\n"));
    vault.ok(&["list"]);
    bring_in(&vault, &unknown_kind());
    vault
}

fn unknown_kind() -> String {
    let line = json!({
        "id": "01934f2e-0000-7000-8000-000000000001", "number": 900, "anchor": "holo0001",
        "kind": "hologram", "body": {"depth": 3, "ratio": 0.1, "layers": ["a", {"b": null}]},
        "text": "A picture in the air", "scope": "global", "created_at": "2026-01-01T00:00:00Z",
        "updated_at": "2026-01-02T00:00:00Z", "source": "extraction", "message": "m1", "task": "t1",
        "narrative": "n1", "derived_from": ["01934f2e-0000-7000-8000-000000000002"],
        "importance": 0.25, "confidence": 0.5, "trust": "low", "status": "candidate", "version": 5,
        "valid_from": "2026-01-01T00:00:00Z", "valid_until": "2027-01-01T00:00:00Z",
        "superseded_by": "01934f2e-0000-7000-8000-000000000003",
        "home": {"document": "global/MEMORY.md", "section": "Pictures"},
        "signals": {"score": -2, "access_count": 5, "last_accessed_at": "2026-01-02T00:00:00Z", "injections": 9, "injected_in": ["s3"]},
        "reviewed_at": "2026-01-03T00:00:00Z",
    });
    format!("{line}\n")
}

#[test]
fn an_export_taken_in_by_an_empty_vault_gives_the_same_export() {
    let vault = rich_vault();
    let first = export(&vault);
    let (copy, story) = (Vault::new(), "the copy");
    let report = bring_in(&copy, &first);
    let count = first.lines().count();
    assert!(count > 170, "{count}");
    assert_eq!((&report["added"], &report["rejected"]), (&json!(count), &json!([])), "{story}");
    assert!(export(&copy) == first, "the copy exports something else");
    copy.ok(&["reindex"]);
    assert!(export(&copy) == first, "the copy exports something else after a reindex");
    vault.ok(&["reindex"]);
    assert!(export(&vault) == first, "the vault exports something else after a reindex");
    fs::remove_dir_all(copy.path("global")).unwrap();
    assert!(export(&copy) == first, "documents that went missing change nothing");
}

#[test]
fn what_contradicts_what_is_in_an_export_and_comes_back() {
    let vault = Vault::new();
    for port in ["always", "never"] {
        vault.ok(&["remember", &format!("The gateway {port} listens on port 80 at night")]);
        vault.ok(&["remember", &format!("The printer {port} prints reports in colour at night")]);
    }
    let conflicts = |vault: &Vault| {
        let listed = vault.json(&["conflicts", "list"])["conflicts"].clone();
        let names = listed.as_array().unwrap().iter().map(|it| it["conflict"].to_string());
        names.collect::<Vec<_>>()
    };
    let before = conflicts(&vault);
    assert_eq!(before.len(), 2, "{before:?}");
    vault.ok(&["conflicts", "resolve", before[0].trim_matches('"')]);
    let first = export(&vault);
    let sides = lines(&first).iter().filter(|line| line.get("disputes").is_some()).count();
    assert_eq!(sides, 2, "each is told by one side, also the one that was settled: {first}");
    let copy = Vault::new();
    bring_in(&copy, &first);
    for _ in 0..2 {
        assert_eq!(conflicts(&copy), before[1..], "what was settled stays settled");
        assert_eq!(export(&copy), first);
        copy.ok(&["reindex"]);
    }
    assert_eq!(copy.json(&["conflicts", "scan"])["found"], 0);
    let old: String = lines(&first)
        .into_iter()
        .map(|mut line| {
            line.as_object_mut().unwrap().remove("disputes");
            format!("{line}\n")
        })
        .collect();
    let copy = Vault::new();
    bring_in(&copy, &old);
    assert_eq!(copy.json(&["conflicts", "scan"])["found"], 2, "exports of before have none");
}

#[test]
fn a_copy_answers_as_the_vault_does() {
    let vault = rich_vault();
    let copy = Vault::new();
    bring_in(&copy, &export(&vault));
    let questions = ["which way", "note about", "部署", "fact and more", "gateway", "step by step"];
    for question in questions {
        let asked = ["recall", question, "--scope", "all", "--limit", "50", "--json"];
        let ask = |vault: &Vault| vault.run(&asked).recalled();
        assert_eq!(ask(&vault), ask(&copy), "{question}");
    }
    let findings = |vault: &Vault| vault.run(&["doctor", "--json"]).output.stdout;
    assert_eq!(findings(&vault), findings(&copy));
    assert!(copy.read("global/USER.md").contains("Prefers short answers"));
    assert!(copy.read("global/memory/MEMORY-001.md").contains("Fact 0 "));
    assert!(copy.read("global/archive/2026-11.md").contains("A note about discovery"));
    let taken = copy.json(&[
        "import",
        "jsonl",
        copy.write_lines(&[json!({
            "text": "A note about discovery, written at step 4"
        })])
        .to_str()
        .unwrap(),
    ]);
    assert_eq!(taken["forgotten"], 1, "what was forgotten stays so");
}

#[test]
fn lines_come_by_creation_and_then_by_id() {
    let lines = lines(&export(&rich_vault()));
    let keys: Vec<(String, String)> =
        lines.iter().map(|line| (sortable(&line["created_at"]), line["id"].to_string())).collect();
    assert!(keys.is_sorted(), "{keys:?}");
}

/// A time as text that sorts as it does.
fn sortable(time: &Value) -> String {
    let (whole, rest) = time.as_str().unwrap().trim_end_matches('Z').split_at(19);
    format!("{whole}{:0<10}", if rest.is_empty() { "." } else { rest })
}

#[test]
fn a_plain_import_of_an_export_takes_only_what_it_says() {
    let vault = Vault::new();
    vault.ok(&["remember", "Pinned and trusted", "--pin"]);
    vault.ok(&["remember", "Soon forgotten"]);
    vault.ok(&["reinforce", "1"]);
    vault.ok(&["forget", "2"]);
    let other = Vault::new();
    let file = other.beside("export.jsonl");
    fs::write(&file, export(&vault)).unwrap();
    let answer = other.run(&["import", "jsonl", file.to_str().unwrap()]);
    let stderr = String::from_utf8_lossy(&answer.output.stderr).into_owned();
    assert!(stderr.contains("--restore"), "{stderr}");
    assert!(answer.ok().contains("1 added, 0 updated, 0 unchanged, 1 stay forgotten, 0 rejected"));
    let memories = other.memories();
    assert_eq!(memories.len(), 1);
    let memory = &memories[0];
    assert_eq!((&memory["trust"], &memory["status"]), (&json!("medium"), &json!("confirmed")));
    assert_eq!(memory["signals"], Value::Null);
    assert_ne!(memory["id"], vault.memories()[0]["id"]);
    let distrusted = json!({"text": "From a plug-in", "trust": "low", "id": "x"});
    other.import(&[distrusted, json!({"text": "Trust me", "trust": "high"})]);
    let trusts: Vec<Value> =
        other.memories().iter().map(|memory| memory["trust"].clone()).collect();
    assert_eq!(trusts, ["medium", "low", "medium"]);
}

#[test]
fn a_known_memory_is_updated_only_by_what_is_new() {
    let vault = Vault::new();
    for text in ["Stays", "Changes here", "Changes there", "Is forgotten here"] {
        vault.ok(&["remember", text]);
    }
    let before = export(&vault);
    let there = Vault::new();
    bring_in(&there, &before);
    there.ok(&["update", "3", "Changed there"]);
    vault.ok(&["update", "2", "Changed here"]);
    vault.ok(&["forget", "4"]);
    let report = bring_in(&vault, &export(&there));
    assert_eq!(
        report,
        json!({"added": 0, "forgotten": 0, "lines": 4, "low_trust": 0, "rejected": [], "unchanged": 3, "updated": 1})
    );
    let texts: Vec<Value> = vault.memories().iter().map(|memory| memory["text"].clone()).collect();
    assert_eq!(texts, ["Stays", "Changed here", "Changed there", "Is forgotten here"]);
    let forgotten = there.json(&["update", "4", "Is changed there"]);
    assert_eq!(forgotten["version"], 2);
    assert_eq!(bring_in(&vault, &export(&there))["forgotten"], 1);
}

#[test]
fn numbers_that_are_taken_are_drawn_anew() {
    let (vault, other) = (Vault::new(), Vault::new());
    vault.ok(&["remember", "Mine"]);
    for text in ["Theirs one", "Theirs two"] {
        other.ok(&["remember", text]);
    }
    bring_in(&vault, &export(&other));
    vault.ok(&["remember", "Mine again"]);
    let numbers: Vec<(Value, Value)> = vault
        .memories()
        .iter()
        .map(|memory| (memory["number"].clone(), memory["text"].clone()))
        .collect();
    let expected = [(1, "Mine"), (2, "Theirs two"), (3, "Theirs one"), (4, "Mine again")];
    assert_eq!(numbers, expected.map(|(number, text)| (json!(number), json!(text))));
}

#[test]
fn a_line_that_cannot_be_restored_is_named_and_the_rest_goes_on() {
    let vault = Vault::new();
    let good = unknown_kind();
    let outside = good.replace("global/MEMORY.md", "../MEMORY.md").replace("0001\"", "0009\"");
    let file = vault.beside("lines.jsonl");
    fs::write(&file, format!("{{\"text\":\"x\"}}\n\n{outside}{good}")).unwrap();
    let answer = vault.run(&["import", "jsonl", "--restore", file.to_str().unwrap()]);
    assert_eq!(answer.output.status.code(), Some(1), "{}", answer.story());
    assert!(answer.story().contains("line 1: missing field `id`"), "{}", answer.story());
    assert!(
        answer.story().contains("line 3: `../MEMORY.md` is not a document"),
        "{}",
        answer.story()
    );
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn an_export_is_narrowed_like_a_list() {
    let vault = rich_vault();
    let count = |arguments: &[&str]| lines(&vault.ok(&[&["export"], arguments].concat())).len();
    assert_eq!(count(&["--scope", "project:shop"]), 1);
    assert_eq!(count(&["--category", "house_rule"]), 1);
    assert_eq!(count(&["--kind", "hologram"]), 2);
    assert_eq!(count(&["--tag", "部署"]), 1);
    assert_eq!(count(&["--filter", r#"{"ref": "wiki-17"}"#]), 1);
    assert_eq!(count(&["--until", "2026-10-01"]), 3);
    assert_eq!(count(&["--archived"]), count(&[]) + 1);
    let stderr = vault.run(&["export"]).output.stderr;
    assert!(String::from_utf8_lossy(&stderr).contains("1 archived memory left out"));
    let file = vault.beside("out/all.jsonl");
    let answer =
        vault.json(&["export", "--scope", "agent:codex", "--output", file.to_str().unwrap()]);
    assert_eq!(answer, json!({"archived_left_out": 0, "memories": 1, "output": file}));
    assert_eq!(lines(&fs::read_to_string(file).unwrap()).len(), 1);
}

#[test]
fn an_export_replaces_a_file_only_when_it_is_told_to_and_never_one_of_the_vault() {
    let vault = rich_vault();
    let file = vault.beside("all.jsonl");
    fs::write(&file, "mine").unwrap();
    let place = file.to_str().unwrap();
    let complaint = vault.fails(&["export", "--output", place]);
    assert!(complaint.contains("is there already") && complaint.contains("`--force`"));
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    vault.ok(&["export", "--output", place, "--force"]);
    assert!(lines(&fs::read_to_string(&file).unwrap()).len() > 1);

    let journal = vault.path("journal/2026-11.jsonl");
    let before = fs::read(&journal).unwrap();
    std::os::unix::fs::symlink(vault.root(), vault.beside("link")).unwrap();
    let inside = ["vault/journal/2026-11.jsonl", "vault/new/all.jsonl", "vault", "link/all.jsonl"];
    for name in inside {
        for format in ["jsonl", "markdown"] {
            let place = vault.beside(name);
            let arguments = ["export", "--format", format, "--force", "--output"];
            let complaint = vault.fails(&[&arguments[..], &[place.to_str().unwrap()]].concat());
            assert!(complaint.contains("is inside the vault"), "{name}: {complaint}");
        }
    }
    assert_eq!(fs::read(&journal).unwrap(), before);
    let complaint = vault.fails(&["export", "--output", "/dev/null", "--force"]);
    assert!(complaint.contains("`/dev/null` is not a file"), "{complaint}");
}

#[test]
fn markdown_can_be_dropped_into_a_vault() {
    let vault = rich_vault();
    let folder = vault.beside("markdown");
    let place = folder.to_str().unwrap();
    vault.ok(&["export", "--format", "markdown", "--archived", "--output", place]);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert!(read("global/MEMORY.md").starts_with("# Memory of global\n\n## By hand\n\n- "));
    assert!(read("global/archive/2026-11.md").contains("[discovery] A note about discovery"));
    assert!(read("sessions/s1/MEMORY.md").contains("Belongs to session:s1"));
    let dropped = Vault::new();
    copy_documents(&folder, &dropped.root());
    let texts = |vault: &Vault, is_shown: fn(&Value) -> bool| {
        let memories = vault.memories();
        let shown = memories.iter().filter(|memory| is_shown(memory));
        let mut texts: Vec<(String, String)> = shown
            .map(|memory| (memory["anchor"].to_string(), memory["text"].to_string()))
            .collect();
        texts.sort();
        texts
    };
    let in_documents =
        |memory: &Value| memory["lifecycle"].is_null() && memory["scope"] != "session:s1";
    assert_eq!(texts(&dropped, |_| true), texts(&vault, in_documents));
    let complaint = vault.fails(&["export", "--format", "markdown", "--output", place]);
    assert!(complaint.contains("is not an empty folder"), "{complaint}");
    let stream = vault.ok(&["export", "--format", "markdown", "--scope", "project:shop"]);
    let block = "# Memory of project:shop\n\n## Facts\n\n- **[2026-11-15]** [discovery] Belongs to project:shop ^";
    assert!(
        stream.starts_with(&format!("<!-- projects/shop/MEMORY.md -->\n\n{block}")),
        "{stream}"
    );
}

/// Copies what lies in folders of scopes.
fn copy_documents(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.ends_with("sessions") {
            continue;
        }
        if path.is_dir() {
            copy_documents(&path, &target);
        } else {
            fs::copy(&path, &target).unwrap();
        }
    }
}

#[test]
fn a_carriage_return_written_by_hand_comes_back() {
    let vault = Vault::new();
    vault.ok(&["remember", "Something"]);
    let document = vault.read("global/MEMORY.md");
    let odd = "- one\rtwo #tag\r\n- three\r\r\n- a\r- b\r\n";
    vault.save("global/MEMORY.md", &format!("{document}\n## By hand\n\n{odd}"));
    let first = export(&vault);
    assert!(!first.contains("\\r"), "{first}");
    assert!(first.contains(r#""text":"one\ntwo""#), "{first}");
    let copy = Vault::new();
    let report = bring_in(&copy, &first);
    assert_eq!((&report["added"], &report["rejected"]), (&json!(4), &json!([])));
    assert_eq!(export(&copy), first);
    vault.ok(&["reindex"]);
    assert_eq!(export(&vault), first, "a reindex changed something");
    vault.ok(&["list"]);
    assert_eq!(export(&vault), first, "the same line was taken in once more");
    let old = first.replace("one\\ntwo", "one\\rtwo");
    assert_ne!(old, first);
    let copy = Vault::new();
    assert_eq!(bring_in(&copy, &old)["rejected"], json!([]), "exports of former versions");
    assert_eq!(export(&copy), first);
}

#[test]
fn a_line_that_would_not_come_back_is_refused_with_its_limit() {
    let vault = Vault::new();
    vault.ok(&["remember", "Something"]);
    let line: Value = serde_json::from_str(export(&vault).trim()).unwrap();
    let refused: [(&[&str], Value, &str); 12] = [
        (&["version"], json!(0), "version 0 is not between 1 and 1073741823"),
        (&["version"], json!(2_147_483_648_u64), "version 2147483648 is not between 1 and"),
        (&["version"], json!(u64::MAX), "18446744073709551615"),
        (&["number"], json!(1_u64 << 48), "number 281474976710656 is above 140737488355328"),
        (&["signals", "score"], json!(i64::MIN), "score -9223372036854775808 is not between"),
        (
            &["signals", "access_count"],
            json!(u64::MAX),
            "access_count 18446744073709551615 is above",
        ),
        (&["signals", "injections"], json!(1_u64 << 53), "injections 9007199254740992 is above"),
        (&["importance"], json!(1.5), "importance 1.5 is not between 0 and 1"),
        (&["confidence"], json!(-0.1), "confidence -0.1 is not between 0 and 1"),
        (&["created_at"], json!("+012026-01-01T00:00:00Z"), "line 1"),
        (&["text"], json!(" \n\u{3000}"), "Content is required"),
        (&["tags"], json!((0..65).map(|n| format!("t{n}")).collect::<Vec<_>>()), "at most 64"),
    ];
    for (path, value, fault) in refused {
        let copy = Vault::new();
        let mut line = line.clone();
        let field = path.iter().fold(&mut line, |value, name| &mut value[*name]);
        *field = value;
        let file = copy.write_lines(&[line]);
        let report = copy.run(&["import", "jsonl", "--restore", file.to_str().unwrap()]);
        assert_eq!(report.output.status.code(), Some(1), "{}", report.story());
        assert!(report.story().contains(fault), "{fault}: {}", report.story());
        assert_eq!(export(&copy), "");
    }
}

#[test]
fn numbers_at_their_limits_come_back_and_are_counted_on_from() {
    let vault = Vault::new();
    vault.ok(&["remember", "Something"]);
    let mut line: Value = serde_json::from_str(export(&vault).trim()).unwrap();
    line["version"] = json!(1_073_741_823);
    line["number"] = json!(1_u64 << 47);
    line["signals"] =
        json!({"score": -(1_i64 << 47), "access_count": 1_u64 << 47, "injections": 1_u64 << 47});
    let copy = Vault::new();
    assert_eq!(bring_in(&copy, &format!("{line}\n"))["rejected"], json!([]));
    let number = (1_u64 << 47).to_string();
    copy.ok(&["update", &number, "Something else"]);
    copy.ok(&["demote", &number]);
    let next = copy.json(&["remember", "The next one"]);
    assert_eq!(next["number"], json!((1_u64 << 47) + 1));
    let before = export(&copy);
    copy.ok(&["reindex"]);
    assert_eq!(export(&copy), before, "what was acknowledged is there after a rebuild");
    assert_eq!(before.lines().count(), 2);
}
