//! Kinds of memories: one table answers everything about a kind. Verbs and decisions ask the table and never look which
//! body a memory has.
//!
//! A kind is a file below this one: its [`Kind`], the type of its body if it has one, and nothing else. It takes part in
//! storing, searching, editing by hand, exporting and undoing by what its table says.

pub mod field;
pub mod narrative;
mod note;
#[cfg(feature = "specimen")]
pub mod specimen;
mod unknown;

use std::collections::BTreeMap;

use serde_json::Value;

use self::field::FieldRule;
use crate::{
    document::format::Shelf,
    record::memory::{Body, Memory},
};

/// The fields of a body, as the journal holds them.
pub type Fields = BTreeMap<String, Value>;

/// What holds for every memory of a kind.
#[derive(Debug)]
pub struct Kind {
    /// The kind's name, as the journal and filters have it.
    pub name: &'static str,
    /// The journal format that an act must have to hold such a memory: a binary that knows only older ones refuses the
    /// vault instead of misreading it.
    pub journal_format: u32,
    /// The body made of these fields; nothing when they are not those of this kind, as in a later version.
    pub body: fn(Fields) -> Option<Body>,
    /// Where its memories lie.
    pub residence: Residence,
    /// What its memories are made of beside their text: shown in documents, searched, filtered.
    pub fields: &'static [FieldRule],
    /// Whether its memories get a category from their words when nobody names one.
    pub is_categorised: bool,
    /// Whether its memories say something about the world, which others may repeat or contradict.
    pub makes_claims: bool,
    /// Whether the daily log tells of its memories by itself.
    pub is_logged: bool,
    /// Whether its memories can be changed once they are written.
    pub is_mutable: bool,
    /// Whether its memories can be reinforced, demoted and pinned.
    pub takes_feedback: bool,
}

/// Where the memories of a kind lie.
#[derive(Debug)]
pub enum Residence {
    /// In no document.
    Nowhere,
    /// In MEMORY.md or USER.md, in the section of their category.
    WithNotes,
    /// On shelves of the kind's own.
    On {
        /// All of them: what stands there is a memory of this kind.
        shelves: &'static [Shelf],
        /// The one for a memory with this body.
        shelf_of: fn(&Body) -> &'static Shelf,
    },
}

/// Every kind this version knows.
pub static KINDS: &[&Kind] = &[
    &note::KIND,
    &narrative::KIND,
    #[cfg(feature = "specimen")]
    &specimen::KIND,
];

impl Kind {
    /// The kind with this name, if this version knows it.
    pub fn named(name: &str) -> Option<&'static Self> {
        KINDS.iter().find(|kind| kind.name == name).copied()
    }

    /// Whether its memories lie in a document, as blocks that people edit.
    pub fn has_home(&self) -> bool {
        !matches!(self.residence, Residence::Nowhere)
    }

    /// The shelves of its own.
    pub fn shelves(&self) -> &'static [Shelf] {
        match self.residence {
            Residence::On { shelves, .. } => shelves,
            Residence::Nowhere | Residence::WithNotes => &[],
        }
    }

    /// The shelf that a body belongs on, if the kind has shelves.
    pub fn shelf_of(&self, body: &Body) -> Option<&'static Shelf> {
        match self.residence {
            Residence::On { shelf_of, .. } => Some(shelf_of(body)),
            Residence::Nowhere | Residence::WithNotes => None,
        }
    }
}

impl Body {
    /// What holds for every memory of this kind.
    pub fn rules(&self) -> &'static Kind {
        match self {
            Self::Note => &note::KIND,
            Self::Narrative(_) => &narrative::KIND,
            #[cfg(feature = "specimen")]
            Self::Specimen(_) => &specimen::KIND,
            Self::Other { .. } => &unknown::KIND,
        }
    }

    /// The body with this kind's name and these fields. A kind this version does not know, or fields it does not know
    /// of a kind, are kept as they are.
    pub fn from_parts(kind: String, fields: Fields) -> Self {
        let known = Kind::named(&kind).and_then(|known| (known.body)(fields.clone()));
        known.unwrap_or(Self::Other { kind, fields })
    }
}

impl Memory {
    /// What holds for every memory of its kind.
    pub fn rules(&self) -> &'static Kind {
        self.body.rules()
    }
}

