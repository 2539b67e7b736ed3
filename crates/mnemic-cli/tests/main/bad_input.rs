//! What should not be there: each is answered or refused with the way out, and nothing is lost.

use serde_json::json;

use crate::harness::Vault;

fn hint(complaint: &str) -> &str {
    complaint.split("hint: ").nth(1).unwrap_or_else(|| panic!("no way out: {complaint}"))
}

/// What a script printed that may mount what it likes; nothing where the tester may not mount at all.
fn among_own_mounts(vault: &Vault, script: &str) -> Option<(String, String)> {
    let mut command = std::process::Command::new("unshare");
    vault.surround(&mut command);
    let output = command.args(["--mount", "sh", "-c", script]).output().unwrap();
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (said(&output.stdout), said(&output.stderr));
    let may_mount = output.status.code() != Some(99) && !stderr.contains("unshare: ");
    may_mount.then_some((stdout, stderr))
}

#[test]
fn a_text_that_cannot_be_kept_is_refused() {
    let vault = Vault::new();
    let long = "x".repeat(2_000_000);
    let file = vault.write_lines(&[
        json!({"text": long}),
        json!({"text": "nul \u{0}"}),
        json!({"text": "ok"}),
    ]);
    let report = vault.run(&["import", "jsonl", file.to_str().unwrap()]);
    assert_eq!(report.output.status.code(), Some(1));
    assert!(
        report.story().contains("line 1: Content exceeds maximum size: 1048576"),
        "{}",
        report.story()
    );
    assert!(
        report.story().contains("line 2: the text holds the control character U+0000"),
        "{}",
        report.story()
    );
    for text in ["", "   ", "\n\t\n"] {
        let complaint = vault.fails(&["remember", text, ""]);
        assert!(complaint.contains("Content is required"), "{complaint}");
        hint(&complaint);
    }
    assert!(vault.fails(&["remember", "bell \u{7}"]).contains("U+0007"));
    assert!(vault.fails(&["remember", "x", "--importance", "7"]).contains("between 0 and 1"));
    assert!(vault.fails(&["remember", "x", "--tags", "2024"]).contains("needs a letter"));
    assert!(vault.fails(&["remember", "x", "--category", "?!"]).contains("not a category"));
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn a_huge_question_is_answered_at_once() {
    let vault = Vault::new();
    vault.ok(&["remember", "needle in a haystack"]);
    let question = "needle ".to_owned()
        + &(0..14_000).map(|number| format!("hay{number} ")).collect::<String>();
    assert!(question.len() > 100_000);
    assert_eq!(vault.json(&["recall", &question])["hits"][0]["number"], 1);
}

#[test]
fn operators_and_quotes_are_only_words() {
    let vault = Vault::new();
    vault.ok(&["remember", "the plus-minus operator isn't NEAR col:umn"]);
    for question in [
        "\"",
        "'",
        "a AND",
        "NOT",
        "NEAR(",
        "col:umn",
        "-minus",
        "^plus",
        "plus*",
        "(((",
        "\"unbalanced",
        "OR OR",
        "{",
        "a\"b",
        ";DROP TABLE",
    ] {
        let run = vault.run(&["recall", "--", question]);
        assert!(run.output.status.success(), "{}", run.story());
    }
    assert_eq!(vault.json(&["recall", "col:umn"])["hits"][0]["number"], 1);
    assert_eq!(
        vault.run(&["recall", "--json", "--", "-minus NOT \"operator\""]).json()["hits"][0]["number"],
        1
    );
}

#[test]
fn every_script_is_kept_and_found() {
    let vault = Vault::new();
    for (text, question) in [
        ("東京タワーに登った", "タワー"),
        ("我的猫很喜欢睡觉", "猫"),
        ("서울에서 만났다", "서울"),
        ("ذهبت إلى السوق أمس", "السوق"),
        ("הלכתי לשוק אתמול", "לשוק"),
        ("Ça va être très naïf", "naif"),
        ("rocket 🚀 launch 👩‍👩‍👧‍👦 family", "rocket"),
        ("Ελληνικά γράμματα", "ελληνικά"),
    ] {
        let remembered = vault.json(&["remember", text]);
        assert_eq!(
            vault.json(&["recall", question])["hits"][0]["number"],
            remembered["number"],
            "{question}"
        );
        assert!(vault.read("global/MEMORY.md").contains(text));
    }
    vault.ok(&["recall", "🚀"]);
}

#[test]
fn names_that_mean_nothing_are_refused_with_the_way_out() {
    let vault = Vault::new();
    vault.ok(&["remember", "only one"]);
    for name in ["99", "^zzzzzzzz", "[id:7]", "nosuchanchor"] {
        let complaint = vault.fails(&["show", name]);
        assert!(hint(&complaint).contains("mnemic list"), "{complaint}");
    }
    assert!(vault.fails(&["show", "a b"]).contains("does not name a memory"));
    assert!(vault.fails(&["restore", "1"]).contains("not archived"));
    assert!(vault.fails(&["recall", "x", "--since", "some day"]).contains("not a time"));
    assert!(vault.fails(&["recall", ""]).contains("no question"));
    assert_eq!(vault.run(&["recall", "x", "--limit", "many"]).output.status.code(), Some(2));
}

#[test]
fn no_name_leads_out_of_the_vault() {
    let vault = Vault::new();
    vault.ok(&["init"]);
    for scope in [
        "project:../../etc",
        "project:..",
        "agent:/tmp",
        "project:a/b",
        "project:",
        "nowhere",
        "project:CON",
    ] {
        let complaint = vault.fails(&["remember", "x", "--scope", scope]);
        assert!(complaint.contains("scope"), "{complaint}");
    }
    assert!(
        vault
            .fails(&["doctor", "--accept", "../../etc/passwd", "--yes"])
            .contains("not a document")
    );
}

#[test]
fn links_out_of_the_vault_are_not_followed() {
    let vault = Vault::new();
    vault.ok(&["remember", "inside"]);
    let outside = vault.beside("outside.md");
    std::fs::write(&outside, "- a secret outside\n").unwrap();
    std::fs::remove_file(vault.path("global/MEMORY.md")).unwrap();
    std::os::unix::fs::symlink(&outside, vault.path("global/MEMORY.md")).unwrap();
    std::fs::create_dir_all(vault.beside("elsewhere")).unwrap();
    std::fs::write(vault.beside("elsewhere/MEMORY.md"), "- another secret\n").unwrap();
    std::fs::create_dir_all(vault.path("projects")).unwrap();
    std::os::unix::fs::symlink(vault.beside("elsewhere"), vault.path("projects/linked")).unwrap();
    vault.ok(&["remember", "still works"]);
    let answer = vault.json(&["recall", "secret", "--scope", "all"]).to_string();
    assert!(answer.contains("inside") && !answer.contains("secret"), "{answer}");
    assert_eq!(std::fs::read_to_string(&outside).unwrap(), "- a secret outside\n");
    assert!(vault.run(&["doctor"]).story().contains("symbolic link"));
    assert_eq!(vault.memories().len(), 2);
}

#[test]
fn a_document_with_ten_thousand_headings_is_only_long() {
    let vault = Vault::new();
    vault.ok(&["remember", "before"]);
    let headings: String = (0..10_000).map(|number| format!("## Heading {number}\n\n")).collect();
    vault.save(
        "global/MEMORY.md",
        &(vault.read("global/MEMORY.md") + &headings + "- after all of them\n"),
    );
    assert_eq!(vault.json(&["recall", "after"])["hits"][0]["number"], 2);
}

#[test]
fn a_vault_that_cannot_be_written_is_still_read() {
    let vault = Vault::new();
    vault.ok(&["remember", "readable"]);
    let mounted = vault.beside("mounted");
    std::fs::create_dir(&mounted).unwrap();
    let script = format!(
        "mount --bind {0} {1} && mount -o remount,ro,bind {1} || exit 99; {2} --vault {1} recall readable --json; {2} --vault {1} remember more",
        vault.root().display(),
        mounted.display(),
        env!("CARGO_BIN_EXE_mnemic"),
    );
    let Some((stdout, stderr)) = among_own_mounts(&vault, &script) else {
        return mnemic_testing::skip!("mounting is not allowed here");
    };
    assert!(stdout.contains("\"readable\""), "{stdout}\n{stderr}");
    assert!(
        stderr.contains("error: ") && hint(&stderr).contains("check the permissions"),
        "{stderr}"
    );
    assert_eq!(vault.memories().len(), 1);
}

#[test]
fn a_full_disk_is_told_and_nothing_acknowledged_is_lost() {
    let vault = Vault::new();
    let mounted = vault.beside("small");
    std::fs::create_dir(&mounted).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=1m tmpfs {0} || exit 99
         n=0; while [ $n -lt 400 ]; do n=$((n+1)); {1} --vault {0}/v remember \"$(head -c 3000 /dev/zero | tr '\\0' x) $n\" >/dev/null 2>{0}.err || break; done
         cat {0}.err >&2; {1} --vault {0}/v list --limit 1000 --json >{0}.list; code=$?
         echo \"$n $code\"; cat {0}.list",
        mounted.display(),
        env!("CARGO_BIN_EXE_mnemic"),
    );
    let Some((stdout, stderr)) = among_own_mounts(&vault, &script) else {
        return mnemic_testing::skip!("mounting is not allowed here");
    };
    let (counts, listing) = stdout.split_once('\n').unwrap();
    let (tried, code) = counts.split_once(' ').unwrap();
    assert_eq!(code, "0", "reading goes on: {stderr}");
    let tried: u64 = tried.parse().unwrap();
    assert!(tried < 400, "the disk never filled up");
    let listing: serde_json::Value = serde_json::from_str(listing).unwrap();
    let kept = listing["total"].as_u64().unwrap();
    assert!(kept == tried - 1 || kept == tried, "{kept} of {} acknowledged are there", tried - 1);
    assert!(stderr.contains("hint: "), "{stderr}");
}

