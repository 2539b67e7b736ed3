//! A topic of Claude Code: a file of its own for one thing, with front matter that says what sort of thing it is.

use super::{
    ParsedFile, Piece,
    front::{Body, Front},
    markdown,
};
use crate::document::is_tag;

/// Whether a file is about one thing: it says which, or of what sort. The index of topics is none itself.
pub(super) fn is_topic(path: &str, front: &Front) -> bool {
    let says_which = front.name.is_some() || front.description.is_some();
    front.kind.is_some() || (says_which && !path.ends_with("MEMORY.md"))
}

/// A topic is one memory.
pub(super) fn read(front: &Front, body: &Body<'_>) -> ParsedFile {
    let kind = front.kind.as_deref().unwrap_or_default();
    let said = body.text.trim();
    let described = front.description.as_deref().filter(|it| !it.is_empty());
    let text = match described.filter(|description| !said.contains(description)) {
        Some(description) if said.is_empty() => description.to_owned(),
        Some(description) => format!("{description}\n\n{said}"),
        None => said.to_owned(),
    };
    if !markdown::has_text(&text) {
        return ParsedFile::default();
    }
    let piece = Piece {
        text,
        line: body.line,
        category: (kind == "feedback").then(|| "preference".to_owned()),
        tags: front.kind.iter().filter(|kind| is_tag(kind)).cloned().collect(),
        about_user: kind == "user",
        ..Piece::default()
    };
    ParsedFile { pieces: vec![piece], faults: Vec::new() }
}

/// Whether a line of an index only points to a topic.
pub(super) fn is_link(text: &str) -> bool {
    let text = Some(text).filter(|text| !text.contains('\n'));
    let target =
        text.and_then(|text| text.strip_prefix('[')).and_then(|rest| rest.split_once("]("));
    let target = target.map(|(_, to)| to);
    target.and_then(|to| to.split_once(')')).is_some_and(|(to, _)| to.ends_with(".md"))
}
