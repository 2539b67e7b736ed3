//! Where new blocks go: to the end of the section they belong to, or into a new one.

use std::collections::HashMap;

use super::block::Content;
use super::format::{Format, Shelf, fenced, headed, row};
use super::patch::{Lead, Patch};
use super::{Document, line, render};

/// A comment that keeps a line from becoming part of a block above it.
pub(super) const SEPARATOR: &str = "<!-- -->";

/// The blocks an edit adds, by section and shelf, in the order they were added.
#[derive(Debug, Default)]
pub(super) struct Additions {
    sections: Vec<Section>,
    by_key: HashMap<String, Vec<usize>>,
}

#[derive(Debug)]
struct Section {
    shelf: &'static Shelf,
    title: String,
    blocks: Vec<(Content, String)>,
}

impl Additions {
    /// Adds a block with this anchor to the section with this title.
    pub(super) fn push(
        &mut self,
        shelf: &'static Shelf,
        title: &str,
        content: Content,
        anchor: String,
    ) {
        let same_title = self.by_key.entry(key(title)).or_default();
        // A memory that its shelf cannot show stands as a list item under the heading of the shelf.
        let is_its = |index: &&usize| std::ptr::eq(self.sections[**index].shelf, shelf);
        let index = same_title.iter().find(is_its).copied().unwrap_or_else(|| {
            same_title.push(self.sections.len());
            let title = title.trim().to_owned();
            self.sections.push(Section { shelf, title, blocks: Vec::new() });
            self.sections.len() - 1
        });
        self.sections[index].blocks.push((content, anchor));
    }

    /// Whether nothing is added.
    pub(super) fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// All that is added, with anchors.
    pub(super) fn contents(&self) -> Vec<(Content, String)> {
        self.sections.iter().flat_map(|section| section.blocks.clone()).collect()
    }

    /// The patches that write the additions: one for each section the document has, one for all it
    /// does not have.
    pub(super) fn into_patches(mut self, document: &Document, ending: &str) -> Vec<Patch> {
        let mut patches = Vec::new();
        for (heading, index) in self.find_sections(document) {
            let blocks = std::mem::take(&mut self.sections[index].blocks);
            let section = Section { blocks, title: String::new(), ..self.sections[index] };
            patches.push(section.extend(document, heading, ending));
        }
        self.sections.retain(|section| !section.blocks.is_empty());
        patches.extend(append_sections(document, &self.sections, ending));
        patches
    }

    /// Pairs of a heading and a section whose blocks go under it; of headings with one text the
    /// first counts.
    fn find_sections(&mut self, document: &Document) -> Vec<(usize, usize)> {
        if self.by_key.is_empty() {
            return Vec::new();
        }
        let headings = document.headings.iter().enumerate();
        headings
            .flat_map(|(index, heading)| {
                let sections = self.by_key.remove(&key(&heading.text)).unwrap_or_default();
                sections.into_iter().map(move |section| (index, section))
            })
            .collect()
    }
}

fn key(title: &str) -> String {
    title.trim().to_lowercase()
}

impl Section {
    /// The patch that adds its blocks below a heading: into the table or fence there is, else at the end.
    fn extend(&self, document: &Document, heading: usize, ending: &str) -> Patch {
        let is_own = |shelf: &'static Shelf| std::ptr::eq(shelf, self.shelf);
        let into = |offset: usize, text: String| Patch {
            range: offset..offset,
            lead: Lead::LineStart,
            text,
        };
        match self.shelf.format {
            Format::Row => {
                if let Some(table) = document.tables.iter().rfind(|table| is_own(table.shelf)) {
                    return into(table.end, self.rows(&table.columns, ending));
                }
            }
            Format::Line => {
                if let Some(fence) = document.fences.iter().rfind(|fence| is_own(fence.shelf)) {
                    return into(fence.end, self.lines(ending));
                }
            }
            Format::Item | Format::Section { .. } | Format::Element => {}
        }
        let offset = match self.shelf.format {
            Format::Section { .. } => whole_section_end(document, heading),
            _ => section_end(document, heading),
        };
        let follows_item = self.shelf.format == Format::Item
            && document.blocks.binary_search_by_key(&offset, |block| block.range.end).is_ok();
        Patch {
            range: offset..offset,
            lead: if follows_item { Lead::LineStart } else { Lead::BlankLine },
            text: self.render(ending) + &trail(&document.source[offset..], ending),
        }
    }

