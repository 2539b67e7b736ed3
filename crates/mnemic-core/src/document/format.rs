//! Formats of blocks, and the shelves of documents they stand on.
//!
//! Each format reads its blocks losslessly and changes them in place: what it does not own, such as prose between the
//! lines of a section or the padding of a table, stays byte for byte.

pub(super) mod element;
pub(super) mod fenced;
pub(super) mod headed;
pub(super) mod row;

use crate::{
    document::Content,
    record::kind::{KINDS, field::Part},
};

/// How a block is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A top-level list item.
    Item,
    /// A heading with lines `- **Label**: value` below it.
    Section {
        /// The level of the heading. Headings between the shelf's own and this one group blocks.
        level: usize,
        /// What stands before the title, as `Episode: `.
        prefix: &'static str,
    },
    /// A row of a table; its columns are labels.
    Row,
    /// A line of a fence without a language.
    Line,
    /// An element of an array in a JSON file; its keys are labels.
    Element,
}

/// A place in a document where every block is a memory of one kind.
#[derive(Debug, PartialEq, Eq)]
pub struct Shelf {
    /// The kind of the memories.
    pub kind: &'static str,
    /// The file in the folder of a scope.
    pub document: &'static str,
    /// The heading it is under; in a JSON file the key of its array, empty for a file that is one array.
    pub section: &'static str,
    /// How its blocks are written.
    pub format: Format,
    /// The label under which blocks show the text of the memory; empty where the block's own line is the text.
    pub text: &'static str,
    /// What the heading of a block shows where that is not the text.
    pub title: Option<Part>,
}

/// Where every list item is a note, under whatever heading.
pub static NOTES: Shelf = Shelf {
    kind: "note",
    document: "MEMORY.md",
    section: "",
    format: Format::Item,
    text: "",
    title: None,
};

impl Shelf {
    /// The shelves in the document of this name, in the order of the kinds.
    pub fn all_in(document: &str) -> Vec<&'static Self> {
        let shelves = KINDS.iter().flat_map(|kind| kind.shelves());
        shelves.filter(|shelf| shelf.document == document).collect()
    }

    /// Whether its document is a JSON file.
    pub fn is_json(&self) -> bool {
        self.format == Format::Element
    }

    /// The value with this label in a block of this shelf. The keys of JSON differ by the case of their letters.
    pub fn field<'c>(&self, content: &'c Content, label: &str) -> Option<&'c str> {
        if !self.is_json() {
            return content.field(label);
        }
        let found = content.fields.iter().find(|(key, _)| key == label);
        found.map(|(_, value)| value.as_str())
    }

    fn is_headed_by(&self, heading: &str) -> bool {
        self.section.eq_ignore_ascii_case(heading)
    }

    /// The shelf that a line under these headings stands on, the innermost first.
    pub(super) fn under<'h>(
        shelves: &[&'static Self],
        headings: impl DoubleEndedIterator<Item = &'h str>,
    ) -> Option<&'static Self> {
        let named = |heading: &str| shelves.iter().find(|shelf| shelf.is_headed_by(heading));
        let anywhere = || shelves.iter().find(|shelf| shelf.section.is_empty());
        headings.rev().find_map(named).or_else(anywhere).copied()
    }
}

/// What a format must know of a block to change it in place, as ranges of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Spans {
    Item(ItemSpans),
    Headed(headed::Spans),
    Row(row::Spans),
    Line(fenced::Spans),
    Element(element::Spans),
}

/// The parts of a list item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ItemSpans {
    /// Its bullet, with the space.
    pub(super) bullet: std::ops::Range<usize>,
}
