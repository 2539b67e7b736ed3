//! What a block shows of a memory, and what a changed block says about it.
//!
//! A document may show less than a memory holds: a percentage is rounded, a cell has one line. So only what a person
//! changed is read back; what still shows as it did keeps its exact value.

use jiff::tz::TimeZone;
use serde_json::Value;

use crate::{
    document::{
        Block, Content, Document,
        format::{Format, NOTES, Shelf, row},
        listing::{self, listed},
        place::{self, Place},
        template,
    },
    journal::daily_log::excerpt,
    record::{
        category::Category,
        kind::{
            Kind,
            field::{EXTRA, FieldRule, NotOfShape, Part, Shape},
        },
        memory::{Body, Memory},
    },
};

/// Where a block stands that shows a memory.
#[derive(Debug, Clone, Copy)]
pub struct Spot<'a> {
    /// The document's path below the vault.
    pub path: &'a str,
    /// The shelf in it.
    pub shelf: &'static Shelf,
    /// The headings above the block.
    pub headings: &'a [String],
}

/// A value in a document that its field cannot hold: the memory keeps what it had.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableValue {
    /// The line of its block.
    pub line: usize,
    /// Its label.
    pub label: String,
    /// What stands there.
    pub value: String,
    /// What the field holds.
    pub wanted: &'static str,
}

/// What a block shows of a memory: a long text as its beginning and a link, the category of a note only where its
/// section does not imply it.
pub fn shown(memory: &Memory, spot: Spot<'_>, zone: &TimeZone) -> Content {
    let text = match place::long_document(memory) {
        Some(long) => {
            format!("{} ([whole text]({}))", excerpt(&memory.text), relative(spot.path, &long))
        }
        None => memory.text.clone(),
    };
    if spot.shelf.format == Format::Item {
        // Nobody reads an archive back, so it may show more than the text.
        let is_read = Place::at(spot.path).is_none_or(|place| place.is_read());
        let text = if is_read || text != memory.text { text } else { listed(memory) };
        return item(memory, text, spot, zone);
    }
    let title = spot.shelf.title.and_then(|part| rule_of(memory.rules(), part)).map(|field| {
        memory.value_of(field).map(|value| Shape::Line.words(&value)).unwrap_or_default()
    });
    Content { text, title, fields: fields(memory, spot.shelf), ..Content::default() }
}

fn item(memory: &Memory, text: String, spot: Spot<'_>, zone: &TimeZone) -> Content {
    let implied = Category::implied_by(spot.headings);
    let category = memory.category.as_ref().filter(|category| implied.as_ref() != Some(*category));
    Content {
        date: Some(memory.created_at.to_zoned(zone.clone()).date()),
        category: category.map(|category| category.to_string()),
        text,
        tags: memory.tags.clone(),
        ..Content::default()
    }
}

/// The labelled values of a block, in the order of the kind's table, and then those that only the memory has.
pub(super) fn fields(memory: &Memory, shelf: &Shelf) -> Vec<(String, String)> {
    if shelf.format == Format::Line {
        return Vec::new();
    }
    let is_below = |field: &&FieldRule| field.part != Part::Text && Some(field.part) != shelf.title;
    let (values, extra) = memory.labelled_values(|field| is_below(&field));
    let named = memory.rules().fields.iter().filter(is_below).map(|field| {
        let name = if shelf.is_json() { field.key } else { field.label };
        let value = values.iter().find(|(known, _)| known.part == field.part);
        let value = value.map(|(_, value)| written(field.shape, value, shelf));
        (name.to_owned(), value.unwrap_or_default())
    });
    let extra =
        extra.iter().map(|(name, value)| (name.clone(), written(Shape::of(value), value, shelf)));
    let is_shown = |(_, value): &(String, String)| shelf.format == Format::Row || !value.is_empty();
    named.chain(extra).filter(is_shown).collect()
}

fn written(shape: Shape, value: &Value, shelf: &Shelf) -> String {
    match shelf.format {
        Format::Element => value.to_string(),
        Format::Row => shape.exact(value, [shape.words(value), shape.show(value)], row::in_cell),
        _ => shape.exact(value, [shape.show(value), shape.words(value)], str::to_owned),
    }
}

