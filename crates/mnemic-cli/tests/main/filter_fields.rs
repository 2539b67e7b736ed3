//! Every field that can be filtered by, through the binary: by JSON at the command line and over MCP.

use serde_json::{Value, json};

use crate::{harness::Vault, mcp::client::Client};

/// A vault whose second memory has everything that a memory can be filtered by.
fn vault() -> Vault {
    let first = Vault::new();
    first.import(&[json!({"text": "bare"}), json!({"text": "full", "user": "ada@example"})]);
    let mut lines: Vec<Value> =
        first.ok(&["export"]).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let full = lines.iter_mut().find(|line| line["text"] == "full").unwrap();
    assert_eq!(full["user"], "ada@example");
    for (name, value) in [
        ("task", json!("t1")),
        ("message", json!("m1")),
        ("narrative", json!("n1")),
        ("agent", json!("codex")),
        ("session", json!("s1")),
        ("valid_from", json!("2026-11-15T10:00:00Z")),
        ("valid_until", json!("2026-11-15T10:00:00.5Z")),
        ("superseded_by", json!("01934f2e-0000-7000-8000-000000000003")),
        ("signals", json!({"access_count": 3, "last_accessed_at": "2026-11-15T10:00:00Z"})),
    ] {
        full[name] = value;
    }
    let vault = Vault::new();
    let file = vault.write_lines(&lines);
    vault.ok(&["import", "jsonl", "--restore", file.to_str().unwrap()]);
    vault
}

fn texts(listing: &Value) -> Vec<&str> {
    let memories = listing["memories"].as_array().unwrap();
    memories.iter().map(|memory| memory["text"].as_str().unwrap()).collect()
}

#[test]
fn every_field_can_be_filtered_and_ordered_by() {
    let vault = vault();
    for _ in ["as it was written", "as it is read from the journal"] {
        for (field, test) in [
            ("user", json!("ada@example")),
            ("task", json!("t1")),
            ("message", json!({"$gte": "m"})),
            ("narrative", json!(["n0", "n1"])),
            ("valid_from", json!({"$lt": "2026-11-15T10:00:00.1Z"})),
            ("valid_until", json!({"$gt": "2026-11-15T10:00:00Z"})),
            ("superseded_by", json!("01934f2e-0000-7000-8000-000000000003")),
            ("last_accessed_at", json!("2026-11-15T11:00:00+01:00")),
            ("access_count", json!({"$gt": 2})),
        ] {
            let filter = json!({ field: test }).to_string();
            assert_eq!(texts(&vault.json(&["list", "--filter", &filter])), ["full"], "{filter}");
            let none = json!({ field: {"$in": []} }).to_string();
            assert_eq!(vault.json(&["list", "--filter", &none])["total"], 0, "{none}");
            let listing = vault.json(&["list", "--order", field]);
            assert_eq!(texts(&listing), ["full", "bare"], "{field}");
        }
        assert_eq!(texts(&vault.json(&["list", "--order", "-access_count"])), ["bare", "full"]);
        vault.ok(&["reindex"]);
    }
    assert_eq!(vault.json(&["doctor"])["well"], json!(true));
}

#[test]
fn a_field_of_a_kind_is_named_with_its_kind() {
    let vault = vault();
    let filter = r#"{"specimen.weight": {"$gt": 3}, "specimen.alive": true}"#;
    assert_eq!(vault.json(&["list", "--filter", filter])["total"], 0);
    let filter = r#"{"specimen.alive": {"$ne": true}}"#;
    let listing = vault.json(&["list", "--filter", filter, "--order", "-specimen.weight"]);
    assert_eq!(listing["total"], 2);
    let complaint = vault.fails(&["list", "--filter", r#"{"specimen.wieght": 1}"#]);
    assert!(complaint.contains("did you mean `specimen.weight`?"), "{complaint}");
    let complaint = vault.fails(&["list", "--order", "specimen.seen_with"]);
    assert!(complaint.contains("`specimen.seen_with` is not a field"), "{complaint}");
}

#[test]
fn an_agent_filters_by_the_same_fields() {
    let vault = vault();
    let mut client = Client::ready(&vault, &["--profile", "full"]);
    let asked = json!({"filter": {"user": "ada@example"}, "order": "access_count"});
    let listed = client.call("memory_list", asked);
    assert_eq!(listed.structured["total"], 1, "{}", listed.text);
    let blamed = client.call("memory_blame", json!({"id": 2})).text;
    assert!(blamed.contains("user ada@example"), "{blamed}");
}

#[test]
fn a_version_that_would_drop_the_user_refuses_the_journal() {
    let vault = Vault::new();
    vault.import(&[json!({"text": "of nobody"})]);
    vault.import(&[json!({"text": "of Ada", "user": "ada@example"})]);
    for act in vault.journal() {
        let line = act.to_string();
        let format = if line.contains("ada@example") { 2 } else { 1 };
        assert_eq!(act["v"], format, "{line}");
    }
}
