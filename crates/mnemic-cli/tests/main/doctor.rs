//! Whatever is broken in a vault, the doctor names it, says what puts it right, and does so when no person is
//! needed. Each test breaks the vault first.

use std::{fs, os::unix::fs::PermissionsExt, path::Path};

use rusqlite::Connection;
use serde_json::{Value, json};

use crate::harness::{NOW, Vault};

const MEMORY: &str = "global/MEMORY.md";
const SEGMENT: &str = "journal/2026-11.jsonl";

fn used() -> Vault {
    let vault = Vault::new();
    for text in ["word alpha", "word beta", "word gamma"] {
        vault.ok(&["remember", text]);
    }
    assert_eq!(codes(&vault), Vec::<String>::new());
    vault
}

/// What the doctor says, whether or not a person is needed.
fn doctor(vault: &Vault, arguments: &[&str]) -> Value {
    let answer = vault.run(&[&["doctor", "--json"], arguments].concat());
    let health: Value = serde_json::from_slice(&answer.output.stdout)
        .unwrap_or_else(|_| panic!("{}", answer.story()));
    assert_eq!(health["well"], answer.output.status.success(), "{}", answer.story());
    health
}

fn codes(vault: &Vault) -> Vec<String> {
    let health = doctor(vault, &[]);
    let findings = health["findings"].as_array().unwrap();
    findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

fn finding(health: &Value, code: &str) -> Value {
    let findings = health["findings"].as_array().unwrap();
    let found = findings.iter().find(|finding| finding["code"] == code);
    found.unwrap_or_else(|| panic!("{code} is not in {health:#}")).clone()
}

/// What is broken is named, mended when the doctor is told to, and not found again.
fn is_mended(vault: &Vault, code: &str) {
    let health = doctor(vault, &[]);
    let found = finding(&health, code);
    assert_eq!((&found["mending"], &found["fixed"]), (&json!("fix"), &json!(false)), "{found}");
    assert_eq!(health["well"], true, "no person is needed: {health:#}");
    let mended = finding(&doctor(vault, &["--fix"]), code);
    assert_eq!(mended["fixed"], true, "{mended}");
    assert_eq!(codes(vault), Vec::<String>::new());
}

/// What is broken is named, has been put right by then, and is not found again.
fn is_mended_by_itself(vault: &Vault, code: &str) {
    let found = finding(&doctor(vault, &[]), code);
    assert_eq!((&found["mending"], &found["fixed"]), (&json!("itself"), &json!(true)), "{found}");
    assert!(!codes(vault).contains(&code.to_owned()));
}

/// What is broken is named and left alone, with what a person can do about it.
fn needs_a_person(vault: &Vault, code: &str, remedy: &str) {
    for arguments in [&[][..], &["--fix"]] {
        let health = doctor(vault, arguments);
        assert_eq!(health["well"], false, "{health:#}");
        let found = finding(&health, code);
        assert_eq!((&found["needs_person"], &found["fixed"]), (&json!(true), &json!(false)));
        assert!(found["remedy"].as_str().unwrap().contains(remedy), "{found}");
    }
}

#[test]
fn a_sound_vault_has_no_findings_and_a_new_one_neither() {
    used();
    let vault = Vault::new();
    vault.ok(&["init"]);
    assert_eq!(codes(&vault), Vec::<String>::new());
    assert_eq!(vault.ok(&["doctor"]), "Everything is in order\n");
}

#[test]
fn a_lost_index_is_named() {
    let vault = used();
    fs::remove_dir_all(vault.path("index")).unwrap();
    is_mended_by_itself(&vault, "index-missing");
}

#[test]
fn a_row_that_was_changed_is_found() {
    let vault = used();
    let index = Connection::open(vault.index()).unwrap();
    index.execute("UPDATE memories SET importance = 0.123 WHERE number = 2", []).unwrap();
    drop(index);
    is_mended(&vault, "index-damaged");
}

#[test]
fn words_out_of_step_with_the_texts_are_found() {
    let vault = used();
    let index = Connection::open(vault.index()).unwrap();
    index.execute("DELETE FROM words_data WHERE id > 10", []).unwrap();
    drop(index);
    is_mended(&vault, "index-damaged");
    assert_eq!(vault.json(&["recall", "beta"])["hits"][0]["number"], 2);
}

#[test]
fn an_index_that_fell_behind_is_named() {
    let vault = used();
    let copy = vault.beside("copy.sqlite");
    fs::copy(vault.index(), &copy).unwrap();
    vault.ok(&["remember", "word delta"]);
    fs::rename(copy, vault.index()).unwrap();
    is_mended_by_itself(&vault, "index-behind");
}

#[test]
fn an_index_of_a_newer_version_is_built_anew_when_asked() {
    let vault = used();
    let index = Connection::open(vault.index()).unwrap();
    index.pragma_update(None, "user_version", 999).unwrap();
    drop(index);
    is_mended(&vault, "index-newer");
}

#[test]
fn files_that_no_index_uses_are_removed() {
    let vault = used();
    vault.ok(&["reindex"]);
    for name in ["index/memory-1.sqlite", "index/memory-1.sqlite-wal", "index/building-7-0.sqlite"]
    {
        fs::write(vault.path(name), "stray").unwrap();
        set_mode(&vault.path(name), 0o600);
    }
    is_mended(&vault, "index-stray");
    assert_eq!(vault.json(&["recall", "beta"])["hits"][0]["number"], 2);
}

/// The journal with line `number` changed and sealed again.
fn reseal(vault: &Vault, number: usize, from: &str, to: &str) {
    let journal = vault.read(SEGMENT);
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let (content, _) = lines[number - 1].rsplit_once(r#","sum":""#).unwrap();
    assert!(content.contains(from), "{content}");
    let content = content.replacen(from, to, 1);
    let sum = &blake3::hash(content.as_bytes()).to_hex()[..16];
    lines[number - 1] = format!(r#"{content},"sum":"{sum}"}}"#);
    vault.save(SEGMENT, &(lines.join("\n") + "\n"));
}

#[test]
fn a_line_that_does_not_match_its_checksum_is_named() {
    let vault = used();
    vault.save(SEGMENT, &vault.read(SEGMENT).replacen("word alpha", "word ALPHA", 1));
    needs_a_person(&vault, "journal-line-damaged", "backup");
    let found = finding(&doctor(&vault, &[]), "journal-line-damaged");
    assert!(found["what"].as_str().unwrap().starts_with("journal/2026-11.jsonl line 1: "));
}

#[test]
fn a_line_that_is_sealed_but_says_nothing_known_is_named_by_doctor_and_reindex() {
    let vault = used();
    let line = 1 + vault.read(SEGMENT).lines().position(|line| line.contains("word beta")).unwrap();
    reseal(&vault, line, r#""cause":"remembered""#, r#""cause":"dreamt""#);
    needs_a_person(&vault, "journal-line-unknown", "version of Mnemic that wrote it");
    let found = finding(&doctor(&vault, &[]), "journal-line-unknown");
    let place = format!("journal/2026-11.jsonl line {line}: ");
    assert!(found["what"].as_str().unwrap().starts_with(&place), "{found}");
    let reindexed = vault.json(&["reindex"]);
    assert_eq!(reindexed["bad_lines"], 1);
    assert_eq!(reindexed["skipped"][0]["segment"], "2026-11.jsonl");
    assert_eq!(reindexed["skipped"][0]["line"], line);
}

#[test]
fn a_journal_of_a_newer_version_is_named() {
    let vault = used();
    reseal(&vault, 1, r#"{"v":1"#, r#"{"v":99"#);
    needs_a_person(&vault, "journal-newer", "version of Mnemic that wrote it");
}

#[test]
fn an_incomplete_line_is_cut_off_kept_and_named() {
    let vault = used();
    let whole = vault.read(SEGMENT);
    vault.save(SEGMENT, &(whole.clone() + r#"{"v":1,"id":"01"#));
    is_mended_by_itself(&vault, "journal-torn");
    assert_eq!(vault.read(SEGMENT), whole);
    assert_eq!(codes(&vault), ["journal-torn-kept"]);
    let kept = finding(&doctor(&vault, &["--fix"]), "journal-torn-kept");
    assert_eq!((&kept["mending"], &kept["fixed"]), (&json!("nobody"), &json!(false)));
    fs::remove_dir_all(vault.path("journal/torn")).unwrap();
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn every_kind_of_damage_to_a_document_has_its_name() {
    let vault = Vault::new();
    for number in 0..12 {
        vault.ok(&["remember", &format!("kept thing {number}")]);
    }
    let whole = vault.read(MEMORY);
    let without: String = whole
        .lines()
        .filter(|line| !line.contains("kept"))
        .map(|line| format!("{line}\n"))
        .collect();
    let merge = format!("{whole}<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n");
    for (code, damaged, remedy) in [
        ("document-empty", String::new(), "--rewrite global/MEMORY.md"),
        ("document-lost-memories", without, "--rewrite global/MEMORY.md"),
        ("document-merge-markers", merge, "git checkout --ours"),
    ] {
        vault.save(MEMORY, &damaged);
        needs_a_person(&vault, code, remedy);
        assert_eq!(vault.read(MEMORY), damaged, "it is left alone");
    }
    let refused = vault.fails(&["doctor", "--accept", MEMORY, "--yes"]);
    assert!(refused.contains("git merge markers (line "), "{refused}");
    assert!(vault.read(MEMORY).contains("<<<<<<<"), "markers are not accepted");
    fs::write(vault.path(MEMORY), b"\xff\xfe").unwrap();
    needs_a_person(&vault, "document-unreadable", "text file");
    fs::remove_file(vault.path(MEMORY)).unwrap();
    needs_a_person(&vault, "document-missing", "restore the file");
    vault.save(MEMORY, &whole);
    assert_eq!(codes(&vault), Vec::<String>::new(), "the flag lifts by itself");
}

#[test]
fn a_document_that_vanished_with_the_index_is_missed() {
    let vault = used();
    fs::remove_file(vault.path(MEMORY)).unwrap();
    fs::remove_dir_all(vault.path("index")).unwrap();
    needs_a_person(&vault, "document-missing", "--rewrite");
    vault.ok(&["doctor", "--rewrite", MEMORY, "--yes"]);
    assert!(vault.read(MEMORY).contains("word beta"));
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn a_document_that_is_behind_is_brought_up_to_date() {
    let vault = used();
    vault.save(MEMORY, &(vault.read(MEMORY) + "\n- by hand\n"));
    is_mended(&vault, "document-behind");
    assert!(vault.read(MEMORY).contains("- by hand ^"));
}

#[test]
fn what_a_dead_process_left_is_swept() {
    let vault = used();
    vault.save("global/.MEMORY.md.mnemic-1-k7f3q9ab.tmp", "half a docu");
    is_mended(&vault, "document-leftover");
}

/// A vault whose scribe died after it had exchanged a document, with this left beside it.
fn exchanged(beside: &[u8]) -> Vault {
    let vault = used();
    let journal = vault.read(SEGMENT);
    let last = journal.trim_end().rfind('\n').unwrap() + 1;
    assert!(journal[last..].contains(r#"{"landed":{"document":"global/MEMORY.md""#));
    vault.save(SEGMENT, &journal[..last]);
    let leftover = vault.path("global/.MEMORY.md.mnemic-1-k7f3q9ab.tmp");
    fs::write(&leftover, beside).unwrap();
    set_mode(&leftover, 0o600);
    vault
}

#[test]
fn what_is_no_text_is_kept_aside_when_leftovers_are_swept() {
    let vault = exchanged(b"\xff\xfe someone's own");
    doctor(&vault, &["--fix"]);
    assert!(!vault.path("global/.MEMORY.md.mnemic-1-k7f3q9ab.tmp").exists());
    let kept = fs::read(vault.path("global/MEMORY.displaced-001.md")).unwrap();
    assert_eq!(kept, b"\xff\xfe someone's own");
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn a_copied_anchor_is_found_and_the_copy_gets_its_own() {
    let vault = used();
    let document = vault.read(MEMORY);
    let line = document.lines().find(|line| line.contains("word beta")).unwrap();
    let copy = line.replace("word beta", "another thing");
    vault.save(MEMORY, &document.replace(line, &format!("{line}\n{copy}")));
    is_mended(&vault, "anchor-twice");
    assert_eq!(vault.memories().len(), 4);
}

/// A vault with a long text, and the path and content of its file.
fn long() -> (Vault, String, String) {
    let vault = used();
    let long = "a line of it\n".repeat(900);
    let remembered = vault.json(&["remember", long.trim_end()]);
    let file = format!("global/memory/long/{}.md", remembered["anchor"].as_str().unwrap());
    let content = vault.read(&file);
    assert!(!content.is_empty());
    (vault, file, content)
}

#[test]
fn the_file_of_a_text_that_is_no_longer_long_goes() {
    let (vault, file, content) = long();
    vault.ok(&["update", "4", "short now"]);
    assert!(!vault.path(&file).exists(), "the scribe removes it");
    assert_eq!(codes(&vault), Vec::<String>::new());
    vault.save(&file, &content);
    is_mended(&vault, "long-leftover");
    assert!(!vault.path(&file).exists());
    vault.ok(&["reindex"]);
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn a_leftover_long_text_that_nobody_else_has_is_left_to_a_person() {
    let (vault, file, content) = long();
    vault.ok(&["forget", "4"]);
    vault.ok(&["update", "4", "short now"]);
    vault.save(&file, &format!("{content}and more\n"));
    needs_a_person(&vault, "long-leftover", "check the file");
    assert!(vault.read(&file).ends_with("and more\n"));
}

#[test]
fn whoever_writes_into_the_file_of_a_text_that_became_short_means_the_memory() {
    let (vault, file, content) = long();
    vault.ok(&["update", "4", "short now"]);
    vault.save(&file, &format!("{content}and more\n"));
    vault.ok(&["list"]);
    assert!(vault.memories()[3]["text"].as_str().unwrap().ends_with("and more"));
    assert!(vault.read(&file).ends_with("and more\n"));
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn a_long_text_that_is_changed_where_only_its_beginning_stands_is_put_back() {
    let (vault, file, content) = long();
    let before = vault.read(MEMORY);
    vault.save(MEMORY, &before.replace("([whole text]", "and my words ([whole text]"));
    vault.ok(&["status"]);
    assert!(!vault.read(MEMORY).contains("and my words"));
    vault.save(
        MEMORY,
        &vault
            .read(MEMORY)
            .replace("([whole text]", "changed ([whole text]")
            .replace(".md))", ".md)) #tagged"),
    );
    vault.ok(&["status"]);
    let document = vault.read(MEMORY);
    assert!(document.contains("#tagged") && !document.contains("changed"), "{document}");
    assert_eq!(vault.read(&file), content);
    assert_eq!(codes(&vault), Vec::<String>::new());
}

/// Runs a verb at another moment.
fn at(vault: &Vault, now: &str, arguments: &[&str]) {
    let output = vault.command(arguments).env("MNEMIC_NOW", now).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A vault into whose journal another machine's later acts came, with a number that is taken.
fn merged() -> Vault {
    let one = used();
    let two = one.copy();
    one.ok(&["remember", "made on one"]);
    at(&two, "2026-11-15T12:00:00Z", &["remember", "made on two"]);
    let here = one.read(SEGMENT);
    let there = two.read(SEGMENT);
    let later: String =
        there.split_inclusive('\n').filter(|line| !here.contains(line.trim_end())).collect();
    one.save(SEGMENT, &(here + &later));
    one
}

#[test]
fn a_memory_whose_number_was_taken_is_given_another() {
    let vault = merged();
    is_mended(&vault, "memory-unnumbered");
    let numbers: Vec<Value> =
        vault.memories().iter().map(|memory| memory["number"].clone()).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
}

#[test]
fn a_memory_without_a_number_is_numbered_by_any_command_and_never_shown_as_0() {
    let vault = merged();
    let answer = vault.ok(&["recall", "made on two"]);
    assert!(!answer.contains("[id:0]"), "{answer}");
    assert!(vault.ok(&["recall", "made on two"]).contains("[id:5]"));
    assert_eq!(codes(&vault), Vec::<String>::new());
}

#[test]
fn a_clash_says_how_it_is_settled() {
    let vault = used();
    vault.ok(&["update", "2", "word beta two"]);
    vault.run(&["update", "2", "word beta three", "--base-version", "1"]);
    needs_a_person(&vault, "conflict-open", "`mnemic update 2 TEXT`");
    vault.ok(&["update", "2", "word beta settled"]);
    assert_eq!(codes(&vault), Vec::<String>::new());
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn what_others_may_read_is_closed_to_them() {
    let vault = used();
    let opened = [MEMORY, SEGMENT, "index", ".lock", "global", "config"];
    for name in opened {
        set_mode(&vault.path(name), if vault.path(name).is_dir() { 0o755 } else { 0o644 });
    }
    let foreign = vault.path("global/mine.txt");
    fs::write(&foreign, "mine").unwrap();
    set_mode(&foreign, 0o644);
    is_mended(&vault, "file-mode");
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert!(opened.iter().all(|name| mode(&vault.path(name)) & 0o077 == 0));
    assert_eq!(mode(&foreign), 0o644, "what is not ours stays as it is");
}

#[test]
fn lines_for_git_that_are_missing_are_added_to_what_is_there() {
    let vault = used();
    fs::remove_file(vault.path(".gitattributes")).unwrap();
    vault.save(".gitignore", "mine/\n/index/\n*.tmp");
    is_mended(&vault, "git-lines");
    assert_eq!(
        vault.read(".gitattributes"),
        "journal/*.jsonl merge=union\n**/memory/????-??-??.md merge=union\n"
    );
    let ignored = vault.read(".gitignore");
    assert!(ignored.starts_with("mine/\n/index/\n*.tmp\n"), "{ignored}");
    assert!(ignored.contains("\ncache/\n") && ignored.contains("\n.lock\n"), "{ignored}");
}

#[test]
fn a_fault_of_the_configuration_is_named() {
    let vault = used();
    vault.save("config/memory.yaml", "search:\n  max_resluts: 3\n");
    needs_a_person(&vault, "configuration-fault", "mnemic config check");
}

#[test]
fn findings_are_told_in_sentences_with_what_would_be_done() {
    let vault = used();
    set_mode(&vault.path(MEMORY), 0o644);
    let output = vault.ok(&["doctor"]);
    let expected = "found: others may read or write `global/MEMORY.md` (file-mode)\n    \
        `mnemic doctor --fix` would remove access for other users\n";
    assert_eq!(output, expected);
    let mended = "mended: others may read or write `global/MEMORY.md` (file-mode)\n";
    assert_eq!(vault.ok(&["doctor", "--fix"]), mended);
    assert!(NOW.starts_with("2026-11"), "the segment of these tests is that of the month");
}

const TRANSCRIPT: &str = "global/sessions/s1.jsonl";

#[test]
fn a_transcript_that_ends_in_an_incomplete_line_is_mended() {
    let vault = Vault::with_session("s1");
    let whole = vault.read(TRANSCRIPT);
    vault.save(TRANSCRIPT, &format!("{whole}{{\"id\":\"torn\",\"role\":\"us"));
    is_mended(&vault, "transcript-torn");
    assert_eq!(vault.read(TRANSCRIPT), whole);
    let torn = fs::read_dir(vault.path("global/sessions/torn")).unwrap().count();
    assert_eq!(torn, 1, "what was cut off is kept");
}

#[test]
fn the_file_of_a_session_that_did_not_begin_is_removed_and_a_torn_line_kept() {
    let vault = Vault::with_session("s1");
    for (left, kept) in [("", false), ("{\"id\":\"torn\"", true)] {
        vault.save("global/sessions/s2.jsonl", left);
        is_mended(&vault, "transcript-unbegun");
        assert!(!vault.path("global/sessions/s2.jsonl").exists());
        assert_eq!(vault.path("global/sessions/torn/s2-0").exists(), kept);
    }
}

#[test]
fn a_line_of_a_transcript_that_cannot_be_read_is_named() {
    let vault = Vault::with_session("s1");
    let damaged = vault.read(TRANSCRIPT).replacen("\"role\":\"assistant\"", "\"role\":\"ass", 1);
    vault.save(TRANSCRIPT, &damaged);
    for fix in [&[][..], &["--fix"]] {
        let health = doctor(&vault, fix);
        let found = finding(&health, "transcript-line-damaged");
        assert_eq!((&health["well"], &found["fixed"]), (&json!(false), &json!(false)), "{found}");
        let what = found["what"].as_str().unwrap();
        assert!(what.starts_with("`global/sessions/s1.jsonl` line 3: "), "{what}");
    }
    assert_eq!(vault.read(TRANSCRIPT), damaged, "nothing is touched");
}

#[test]
fn a_transcript_without_its_beginning_is_named_and_costs_no_other_session() {
    let vault = Vault::with_session("s1");
    vault.ok(&["session", "end", "s1"]);
    vault.ok(&["session", "start", "--id", "s2"]);
    let (first, rest) = {
        let text = vault.read(TRANSCRIPT);
        let (first, rest) = text.split_once('\n').unwrap();
        (first.to_owned(), rest.to_owned())
    };
    vault.save(TRANSCRIPT, &rest);
    let found = finding(&doctor(&vault, &["--fix"]), "transcript-damaged");
    assert!(found["remedy"].as_str().unwrap().contains("first line"), "{found}");
    vault.ok(&["session", "append", "s2", "Still here"]);
    vault.save(TRANSCRIPT, &format!("{first}\n{rest}"));
    assert_eq!(doctor(&vault, &[])["well"], true);
}
