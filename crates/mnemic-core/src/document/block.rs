//! A block: one memory in a document, with what it says and where it stands.

use std::ops::Range;

use jiff::civil::Date;

use super::escape::{self, Opening};
use super::format::{ItemSpans, Shelf, Spans};
use super::grammar;
use super::hash::BlockHash;
use super::line;
use crate::record::id::Anchor;

/// What a block says, free of bullets, indents and escapes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The date in front, `**[2026-11-15]**`.
    pub date: Option<Date>,
    /// The category shown in front, `[fact]`.
    pub category: Option<String>,
    /// The text; its lines are parted by `\n`. A carriage return inside a line parts two lines as well.
    pub text: String,
    /// The tags at the end of the first line, without `#`.
    pub tags: Vec<String>,
    /// What the heading says, where that is not the text.
    pub title: Option<String>,
    /// Labelled values, in order: lines of a section, cells of a row, members of a JSON element. Those of JSON are
    /// written as JSON.
    pub fields: Vec<(String, String)>,
}

impl Content {
    /// The value with this label, in Markdown: whatever the case of its letters.
    pub fn field(&self, label: &str) -> Option<&str> {
        let found = self.fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(label));
        found.map(|(_, value)| value.as_str())
    }
}

/// One memory in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The line it starts on, counted from 1.
    pub line: usize,
    /// The headings it stands under, the outermost first.
    pub headings: Vec<String>,
    /// The anchor at the end of its first line, without `^`.
    pub anchor: Option<String>,
    /// What it says.
    pub content: Content,
    /// The hash of its bytes.
    pub hash: BlockHash,
    /// The shelf it stands on.
    pub shelf: &'static Shelf,
    /// Its lines in the document, with their endings.
    pub(super) range: Range<usize>,
    /// Its parts, as its format has them.
    pub(super) spans: Spans,
    /// Its anchor in the document without `^`, or the empty range where one would be appended.
    pub(super) anchor_slot: Range<usize>,
}

/// Where a block stands in its document.
pub(super) struct Place {
    pub(super) line: usize,
    pub(super) headings: Vec<String>,
    pub(super) range: Range<usize>,
}

impl Block {
    /// Its anchor, if it has one that a memory can have.
    pub fn anchor(&self) -> Option<Anchor> {
        self.anchor.as_deref()?.parse().ok()
    }

    /// Whether nothing is left of what it said. A block with fields says something without its text.
    pub fn says_nothing(&self) -> bool {
        let Content { text, title, fields, .. } = &self.content;
        let has_more = title.as_ref().is_some_and(|title| !title.trim().is_empty())
            || fields.iter().any(|(_, value)| !value.trim().is_empty());
        text.trim().is_empty() && (self.shelf.text.is_empty() || !has_more)
    }

    /// The stretches of the document that go when the block goes; what else is in its range is somebody's own.
    pub(super) fn owned(&self) -> Vec<Range<usize>> {
        match &self.spans {
            Spans::Headed(spans) => spans.owned(&self.range),
            _ => vec![self.range.clone()],
        }
    }

    /// Reads the block at a place whose first line is known to begin with a bullet of this length.
    pub(super) fn read(
        source: &str,
        place: Place,
        bullet_len: usize,
        shelf: &'static Shelf,
    ) -> Block {
        let raw = &source[place.range.clone()];
        let mut lines = raw.split_inclusive('\n').map(line::body);
        let first_line = &lines.next().unwrap_or_default()[bullet_len..];
        let tail = grammar::split_tail(first_line);
        let mut content = read_first_line(tail.text);
        content.tags = tail.tags;
        read_more_lines(&mut content.text, lines);
        if content.text.contains('\r') {
            content.text = content.text.replace('\r', "\n");
        }

        let first_line_start = place.range.start + bullet_len;
        let slot = tail.anchor.clone().unwrap_or(first_line.len()..first_line.len());
        Block {
            line: place.line,
            headings: place.headings,
            anchor: tail.anchor.map(|anchor| first_line[anchor].to_owned()),
            content,
            hash: BlockHash::of(raw),
            shelf,
            spans: Spans::Item(ItemSpans { bullet: place.range.start..first_line_start }),
            anchor_slot: first_line_start + slot.start..first_line_start + slot.end,
            range: place.range,
        }
    }
}

fn read_first_line(line: &str) -> Content {
    let (date, line) =
        grammar::split_date(line).map_or((None, line), |(date, rest)| (Some(date), rest));
    let (category, line) =
        grammar::split_category(line).map_or((None, line), |(word, rest)| (Some(word), rest));
    Content {
        date,
        category: category.map(str::to_owned),
        text: escape::unescape_first_line(line, Opening::of(date, category)),
        ..Content::default()
    }
}

fn read_more_lines<'a>(text: &mut String, lines: impl Iterator<Item = &'a str>) {
    for line in lines {
        text.push('\n');
        text.push_str(strip_indent(line));
    }
    escape::unescape_end(text);
}

/// A line without the indent that makes it part of its block. A blank line may have less of it.
fn strip_indent(line: &str) -> &str {
    line.strip_prefix("  ").or_else(|| line.strip_prefix('\t')).unwrap_or_default()
}
