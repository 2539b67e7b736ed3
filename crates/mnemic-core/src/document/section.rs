//! Where new blocks go: to the end of the section they belong to, or into a new one.

use std::collections::HashMap;

use super::Document;
use super::line;
use super::patch::{Lead, Patch};

/// A comment that keeps an indented line from becoming part of a block put above it.
const SEPARATOR: &str = "<!-- -->";

/// The blocks an edit adds, by section, in the order they were added.
#[derive(Debug, Default)]
pub(super) struct Additions {
    sections: Vec<Section>,
    by_key: HashMap<String, usize>,
}

#[derive(Debug)]
struct Section {
    title: String,
    blocks: String,
}

impl Additions {
    /// Adds a rendered block to the section with this title.
    pub(super) fn push(&mut self, title: &str, block: &str) {
        let index = *self.by_key.entry(key(title)).or_insert(self.sections.len());
        if index == self.sections.len() {
            let title = title.trim().to_owned();
            self.sections.push(Section { title, blocks: String::new() });
        }
        self.sections[index].blocks.push_str(block);
    }

    /// The patches that write the additions: one for each section the document has, one for all it
    /// does not have.
    pub(super) fn into_patches(mut self, document: &Document, ending: &str) -> Vec<Patch> {
        let mut patches = Vec::new();
        for (heading, section) in self.find_sections(document) {
            let blocks = std::mem::take(&mut self.sections[section].blocks);
            patches.push(extend_section(document, heading, blocks, ending));
        }
        self.sections.retain(|section| !section.blocks.is_empty());
        patches.extend(append_sections(document, &self.sections, ending));
        patches
    }

    /// Pairs of a heading and the section whose blocks go under it; of headings with one text the
    /// first counts.
    fn find_sections(&mut self, document: &Document) -> Vec<(usize, usize)> {
        if self.by_key.is_empty() {
            return Vec::new();
        }
        let headings = document.headings.iter().enumerate();
        headings
            .filter_map(|(index, heading)| Some((index, self.by_key.remove(&key(&heading.text))?)))
            .collect()
    }
}

fn key(title: &str) -> String {
    title.trim().to_lowercase()
}

fn extend_section(document: &Document, heading: usize, blocks: String, ending: &str) -> Patch {
    let offset = section_end(document, heading);
    let follows_block =
        document.blocks.binary_search_by_key(&offset, |block| block.range.end).is_ok();
    let trail = trail(&document.source[offset..], ending);
    Patch {
        range: offset..offset,
        lead: if follows_block { Lead::LineStart } else { Lead::BlankLine },
        text: blocks + &trail,
    }
}

/// The offset after the last line under a heading that is not blank; the heading's own line counts.
fn section_end(document: &Document, heading: usize) -> usize {
    let start = document.headings[heading].start;
    let limit = document.headings.get(heading + 1).map_or(document.append_at, |next| next.start);
    let text = document.source[start..limit].trim_end_matches([' ', '\t', '\r', '\n']);
    let end = start + text.len();
    document.source[end..].find('\n').map_or(document.source.len(), |feed| end + feed + 1)
}

fn append_sections(document: &Document, sections: &[Section], ending: &str) -> Option<Patch> {
    if sections.is_empty() {
        return None;
    }
    let offset = document.append_at;
    let render = |section: &Section| {
        let Section { title, blocks } = section;
        format!("## {title}{ending}{ending}{blocks}")
    };
    let sections: Vec<String> = sections.iter().map(render).collect();
    Some(Patch {
        range: offset..offset,
        lead: Lead::BlankLine,
        text: sections.join(ending) + &trail(&document.source[offset..], ending),
    })
}

/// What parts a new block from the rest of the document, which begins with blank lines or with a
/// heading, fence or comment. These may be indented, and would then be read as part of the block.
fn trail(rest: &str, ending: &str) -> String {
    let Some(next) = line::lines(rest).find(|line| !line::is_blank(line.raw)) else {
        return String::new();
    };
    let blank_line = if next.start == 0 { ending } else { "" };
    if line::is_indented(next.raw) {
        format!("{ending}{SEPARATOR}{ending}{blank_line}")
    } else {
        blank_line.to_owned()
    }
}
