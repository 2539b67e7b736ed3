//! What holds of a vault after any crash, at the latest when it has been opened once.

use mnemic_testing::documents::{self, ShownMemory};
use serde_json::Value;

use crate::harness::Vault;

/// Opens the vault; journal, index and documents agree from then on. Answers its memories.
pub fn recover(vault: &Vault, story: &str) -> Vec<Value> {
    if !vault.root().exists() {
        return Vec::new();
    }
    let memories = vault.memories();
    let health = vault.json(&["doctor"]);
    let findings = health["findings"].as_array().unwrap().iter();
    let wrong: Vec<&Value> = findings.filter(|found| !is_harmless(found)).collect();
    assert!(health["well"] == true && wrong.is_empty(), "{story}: {wrong:?}");
    documents_agree(vault, &memories, story);
    memories
}

/// Documents show what is remembered, and nothing lies beside them.
pub fn documents_agree(vault: &Vault, memories: &[Value], story: &str) {
    let memories: Vec<ShownMemory> = memories.iter().map(shown).collect();
    documents::documents_agree(&vault.root(), &memories, story);
}

fn is_harmless(finding: &Value) -> bool {
    documents::is_harmless(finding["code"].as_str().unwrap())
}

fn shown(memory: &Value) -> ShownMemory<'_> {
    ShownMemory {
        text: memory["text"].as_str().unwrap(),
        anchor: memory["anchor"].as_str().unwrap(),
    }
}

/// Building the index anew changes nothing that anyone can see.
pub fn reindexing_changes_nothing(vault: &Vault, memories: &[Value], story: &str) {
    if !vault.root().exists() {
        return;
    }
    let documents = vault.documents();
    vault.ok(&["reindex"]);
    assert!(vault.memories() == memories, "{story}: reindexing changed the memories");
    let after = vault.documents();
    assert_eq!(documents.len(), after.len(), "{story}: reindexing made or removed documents");
    for (before, after) in documents.iter().zip(&after) {
        assert_eq!(before, after, "{story}: reindexing changed a document");
    }
}
