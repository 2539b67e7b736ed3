//! Elements of an array in a JSON file: each object is a block, its keys are labels, the anchor is the value of
//! `anchor`.
//!
//! The file is plain JSON. Spaces, the order of keys and what is no object stay as they are.

use std::{fmt, ops::Range};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::{Value, value::RawValue};

use super::{Shelf, Spans as BlockSpans};
use crate::document::{
    block::{Block, Content},
    hash::BlockHash,
    line,
    outline::Outline,
};

/// The key of a block's anchor.
const ANCHOR: &str = "anchor";
/// The key, beside the array, of when the file was last updated.
const STAMP: &str = "updated";
/// How deep an array's elements are indented in a file that has none yet.
const INDENT: &str = "    ";

/// The parts of an element.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::document) struct Spans {
    members: Vec<Member>,
    /// What follows the last member, with the closing brace.
    close: Range<usize>,
    /// Which of the array's elements it is.
    index: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Member {
    name: String,
    /// The white space before it.
    gap: Range<usize>,
    /// Its name, the colon and the spaces around it.
    key: Range<usize>,
    value: Range<usize>,
}

/// The array of a JSON file.
#[derive(Clone, Debug)]
pub(in crate::document) struct Array {
    pub(in crate::document) shelf: &'static Shelf,
    elements: Vec<Element>,
    /// What follows the last element, with the closing bracket.
    close: Range<usize>,
}

#[derive(Clone, Debug)]
struct Element {
    gap: Range<usize>,
    whole: Range<usize>,
}

/// The outline of a JSON file on a shelf, or why there is none.
pub(in crate::document) fn outline(source: &str, shelf: &'static Shelf) -> Result<Outline, String> {
    let mut outline = Outline::empty(source);
    let start = line::first_line_start(source);
    let text = &source[start..];
    let reader = Reader { source };
    let array = if shelf.section.is_empty() {
        serde_json::from_str::<&RawValue>(text).map_err(|error| fault(&error))?
    } else {
        let Members(members) = serde_json::from_str(text).map_err(|error| fault(&error))?;
        let stamp = members.iter().find(|(name, _)| name == STAMP);
        outline.stamp = stamp.and_then(|(_, value)| reader.inside_quotes(value));
        let array = members.into_iter().find(|(name, _)| name == shelf.section);
        array.ok_or_else(|| format!("lacks the list `{}`", shelf.section))?.1
    };
    let array = reader.array(array, shelf)?;
    for (index, element) in array.elements.iter().enumerate() {
        outline.blocks.extend(reader.block(element, index, shelf)?);
    }
    outline.array = Some(array);
    Ok(outline)
}

fn fault(error: &serde_json::Error) -> String {
    fault_at(error.line(), error.column())
}

fn fault_at(line: usize, column: usize) -> String {
    format!("is not valid JSON (line {line}, column {column})")
}

struct Reader<'a> {
    source: &'a str,
}

impl<'a> Reader<'a> {
    /// Where a value stands: it was borrowed from the source.
    fn range_of(&self, value: &RawValue) -> Range<usize> {
        let start = value.get().as_ptr().addr() - self.source.as_ptr().addr();
        start..start + value.get().len()
    }

    fn inside_quotes(&self, value: &RawValue) -> Option<Range<usize>> {
        let range = self.range_of(value);
        let is_plain = value.get().starts_with('"') && !value.get().contains('\\');
        is_plain.then(|| range.start + 1..range.end - 1)
    }

    fn array(&self, array: &'a RawValue, shelf: &'static Shelf) -> Result<Array, String> {
        let range = self.range_of(array);
        let elements: Vec<&RawValue> = serde_json::from_str(array.get())
            .map_err(|_| format!("holds no list{}", of_name(shelf.section)))?;
        let mut end = range.start + 1;
        let elements = elements.into_iter().map(|element| {
            let whole = self.range_of(element);
            let gap = self.gap(end..whole.start);
            end = whole.end;
            Element { gap, whole }
        });
        let elements = elements.collect();
        Ok(Array { shelf, elements, close: end..range.end })
    }