fn rule_of(kind: &'static Kind, part: Part) -> Option<&'static FieldRule> {
    kind.fields.iter().find(|field| field.part == part)
}

fn rule_named(kind: &'static Kind, name: &str, shelf: &Shelf) -> Option<&'static FieldRule> {
    kind.fields.iter().find(|field| match shelf.is_json() {
        true => field.key == name,
        false => field.label.eq_ignore_ascii_case(name),
    })
}

/// This content as it reads back from a shelf, which may have no room for all of it.
pub fn as_read(shelf: &'static Shelf, content: &Content) -> Content {
    if shelf.format == Format::Item {
        return content.clone();
    }
    let empty = Document::parse_as(template::of_kinds(shelf.document, &[shelf], ""), &[shelf]);
    let mut edit = empty.edit();
    edit.insert(shelf, shelf.section, content, "anchor");
    let shown = Document::parse_as(edit.finish(), &[shelf]);
    shown.blocks().first().map(|block| block.content.clone()).unwrap_or_default()
}

/// Whether a block shows this content already; a list item without a date stays without.
pub fn shows(block: &Block, content: &Content) -> bool {
    let date = block.content.date.and(content.date);
    let is_same_field = |(label, value): &(String, String)| {
        let now = block.shelf.field(&block.content, label);
        now.unwrap_or_default() == value || (block.shelf.format == Format::Row && now.is_none())
    };
    let has_no_other = |(label, value): &(String, String)| {
        value.trim().is_empty() || block.shelf.field(content, label).is_some()
    };
    (&block.content.category, &block.content.text, &block.content.tags, &block.content.title)
        == (&content.category, &content.text, &content.tags, &content.title)
        && block.content.date == date
        && content.fields.iter().all(is_same_field)
        && block.content.fields.iter().all(has_no_other)
}

/// Sets what a block says differently from what was shown before. The text of a long memory lies in a file of its own.
pub fn take(memory: &mut Memory, block: &Block, before: &Content) -> Vec<UnreadableValue> {
    let listing = listing::read(memory, block, before);
    let (content, before) =
        listing.as_ref().map_or((&block.content, before), |(content, before)| (content, before));
    let mut unread = Vec::new();
    if content.text.trim().is_empty() && !block.shelf.text.is_empty() {
        unread.push(block.unread(block.shelf.text, "", Shape::Text.wanted()));
    } else if content.text != before.text && place::long_document(memory).is_none() {
        memory.text.clone_from(&content.text);
    }
    let mut changes = Vec::new();
    if let (Some(part), Some(title)) = (block.shelf.title, &content.title)
        && before.title.as_ref() != Some(title)
    {
        changes.push(Changed { part, label: String::new(), value: Some(title.as_str().into()) });
    }
    let (known, mut extra) = (memory.body.extra(), Vec::new());
    for (label, text) in &content.fields {
        if block.shelf.field(before, label) == Some(text) {
            continue;
        }
        match rule_named(memory.rules(), label, block.shelf) {
            Some(rule) => match read(rule, text, block.shelf) {
                Ok(value) => changes.push(Changed { part: rule.part, label: label.clone(), value }),
                Err(()) => unread.push(block.unread(label, text, rule.wanted())),
            },
            None => match read_extra(known.get(label), text, block.shelf) {
                Ok(value) => extra.push((label.clone(), value)),
                Err(shape) => unread.push(block.unread(label, text, shape.wanted())),
            },
        }
    }
    // A column that is not there says nothing, nor does a list item without fields; a line that is gone was taken away.
    let may_lack = matches!(block.shelf.format, Format::Row | Format::Item);
    let is_gone = |label: &str| !may_lack && block.shelf.field(content, label).is_none();
    for (label, _) in before.fields.iter().filter(|(label, _)| is_gone(label)) {
        match rule_named(memory.rules(), label, block.shelf) {
            Some(rule) if !rule.part.may_be_absent() => {}
            Some(rule) => {
                changes.push(Changed { part: rule.part, label: label.clone(), value: None });
            }
            None => extra.push((label.clone(), None)),
        }
    }
    for change in apply(memory, changes, extra) {
        let text = block.shelf.field(content, &change.label).unwrap_or_default();
        let rule = rule_of(memory.rules(), change.part);
        let wanted = rule.map_or(Shape::Line.wanted(), FieldRule::wanted);
        unread.push(block.unread(&change.label, text, wanted));
    }
    unread
}

/// What of a block cannot be read into its memory.
pub fn unread(memory: &Memory, block: &Block, path: &str, zone: &TimeZone) -> Vec<UnreadableValue> {
    let spot = Spot { path, shelf: block.shelf, headings: &block.headings };
    let before = as_read(block.shelf, &shown(memory, spot, zone));
    take(&mut memory.clone(), block, &before)
}

/// Puts values of a block that cannot be read into its memory back into what is to be shown: they are left to their
/// writer.
pub fn leave_unreadable(
    content: &mut Content,
    block: &Block,
    memory: &Memory,
    path: &str,
    zone: &TimeZone,
) {
    if block.shelf.format == Format::Item {
        return;
    }
    for UnreadableValue { label, value, .. } in unread(memory, block, path, zone) {
        if label.is_empty() || label == block.shelf.text {
            continue;
        }
        let is_json = block.shelf.is_json();
        content.fields.retain(|(known, _)| match is_json {
            true => *known != label,
            false => !known.eq_ignore_ascii_case(&label),
        });
        content.fields.push((label, value));
    }
}

/// Whether a shelf can show a memory: one of its own kind, with fields that this version knows. A list item shows the
/// text of any.
pub fn can_show(shelf: &Shelf, memory: &Memory) -> bool {
    shelf.format == Format::Item || memory.rules().name == shelf.kind
}

struct Changed {
    part: Part,
    label: String,
    value: Option<Value>,
}

fn read(rule: &FieldRule, text: &str, shelf: &Shelf) -> Result<Option<Value>, ()> {
    match shelf.is_json() {
        true => serde_json::from_str(text).map_err(|_| ()).map(Some),
        false => rule.shape.read(text).map_err(|_| ()),
    }
}

/// What no field names: a list stays a list and a map a map, whatever else is text.
fn read_extra(before: Option<&Value>, text: &str, shelf: &Shelf) -> Result<Option<Value>, Shape> {
    if shelf.is_json() {
        return Ok(serde_json::from_str(text).ok());
    }
    match before {
        Some(value @ (Value::Array(_) | Value::Object(_))) => {
            Shape::of(value).read(text).map_err(|NotOfShape(shape)| shape)
        }
        _ => Ok(Some(text.trim()).filter(|text| !text.is_empty()).map(Value::from)),
    }
}

/// Sets all that fits and answers what does not. The fields of a body are set together: one may need another.
fn apply(
    memory: &mut Memory,
    changes: Vec<Changed>,
    extra: Vec<(String, Option<Value>)>,
) -> Vec<Changed> {
    if !extra.is_empty() {
        memory.body = with_extra(&memory.body, extra);
    }
    let (body, header): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|change| matches!(change.part, Part::Body(_)));
    let together = memory.body.with(|fields| {
        for change in &body {
            if let (Part::Body(name), value) = (change.part, &change.value) {
                match value {
                    Some(value) => drop(fields.insert(name.to_owned(), value.clone())),
                    None => drop(fields.remove(name)),
                }
            }
        }
    });
    let rest = match together {
        Some(changed) => {
            memory.body = changed;
            Vec::new()
        }
        None => body,
    };
    let each = header.into_iter().chain(rest);
    each.filter(|change| change.part.set(memory, change.value.clone()).is_err()).collect()
}

fn with_extra(body: &Body, extra: Vec<(String, Option<Value>)>) -> Body {
    let changed = body.with(|fields| {
        let mut kept = body.extra();
        for (label, value) in extra {
            match value {
                Some(value) => drop(kept.insert(label, value)),
                None => drop(kept.remove(&label)),
            }
        }
        if kept.is_empty() {
            fields.remove(EXTRA);
        } else {
            fields.insert(EXTRA.to_owned(), Value::Object(kept.into_iter().collect()));
        }
    });
    changed.unwrap_or_else(|| body.clone())
}

impl Block {
    /// The body of a new memory made of this block; nothing when its kind needs what the block does not say.
    pub fn new_body(&self) -> Option<Body> {
        let kind = Kind::named(self.shelf.kind)?;
        let mut fields = crate::record::kind::Fields::new();
        let labelled = self.content.fields.iter().filter_map(|(label, text)| {
            let rule = rule_named(kind, label, self.shelf)?;
            Some((rule.part, read(rule, text, self.shelf).ok()??))
        });
        let title = self.shelf.title.zip(self.content.title.clone());
        let title = title.map(|(part, title)| (part, Value::from(title)));
        for (part, value) in labelled.chain(title) {
            if let Part::Body(name) = part {
                fields.insert(name.to_owned(), value);
            }
        }
        (kind.body)(fields)
    }

    fn unread(&self, label: &str, value: &str, wanted: &'static str) -> UnreadableValue {
        let (label, value) = (label.to_owned(), value.to_owned());
        UnreadableValue { line: self.line, label, value, wanted }
    }
}

/// The shelf of a memory in a document with these shelves: the one it was put on, else one of its kind, else that of
/// notes.
pub fn shelf_for(shelves: &[&'static Shelf], memory: &Memory) -> &'static Shelf {
    let section = memory.home.as_ref().map_or("", |home| home.section.as_str());
    let of_kind = || shelves.iter().filter(|shelf| shelf.kind == memory.kind());
    let same = of_kind().find(|shelf| shelf.section.eq_ignore_ascii_case(section));
    same.or_else(|| of_kind().next()).copied().unwrap_or(&NOTES)
}

/// The path from a document to another of the same vault.
fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').collect();
    let to: Vec<&str> = to.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len().saturating_sub(shared + 1));
    up.chain(to[shared..].iter().copied()).collect::<Vec<_>>().join("/")
}
