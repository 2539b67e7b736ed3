//! Lines of a fence: each is a block, its whole text the memory's, the anchor at its end.

use std::ops::Range;

use super::{Shelf, Spans as BlockSpans};
use crate::document::{
    block::{Block, Content, Place},
    grammar,
    hash::BlockHash,
    line::{self, SPACES},
    patch::{Lead, Patch},
};

/// What parts the lines of a text that must stand on one.
const LINE_SIGN: &str = "⏎";

/// The parts of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) struct Spans {
    text: Range<usize>,
}

/// A fence on a shelf.
#[derive(Clone, Debug)]
pub(in crate::document) struct FenceOnShelf {
    pub(in crate::document) shelf: &'static Shelf,
    /// The offset of the line that closes it.
    pub(in crate::document) end: usize,
}

/// Reads one line inside a fence.
pub(in crate::document) fn read(source: &str, place: Place, shelf: &'static Shelf) -> Block {
    let raw = &source[place.range.clone()];
    let body = line::body(raw);
    let indent = body.len() - body.trim_start_matches(SPACES).len();
    let at = place.range.start + indent;
    let (text, anchor) = grammar::split_anchor(&body[indent..]);
    let text = text.trim_end_matches(SPACES);
    let bare = body[indent..].trim_end_matches(SPACES).len();
    let slot = anchor.clone().unwrap_or(bare..bare);
    Block {
        line: place.line,
        headings: place.headings,
        anchor: anchor.map(|anchor| body[indent..][anchor].to_owned()),
        content: Content { text: unescape(text), ..Content::default() },
        hash: BlockHash::of(raw),
        shelf,
        anchor_slot: at + slot.start..at + slot.end,
        range: place.range,
        spans: BlockSpans::Line(Spans { text: at..at + text.len() }),
    }
}

/// A new line.
pub(in crate::document) fn render(content: &Content, anchor: &str, ending: &str) -> String {
    format!("{} ^{anchor}{ending}", escape(&content.text))
}

impl Spans {
    /// The patch that makes the line say this, if it does not.
    pub(in crate::document) fn replace(&self, source: &str, content: &Content) -> Option<Patch> {
        let text = escape(&content.text);
        let is_same = unescape(&source[self.text.clone()]) == unescape(&text);
        (!is_same).then(|| Patch { range: self.text.clone(), lead: Lead::Nothing, text })
    }
}

/// A text as one line that closes no fence. Backslashes before a sign that stands for something are doubled by one.
fn escape(text: &str) -> String {
    let lines: Vec<String> = text
        .trim()
        .split('\n')
        .map(|line| line.trim().replace(LINE_SIGN, &format!("\\{LINE_SIGN}")))
        .collect();
    let joined = lines.join(&format!(" {LINE_SIGN} "));
    let bare = joined.trim_start_matches('\\');
    if bare.starts_with(['`', '~']) { format!("\\{joined}") } else { joined }
}

/// Reverses [`escape`].
fn unescape(line: &str) -> String {
    let bare = line.trim_start_matches('\\');
    let is_escaped = bare.len() < line.len() && bare.starts_with(['`', '~']);
    let line = &line[usize::from(is_escaped)..];
    let mut text = String::with_capacity(line.len());
    let mut pieces = line.split(LINE_SIGN).peekable();
    while let Some(piece) = pieces.next() {
        if pieces.peek().is_none() {
            text.push_str(piece);
        } else if let Some(before) = piece.strip_suffix('\\') {
            text.push_str(before);
            text.push_str(LINE_SIGN);
        } else {
            text.push_str(piece);
            text.push('\n');
        }
    }
    text.split('\n').map(str::trim).collect::<Vec<_>>().join("\n")
}
