//! A document and the blocks in it: one block, one memory. Documents of notes are lists; those of other kinds have
//! sections, tables and fences as their kinds say, or are JSON.
//!
//! Parsing is lossless. What is no block (prose, headings, front matter, comments, fences) is kept
//! byte for byte, and an [`Edit`] changes only the lines it was asked to change.

pub mod adopt;
mod block;
mod edit;
mod escape;
pub mod format;
mod grammar;
mod hash;
pub mod layout;
mod line;
pub mod listing;
mod outline;
pub mod overflow;
mod patch;
pub mod place;
mod render;
pub mod save;
mod section;
pub mod showing;
pub mod template;
#[cfg(test)]
mod tests;

use std::ops::Range;

pub use block::{Block, Content};
pub use edit::Edit;
pub use grammar::{MAX_TAGS, is_anchor, is_category, is_tag};
pub use hash::{BlockHash, FileHash, PassageHash};
pub use render::{render_block, rendered};

use format::{NOTES, Shelf, element, element::Array, fenced::FenceOnShelf, row::Table};
use outline::{Heading, Outline};

/// A parsed document: its source and where the blocks in it are.
#[derive(Clone, Debug)]
pub struct Document {
    source: String,
    blocks: Vec<Block>,
    headings: Vec<Heading>,
    stamp: Option<Range<usize>>,
    append_at: usize,
    tables: Vec<Table>,
    fences: Vec<FenceOnShelf>,
    array: Option<Array>,
    fault: Option<String>,
}

impl Document {
    /// Parses a document of notes. What is not recognised as a block is prose.
    pub fn parse(source: impl Into<String>) -> Document {
        Self::parse_as(source, &[&NOTES])
    }

    /// Parses a document with these shelves. What stands on none of them is prose.
    pub fn parse_as(source: impl Into<String>, shelves: &[&'static Shelf]) -> Document {
        let source = source.into();
        let (outline, fault) = match shelves.iter().find(|shelf| shelf.is_json()) {
            Some(shelf) => match element::outline(&source, shelf) {
                Ok(outline) => (outline, None),
                Err(fault) => (Outline::empty(&source), Some(fault)),
            },
            None => (Outline::of(&source, shelves), None),
        };
        Document {
            blocks: outline.blocks,
            headings: outline.headings,
            stamp: outline.stamp,
            append_at: outline.append_at,
            tables: outline.tables,
            fences: outline.fences,
            array: outline.array,
            fault,
            source,
        }
    }

    /// Why the document cannot be read, if it cannot: then it has no blocks, and nothing can be written into it.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The text that was parsed, byte for byte.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The blocks in the order of the document.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The lines of a block as they stand in the document, with their line endings.
    ///
    /// # Panics
    ///
    /// When `index` is not an index into [`Document::blocks`].
    pub fn raw(&self, index: usize) -> &str {
        &self.source[self.blocks[index].range.clone()]
    }

    /// The value of the line `> Last updated: VALUE`, if one stands before the first level-2
    /// heading and the first block.
    pub fn stamp(&self) -> Option<&str> {
        self.stamp.clone().map(|range| &self.source[range])
    }

    /// A hash of what the document has beside its blocks and its stamp. Blank lines, headings and the space around lines
    /// do not count, since blocks come and go with theirs.
    pub fn prose(&self) -> PassageHash {
        let stamp = self.stamp.clone().into_iter();
        let mut passed_over: Vec<Range<usize>> =
            self.blocks.iter().flat_map(Block::owned).chain(stamp).collect();
        passed_over.sort_by_key(|range| range.start);
        let mut prose = String::new();
        let mut start = 0;
        for range in passed_over {
            prose.push_str(self.source.get(start..range.start).unwrap_or_default());
            prose.push('\n');
            start = range.end;
        }
        prose.push_str(&self.source[start..]);
        let lines: Vec<&str> = prose
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        PassageHash::of(&lines.join("\n"))
    }

    /// The line, counted from 1, where git left a conflict in the document.
    ///
    /// A conflict is `<<<<<<< …`, `=======` and `>>>>>>> …` in this order, each at the start of a
    /// line, so that the indented text of a block never counts.
    pub fn merge_marker(&self) -> Option<usize> {
        let mut lines = line::lines(&self.source).enumerate();
        let (opened, _) = lines.find(|(_, line)| line.body().starts_with("<<<<<<< "))?;
        lines.find(|(_, line)| line.body() == "=======")?;
        lines.find(|(_, line)| line.body().starts_with(">>>>>>> "))?;
        Some(opened + 1)
    }

    /// Starts collecting changes; the document itself stays as it is.
    pub fn edit(&self) -> Edit<'_> {
        Edit::new(self)
    }
}
