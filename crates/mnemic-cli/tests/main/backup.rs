//! A backup holds the vault's truth, and a vault is made of it again.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, process::Command};

use serde_json::{Value, json};

use crate::harness::{Answer, Vault};

fn sample() -> Vault {
    let vault = Vault::new();
    vault.ok(&["config", "set", "search.max_results", "8"]);
    for number in 0..12 {
        vault.ok(&["remember", &format!("Fact {number} about deploys"), "--tags", "ops"]);
    }
    vault.ok(&["update", "1", "Deploys happen on Tuesdays"]);
    vault.ok(&["reinforce", "2"]);
    vault.ok(&["forget", "3"]);
    vault.ok(&["remember", "For the shop", "--scope", "project:shop"]);
    vault
}

fn backup(vault: &Vault) -> PathBuf {
    PathBuf::from(vault.json(&["backup"])["file"].as_str().unwrap())
}

fn hits(vault: &Vault) -> Value {
    let asked = ["recall", "when do deploys happen", "--scope", "all", "--explain", "--json"];
    vault.run(&asked).recalled()
}

#[test]
fn a_restored_vault_answers_as_before() {
    let vault = sample();
    let file = backup(&vault);
    let (answer, export) = (hits(&vault), vault.ok(&["export", "--archived"]));
    assert_eq!(file, vault.path("backups/mnemic-2026-11-15T10-00-00Z.tar.gz"));
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let other = Vault::new();
    let restored = other.json(&["restore-backup", file.to_str().unwrap()]);
    assert_eq!(
        (&restored["aside"], &restored["made_at"]),
        (&Value::Null, &json!("2026-11-15T10:00:00Z"))
    );
    assert_eq!(hits(&other), answer);
    assert_eq!(other.ok(&["export", "--archived"]), export);
    assert_eq!(other.documents(), renamed(&vault, &other));
    assert_eq!(other.read("config/memory.yaml"), vault.read("config/memory.yaml"));
    assert_eq!(other.json(&["doctor"]), json!({"findings": [], "well": true}));
    assert!(!other.path("backups").exists(), "a backup holds no backups");
}

/// The documents of a vault as if they were another's.
fn renamed(vault: &Vault, other: &Vault) -> Vec<(PathBuf, String)> {
    let move_over = |path: PathBuf| other.root().join(path.strip_prefix(vault.root()).unwrap());
    vault.documents().into_iter().map(|(path, text)| (move_over(path), text)).collect()
}