    /// What follows the comma of a stretch between two values, or all of it where there is none.
    fn gap(&self, between: Range<usize>) -> Range<usize> {
        let stretch = &self.source[between.clone()];
        let space = stretch.len() - stretch.trim_start().len();
        let comma = if stretch[space..].starts_with(',') { space + 1 } else { 0 };
        between.start + comma..between.end
    }

    /// What is wrong with a part that was read as JSON and yet has no value: half a character, or too many levels.
    fn fault_in(&self, part: Range<usize>) -> String {
        let before = &self.source[..part.start];
        let line_start = before.rfind('\n').map_or(line::first_line_start(before), |feed| feed + 1);
        fault_at(before.matches('\n').count() + 1, before.len() - line_start + 1)
    }

    /// The block of an element; none where it is no object.
    fn block(
        &self,
        element: &Element,
        index: usize,
        shelf: &'static Shelf,
    ) -> Result<Option<Block>, String> {
        let raw = &self.source[element.whole.clone()];
        if !raw.starts_with('{') {
            return Ok(None);
        }
        let Members(read) =
            serde_json::from_str(raw).map_err(|_| self.fault_in(element.whole.clone()))?;
        let mut content = Content::default();
        let (mut anchor, mut slot) = (None, element.whole.end..element.whole.end);
        let mut members = Vec::new();
        let mut end = element.whole.start + 1;
        for (name, value) in read {
            let range = self.range_of(value);
            let gap = self.gap(end..range.start);
            let quote = self.source[gap.clone()].find('"').unwrap_or_default();
            let key = gap.start + quote..range.start;
            let gap = gap.start..key.start;
            end = range.end;
            let parsed: Value =
                serde_json::from_str(value.get()).map_err(|_| self.fault_in(range.clone()))?;
            match &parsed {
                Value::String(text) if name == ANCHOR => {
                    anchor = Some(text.clone()).filter(|text| super::super::is_anchor(text));
                    slot = range.start + 1..range.end - 1;
                }
                Value::String(text) if name == shelf.text => content.text.clone_from(text),
                // Neither can be a field; what is no text is left to its writer.
                _ if name == ANCHOR || name == shelf.text => {}
                _ if content.fields.iter().any(|(known, _)| *known == name) => {}
                other => content.fields.push((name.clone(), other.to_string())),
            }
            members.push(Member { name, gap, key, value: range });
        }
        Ok(Some(Block {
            line: self.source[..element.whole.start].matches('\n').count() + 1,
            headings: Vec::new(),
            anchor,
            content,
            hash: BlockHash::of(raw),
            shelf,
            anchor_slot: slot,
            range: element.whole.clone(),
            spans: BlockSpans::Element(Spans { members, close: end..element.whole.end, index }),
        }))
    }
}

fn of_name(section: &str) -> String {
    if section.is_empty() { String::new() } else { format!(" `{section}`") }
}

impl Array {
    /// The offset after the opening bracket.
    pub(in crate::document) fn start(&self) -> usize {
        self.elements.first().map_or(self.close.start, |first| first.gap.start)
    }

    /// The offset after the closing bracket.
    pub(in crate::document) fn end(&self) -> usize {
        self.close.end
    }

    /// The array from its opening bracket on, with elements changed or left out and others added.
    pub(in crate::document) fn rebuild(
        &self,
        source: &str,
        mut element: impl FnMut(usize) -> Option<Option<String>>,
        added: &[(Content, String)],
    ) -> String {
        let mut parts: Vec<(String, String)> = Vec::new();
        for (index, Element { gap, whole }) in self.elements.iter().enumerate() {
            let text = match element(index) {
                Some(None) => continue,
                Some(Some(text)) => text,
                None => source[whole.clone()].to_owned(),
            };
            parts.push((source[gap.clone()].to_owned(), text));
        }
        let ending = line::usual_ending(source);
        let gap = parts.first().map_or_else(|| new_gap(ending), |(gap, _)| gap.clone());
        for (content, anchor) in added {
            parts.push((gap.clone(), render(self.shelf, content, anchor, &gap)));
        }
        let close = &source[self.close.clone()];
        let is_first = self.elements.is_empty() && !parts.is_empty();
        let close =
            if is_first && close == "]" { format!("{ending}  ]") } else { close.to_owned() };
        let parts: Vec<String> = parts.into_iter().map(|(gap, text)| gap + &text).collect();
        parts.join(",") + &close
    }
}