#[test]
fn a_damaged_line_of_the_journal_costs_itself_and_is_named() {
    let vault = Vault::new();
    for text in ["first", "second", "third"] {
        vault.ok(&["remember", text, "--scope", "session:s"]);
    }
    let segment = vault.path("journal/2026-11.jsonl");
    let mut bytes = std::fs::read(&segment).unwrap();
    let second = bytes.windows(6).position(|window| window == b"second").unwrap();
    bytes[second] |= 0x80;
    bytes.extend_from_slice(b"\n");
    std::fs::write(&segment, &bytes).unwrap();
    vault.ok(&["reindex"]);
    vault.ok(&["remember", "fourth", "--scope", "session:s"]);
    let texts: Vec<serde_json::Value> =
        vault.memories().iter().map(|memory| memory["text"].clone()).collect();
    assert_eq!(texts, ["first", "third", "fourth"]);
    let doctor = vault.run(&["doctor"]);
    assert!(doctor.story().contains("journal/2026-11.jsonl line 2"), "{}", doctor.story());
}

#[test]
fn a_version_that_never_was_is_refused() {
    let vault = Vault::new();
    vault.ok(&["remember", "one"]);
    for version in ["0", "7"] {
        let complaint = vault.fails(&["update", "1", "two", "--base-version", version]);
        assert!(complaint.contains("no version"), "{complaint}");
    }
    assert_eq!(vault.json(&["show", "1"])["text"], "one");
}

