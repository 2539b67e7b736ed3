//! Listings: the fields of a memory as a list below the text of a list item. Archives show memories so, and a block
//! pasted back from one is read again.

use crate::{
    document::{
        Block, Content,
        format::{Format, Shelf, headed},
        line, showing,
    },
    record::memory::Memory,
};

/// How fields read below a list item.
static LISTED: Shelf = Shelf {
    kind: "",
    document: "",
    section: "",
    format: Format::Section { level: 6, prefix: "" },
    text: "",
    title: None,
};

/// A memory's text with its fields as a list below it.
pub fn listed(memory: &Memory) -> String {
    let mut text = memory.text.clone();
    for (label, value) in showing::fields(memory, &LISTED) {
        text.push_str(&format!("\n- **{label}**: {}", value.trim_start().replace('\n', "\n  ")));
    }
    text
}

/// What a list item says above the labelled values that end it, if any do.
pub fn text_above(text: &str) -> Option<&str> {
    Listing::ending(text).map(|listing| listing.text)
}

/// Whether a list item shows the fields of a memory below its text.
pub fn is_listing(memory: &Memory, block: &Block) -> bool {
    block.shelf.format == Format::Item && Listing::of(memory, &block.content.text).is_some()
}

/// What a list item says with its listing read as fields, and what it said before, if it has a listing.
pub(super) fn read(memory: &Memory, block: &Block, before: &Content) -> Option<(Content, Content)> {
    if block.shelf.format != Format::Item || block.content.text == before.text {
        return None;
    }
    let read = Listing::of(memory, &block.content.text)?;
    let known = listed(memory);
    let known = Listing::of(memory, &known).map(|listing| listing.fields).unwrap_or_default();
    let content =
        Content { text: read.text.to_owned(), fields: read.fields, ..block.content.clone() };
    Some((content, Content { fields: known, ..before.clone() }))
}

struct Listing<'t> {
    text: &'t str,
    fields: Vec<(String, String)>,
}

impl<'t> Listing<'t> {
    /// The listing of a memory. Only kinds with fields have one; the memory's own text may look like one.
    fn of(memory: &Memory, text: &'t str) -> Option<Self> {
        if memory.rules().fields.is_empty() {
            return None;
        }
        if let Some(below) =
            text.strip_prefix(&memory.text).and_then(|rest| rest.strip_prefix('\n'))
        {
            let fields = headed::labelled_values(below)?;
            return Some(Self { text: &text[..memory.text.len()], fields });
        }
        let listing = Self::ending(text).filter(|_| text_above(&memory.text).is_none())?;
        let (label, _) = listing.fields.first()?;
        let extra = memory.body.extra();
        let is_known = extra.contains_key(label)
            || memory.rules().fields.iter().any(|rule| rule.label.eq_ignore_ascii_case(label));
        is_known.then_some(listing)
    }

    /// The longest run of labelled values that ends a text; the first line is never one.
    fn ending(text: &'t str) -> Option<Self> {
        let starts = line::lines(text).skip(1).map(|line| line.start);
        let mut starts = starts.filter(|start| text[*start..].starts_with("- **"));
        starts.find_map(|start| {
            let fields = headed::labelled_values(&text[start..])?;
            Some(Self { text: text[..start].trim_end_matches('\n'), fields })
        })
    }
}
