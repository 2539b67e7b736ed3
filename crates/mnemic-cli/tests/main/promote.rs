//! Promoting: from a task into its project, from a project to all, and why.

use serde_json::json;

use crate::harness::Vault;

const TEXT: &str = "Run migrations before the deploy, never after it";

#[test]
fn a_memory_moves_to_a_wider_scope_and_says_where_it_came_from() {
    let vault = Vault::new();
    for (from, to) in [("task:t1", "project:shop"), ("session:s1", "project:shop")] {
        let text = format!("{TEXT} of {from}");
        let made = vault.json(&["remember", &text, "--scope", from]);
        let number = made["number"].to_string();
        let promoted = vault.json(&["promote", &number, "--to", to]);
        assert_eq!(promoted["to"]["scope"], to);
        assert_eq!(promoted["to"]["source"]["derived_from"], json!([made["id"]]));
        let hits = vault.json(&["recall", &text, "--scope", "all"])["hits"].clone();
        let found = hits.as_array().unwrap().iter().filter(|hit| hit["text"] == text.as_str());
        let scopes: Vec<_> = found.map(|hit| hit["scope"].clone()).collect();
        assert_eq!(scopes, [to], "once, and only where it is now");
    }
}

#[test]
fn what_every_project_sees_needs_a_yes() {
    let vault = Vault::new();
    vault.ok(&["remember", TEXT, "--scope", "project:shop", "--category", "decision"]);
    let complaint = vault.fails(&["promote", "1", "--to", "global"]);
    assert!(complaint.contains("nobody agreed to that"), "{complaint}");
    assert!(complaint.contains("hint: nothing was changed; say `--yes`"), "{complaint}");
    assert_eq!(vault.json(&["show", "1"])["scope"], "project:shop");
    vault.ok(&["promote", "1", "--to", "global", "--yes"]);
    assert_eq!(vault.json(&["recall", "migrations", "--scope", "global"])["hits"][0]["text"], TEXT);
    let complaint = vault.fails(&["promote", "2", "--to", "project:shop", "--yes"]);
    assert!(complaint.contains("`project:shop` is not wider than `global`"), "{complaint}");
}

#[test]
fn the_signals_are_told_with_their_points() {
    let vault = Vault::new();
    vault.import(&[
        json!({"text": TEXT, "session": "s1", "source": "extraction", "importance": 0.7}),
    ]);
    let told = vault.json(&["promote", "1", "--explain"]);
    assert_eq!((&told["points"], &told["needed"]), (&json!(1), &json!(3)));
    assert_eq!(told["verdict"], "wait");
    vault.ok(&["remember", TEXT, "--session", "s2"]);
    let told = vault.ok(&["promote", "1", "--explain"]);
    assert!(told.contains(" +2  found in 2 conversations\n"), "{told}");
    assert!(told.ends_with("3 of 3 points: promoted, candidate\n"), "{told}");
    let off = vault.ok(&["promote", "1", "--explain", "--config", "learning.auto=off"]);
    assert!(off.ends_with("not promoted: nothing is promoted without being asked for\n"), "{off}");
}
