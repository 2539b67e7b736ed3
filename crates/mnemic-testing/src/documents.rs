//! What holds of the documents of a vault at rest: each memory has one block, and nothing lies beside them.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A memory as its document shows it.
#[derive(Debug, Clone, Copy)]
pub struct ShownMemory<'a> {
    /// Its text.
    pub text: &'a str,
    /// The id behind its block.
    pub anchor: &'a str,
}

/// Documents show these memories and no others, and no temporary file is left.
pub fn documents_agree(vault: &Path, memories: &[ShownMemory], story: &str) {
    each_memory_is_shown_once(vault, memories, story);
    let mut leftovers = Vec::new();
    collect_leftovers(vault, &mut leftovers);
    assert!(leftovers.is_empty(), "{story}: {leftovers:?} are left over");
}

/// Whether a finding of the doctor, by its code, is about files that a crash may leave and that nobody minds, or about
/// what a checkout of an old vault may lack.
pub fn is_harmless(code: &str) -> bool {
    ["index-stray", "journal-torn-kept", "file-mode", "git-lines"].contains(&code)
}

/// The names and contents of all Markdown files.
pub fn documents(vault: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    collect_documents(vault, &mut found);
    found.sort();
    found
}

fn collect_documents(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_documents(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let content = fs::read_to_string(&path).unwrap();
            found.push((path, content));
        }
    }
}

/// Every memory has one block, and it says what the memory says.
fn each_memory_is_shown_once(vault: &Path, memories: &[ShownMemory], story: &str) {
    let documents = documents(vault);
    let mut blocks: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for line in documents.iter().flat_map(|(_, text)| text.lines()) {
        if let Some((block, anchor)) = line.rsplit_once(" ^") {
            blocks.entry(anchor).or_default().push(block);
        }
    }
    for ShownMemory { text, anchor } in memories {
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
