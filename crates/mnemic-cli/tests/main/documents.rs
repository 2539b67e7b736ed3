//! Documents that people edit: what they change is taken in, what they wrote is kept byte for byte.

use serde_json::json;

use crate::harness::Vault;

const MEMORY: &str = "global/MEMORY.md";

fn texts(vault: &Vault) -> Vec<String> {
    let listing = vault.json(&["list", "--order", "-number", "--limit", "1000"]);
    let memories = listing["memories"].as_array().unwrap();
    memories.iter().map(|memory| memory["text"].as_str().unwrap().to_owned()).collect()
}

fn three() -> Vault {
    let vault = Vault::new();
    for text in ["word alpha", "word beta", "word gamma"] {
        vault.ok(&["remember", text]);
    }
    vault
}

fn without(document: &str, word: &str) -> String {
    document.split_inclusive('\n').filter(|line| !line.contains(word)).collect()
}

#[test]
fn the_file_looks_as_the_readme_shows_it() {
    let vault = Vault::new();
    vault.ok(&[
        "remember",
        "Chose SQLite over Postgres for the local default",
        "--tags",
        "storage",
    ]);
    vault.ok(&["remember", "Never force-push to main"]);
    let anchor =
        |number: &str| vault.json(&["show", number])["anchor"].as_str().unwrap().to_owned();
    let document =
        vault.read(MEMORY).replace(&anchor("1"), "k7f3q9ab").replace(&anchor("2"), "m2c8r4tz");
    insta::assert_snapshot!(document.split("### System Facts").next().unwrap(), @"
    # Memory

    > Curated long-term memory for decisions, preferences, and durable facts.
    > Last updated: 2026-11-15 10:00:00.001 UTC

    ## Decisions

    <!-- Record important decisions here -->

    - **[2026-11-15]** Chose SQLite over Postgres for the local default #storage ^k7f3q9ab

    ## User Preferences

    <!-- Record user preferences here -->

    ## Facts

    - **[2026-11-15]** [warning] Never force-push to main ^m2c8r4tz
    ");
}

#[test]
fn an_edited_line_is_seen_by_the_next_recall() {
    let vault = three();
    vault.save(MEMORY, &vault.read(MEMORY).replace("word beta", "word BETTER #edited"));
    let hit = &vault.json(&["recall", "better"])["hits"][0];
    assert_eq!((&hit["number"], &hit["tags"][0]), (&json!(2), &json!("edited")));
    let shown = vault.json(&["show", "2"]);
    assert_eq!(shown["versions"][0]["memory"]["text"], "word beta");
}

#[test]
fn a_line_written_by_hand_becomes_a_memory_and_gets_only_an_anchor() {
    let vault = three();
    let before = vault
        .read(MEMORY)
        .replace("## Patterns\n", "## Patterns\n\n* [2]  my *own* style, `code` [[Link]] #tag\n");
    vault.save(MEMORY, &before);
    let hit = &vault.json(&["recall", "own style"])["hits"][0];
    let shown = vault.json(&["show", &hit["number"].to_string()]);
    assert_eq!((&shown["source"]["origin"], &shown["trust"]), (&json!("human"), &json!("high")));
    assert_eq!((&shown["category"], &shown["tags"][0]), (&json!("pattern"), &json!("tag")));
    let anchor = shown["anchor"].as_str().unwrap();
    assert!(
        vault
            .read(MEMORY)
            .contains(&format!("\n* [2]  my *own* style, `code` [[Link]] #tag ^{anchor}\n"))
    );
}

#[test]
fn a_deleted_line_is_archived_and_comes_back_when_the_line_does() {
    let vault = three();
    let whole = vault.read(MEMORY);
    vault.save(MEMORY, &without(&whole, "word gamma"));
    assert_eq!(texts(&vault), ["word alpha", "word beta"], "the newest one too");
    assert_eq!(vault.json(&["show", "3"])["lifecycle"]["reason"], "deleted_by_hand");
    assert!(vault.read("global/archive/2026-11.md").contains("word gamma"));
    vault.save(MEMORY, &whole);
    assert_eq!(texts(&vault), ["word alpha", "word beta", "word gamma"]);
    assert!(vault.read(MEMORY).contains("word gamma"));
}

#[test]
fn a_line_moved_to_another_document_or_section_keeps_its_memory() {
    let vault = three();
    vault.ok(&["remember", "likes tea", "--user"]);
    let line =
        vault.read(MEMORY).lines().find(|line| line.contains("word beta")).unwrap().to_owned();
    vault.save(MEMORY, &without(&vault.read(MEMORY), "word beta"));
    vault
        .save("global/USER.md", &(vault.read("global/USER.md") + "\n## Trivia\n\n" + &line + "\n"));
    assert_eq!(texts(&vault).len(), 4);
    let shown = vault.json(&["show", "2"]);
    assert_eq!(shown["home"], json!({"document": "global/USER.md", "section": "Trivia"}));
    assert!(!vault.read(MEMORY).contains("word beta"));
    assert_eq!(vault.read("global/USER.md").matches("word beta").count(), 1);
}

#[test]
fn a_copied_anchor_stays_with_the_original() {
    let vault = three();
    let line =
        vault.read(MEMORY).lines().find(|line| line.contains("word alpha")).unwrap().to_owned();
    vault.save(
        MEMORY,
        &(vault.read(MEMORY) + "\n## Copies\n\n" + &line.replace("alpha", "alpha copied") + "\n"),
    );
    assert_eq!(texts(&vault), ["word alpha", "word beta", "word gamma", "word alpha copied"]);
    let anchors: std::collections::HashSet<String> =
        vault.memories().iter().map(|memory| memory["anchor"].to_string()).collect();
    assert_eq!(anchors.len(), 4);
    for memory in vault.memories() {
        assert_eq!(
            vault.read(MEMORY).matches(&format!("^{}", memory["anchor"].as_str().unwrap())).count(),
            1
        );
    }
}

#[test]
fn an_old_buffer_neither_deletes_nor_reverts_what_was_written_since() {
    let vault = three();
    let buffer = vault.read(MEMORY);
    for number in 0..10 {
        vault.ok(&["remember", &format!("later thing {number}")]);
    }
    vault.ok(&["update", "2", "word beta, updated since"]);
    vault.save(MEMORY, &buffer.replace("word alpha", "word alpha, edited in the old buffer"));
    let now = texts(&vault);
    assert_eq!(now.len(), 13);
    assert!(now.contains(&"word alpha, edited in the old buffer".to_owned()));
    assert!(now.contains(&"word beta, updated since".to_owned()));
    let document = vault.read(MEMORY);
    assert!(now.iter().all(|text| document.contains(text)), "{document}");
}

#[test]
fn an_edit_that_clashes_with_an_update_wins_and_both_are_kept() {
    let vault = three();
    let buffer = vault.read(MEMORY);
    vault.ok(&["update", "1", "word alpha by the agent"]);
    vault.save(MEMORY, &buffer.replace("word alpha", "word alpha by hand"));
    let shown = vault.json(&["show", "1"]);
    assert_eq!(shown["text"], "word alpha by hand");
    assert_eq!(shown["conflicts"].as_array().unwrap().len(), 1);
    assert!(vault.ok(&["show", "1"]).contains("word alpha by the agent"));
}

#[test]
fn what_is_not_ours_comes_back_byte_for_byte() {
    let vault = Vault::new();
    vault.ok(&["remember", "something"]);
    let foreign = "\u{feff}---\r\ntitle: Mine\r\nx: [1, 2]\r\n---\r\n\r\n# Notes\r\n\r\nProse with [[links]] and trailing spaces  \r\n\r\n```sh\r\n- not a memory\r\n```\r\n\r\n<!--\r\n- nor this\r\n-->\r\n\r\n1. numbered one\r\n\r\n| a | b |\r\n|---|---|";
    std::fs::create_dir_all(vault.path("projects/mine")).unwrap();
    vault.save("projects/mine/MEMORY.md", foreign);
    vault.ok(&["remember", "from the tool", "--scope", "project:mine"]);
    let after = vault.read("projects/mine/MEMORY.md");
    let anchor = |text: &str| {
        let all = vault.memories();
        let memory = all.iter().find(|memory| memory["text"] == text).unwrap();
        format!(" ^{}", memory["anchor"].as_str().unwrap())
    };
    let ours = format!(
        "\r\n\r\n## Facts\r\n\r\n- **[2026-11-15]** [discovery] from the tool{}",
        anchor("from the tool")
    );
    let restored = after.replace(&ours, "").replace(&anchor("numbered one"), "");
    assert_eq!(restored, foreign, "{after}");
}

#[test]
fn damage_is_left_alone_until_a_person_says_which() {
    let vault = Vault::new();
    for number in 0..12 {
        vault.ok(&["remember", &format!("kept thing {number}")]);
    }
    let whole = vault.read(MEMORY);
    let half: String = whole.lines().take(12).map(|line| format!("{line}\n")).collect();
    let markers = format!("<<<<<<< ours\n{whole}\n=======\n>>>>>>> theirs\n");
    for (damaged, reason) in
        [("", "is empty"), (half.as_str(), "lost"), (markers.as_str(), "merge markers")]
    {
        vault.save(MEMORY, damaged);
        assert_eq!(texts(&vault).len(), 12, "{reason}: recall goes on");
        let doctor = vault.run(&["doctor"]);
        assert_eq!(doctor.output.status.code(), Some(1));
        assert!(doctor.story().contains(reason), "{}", doctor.story());
        vault.ok(&["remember", &format!("while damaged {reason}")]);
        vault.ok(&["forget", "while", "damaged"]);
        assert_eq!(vault.read(MEMORY), damaged, "{reason}: the file is left alone");
        vault.save(MEMORY, &whole);
        assert_eq!(texts(&vault).len(), 12);
        assert!(
            vault.run(&["doctor"]).output.status.success(),
            "{reason}: the flag lifts by itself"
        );
    }
    std::fs::write(vault.path(MEMORY), b"\xff\xfe broken").unwrap();
    assert!(vault.run(&["doctor"]).story().contains("is not UTF-8"));
    std::fs::remove_file(vault.path(MEMORY)).unwrap();
    assert!(vault.run(&["doctor"]).story().contains("is missing"));
    vault.ok(&["doctor", "--rewrite", MEMORY, "--yes"]);
    let rewritten = vault.read(MEMORY);
    assert!(
        (0..12).all(|number| rewritten.contains(&format!("kept thing {number} "))),
        "{rewritten}"
    );
    vault.save(MEMORY, &without(&rewritten, "kept thing"));
    assert!(vault.fails(&["doctor", "--accept", MEMORY]).contains("--yes"), "it must be meant");
    vault.ok(&["doctor", "--accept", MEMORY, "--yes"]);
    assert_eq!(texts(&vault).len(), 0);
    assert_eq!(vault.json(&["list", "--archived"])["total"], 15);
}

#[test]
fn a_full_document_rolls_over_and_stays_small() {
    let vault = Vault::new();
    let filler = "lorem ipsum dolor sit amet ".repeat(12);
    let lines: Vec<_> =
        (0..400).map(|number| json!({"text": format!("thing {number} {filler}")})).collect();
    vault.import(&lines);
    for (path, content) in vault.documents() {
        assert!(
            content.chars().count() <= 50_000,
            "{} has {}",
            path.display(),
            content.chars().count()
        );
    }
    assert!(vault.read(MEMORY).contains("thing 399 ") && !vault.read(MEMORY).contains("thing 0 "));
    assert!(vault.read("global/memory/MEMORY-001.md").contains("thing 0 "));
    let rolled = vault.read("global/memory/MEMORY-001.md");
    vault.save("global/memory/MEMORY-001.md", &rolled.replace("thing 0 ", "thing zero "));
    assert_eq!(vault.json(&["recall", "zero"])["hits"][0]["number"], 1);
    assert!(vault.run(&["doctor"]).output.status.success());
}

#[test]
fn a_large_import_leaves_the_newest_in_place_and_moves_nothing_twice() {
    for count in [2_500, 4_000] {
        let vault = Vault::new();
        let line = |number| json!({"text": format!("Imported fact {number:05} of many, in words")});
        vault.import(&(0..count).map(line).collect::<Vec<_>>());
        let main = vault.read("global/MEMORY.md");
        assert!(main.contains(&format!("Imported fact {:05}", count - 1)), "{count}");
        assert!(!main.contains("Imported fact 00000"), "{count}");
        assert!(vault.read("global/memory/MEMORY-001.md").contains("Imported fact 00000"));
        assert_eq!(vault.json(&["status"])["waiting"], 0);
        let moved = vault.read("journal/2026-11.jsonl").matches(r#"{"moved""#).count();
        assert_eq!(moved, 0, "{count} were moved after they were imported");
    }
}

#[test]
fn a_long_text_lives_in_a_file_of_its_own() {
    let vault = Vault::new();
    let long = format!("# Transcript\n\n{}", "- a line of it\n".repeat(900));
    let remembered = vault.json(&["remember", &long]);
    let file = format!("global/memory/long/{}.md", remembered["anchor"].as_str().unwrap());
    assert_eq!(vault.read(&file), format!("{long}\n"));
    assert!(vault.read(MEMORY).contains("([whole text](memory/long/"));
    vault.save(&file, &format!("{long}and a kestrel\n"));
    assert_eq!(vault.json(&["recall", "kestrel"])["hits"][0]["number"], 1);
    std::fs::remove_file(vault.path(&file)).unwrap();
    assert!(vault.run(&["doctor"]).story().contains("is missing"));
    vault.ok(&["doctor", "--rewrite", &file, "--yes"]);
    assert!(vault.read(&file).contains("kestrel"));
}

#[test]
fn the_documents_alone_give_every_memory_back() {
    let vault = Vault::new();
    let filler = "word ".repeat(100);
    let lines: Vec<_> = (0..200)
        .map(|number| json!({"text": format!("thing {number} {filler}end"), "tags": ["t"]}))
        .collect();
    vault.import(&lines);
    vault.ok(&["remember", &format!("long {}", "text ".repeat(2_000))]);
    vault.ok(&["remember", "in a project", "--scope", "project:x"]);
    let describe = |vault: &Vault| {
        let mut all: Vec<_> = vault
            .memories()
            .into_iter()
            .map(|memory| {
                (
                    memory["text"].to_string(),
                    memory["anchor"].to_string(),
                    memory["tags"].to_string(),
                    memory["scope"].to_string(),
                )
            })
            .collect();
        all.sort();
        all
    };
    let before = describe(&vault);
    std::fs::remove_dir_all(vault.path("journal")).unwrap();
    std::fs::remove_dir_all(vault.path("index")).unwrap();
    let after = describe(&vault);
    assert_eq!(before.len(), after.len());
    assert_eq!(before, after);
}

#[test]
fn the_index_can_go_and_every_answer_stays() {
    let vault = three();
    vault.ok(&["reinforce", "2"]);
    vault.ok(&["pin", "3"]);
    vault.ok(&["update", "1", "word alpha two"]);
    vault.ok(&["forget", "3"]);
    vault.save(MEMORY, &vault.read(MEMORY).replace("word beta", "word beta edited"));
    let asked = ["recall", "word", "--explain", "--archived", "--json"];
    let (answer, memories) = (vault.run(&asked).recalled(), vault.memories());
    std::fs::remove_dir_all(vault.path("index")).unwrap();
    assert_eq!(vault.run(&asked).recalled(), answer);
    assert_eq!(vault.memories(), memories);
    vault.ok(&["reindex"]);
    assert_eq!(vault.run(&asked).recalled(), answer);
}

#[test]
fn journals_of_two_machines_merge_by_union_and_lose_nothing() {
    let one = three();
    let two = one.copy();
    one.ok(&["remember", "made on one"]);
    two.ok(&["remember", "made on two"]);
    two.ok(&["reinforce", "1"]);
    let both = |name: &str| one.read(name) + &two.read(name);
    let journal = both("journal/2026-11.jsonl");
    let mut seen = std::collections::HashSet::new();
    let merged: String =
        journal.split_inclusive('\n').filter(|line| seen.insert(line.to_string())).collect();
    one.save("journal/2026-11.jsonl", &merged);
    let now = texts(&one);
    assert_eq!(now.len(), 5, "{now:?}");
    assert!(now.contains(&"made on two".to_owned()));
    assert_eq!(one.json(&["show", "1"])["signals"]["score"], 3);
    let numbers: std::collections::HashSet<String> =
        one.memories().iter().map(|memory| memory["number"].to_string()).collect();
    assert_eq!(numbers.len(), 5, "of two equal numbers the later is drawn anew");
    let document = one.read(MEMORY);
    assert!(now.iter().all(|text| document.contains(text)), "{document}");
    assert_eq!(texts(&one).len(), 5, "and nothing is taken for a deletion");
}

#[test]
fn an_archive_that_someone_touched_is_still_written() {
    let vault = three();
    vault.ok(&["forget", "1"]);
    let archive = "global/archive/2026-11.md";
    vault.save(archive, &(vault.read(archive) + "\nA remark of mine.\n"));
    vault.ok(&["forget", "2"]);
    let now = vault.read(archive);
    assert!(
        now.contains("word alpha")
            && now.contains("word beta")
            && now.contains("A remark of mine."),
        "{now}"
    );
    vault.ok(&["restore", "1"]);
    assert!(!vault.read(archive).contains("word alpha"));
    assert_eq!(vault.json(&["status"])["waiting"], 0);
}

#[test]
fn a_long_line_written_by_hand_is_one_memory_however_often_it_is_saved() {
    let vault = three();
    let long = "very long ".repeat(900);
    vault.save(MEMORY, &(vault.read(MEMORY) + "\n- " + long.trim_end() + "\n"));
    assert_eq!(texts(&vault).len(), 4);
    vault.save(MEMORY, &(vault.read(MEMORY) + "\nprose\n"));
    assert_eq!(texts(&vault).len(), 4);
    assert_eq!(
        vault
            .documents()
            .iter()
            .filter(|(path, _)| path.parent().unwrap().ends_with("long"))
            .count(),
        1
    );
}

#[test]
fn thousands_of_lines_written_by_hand_are_taken_in_at_once() {
    let vault = Vault::new();
    vault.ok(&["remember", "The first"]);
    let lines: String = (0..3_000).map(|number| format!("- Line {number} by hand\n")).collect();
    vault.save(MEMORY, &format!("{}\n{lines}", vault.read(MEMORY)));
    let found = vault.json(&["recall", "line 2999 by hand", "--limit", "1"]);
    assert_eq!(found["hits"][0]["text"], "Line 2999 by hand");
    let memories = vault.memories();
    assert_eq!(memories.len(), 3_001);
    crate::invariants::documents_agree(&vault, &memories, "thousands of lines");
}
