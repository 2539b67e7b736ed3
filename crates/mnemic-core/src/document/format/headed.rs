//! Headed sections: a heading, and below it lines `- **Label**: value`.
//!
//! A value goes on in the indented lines below its label. People may leave the bullet out; then it goes on to the next
//! label. Lines that belong to no label are theirs: they are never changed and outlive the block.

use std::ops::Range;

use super::{Format, Shelf, Spans as BlockSpans};
use crate::document::{
    block::{Block, Content, Place},
    escape, grammar,
    hash::BlockHash,
    line::{self, Line, SPACES},
    outline::{Fence, strip_closing_signs},
    patch::{Lead, Patch},
    section::{self, SEPARATOR},
};

/// The parts of a headed section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) struct Spans {
    /// What the heading says, without its signs, the kind's prefix and the anchor.
    title: Range<usize>,
    /// The heading's line.
    heading: Range<usize>,
    labelled: Vec<Labelled>,
    /// Where its first line stands that belongs to no label.
    loose_start: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Labelled {
    label: String,
    value: String,
    /// Whether no line above it has the label: what is said twice is left to its writer.
    is_first: bool,
    /// Whether it is a list item; otherwise it goes on to the next label.
    is_bulleted: bool,
    /// Its lines, with their endings.
    lines: Range<usize>,
}

