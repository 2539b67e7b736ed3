//! Memories as Markdown for people: each scope's in documents of their own, in the blocks that a vault has.
//!
//! What rolled over in the vault comes together again in one document, so that its sections can be written one
//! after the other, however many memories there are.

use jiff::tz::TimeZone;

use crate::{
    document::{
        format::{Format, NOTES, Shelf},
        listing::listed,
        place::{self, Place, Role},
        rendered,
        showing::{Spot, shelf_for, shown},
    },
    record::{category::Category, memory::Memory, scope::Scope},
};

/// Where a memory stands in an export, and as what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownPage {
    /// The document's path below the export.
    pub document: String,
    /// The document's title.
    pub title: String,
    /// The heading the block stands under.
    pub section: String,
    /// The block, with its line feed.
    pub block: String,
    /// The file of its own that a long text lives in: its path and what it holds.
    pub long: Option<(String, String)>,
}

/// Where a memory stands in an export, and as what. The same as in a vault, but one document per month and kind.
pub fn page_of(memory: &Memory, zone: &TimeZone) -> MarkdownPage {
    let (document, title) = document_of(memory);
    let section = match &memory.home {
        Some(home) if !home.section.is_empty() => home.section.clone(),
        _ => Category::section(memory.category.as_ref()).to_owned(),
    };
    let shelf = shelf_of(memory);
    let headings = std::slice::from_ref(&section);
    let mut content = shown(memory, Spot { path: &document, shelf, headings }, zone);
    if shelf.format == Format::Item && place::long_document(memory).is_none() {
        content.text = listed(memory);
    }
    let block = rendered(shelf, &content, memory.anchor.as_str());
    let long = place::long_document(memory).map(|path| (path, format!("{}\n", memory.text)));
    MarkdownPage { document, title, section, block, long }
}

/// Blocks stand one after the other in an export, whatever stands between them in a vault: a section stays one, what is
/// a row, a line or an element there is a list item here.
fn shelf_of(memory: &Memory) -> &'static Shelf {
    let place = memory.home.as_ref().and_then(|home| Place::at(&home.document));
    let shelf = shelf_for(&place.map(|place| place.shelves()).unwrap_or_default(), memory);
    if matches!(shelf.format, Format::Section { .. }) { shelf } else { &NOTES }
}

fn document_of(memory: &Memory) -> (String, String) {
    let scope = &memory.scope;
    let folder = scope.directory().unwrap_or_else(|| folder_of_session(scope));
    let role =
        memory.home.as_ref().and_then(|home| Place::at(&home.document)).map(|place| place.role);
    match role {
        Some(Role::Archive { month, .. }) => {
            (format!("{folder}/archive/{month}.md"), format!("Archive {month} of {scope}"))
        }
        Some(Role::User) => user(&folder, scope),
        Some(Role::Rolled { from: "USER.md", .. }) => user(&folder, scope),
        Some(Role::Rolled { from: "MEMORY.md", .. }) => notes(&folder, scope),
        Some(Role::Kinds { document } | Role::Rolled { from: document, .. }) => {
            let stem = document.rsplit_once('.').map_or(document, |(stem, _)| stem);
            (format!("{folder}/{stem}.md"), format!("{stem} of {scope}"))
        }
        _ => notes(&folder, scope),
    }
}

fn notes(folder: &str, scope: &Scope) -> (String, String) {
    (format!("{folder}/MEMORY.md"), format!("Memory of {scope}"))
}

fn user(folder: &str, scope: &Scope) -> (String, String) {
    (format!("{folder}/USER.md"), format!("User of {scope}"))
}

/// Sessions have no folder in a vault.
fn folder_of_session(scope: &Scope) -> String {
    let name = scope.to_string();
    let slug = name.split_once(':').map_or(name.as_str(), |(_, slug)| slug);
    format!("sessions/{slug}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memory(scope: &str, home: Option<(&str, &str)>, text: &str) -> Memory {
        let mut json = serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "scope": scope,
            "kind": "note", "category": "decision", "text": text, "tags": ["db"],
            "source": {"origin": "human"}, "trust": "high", "importance": 0.5, "confidence": 1.0,
            "version": 1, "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z"
        });
        if let Some((document, section)) = home {
            json["home"] = serde_json::json!({"document": document, "section": section});
        }
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_memory_stands_in_the_document_of_its_scope() {
        for (scope, home, document) in [
            ("global", Some("global/MEMORY.md"), "global/MEMORY.md"),
            ("global", Some("global/memory/MEMORY-007.md"), "global/MEMORY.md"),
            ("global", Some("global/memory/USER-001.md"), "global/USER.md"),
            ("project:x", Some("projects/x/USER.md"), "projects/x/USER.md"),
            ("agent:a", Some("agents/a/archive/2026-11-002.md"), "agents/a/archive/2026-11.md"),
            ("session:s", None, "sessions/s/MEMORY.md"),
        ] {
            let memory = memory(scope, home.map(|home| (home, "Decisions")), "x");
            assert_eq!(page_of(&memory, &TimeZone::UTC).document, document);
        }
    }

    #[test]
    fn a_block_looks_as_it_does_in_a_vault() {
        let memory = memory("global", Some(("global/MEMORY.md", "Decisions")), "one\ntwo");
        let page = page_of(&memory, &TimeZone::UTC);
        assert_eq!(page.block, "- **[2026-11-15]** one #db ^k7f3q9ab\n  two\n");
        assert_eq!((page.title.as_str(), page.long), ("Memory of global", None));
    }

    #[test]
    fn a_long_text_has_a_file_of_its_own() {
        let home = Some(("global/memory/MEMORY-001.md", "Decisions"));
        let page = page_of(&memory("global", home, &"x".repeat(9_000)), &TimeZone::UTC);
        assert!(page.block.contains("([whole text](memory/long/k7f3q9ab.md))"), "{}", page.block);
        assert_eq!(page.long.unwrap().0, "global/memory/long/k7f3q9ab.md");
    }
}