/// A typed body read from its fields.
fn read<T: serde::de::DeserializeOwned>(fields: Fields) -> Option<T> {
    serde_json::from_value(Value::Object(fields.into_iter().collect())).ok()
}

/// The fields of a typed body.
fn write<T: serde::Serialize>(body: &T) -> Fields {
    #[cfg(test)]
    tests::WRITES.set(tests::WRITES.get() + 1);
    match serde_json::to_value(body) {
        Ok(Value::Object(fields)) => fields.into_iter().collect(),
        _ => Fields::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{
        field::{EXTRA, Part, Shape},
        *,
    };
    use crate::record::filter::BodyField;

    thread_local! {
        /// How often a typed body was turned into fields.
        pub(super) static WRITES: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
    }

    #[cfg(feature = "specimen")]
    #[test]
    fn a_body_is_turned_into_fields_once_however_many_it_has() {
        let memory: Memory = serde_json::from_value(serde_json::json!({
            "id": "01934f2e-0000-7000-8000-000000000001", "anchor": "k7f3q9ab", "number": 1,
            "scope": "global", "kind": "specimen", "text": "x", "source": {"origin": "human"},
            "trust": "high", "importance": 0.5, "confidence": 1.0, "version": 1,
            "created_at": "2026-11-15T10:00:00Z", "updated_at": "2026-11-15T10:00:00Z",
            "body": {"name": "a", "site": "b", "weight": 1.0, "alive": true, "extra": {"c": "d"}}
        }))
        .unwrap();
        let writes = |read: &dyn Fn()| {
            let before = WRITES.get();
            read();
            WRITES.get() - before
        };
        assert_eq!(writes(&|| assert_eq!(BodyField::all_values(&memory).len(), 5)), 1);
        assert_eq!(writes(&|| assert!(memory.searched_words().is_some())), 1);
        assert_eq!(writes(&|| assert_eq!(memory.shown_fields().len(), 3)), 1);
    }

    /// A value that a field of this shape holds.
    fn sample(shape: Shape) -> Value {
        match shape {
            Shape::Text | Shape::Line => "x".into(),
            Shape::Number | Shape::Percent => 1.into(),
            Shape::Flag => true.into(),
            Shape::Time => "2026-11-15T10:00:00Z".into(),
            Shape::List => serde_json::json!(["x"]),
            Shape::Map => serde_json::json!({"x": 1}),
        }
    }

    #[test]
    fn every_kind_with_shelves_keeps_labels_that_it_does_not_name() {
        for kind in KINDS.iter().filter(|kind| !kind.shelves().is_empty()) {
            let extra = (EXTRA.to_owned(), serde_json::json!({"Owner": "Ada"}));
            let named = kind.fields.iter().filter_map(|rule| match rule.part {
                Part::Body(name) => Some((name.to_owned(), sample(rule.shape))),
                _ => None,
            });
            let body = (kind.body)(named.chain([extra]).collect())
                .unwrap_or_else(|| panic!("{} has no `extra`", kind.name));
            assert_eq!(body.extra()["Owner"], "Ada", "{}", kind.name);
        }
    }

    #[test]
    fn kinds_have_names_of_their_own_and_shelves_nobody_else_has() {
        let mut names: Vec<_> = KINDS.iter().map(|kind| kind.name).collect();
        let mut shelves: Vec<_> = KINDS
            .iter()
            .flat_map(|kind| kind.shelves())
            .map(|shelf| (shelf.document, shelf.section))
            .collect();
        let (named, shelved) = (names.len(), shelves.len());
        names.sort_unstable();
        names.dedup();
        shelves.sort_unstable();
        shelves.dedup();
        assert_eq!((names.len(), shelves.len()), (named, shelved));
    }

    #[test]
    fn the_fields_of_a_kind_have_names_of_their_own() {
        for kind in KINDS {
            for (index, field) in kind.fields.iter().enumerate() {
                let later = &kind.fields[index + 1..];
                let is_unique = |other: &FieldRule| {
                    !other.label.eq_ignore_ascii_case(field.label)
                        && other.key != field.key
                        && other.part != field.part
                };
                assert!(later.iter().all(is_unique), "{}: {}", kind.name, field.label);
                // A store discards a vector when the searched words change, so embedded words must be among them.
                assert!(field.is_searched || !field.is_embedded, "{}: {}", kind.name, field.label);
            }
        }
    }
}