/// Reads the block whose heading is the first of these lines.
pub(in crate::document) fn read(
    source: &str,
    place: Place,
    lines: &[Line<'_>],
    shelf: &'static Shelf,
) -> Block {
    let heading = lines[0];
    let body = strip_closing_signs(heading.body());
    let signs = body.len() - body.trim_start_matches([' ', '#']).len();
    let indent = body[signs..].len() - body[signs..].trim_start_matches(SPACES).len();
    let start = signs + indent;
    let (text, anchor) = grammar::split_anchor(&body[start..]);
    let text = text.trim_end_matches(SPACES);
    let prefix = match shelf.format {
        Format::Section { prefix, .. } if text.starts_with(prefix) => prefix.len(),
        Format::Section { prefix, .. } if text == prefix.trim_end() => text.len(),
        _ => 0,
    };
    let title = heading.start + start + prefix..heading.start + start + text.len();
    let slot = anchor.clone().unwrap_or(body.len() - start..body.len() - start);
    let at = heading.start + start;
    let (labelled, loose_start) = read_labels(&lines[1..]);
    let mut content = Content::default();
    let shown = source[title.clone()].trim_start().to_owned();
    if shelf.text.is_empty() {
        content.text = shown;
    } else {
        content.title = Some(shown);
    }
    for field in labelled.iter().filter(|field| field.is_first) {
        if field.label.eq_ignore_ascii_case(shelf.text) {
            content.text.clone_from(&field.value);
        } else if !field.value.trim().is_empty() {
            content.fields.push((field.label.clone(), field.value.clone()));
        }
    }
    Block {
        line: place.line,
        headings: place.headings,
        anchor: anchor.map(|anchor| body[start..][anchor].to_owned()),
        content,
        hash: BlockHash::of(&source[place.range.clone()]),
        shelf,
        anchor_slot: at + slot.start..at + slot.end,
        range: place.range,
        spans: BlockSpans::Headed(Spans {
            title,
            heading: heading.start..heading.end(),
            labelled,
            loose_start,
        }),
    }
}

/// The labelled values that a text is made of; nothing when it has other lines, none, or a label twice.
pub(in crate::document) fn labelled_values(text: &str) -> Option<Vec<(String, String)>> {
    let lines: Vec<Line<'_>> = line::lines(text).collect();
    let (labelled, loose_start) = read_labels(&lines);
    let is_plain = loose_start.is_none() && labelled.iter().all(|field| field.is_first);
    let values = labelled.into_iter().map(|field| (field.label, field.value));
    let values: Vec<(String, String)> = values.collect();
    (is_plain && !values.is_empty()).then_some(values)
}

/// The labels in the lines below a heading, and where the first of other lines stands.
fn read_labels(lines: &[Line<'_>]) -> (Vec<Labelled>, Option<usize>) {
    let mut labelled = Vec::new();
    let mut loose_start = None;
    let mut at = 0;
    while at < lines.len() {
        let after = match label_of(lines[at].body()) {
            Some(found) => {
                let after =
                    if found.is_bulleted { line::item_end(lines, at) } else { run_end(lines, at) };
                let is_same = |field: &Labelled| field.label.eq_ignore_ascii_case(found.name);
                let is_first = !labelled.iter().any(is_same);
                labelled.push(Labelled { is_first, ..found.read(&lines[at..after]) });
                after
            }
            None => {
                let is_loose = !line::is_blank(lines[at].raw);
                loose_start = loose_start.or_else(|| is_loose.then_some(lines[at].start));
                past_opaque(lines, at)
            }
        };
        at = after;
    }
    (labelled, loose_start)
}

/// The line after what begins on a line: after a whole list item or fence, else after the line.
fn past_opaque(lines: &[Line<'_>], at: usize) -> usize {
    if grammar::bullet_len(lines[at].body()).is_some() {
        return line::item_end(lines, at);
    }
    let Some(fence) = Fence::open(lines[at].body()) else { return at + 1 };
    let close = lines[at + 1..].iter().position(|line| fence.is_closed_by(line.body()));
    close.map_or(lines.len(), |close| at + close + 2)
}

/// The line after the last one that is not blank before the next label or separator.
fn run_end(lines: &[Line<'_>], at: usize) -> usize {
    let ends_run = |body: &str| label_of(body).is_some() || body.trim_end() == SEPARATOR;
    let mut after = at + 1;
    let mut next = at + 1;
    while next < lines.len() && !ends_run(lines[next].body()) {
        let past = past_opaque(lines, next);
        if !line::is_blank(lines[next].raw) {
            after = past;
        }
        next = past;
    }
    after
}

/// A label at the start of a line.
struct Label<'a> {
    name: &'a str,
    /// What follows the colon.
    rest: &'a str,
    is_bulleted: bool,
}

fn label_of(body: &str) -> Option<Label<'_>> {
    let bullet = ["- ", "* ", "+ "].iter().find_map(|bullet| body.strip_prefix(bullet));
    let marked = bullet.unwrap_or(body).strip_prefix("**")?;
    let (name, rest) = marked.split_once("**")?;
    let (name, rest) = match (name.strip_suffix(':'), rest.strip_prefix(':')) {
        (Some(name), _) => (name, rest),
        (None, Some(rest)) => (name, rest),
        (None, None) => return None,
    };
    let is_label = !name.trim().is_empty() && !name.contains('*');
    is_label.then(|| Label {
        name: name.trim(),
        rest: rest.strip_prefix(' ').unwrap_or(rest),
        is_bulleted: bullet.is_some(),
    })
}

impl Label<'_> {
    fn read(&self, lines: &[Line<'_>]) -> Labelled {
        let mut value = self.rest.trim_end().to_owned();
        for line in &lines[1..] {
            let body = line.body();
            value.push('\n');
            value.push_str(match self.is_bulleted {
                true => body.strip_prefix("  ").or(body.strip_prefix('\t')).unwrap_or_default(),
                false => body,
            });
        }
        escape::unescape_end(&mut value);
        let lines = lines[0].start..lines[lines.len() - 1].end();
        let (label, is_bulleted) = (self.name.to_owned(), self.is_bulleted);
        Labelled { label, value, is_first: true, is_bulleted, lines }
    }
}

/// A block as it is written into a new place.
pub(in crate::document) fn render(
    shelf: &Shelf,
    content: &Content,
    anchor: &str,
    ending: &str,
) -> String {
    let Format::Section { level, prefix } = shelf.format else { return String::new() };
    let title = one_line(content.title.as_deref().unwrap_or(&content.text));
    let mut block = format!("{} {prefix}{title} ^{anchor}{ending}", "#".repeat(level));
    for (label, value) in wanted(shelf, content) {
        block.push_str(&render_label(label, value, ending));
    }
    block
}

/// What the lines of a block are to say, in order.
fn wanted<'a>(shelf: &'a Shelf, content: &'a Content) -> impl Iterator<Item = (&'a str, &'a str)> {
    let text = (!shelf.text.is_empty()).then_some((shelf.text, content.text.as_str()));
    let fields = content.fields.iter().map(|(label, value)| (label.as_str(), value.as_str()));
    text.into_iter().chain(fields).filter(|(_, value)| !value.trim().is_empty())
}

fn render_label(label: &str, value: &str, ending: &str) -> String {
    let mut value = value.to_owned();
    escape::escape_end(&mut value);
    let mut lines = value.split('\n');
    let mut rendered = format!("- **{}**:", one_line(label).replace('*', ""));
    let first = lines.next().unwrap_or_default();
    if !first.is_empty() {
        rendered.push(' ');
        rendered.push_str(first);
    }
    rendered.push_str(ending);
    for line in lines {
        rendered.push_str(if line.is_empty() { "" } else { "  " });
        rendered.push_str(line);
        rendered.push_str(ending);
    }
    rendered
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Spans {
    /// The patches that make a block show this content: only lines that say something else are touched.
    pub(in crate::document) fn replace(
        &self,
        source: &str,
        shelf: &Shelf,
        content: &Content,
        ending: &str,
    ) -> Vec<Patch> {
        let mut patches = Vec::new();
        let title = one_line(content.title.as_deref().unwrap_or(&content.text));
        if source[self.title.clone()].trim() != title {
            let Range { start, end } = self.title;
            let is_apart = |character: Option<char>| character.is_none_or(char::is_whitespace);
            let before = if is_apart(source[..start].chars().next_back()) { "" } else { " " };
            let after = if is_apart(source[end..].chars().next()) { "" } else { " " };
            let text = format!("{before}{title}{after}");
            patches.push(Patch { range: start..end, lead: Lead::Nothing, text });
        }
        let wanted: Vec<(&str, &str)> = wanted(shelf, content).collect();
        for field in self.labelled.iter().filter(|field| field.is_first) {
            let now = wanted.iter().find(|(label, _)| label.eq_ignore_ascii_case(&field.label));
            let text = match now {
                Some((_, value)) if *value == field.value => continue,
                Some((_, value)) => render_label(&field.label, value, ending),
                None if field.value.trim().is_empty() => continue,
                None => String::new(),
            };
            patches.push(Patch { range: field.lines.clone(), lead: Lead::Nothing, text });
        }
        let is_there =
            |label: &str| self.labelled.iter().any(|field| field.label.eq_ignore_ascii_case(label));
        let end = self.labelled.last().map_or(self.heading.end, |field| field.lines.end);
        let added = wanted.into_iter().filter(|(label, _)| !is_there(label));
        let added: String =
            added.map(|(label, value)| render_label(label, value, ending)).collect();
        if !added.is_empty() {
            let text = added + &section::separator(&source[end..], ending);
            patches.push(Patch { range: end..end, lead: Lead::LineStart, text });
        }
        patches
    }

    /// Whether a block leaves lines behind when it goes.
    pub(in crate::document) fn has_loose_lines(&self) -> bool {
        self.loose_start.is_some()
    }

    /// Whether its last value goes on in whatever follows.
    pub(in crate::document) fn goes_on(&self, source: &str, end: usize) -> bool {
        let is_last = |last: &Labelled| source[last.lines.end..end].trim().is_empty();
        self.labelled.last().is_some_and(|last| !last.is_bulleted && is_last(last))
    }

    /// The document from the first line on that follows when a block that ends here is gone.
    pub(in crate::document) fn rest<'s>(&self, source: &'s str, end: usize) -> &'s str {
        let rest = &source[self.loose_start.unwrap_or(end)..];
        let next = line::lines(rest).find(|line| !line::is_blank(line.raw));
        next.map_or("", |line| &rest[line.start..])
    }

    /// The lines that go with the block; its loose lines stay.
    pub(in crate::document) fn owned(&self, range: &Range<usize>) -> Vec<Range<usize>> {
        if self.loose_start.is_none() {
            return vec![range.clone()];
        }
        let fields = self.labelled.iter().map(|field| field.lines.clone());
        std::iter::once(self.heading.clone()).chain(fields).collect()
    }
}
