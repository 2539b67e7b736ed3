//! An edit: changes to the blocks of a document, collected first and applied at once.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::block::{Block, Content};
use super::format::{Shelf, Spans, element::Array};
use super::patch::{self, Lead, Patch};
use super::section::{Additions, SEPARATOR};
use super::{Document, line, render};

/// Collects changes to a document. Indexes are those of [`Document::blocks`], whatever has been
/// collected already; of several changes to one block the last one counts.
///
/// Every method that takes an index panics when the document has no such block.
#[derive(Debug)]
pub struct Edit<'a> {
    document: &'a Document,
    ending: &'static str,
    changes: BTreeMap<usize, Change>,
    additions: Additions,
    stamp: Option<String>,
}

#[derive(Debug)]
enum Change {
    Write(Vec<Patch>),
    /// An element of a JSON file in its new form.
    Element(String),
    Remove,
}

impl<'a> Edit<'a> {
    pub(super) fn new(document: &'a Document) -> Edit<'a> {
        Edit {
            document,
            ending: line::usual_ending(&document.source),
            changes: BTreeMap::new(),
            additions: Additions::default(),
            stamp: None,
        }
    }

    /// Makes a block show this content. Its bullet, its padding and the lines that belong to nobody stay. A list item
    /// without a date gets none; one with a date keeps it unless the content has another.
    pub fn replace(&mut self, index: usize, content: &Content, anchor: &str) {
        let block = self.block(index);
        let source = &self.document.source;
        let mut patches = match &block.spans {
            Spans::Item(spans) => {
                let content = Content {
                    date: block.content.date.map(|date| content.date.unwrap_or(date)),
                    ..content.clone()
                };
                let bullet = &source[spans.bullet.clone()];
                let text = render::render(bullet, &content, anchor, self.ending);
                let patch = Patch { range: block.range.clone(), lead: Lead::Nothing, text };
                return drop(self.changes.insert(index, Change::Write(vec![patch])));
            }
            Spans::Element(spans) => {
                let text = spans.replace(source, block.shelf, content, anchor);
                return drop(self.changes.insert(index, Change::Element(text)));
            }
            Spans::Headed(spans) => spans.replace(source, block.shelf, content, self.ending),
            Spans::Row(spans) => spans.replace(source, block, content, anchor, self.ending),
            Spans::Line(spans) => spans.replace(source, content).into_iter().collect(),
        };
        let rewrites_all = patches.first().is_some_and(|patch| patch.range == block.range);
        if block.anchor.as_deref() != Some(anchor) && !rewrites_all {
            patches.push(anchor_patch(block, anchor));
        }
        self.changes.insert(index, Change::Write(patches));
    }

    /// Gives a block an anchor, or another one in place of its own, and changes nothing else.
    pub fn set_anchor(&mut self, index: usize, anchor: &str) {
        let block = self.block(index);
        let change = match &block.spans {
            Spans::Element(spans) => {
                Change::Element(spans.set_anchor(&self.document.source, anchor))
            }
            _ => Change::Write(vec![anchor_patch(block, anchor)]),
        };
        self.changes.insert(index, change);
    }

    /// Removes a block with all its lines. Where blank lines before and after it come together,
    /// one goes with it.
    pub fn remove(&mut self, index: usize) {
        self.block(index);
        self.changes.insert(index, Change::Remove);
    }

    /// Adds a block at the end of a section: a list item before the next heading of any level, a row to its table, a
    /// line to its fence, an element to the array of the file.
    ///
    /// The section is the first whose heading has this text, whatever its case and level. If there
    /// is none, a level-2 section of this name is added at the end of the document.
    pub fn insert(
        &mut self,
        shelf: &'static Shelf,
        section: &str,
        content: &Content,
        anchor: &str,
    ) {
        self.additions.push(shelf, section, content.clone(), anchor.to_owned());
    }

    /// Changes the value of the line `> Last updated: VALUE`, if the document has one.
    pub fn set_stamp(&mut self, value: &str) {
        self.stamp = Some(value.to_owned());
    }

    /// The source of the changed document.
    pub fn finish(self) -> String {
        let Edit { document, ending, changes, additions, stamp } = self;
        if document.fault.is_some() {
            return document.source.clone();
        }
        let mut patches = match &document.array {
            Some(array) => {
                element_patch(document, array, changes, &additions).into_iter().collect()
            }
            None => {
                let additions = additions.into_patches(document, ending);
                let occupied = additions.iter().map(|patch| patch.range.start).collect();
                let mut patches = change_patches(document, changes, &occupied);
                patches.extend(additions);
                patches
            }
        };
        if let (Some(range), Some(text)) = (document.stamp.clone(), stamp) {
            patches.push(Patch { range, lead: Lead::Nothing, text });
        }
        patch::apply(&document.source, patches, ending)
    }

    fn block(&self, index: usize) -> &'a Block {
        &self.document.blocks[index]
    }
}

