//! An edit: changes to the blocks of a document, collected first and applied at once.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::block::{Block, Content};
use super::patch::{self, Lead, Patch};
use super::section::Additions;
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
    Write(Range<usize>, String),
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

    /// Rewrites a block. Its bullet stays. A block without a date gets none; a block with one
    /// keeps it unless the content has another.
    pub fn replace(&mut self, index: usize, content: &Content, anchor: &str) {
        let block = self.block(index);
        let content = Content {
            date: block.content.date.map(|date| content.date.unwrap_or(date)),
            ..content.clone()
        };
        let bullet = &self.document.source[block.bullet.clone()];
        let text = render::render(bullet, &content, anchor, self.ending);
        self.changes.insert(index, Change::Write(block.range.clone(), text));
    }

    /// Gives a block an anchor, or another one in place of its own, and changes nothing else.
    pub fn set_anchor(&mut self, index: usize, anchor: &str) {
        let block = self.block(index);
        let sign = if block.anchor.is_some() { "" } else { " ^" };
        let change = Change::Write(block.anchor_slot.clone(), format!("{sign}{anchor}"));
        self.changes.insert(index, change);
    }

    /// Removes a block with all its lines. Where blank lines before and after it come together,
    /// one goes with it.
    pub fn remove(&mut self, index: usize) {
        self.block(index);
        self.changes.insert(index, Change::Remove);
    }

    /// Adds a block at the end of a section, before the next heading of any level.
    ///
    /// The section is the first whose heading has this text, whatever its case and level. If there
    /// is none, a level-2 section of this name is added at the end of the document.
    pub fn insert(&mut self, section: &str, content: &Content, anchor: &str) {
        self.additions.push(section, &render::render("- ", content, anchor, self.ending));
    }

    /// Changes the value of the line `> Last updated: VALUE`, if the document has one.
    pub fn set_stamp(&mut self, value: &str) {
        self.stamp = Some(value.to_owned());
    }

    /// The source of the changed document.
    pub fn finish(self) -> String {
        let Edit { document, ending, changes, additions, stamp } = self;
        let additions = additions.into_patches(document, ending);
        let occupied = additions.iter().map(|patch| patch.range.start).collect();
        let mut patches = change_patches(document, changes, &occupied);
        patches.extend(additions);
        if let (Some(range), Some(text)) = (document.stamp.clone(), stamp) {
            patches.push(Patch { range, lead: Lead::Nothing, text });
        }
        patch::apply(&document.source, patches, ending)
    }

    fn block(&self, index: usize) -> &'a Block {
        &self.document.blocks[index]
    }
}

fn change_patches(
    document: &Document,
    changes: BTreeMap<usize, Change>,
    occupied: &HashSet<usize>,
) -> Vec<Patch> {
    let mut patches = Vec::new();
    let mut removed: Vec<Range<usize>> = Vec::new();
    for (index, change) in changes {
        match change {
            Change::Write(range, text) => {
                patches.push(Patch { range, lead: Lead::Nothing, text });
            }
            Change::Remove => join_or_push(&mut removed, document.blocks[index].range.clone()),
        }
    }
    patches.extend(removed.into_iter().map(|range| removal(&document.source, range, occupied)));
    patches
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