/// What stands before an element of an array that has none.
pub(in crate::document) fn new_gap(ending: &str) -> String {
    format!("{ending}{INDENT}")
}

/// A new element, indented as deep as the gap before it says.
pub(in crate::document) fn render(
    shelf: &Shelf,
    content: &Content,
    anchor: &str,
    gap: &str,
) -> String {
    let mut members = serde_json::Map::new();
    members.insert(ANCHOR.to_owned(), anchor.into());
    members.insert(shelf.text.to_owned(), content.text.as_str().into());
    for (name, value) in &content.fields {
        if !value.is_empty() {
            members.insert(name.clone(), read_value(value));
        }
    }
    let rendered = match gap.contains('\n') {
        true => serde_json::to_string_pretty(&members).unwrap_or_default(),
        false => serde_json::to_string(&members).unwrap_or_default(),
    };
    let indent = gap.rsplit('\n').next().unwrap_or_default();
    let ending = if gap.contains("\r\n") { "\r\n" } else { "\n" };
    rendered.replace('\n', &format!("{ending}{indent}"))
}

fn read_value(value: &str) -> Value {
    serde_json::from_str(value).unwrap_or_else(|_| value.into())
}

impl Spans {
    /// Which of the array's elements it is.
    pub(in crate::document) fn index(&self) -> usize {
        self.index
    }

    /// The element showing this content: members that say something else are changed, others stay as they are.
    pub(in crate::document) fn replace(
        &self,
        source: &str,
        shelf: &Shelf,
        content: &Content,
        anchor: &str,
    ) -> String {
        let mut wanted: Vec<(&str, Value)> =
            vec![(ANCHOR, anchor.into()), (shelf.text, content.text.as_str().into())];
        let fields = content.fields.iter().filter(|(_, value)| !value.is_empty());
        wanted.extend(fields.map(|(name, value)| (name.as_str(), read_value(value))));
        self.rebuild(source, &wanted, true)
    }

    /// The element with this anchor and nothing else changed.
    pub(in crate::document) fn set_anchor(&self, source: &str, anchor: &str) -> String {
        self.rebuild(source, &[(ANCHOR, anchor.into())], false)
    }

    /// The element with these members; others go when they are all that is wanted.
    fn rebuild(&self, source: &str, wanted: &[(&str, Value)], is_all: bool) -> String {
        let mut parts = Vec::new();
        for (index, member) in self.members.iter().enumerate() {
            let is_again = self.members[..index].iter().any(|before| before.name == member.name);
            let (gap, key) = (&source[member.gap.clone()], &source[member.key.clone()]);
            let value = &source[member.value.clone()];
            let written = match wanted.iter().find(|(name, _)| *name == member.name) {
                _ if is_again => value.to_owned(),
                Some((_, now)) if read_value(value) == *now => value.to_owned(),
                Some((_, now)) => now.to_string(),
                None if is_all => continue,
                None => value.to_owned(),
            };
            parts.push(format!("{gap}{key}{written}"));
        }
        let gap = self.members.last().map_or("", |member| &source[member.gap.clone()]);
        for (name, value) in wanted {
            if !self.members.iter().any(|member| member.name == *name) {
                parts.push(format!("{gap}{}: {value}", Value::from(*name)));
            }
        }
        format!("{{{}{}", parts.join(","), &source[self.close.clone()])
    }
}

/// The members of an object as they stand, in order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Each;
        impl<'de> Visitor<'de> for Each {
            type Value = Vec<(String, &'de RawValue)>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Each).map(Members)
    }
}
