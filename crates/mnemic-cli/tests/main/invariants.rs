//! What holds of a vault after any crash, at the latest when it has been opened once.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::harness::Vault;

/// Opens the vault; journal, index and documents agree from then on. Answers its memories.
pub fn recover(vault: &Vault, story: &str) -> Vec<Value> {
    let memories = vault.memories();
    let health = vault.json(&["doctor"]);
    let findings = health["findings"].as_array().unwrap().iter();
    let wrong: Vec<&Value> = findings.filter(|found| !is_only_litter(found)).collect();
    assert!(health["well"] == true && wrong.is_empty(), "{story}: {wrong:?}");
    documents_agree(vault, &memories, story);
    memories
}

/// Documents show what is remembered, and nothing lies beside them.
pub fn documents_agree(vault: &Vault, memories: &[Value], story: &str) {
    each_memory_is_shown_once(vault, memories, story);
    let mut leftovers = Vec::new();
    collect_leftovers(&vault.root(), &mut leftovers);
    assert!(leftovers.is_empty(), "{story}: {leftovers:?} are left over");
}

/// Files that a crash may leave and that nobody minds, and what a checkout of an old vault may lack.
fn is_only_litter(finding: &Value) -> bool {
    let harmless = ["index-stray", "journal-torn-kept", "file-mode", "git-lines"];
    harmless.iter().any(|code| finding["code"] == *code)
}

/// Building the index anew changes nothing that anyone can see.
pub fn reindexing_changes_nothing(vault: &Vault, memories: &[Value], story: &str) {
    let documents = vault.documents();
    vault.ok(&["reindex"]);
    assert!(vault.memories() == memories, "{story}: reindexing changed the memories");
    let after = vault.documents();
    assert_eq!(documents.len(), after.len(), "{story}: reindexing made or removed documents");
    for (before, after) in documents.iter().zip(&after) {
        assert_eq!(before, after, "{story}: reindexing changed a document");
    }
}

/// Every memory has one block, and it says what the memory says.
fn each_memory_is_shown_once(vault: &Vault, memories: &[Value], story: &str) {
    let documents = vault.documents();
    let mut blocks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in documents.iter().flat_map(|(_, text)| text.lines()) {
        if let Some((block, anchor)) = line.rsplit_once(" ^") {
            blocks.entry(anchor).or_default().push(block);
        }
    }
    for memory in memories {
        let text = memory["text"].as_str().unwrap();
        let anchor = memory["anchor"].as_str().unwrap();
        let file = format!("long/{anchor}.md");
        let is_in_file = |block: &str| {
            let whole = format!("{text}\n");
            let holds_it = |(path, content): &(PathBuf, String)| {
                Path::ends_with(path, &file) && *content == whole
            };
            block.contains(&file) && documents.iter().any(holds_it)
        };
        let shown = blocks.remove(anchor).unwrap_or_default();
        let is_true = matches!(shown[..], [block] if block.contains(text) || is_in_file(block));
        assert!(is_true, "{story}: `{text:.200}` is shown as {shown:?}");
    }
    assert!(blocks.is_empty(), "{story}: blocks without a memory: {blocks:?}");
}

/// What is left beside the configuration is removed by whoever sets a key next.
fn collect_leftovers(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() {
            collect_leftovers(&path, found);
        } else if name.ends_with(".tmp") && !name.starts_with(".memory.yaml") {
            found.push(name);
        }
    }
}