    /// Its blocks where there are none of its format yet.
    fn render(&self, ending: &str) -> String {
        let blocks = self.blocks.iter();
        match self.shelf.format {
            Format::Item => {
                let item = |(content, anchor): &(Content, String)| {
                    render::render("- ", content, anchor, ending)
                };
                blocks.map(item).collect()
            }
            Format::Section { .. } => {
                let headed = |(content, anchor): &(Content, String)| {
                    headed::render(self.shelf, content, anchor, ending)
                };
                blocks.map(headed).collect::<Vec<_>>().join(ending)
            }
            Format::Row => match self.blocks.first() {
                Some((first, _)) => {
                    let columns = row::new_columns(self.shelf, first);
                    row::head(self.shelf, first, ending) + &self.rows(&columns, ending)
                }
                None => String::new(),
            },
            Format::Line => format!("```{ending}{}```{ending}", self.lines(ending)),
            Format::Element => String::new(),
        }
    }

    fn rows(&self, columns: &[String], ending: &str) -> String {
        let row = |(content, anchor): &(Content, String)| {
            row::render(self.shelf, columns, content, anchor, ending)
        };
        self.blocks.iter().map(row).collect()
    }

    fn lines(&self, ending: &str) -> String {
        let line = |(content, anchor): &(Content, String)| fenced::render(content, anchor, ending);
        self.blocks.iter().map(line).collect()
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

/// The same for a heading with all the headings below it.
fn whole_section_end(document: &Document, heading: usize) -> usize {
    let level = document.headings[heading].level;
    let below = document.headings[heading + 1..].iter().take_while(|next| next.level > level);
    section_end(document, heading + below.count())
}

fn append_sections(document: &Document, sections: &[Section], ending: &str) -> Option<Patch> {
    if sections.is_empty() {
        return None;
    }
    let offset = document.append_at;
    let mut titles: Vec<&str> = Vec::new();
    for section in sections {
        if !titles.iter().any(|title| key(title) == key(&section.title)) {
            titles.push(&section.title);
        }
    }
    let render = |title: &str| {
        let mut under: Vec<&Section> =
            sections.iter().filter(|section| key(&section.title) == key(title)).collect();
        // What follows a headed block would belong to it.
        under.sort_by_key(|section| matches!(section.shelf.format, Format::Section { .. }));
        let blocks: Vec<String> = under.iter().map(|section| section.render(ending)).collect();
        format!("## {title}{ending}{ending}{}", blocks.join(ending))
    };
    let sections: Vec<String> = titles.into_iter().map(render).collect();
    Some(Patch {
        range: offset..offset,
        lead: Lead::BlankLine,
        text: sections.join(ending) + &trail(&document.source[offset..], ending),
    })
}

/// What parts a new block from the rest of the document, which begins with blank lines or with a
/// heading, fence or comment.
fn trail(rest: &str, ending: &str) -> String {
    let blank_line = match line::lines(rest).next() {
        Some(next) if !line::is_blank(next.raw) => ending,
        _ => "",
    };
    separator(rest, ending) + blank_line
}

/// What keeps the rest of the document from becoming part of a list item that ends before it: its next line may be
/// indented.
pub(super) fn separator(rest: &str, ending: &str) -> String {
    let next = line::lines(rest).find(|line| !line::is_blank(line.raw));
    match next {
        Some(next) if line::is_indented(next.raw) => format!("{ending}{SEPARATOR}{ending}"),
        _ => String::new(),
    }
}