#[test]
fn too_many_tags_are_refused_at_once() {
    let vault = Vault::new();
    let tags: Vec<String> = (0..100_000).map(|number| format!("t{number}")).collect();
    let file = vault.write_lines(&[json!({"text": "many tags", "tags": tags})]);
    let report = vault.run(&["import", "jsonl", file.to_str().unwrap()]);
    let limit = "line 1: 100000 tags are too many: a memory has at most 64";
    assert!(report.story().contains(limit), "{}", report.story());
}

#[test]
fn of_too_many_tags_written_by_hand_the_first_stay_text() {
    let vault = Vault::new();
    vault.ok(&["remember", "Something"]);
    let tags: String = (0..70).map(|number| format!(" #t{number}")).collect();
    let document = vault.read("global/MEMORY.md");
    vault.save("global/MEMORY.md", &format!("{document}\n## By hand\n\n- Much{tags}\n"));
    let taken_in = || vault.memories().pop().unwrap();
    let memory = taken_in();
    assert_eq!(memory["text"], "Much #t0 #t1 #t2 #t3 #t4 #t5");
    assert_eq!(memory["tags"].as_array().unwrap().len(), 64);
    assert_eq!(taken_in(), memory, "it was taken in once more");
}

#[test]
fn a_misspelt_vault_is_refused_and_not_made() {
    let vault = Vault::new();
    for arguments in [&["list"][..], &["recall", "x"], &["show", "1"], &["status"], &["doctor"]] {
        let complaint = vault.fails(arguments);
        assert!(complaint.contains("there is no vault at"), "{arguments:?}: {complaint}");
        assert!(complaint.contains("`mnemic init`"), "{complaint}");
        assert!(!vault.root().exists(), "{arguments:?} made a vault");
    }
}

#[test]
fn words_of_other_tools_lead_to_the_right_command() {
    let vault = Vault::new();
    assert!(vault.ok(&["add", "Deploys go through CI"]).starts_with("Remembered [id:1]"));
    for verb in ["search", "find", "query", "ask"] {
        assert!(vault.ok(&[verb, "deploys"]).contains("Deploys go through CI"), "{verb}");
    }
    assert!(vault.ok(&["ls"]).contains("Deploys go through CI"));
    assert!(vault.ok(&["context", "how", "do", "we", "deploy"]).contains("Deploys"));
    assert!(vault.ok(&["rm", "1"]).starts_with("Forgot [id:1]"));
    assert_eq!(vault.ok(&["list"]), "No memories found.\n");
    assert!(vault.ok(&["conflicts"]).contains("No memories contradict"));
    assert!(vault.ok(&[]).contains("Usage: mnemic"));
}

#[test]
fn a_wrong_number_is_answered_in_words() {
    let complaint = Vault::new().run(&["list", "--limit", "abc"]).story();
    assert!(complaint.contains("use a whole number, such as 10"), "{complaint}");
}
