//! Specimens: the kind that exists only in tests. It has a body with every shape of field, documents of its own and
//! every format of blocks, so that what holds for it holds for any kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    Fields, Kind, Residence,
    field::{FieldRule, Part, Shape},
};
use crate::{
    document::format::{Format, Shelf},
    journal::event::Act,
    record::memory::Body,
};

/// What a specimen has beside its text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Specimen {
    /// The format of its block.
    #[serde(default)]
    pub form: Form,
    /// Its name.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Where it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// Its weight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// Whether it is alive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alive: Option<bool>,
    /// When it was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_at: Option<jiff::Timestamp>,
    /// What it was seen with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen_with: Vec<String>,
    /// What was measured.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub measures: BTreeMap<String, Value>,
    /// What people added.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub extra: BTreeMap<String, Value>,
}

/// The format of a specimen's block.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A headed section.
    #[default]
    Section,
    /// A list item.
    Item,
    /// A row of a table.
    Row,
    /// A line of a fence.
    Line,
    /// An element of a JSON array.
    Element,
}

impl Specimen {
    /// Its fields.
    pub fn fields(&self) -> Fields {
        super::write(self)
    }
}

static SHELVES: [Shelf; 5] = [
    shelf("Finds", Format::Section { level: 4, prefix: "Specimen: " }, "Description"),
    shelf("Mentions", Format::Item, ""),
    shelf("Catalogue", Format::Row, "Description"),
    shelf("Sightings", Format::Line, ""),
    Shelf {
        document: "specimens.json",
        section: "specimens",
        ..shelf("", Format::Element, "description")
    },
];

const fn shelf(section: &'static str, format: Format, text: &'static str) -> Shelf {
    let title = match format {
        Format::Section { .. } => Some(Part::Body("name")),
        _ => None,
    };
    Shelf { kind: "specimen", document: "SPECIMEN.md", section, format, text, title }
}

pub(super) static KIND: Kind = Kind {
    name: "specimen",
    journal_format: Act::KINDS_FORMAT,
    body: |fields| super::read(fields).map(|specimen| Body::Specimen(Box::new(specimen))),
    residence: Residence::On {
        shelves: &SHELVES,
        shelf_of: |body| match body {
            Body::Specimen(specimen) => &SHELVES[specimen.form as usize],
            _ => &SHELVES[0],
        },
    },
    fields: &[
        FieldRule::body("Name", "name", Shape::Line),
        FieldRule::body("Site", "site", Shape::Text),
        FieldRule::body("Weight", "weight", Shape::Number).hidden(),
        FieldRule::body("Alive", "alive", Shape::Flag).hidden(),
        FieldRule::body("Found", "found_at", Shape::Time).hidden(),
        FieldRule::body("Seen with", "seen_with", Shape::List),
        FieldRule::body("Measures", "measures", Shape::Map),
        FieldRule::header("Tags", "tags", Part::Tags, Shape::List),
        FieldRule::header("Confidence", "confidence", Part::Confidence, Shape::Percent),
        FieldRule::header("Valid until", "valid_until", Part::ValidUntil, Shape::Time),
    ],
    is_categorised: false,
    makes_claims: true,
    is_logged: true,
    is_mutable: true,
    takes_feedback: true,
};
