//! A topic of Claude Code: a file of its own for one thing, with front matter that says what sort of thing it is.

use super::{
    Piece,
    front::{Body, Front},
    markdown,
};

/// A topic is one memory.
pub(super) fn read(front: &Front, body: &Body<'_>) -> Vec<Piece> {
    let kind = front.kind.as_deref().unwrap_or_default();
    let said = body.text.trim();
    let described = front.description.as_deref().filter(|it| !it.is_empty());
    let text = match described.filter(|description| !said.contains(description)) {
        Some(description) if said.is_empty() => description.to_owned(),
        Some(description) => format!("{description}\n\n{said}"),
        None => said.to_owned(),
    };
    if !markdown::says_something(&text) {
        return Vec::new();
    }
    vec![Piece {
        text,
        line: body.line,
        category: (kind == "feedback").then(|| "preference".to_owned()),
        tags: vec![kind.to_owned()],
        about_user: kind == "user",
        ..Piece::default()
    }]
}

/// Whether a line of an index only points to a topic.
pub(super) fn is_link(text: &str) -> bool {
    let target = text.strip_prefix('[').and_then(|rest| rest.split_once("](")).map(|(_, to)| to);
    target.and_then(|to| to.split_once(')')).is_some_and(|(to, _)| to.ends_with(".md"))
}