fn anchor_patch(block: &Block, anchor: &str) -> Patch {
    let sign = if block.anchor.is_some() { "" } else { " ^" };
    let text = format!("{sign}{anchor}");
    Patch { range: block.anchor_slot.clone(), lead: Lead::Nothing, text }
}

/// The one patch that changes the array of a JSON file.
fn element_patch(
    document: &Document,
    array: &Array,
    changes: BTreeMap<usize, Change>,
    additions: &Additions,
) -> Option<Patch> {
    if changes.is_empty() && additions.is_empty() {
        return None;
    }
    let mut by_element: BTreeMap<usize, Option<String>> = BTreeMap::new();
    for (index, change) in changes {
        if let Spans::Element(spans) = &document.blocks[index].spans {
            let text = match change {
                Change::Element(text) => Some(text),
                Change::Remove | Change::Write(_) => None,
            };
            by_element.insert(spans.index(), text);
        }
    }
    let text =
        array.rebuild(&document.source, |index| by_element.remove(&index), &additions.contents());
    Some(Patch { range: array.start()..array.end(), lead: Lead::Nothing, text })
}

fn change_patches(
    document: &Document,
    changes: BTreeMap<usize, Change>,
    occupied: &HashSet<usize>,
) -> Vec<Patch> {
    let mut patches = Vec::new();
    let mut removed: Vec<Range<usize>> = Vec::new();
    let separators = separators(document, &changes);
    for (index, change) in changes {
        match change {
            Change::Write(written) => patches.extend(written),
            Change::Remove => {
                for range in document.blocks[index].owned() {
                    join_or_push(&mut removed, range);
                }
            }
            // Files without an array have no elements.
            Change::Element(_) => {}
        }
    }
    patches.extend(separators);
    patches.extend(removed.into_iter().map(|range| removal(&document.source, range, occupied)));
    patches
}

/// Separators below blocks that would take for their own what follows when the blocks below them are gone.
fn separators(document: &Document, changes: &BTreeMap<usize, Change>) -> Vec<Patch> {
    let text = format!("{SEPARATOR}{}", line::usual_ending(&document.source));
    let is_removed = |index: &usize| matches!(changes.get(index), Some(Change::Remove));
    let removed = changes.keys().copied().filter(is_removed);
    let ends = removed.filter_map(|index| taker_end(document, index, is_removed));
    let separator = |end| Patch { range: end..end, lead: Lead::LineStart, text: text.clone() };
    ends.map(separator).collect()
}

/// The end of the block that would take for its own what follows when a block is gone.
fn taker_end(
    document: &Document,
    index: usize,
    is_removed: impl Fn(&usize) -> bool,
) -> Option<usize> {
    let headed = |block: usize| match &document.blocks[block] {
        Block { spans: Spans::Headed(spans), range, .. } => Some((spans, range)),
        _ => None,
    };
    let (spans, range) = headed(index)?;
    let follows_indented = line::is_indented(spans.rest(&document.source, range.end));
    let mut start = range.start;
    for above in (0..index).rev() {
        let (above_spans, above_range) = headed(above)?;
        let between = above_range.end..start;
        if document.headings.iter().any(|heading| between.contains(&heading.start)) {
            return None;
        }
        let stays = !is_removed(&above);
        if stays || above_spans.has_loose_lines() {
            let goes_on = stays
                && spans.has_loose_lines()
                && above_spans.goes_on(&document.source, above_range.end);
            return (follows_indented || goes_on).then_some(above_range.end);
        }
        start = above_range.start;
    }
    None
}

/// Adds a range to a list of ranges in ascending order, joining it with the last if they touch.
fn join_or_push(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    match ranges.last_mut() {
        Some(last) if last.end == range.start => last.end = range.end,
        _ => ranges.push(range),
    }
}

/// Removes a range of whole lines, and the blank line after it if one stands before it too; not
/// where something is added, which needs both.
fn removal(source: &str, mut range: Range<usize>, occupied: &HashSet<usize>) -> Patch {
    let next = source[range.end..].split_inclusive('\n').next().unwrap_or_default();
    let joins_blank_lines = line::is_blank(next)
        && line::first_line_start(source) < range.start
        && patch::is_after_blank_line(&source[..range.start]);
    if joins_blank_lines && !occupied.contains(&range.end) {
        range.end += next.len();
    }
    Patch { range, lead: Lead::Nothing, text: String::new() }
}
