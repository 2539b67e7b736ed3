//! Writing a block: the one place that knows how content looks in a document.

use super::block::Content;
use super::escape::{self, Opening};
use super::format::{Format, Shelf, element, fenced, headed, row};

/// A block as it is written into a new place: bullet `- `, line feeds, one at the end.
///
/// Reading it back gives the same content, provided that category, tags and anchor satisfy
/// [`is_category`](super::is_category), [`is_tag`](super::is_tag) and
/// [`is_anchor`](super::is_anchor), that the date has a year from 0 to 9999, and that the text
/// holds no carriage return.
pub fn render_block(content: &Content, anchor: &str) -> String {
    render("- ", content, anchor, "\n")
}

/// A block as it is written into a new place on a shelf.
pub fn rendered(shelf: &Shelf, content: &Content, anchor: &str) -> String {
    match shelf.format {
        Format::Item => render_block(content, anchor),
        Format::Section { .. } => headed::render(shelf, content, anchor, "\n"),
        Format::Row => row::render(shelf, &row::new_columns(shelf, content), content, anchor, "\n"),
        Format::Line => fenced::render(content, anchor, "\n"),
        Format::Element => element::render(shelf, content, anchor, &element::new_gap("\n")),
    }
}

/// A block with a bullet and line ending of the caller's choice.
pub(super) fn render(bullet: &str, content: &Content, anchor: &str, ending: &str) -> String {
    let mut text = content.text.clone();
    escape::escape_end(&mut text);
    let mut lines = text.split('\n');
    let first_line = lines.next().unwrap_or_default();

    let mut block = String::with_capacity(text.len() + 64);
    block.push_str(bullet);
    push_first_line(&mut block, first_line, content);
    block.push_str(" ^");
    block.push_str(anchor);
    block.push_str(ending);
    for line in lines {
        block.push_str(if line.is_empty() { "" } else { "  " });
        block.push_str(line);
        block.push_str(ending);
    }
    block
}

fn push_first_line(block: &mut String, line: &str, content: &Content) {
    if let Some(date) = content.date {
        block.push_str(&format!("**[{date}]** "));
    }
    if let Some(category) = &content.category {
        block.push_str(&format!("[{category}] "));
    }
    let opening = Opening::of(content.date, content.category.as_ref());
    block.push_str(&escape::escape_first_line(line, opening));
    for tag in &content.tags {
        block.push_str(" #");
        block.push_str(tag);
    }
}