#[test]
fn the_vault_that_is_there_is_put_aside_and_not_destroyed() {
    let vault = sample();
    let file = backup(&vault);
    let answer = hits(&vault);
    vault.ok(&["remember", "Deploys happen on Fridays after all"]);
    vault.ok(&["forget", "1"]);
    let complaint = vault.fails(&["restore-backup", file.to_str().unwrap()]);
    assert!(complaint.contains("is not empty") && complaint.contains("--yes"), "{complaint}");
    let restored = vault.json(&["restore-backup", file.to_str().unwrap(), "--yes"]);
    assert_eq!(hits(&vault), answer);
    let aside = PathBuf::from(restored["aside"].as_str().unwrap());
    assert_eq!(aside, vault.beside("vault.before-restore-001"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnemic"));
    vault.surround(&mut command);
    command.arg("--vault").arg(aside).args(["recall", "fridays", "--json"]);
    let former = Answer::of("recall", command.output().unwrap()).json();
    assert_eq!(former["hits"][0]["text"], "Deploys happen on Fridays after all");
    assert!(file.exists(), "the backups stay with the vault");
    vault.ok(&["restore-backup", file.to_str().unwrap(), "--yes"]);
    assert!(vault.beside("vault.before-restore-002").is_dir());
}

#[test]
fn a_damaged_backup_is_refused_before_anything_is_touched() {
    let vault = sample();
    let file = backup(&vault);
    let whole = fs::read(&file).unwrap();
    let before = vault.memories();
    let broken = vault.beside("broken.tar.gz");
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for damaged in [&whole[..whole.len() / 2], &whole[..whole.len() - 9], &flipped, b"", b"no gzip"]
    {
        fs::write(&broken, damaged).unwrap();
        let complaint = vault.fails(&["restore-backup", broken.to_str().unwrap(), "--yes"]);
        assert!(complaint.contains("is damaged") && complaint.contains("hint: "), "{complaint}");
    }
    let beside = fs::read_dir(vault.beside(".")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = beside.collect();
    names.sort();
    assert_eq!(names, ["broken.tar.gz", "vault"]);
    assert_eq!(vault.memories(), before);
}

#[test]
fn only_the_newest_backups_are_kept() {
    let vault = Vault::new();
    vault.ok(&["remember", "x"]);
    let backup_on = |day: u32, arguments: &[&str]| {
        let mut command = vault.command(&[&["backup", "--json"], arguments].concat());
        command.env("MNEMIC_NOW", format!("2026-11-{day:02}T02:00:00Z"));
        Answer::of("backup", command.output().unwrap()).json()
    };
    for day in 1..=7 {
        assert_eq!(backup_on(day, &[])["removed"], json!([]));
    }
    let first = vault.path("backups/mnemic-2026-11-01T02-00-00Z.tar.gz");
    assert_eq!(backup_on(8, &[])["removed"], json!([first]));
    assert_eq!(backup_on(9, &["--keep", "3"])["removed"].as_array().unwrap().len(), 5);
    vault.ok(&["config", "set", "storage.backup.keep_count", "1"]);
    assert_eq!(backup_on(9, &[])["removed"].as_array().unwrap().len(), 3);
    let mut names: Vec<_> = fs::read_dir(vault.path("backups"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, [".gitignore", "mnemic-2026-11-09T02-00-00Z-002.tar.gz"]);
    assert_eq!(vault.read("backups/.gitignore"), "*\n");
    assert!(vault.read(".gitignore").contains("backups/"));
}

#[test]
fn a_backup_can_be_written_elsewhere_and_replaces_nothing() {
    let vault = sample();
    let file = vault.beside("mine.tar.gz");
    let backup = vault.json(&["backup", "--output", file.to_str().unwrap()]);
    assert_eq!((&backup["file"], &backup["removed"]), (&json!(file), &json!([])));
    let complaint = vault.fails(&["backup", "--output", file.to_str().unwrap()]);
    assert!(complaint.contains("already exists"), "{complaint}");
    assert!(!vault.path("backups").exists());
}

#[test]
fn an_edit_that_nobody_took_in_is_in_the_backup() {
    let vault = sample();
    let edited = format!("{}\n- Typed a moment ago\n", vault.read("global/MEMORY.md"));
    vault.save("global/MEMORY.md", &edited);
    let file = backup(&vault);
    let other = Vault::new();
    other.ok(&["restore-backup", file.to_str().unwrap()]);
    let found = other.json(&["recall", "typed a moment ago"]);
    assert_eq!(found["hits"][0]["text"], "Typed a moment ago");
}

#[test]
fn a_backup_names_what_it_leaves_out_and_ends_with_1() {
    let vault = sample();
    for name in ["global/a:b.md", "global/c\\d.md", "global/e\tf.md", "global/mine.tmp"] {
        fs::write(vault.path(name), "mine").unwrap();
    }
    std::os::unix::fs::symlink("MEMORY.md", vault.path("global/link.md")).unwrap();
    let answer = vault.run(&["backup", "--json"]);
    assert_eq!(answer.output.status.code(), Some(1));
    let backup: Value = serde_json::from_slice(&answer.output.stdout).unwrap();
    let left_out = backup["left_out"].as_array().unwrap();
    let mut paths: Vec<&str> = left_out.iter().map(|it| it["path"].as_str().unwrap()).collect();
    paths.sort_unstable();
    assert_eq!(paths, ["global/a:b.md", "global/c\\d.md", "global/e\tf.md", "global/link.md"]);
    let other = Vault::new();
    other.ok(&["restore-backup", backup["file"].as_str().unwrap()]);
    assert_eq!(other.read("global/mine.tmp"), "mine", "a file of one's own may have any ending");
    assert_eq!(other.memories(), vault.memories());
}
