//! The document as a part of a context: MEMORY.md, section by section.

use mnemic_core::{context::Piece, scope::Reach};

use crate::{
    engine::Engine,
    vault::disk::{self, blocking},
};

impl Engine {
    /// The sections of the documents within reach, the narrowest scope first.
    pub(super) async fn document_pieces(&self, reach: &Reach) -> Vec<Piece> {
        let Reach::Scopes(scopes) = reach else { return Vec::new() };
        let mut pieces = Vec::new();
        for folder in scopes.iter().filter_map(|scope| scope.directory()) {
            let document = format!("{folder}/MEMORY.md");
            let path = self.vault.document(&document);
            let text = blocking(move || disk::read_text(&path)).await.unwrap_or_default();
            let text = self.agreed_to(reach, &document, text).await;
            pieces.extend(sections(&text).map(|section| Piece::other(document.clone(), section)));
        }
        pieces
    }
}

/// The sections of a document, each with its heading; those that say nothing are left out.
fn sections(text: &str) -> impl Iterator<Item = String> {
    let body = match text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---\n")) {
        Some((_, body)) => body,
        None => text,
    };
    let mut sections: Vec<String> = vec![String::new()];
    for line in body.lines() {
        if line.starts_with("## ") {
            sections.push(String::new());
        }
        if let Some(section) = sections.last_mut() {
            *section += line;
            section.push('\n');
        }
    }
    let says = |section: &String| {
        section.lines().any(|line| !line.trim().is_empty() && !line.starts_with('#'))
    };
    sections.into_iter().map(|section| section.trim().to_owned()).filter(says)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_comes_by_sections_that_say_something() {
        let text =
            "---\na: b\n---\n# Memory\n\n## Facts\n- one ^a\n\n## Empty\n\n## Decisions\n- two\n";
        let found: Vec<String> = sections(text).collect();
        assert_eq!(found, ["## Facts\n- one ^a", "## Decisions\n- two"]);
    }
}
