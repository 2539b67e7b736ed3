//! Rows of a table: each is a block, the columns are its labels, and the anchor stands at the end of the last cell.

use std::ops::Range;

use super::{Shelf, Spans as BlockSpans};
use crate::document::{
    block::{Block, Content, Place},
    grammar,
    hash::BlockHash,
    line::{self, Line, SPACES},
    patch::{Lead, Patch},
};

/// What separates the lines of a text in a cell.
const LINE_BREAK: &str = "<br>";

/// The parts of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) struct Spans {
    columns: Vec<String>,
    /// The cell that ends with the anchor.
    anchored: Option<usize>,
    /// What each cell says, without the spaces around it and the anchor.
    cells: Vec<Range<usize>>,
}

/// A table on a shelf.
#[derive(Clone, Debug)]
pub(in crate::document) struct Table {
    pub(in crate::document) shelf: &'static Shelf,
    pub(in crate::document) columns: Vec<String>,
    /// The offset after its last row.
    pub(in crate::document) end: usize,
}

/// The columns of the table that begins with these lines, and how many lines it has.
pub(in crate::document) fn table(lines: &[Line<'_>]) -> Option<(Vec<String>, usize)> {
    let [head, rule, ..] = lines else { return None };
    if !head.body().contains('|') || !is_rule(rule.body()) {
        return None;
    }
    let is_row = |line: &&Line<'_>| line.body().contains('|') && !line::is_blank(line.raw);
    let rows = lines[2..].iter().take_while(is_row).count();
    let columns = cells(head.body()).into_iter().map(|cell| unescape(&head.body()[cell]));
    Some((columns.collect(), rows + 2))
}

fn is_rule(body: &str) -> bool {
    let cells = cells(body);
    let is_dashes = |cell: &str| {
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    body.contains('|')
        && !cells.is_empty()
        && cells.iter().all(|cell| is_dashes(&body[cell.clone()]))
}

/// Whether the rows of a table are memories: it has the column of the text, or a row has an anchor.
pub(in crate::document) fn is_on(shelf: &Shelf, columns: &[String], rows: &[Line<'_>]) -> bool {
    let is_anchored = |row: &Line<'_>| anchored_cell(row.body(), &cells(row.body())).is_some();
    columns.iter().any(|column| column.eq_ignore_ascii_case(shelf.text))
        || rows.iter().any(is_anchored)
}

/// The last cell that ends with an anchor, and where in it: a person may have added a column behind it.
fn anchored_cell(body: &str, cells: &[Range<usize>]) -> Option<(usize, Range<usize>)> {
    let mut found = cells.iter().enumerate().rev();
    found.find_map(|(index, cell)| Some((index, grammar::split_anchor(&body[cell.clone()]).1?)))
}

/// The column that shows the text: the one so labelled, else the first.
fn text_column(shelf: &Shelf, columns: &[String]) -> usize {
    columns.iter().position(|column| column.eq_ignore_ascii_case(shelf.text)).unwrap_or_default()
}

/// Where the cells of a row are, without the spaces around them. A `|` after a backslash is part of its cell.
fn cells(body: &str) -> Vec<Range<usize>> {
    let start = body.len() - body.trim_start_matches(SPACES).len();
    let start = if body[start..].starts_with('|') { start + 1 } else { start };
    let mut bounds = vec![start];
    let mut is_escaped = false;
    for (at, byte) in body.bytes().enumerate().skip(start) {
        if byte == b'|' && !is_escaped {
            bounds.push(at + 1);
        }
        is_escaped = byte == b'\\';
    }
    let bare = body.trim_end_matches(SPACES);
    let closes = bare.ends_with('|') && bounds.last() == Some(&bare.len());
    if !closes {
        bounds.push(body.len() + 1);
    }
    bounds.windows(2).map(|bounds| trimmed(body, bounds[0]..bounds[1] - 1)).collect()
}

/// A cell without the spaces around it; an empty one begins after its first space.
fn trimmed(body: &str, cell: Range<usize>) -> Range<usize> {
    let text = &body[cell.clone()];
    if text.trim_matches(SPACES).is_empty() {
        let start = cell.start + usize::from(text.starts_with(' '));
        return start..start;
    }
    let start = cell.start + (text.len() - text.trim_start_matches(SPACES).len());
    start..start + text.trim_matches(SPACES).len()
}

/// Reads a row of a table with these columns.
pub(in crate::document) fn read(
    source: &str,
    place: Place,
    columns: &[String],
    shelf: &'static Shelf,
) -> Block {
    let raw = &source[place.range.clone()];
    let body = line::body(raw);
    let at = place.range.start;
    let mut cells = cells(body);
    let anchored = anchored_cell(body, &cells);
    let slot = match &anchored {
        Some((index, anchor)) => {
            let cell = &mut cells[*index];
            let slot = cell.start + anchor.start..cell.start + anchor.end;
            let (text, _) = grammar::split_anchor(&body[cell.clone()]);
            cell.end = cell.start + text.trim_end_matches(SPACES).len();
            slot
        }
        None => cells.last().map_or(body.len()..body.len(), |last| last.end..last.end),
    };
    let text_column = text_column(shelf, columns);
    let mut content = Content::default();
    for (index, column) in columns.iter().enumerate() {
        let value = cells.get(index).map(|cell| unescape(&body[cell.clone()])).unwrap_or_default();
        if index == text_column {
            content.text = value;
        } else if content.field(column).is_none() {
            content.fields.push((column.clone(), value));
        }
    }
    let shift = |range: Range<usize>| at + range.start..at + range.end;
    Block {
        line: place.line,
        headings: place.headings,
        anchor: anchored.as_ref().map(|_| source[shift(slot.clone())].to_owned()),
        content,
        hash: BlockHash::of(raw),
        shelf,
        anchor_slot: shift(slot),
        range: place.range,
        spans: BlockSpans::Row(Spans {
            columns: columns.to_vec(),
            anchored: anchored.map(|(index, _)| index),
            cells: cells.into_iter().map(shift).collect(),
        }),
    }
}

/// The head of a new table for this content.
pub(in crate::document) fn head(shelf: &Shelf, content: &Content, ending: &str) -> String {
    let columns = new_columns(shelf, content);
    let rules = vec!["---"; columns.len()];
    let labels = columns.iter().map(|column| escape(column)).collect::<Vec<_>>().join(" | ");
    format!("| {labels} |{ending}| {} |{ending}", rules.join(" | "))
}

/// The columns of a new table for this content.
pub(in crate::document) fn new_columns(shelf: &Shelf, content: &Content) -> Vec<String> {
    let fields = content.fields.iter().map(|(label, _)| label.clone());
    std::iter::once(shelf.text.to_owned()).chain(fields).collect()
}

/// A new row of a table with these columns.
pub(in crate::document) fn render(
    shelf: &Shelf,
    columns: &[String],
    content: &Content,
    anchor: &str,
    ending: &str,
) -> String {
    let cells: Vec<String> =
        (0..columns.len()).map(|index| escape(value_at(shelf, columns, index, content))).collect();
    let space = if cells.last().is_none_or(String::is_empty) { "" } else { " " };
    format!("| {}{space}^{anchor} |{ending}", cells.join(" | "))
}

fn value_at<'a>(shelf: &Shelf, columns: &[String], index: usize, content: &'a Content) -> &'a str {
    if index == text_column(shelf, columns) {
        return &content.text;
    }
    content.field(&columns[index]).unwrap_or_default()
}

impl Spans {
    /// The patches that make a row show this content: only cells that say something else are touched.
    pub(in crate::document) fn replace(
        &self,
        source: &str,
        block: &Block,
        content: &Content,
        anchor: &str,
        ending: &str,
    ) -> Vec<Patch> {
        let shelf = block.shelf;
        let lacks = |index: usize| {
            self.cells.len() <= index && !value_at(shelf, &self.columns, index, content).is_empty()
        };
        if (0..self.columns.len()).any(lacks) {
            let text = render(shelf, &self.columns, content, anchor, ending);
            return vec![Patch { range: block.range.clone(), lead: Lead::Nothing, text }];
        }
        let mut patches = Vec::new();
        for (index, cell) in self.cells.iter().enumerate().take(self.columns.len()) {
            // Of two columns with one name the first counts; the other is its writer's own.
            let is_same = |column: &String| column.eq_ignore_ascii_case(&self.columns[index]);
            if self.columns[..index].iter().any(is_same) {
                continue;
            }
            let value = value_at(shelf, &self.columns, index, content);
            if unescape(&source[cell.clone()]) != unescape(&escape(value)) {
                // Before the anchor, and between a backslash and the bar that it would escape.
                let is_squeezed = cell.is_empty() && self.anchored == Some(index)
                    || value.trim_end().ends_with('\\') && source[cell.end..].starts_with('|');
                let space = if is_squeezed { " " } else { "" };
                let text = format!("{}{space}", escape(value));
                patches.push(Patch { range: cell.clone(), lead: Lead::Nothing, text });
            }
        }
        patches
    }
}

/// What a cell reads as that a value is written into.
pub(in crate::document) fn in_cell(value: &str) -> String {
    unescape(&escape(value))
}

/// A value as a cell holds it: lines separated by `<br>`, a backslash before every `|`.
fn escape(value: &str) -> String {
    let lines: Vec<&str> = value.trim().split('\n').map(str::trim).collect();
    lines.join(LINE_BREAK).replace('|', "\\|")
}

/// Reverses [`escape`].
fn unescape(cell: &str) -> String {
    let broken = cell.replace("<br/>", LINE_BREAK).replace("<br />", LINE_BREAK);
    broken.replace("\\|", "|").replace(LINE_BREAK, "\n")
}
