//! What holds of the documents of a vault at rest: each memory has one block, and nothing lies beside them.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use mnemic_core::document::{format::NOTES, place::Place};

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
    if vault.exists() {
        collect_leftovers(vault, &mut leftovers);
    }
    // The next backup removes what one that died left.
    leftovers.retain(|name| !name.starts_with(".mnemic-backup-"));
    assert!(leftovers.is_empty(), "{story}: {leftovers:?} are left over");
}

/// Whether a finding of the doctor, by its code, is about files that a crash may leave and that nobody minds, or about
/// what a checkout of an old vault may lack.
pub fn is_harmless(code: &str) -> bool {
    ["index-stray", "journal-torn-kept", "file-mode", "git-lines"].contains(&code)
}

/// The names and contents of all Markdown files and of all documents in JSON.
pub fn documents(vault: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    if !vault.exists() {
        return found;
    }
    collect_documents(vault, vault, &mut found);
    found.sort();
    found
}

/// What a file of a vault is for.
fn place_of(vault: &Path, path: &Path) -> Option<Place> {
    Place::at(path.strip_prefix(vault).ok()?.to_str()?)
}

fn collect_documents(vault: &Path, folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_documents(vault, &path, found);
        } else if path.extension().is_some_and(|extension| extension == "md")
            || place_of(vault, &path).is_some()
        {
            let content = fs::read_to_string(&path).unwrap();
            found.push((path, content));
        }
    }
}

/// Every memory has one block, and it says what the memory says.
fn each_memory_is_shown_once(vault: &Path, memories: &[ShownMemory], story: &str) {
    let documents = documents(vault);
    let mut blocks: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in &documents {
        for (anchor, block) in blocks_of(place_of(vault, path), text) {
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
        let shown = blocks.remove(*anchor).unwrap_or_default();
        let is_true = matches!(&shown[..], [block] if block.contains(text) || is_in_file(block));
        assert!(is_true, "{story}: `{text:.200}` is shown as {shown:?}");
    }
    assert!(blocks.is_empty(), "{story}: blocks without a memory: {blocks:?}");
}

/// The anchors of a document with what stands before them. Those of notes are looked for without Mnemic's own reader.
fn blocks_of(place: Option<Place>, text: &str) -> Vec<(String, String)> {
    if let Some(place) = place.filter(|place| !place.shelves().contains(&&NOTES)) {
        let document = place.parse(text);
        let blocks = document.blocks().iter();
        let anchored =
            blocks.filter_map(|block| Some((block.anchor.clone()?, block.content.text.clone())));
        return anchored.collect();
    }
    let lines = text.lines().filter_map(|line| line.rsplit_once(" ^"));
    lines.map(|(block, anchor)| (anchor.to_owned(), block.to_owned())).collect()
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
