//! Fields: what a memory is filtered and ordered by. Header fields belong to every memory, body fields to those of one
//! kind; the kinds' table tells which there are.

use std::{borrow::Cow, fmt};

use super::Value;
use crate::record::{
    kind::{
        Fields, KINDS, Kind,
        field::{Part, Shape},
    },
    memory::Memory,
};

/// What a memory is filtered and ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// Running number.
    Number,
    /// Kind.
    Kind,
    /// Category.
    Category,
    /// Tags: a list.
    Tags,
    /// Origin of the source.
    Origin,
    /// Author of the source.
    Author,
    /// User of the source.
    User,
    /// Session of the source.
    Session,
    /// Agent of the source.
    Agent,
    /// Message of the source.
    Message,
    /// Task of the source.
    Task,
    /// Narrative of the source.
    Narrative,
    /// The caller's own id.
    Reference,
    /// Trust, by name.
    Trust,
    /// Status, by name.
    Status,
    /// Lifecycle state, by name.
    Lifecycle,
    /// Base importance.
    Importance,
    /// Confidence.
    Confidence,
    /// Score.
    Score,
    /// Version.
    Version,
    /// Creation time.
    CreatedAt,
    /// Time of the last change.
    UpdatedAt,
    /// Time of the last change of what it says, else of its creation. Unlike [`Field::UpdatedAt`] it is not the time
    /// at which something older was taken in.
    ChangedAt,
    /// From when it is true in the world.
    ValidFrom,
    /// Until when it is true in the world.
    ValidUntil,
    /// The id of the memory that replaced it, as text.
    SupersededBy,
    /// Time of the last hit.
    LastHitAt,
    /// Time of the last access.
    LastAccessedAt,
    /// How often it was accessed.
    AccessCount,
    /// A field that only memories of one kind have.
    Body(BodyField),
}

impl Field {
    /// Every header field with its name.
    pub const HEADER: [(Self, &str); 29] = [
        (Self::Number, "number"),
        (Self::Kind, "kind"),
        (Self::Category, "category"),
        (Self::Tags, "tags"),
        (Self::Origin, "source"),
        (Self::Author, "author"),
        (Self::User, "user"),
        (Self::Session, "session"),
        (Self::Agent, "agent"),
        (Self::Message, "message"),
        (Self::Task, "task"),
        (Self::Narrative, "narrative"),
        (Self::Reference, "ref"),
        (Self::Trust, "trust"),
        (Self::Status, "status"),
        (Self::Lifecycle, "lifecycle"),
        (Self::Importance, "importance"),
        (Self::Confidence, "confidence"),
        (Self::Score, "score"),
        (Self::Version, "version"),
        (Self::CreatedAt, "created_at"),
        (Self::UpdatedAt, "updated_at"),
        (Self::ChangedAt, "changed_at"),
        (Self::ValidFrom, "valid_from"),
        (Self::ValidUntil, "valid_until"),
        (Self::SupersededBy, "superseded_by"),
        (Self::LastHitAt, "last_hit_at"),
        (Self::LastAccessedAt, "last_accessed_at"),
        (Self::AccessCount, "access_count"),
    ];

    /// Every field of every kind this version knows.
    pub fn every() -> impl Iterator<Item = Self> {
        let body = KINDS.iter().flat_map(|kind| BodyField::of(kind)).map(Self::Body);
        Self::HEADER.into_iter().map(|(field, _)| field).chain(body)
    }

    /// The field with this name; `timestamp` is another word for `created_at`.
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "timestamp" { "created_at" } else { name };
        Self::every().find(|field| field.name() == name)
    }

    /// Its name: a body field's begins with its kind, as `specimen.weight`.
    pub fn name(self) -> Cow<'static, str> {
        match self {
            Self::Body(field) => field.to_string().into(),
            header => {
                let named = Self::HEADER.iter().find(|(field, _)| *field == header);
                named.map(|(_, name)| *name).unwrap_or_default().into()
            }
        }
    }

    /// The type of its values.
    pub fn value_type(self) -> ValueType {
        match self {
            Self::Number
            | Self::Importance
            | Self::Confidence
            | Self::Score
            | Self::Version
            | Self::AccessCount => ValueType::Number,
            Self::CreatedAt
            | Self::UpdatedAt
            | Self::ChangedAt
            | Self::ValidFrom
            | Self::ValidUntil
            | Self::LastHitAt
            | Self::LastAccessedAt => ValueType::Time,
            Self::Kind
            | Self::Category
            | Self::Tags
            | Self::Origin
            | Self::Author
            | Self::User
            | Self::Session
            | Self::Agent
            | Self::Message
            | Self::Task
            | Self::Narrative
            | Self::Reference
            | Self::Trust
            | Self::Status
            | Self::Lifecycle
            | Self::SupersededBy => ValueType::Text,
            Self::Body(field) => field.value_type(),
        }
    }

    /// Whether memories can be ordered by it: a list has no one value.
    pub fn is_ordered(&self) -> bool {
        match self {
            Self::Tags => false,
            Self::Body(field) => field.shape.is_ordered(),
            _ => true,
        }
    }

    /// Whether it holds yes or no.
    pub(super) fn is_flag(self) -> bool {
        matches!(self, Self::Body(BodyField { shape: Shape::Flag, .. }))
    }
}

/// The type of a field's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueType {
    /// Text; a flag is `true` or `false`.
    Text,
    /// A number.
    Number,
    /// A moment.
    Time,
}

/// A field that only memories of one kind have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BodyField {
    /// The kind's name.
    pub kind: &'static str,
    /// The field's name in the body.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
}

impl BodyField {
    /// The body fields of a kind that memories are filtered by.
    pub fn of(kind: &'static Kind) -> impl Iterator<Item = Self> {
        kind.fields.iter().filter_map(|rule| match rule.part {
            Part::Body(name) if rule.shape.is_filtered() => {
                Some(Self { kind: kind.name, name, shape: rule.shape })
            }
            _ => None,
        })
    }

    /// What a memory has in it: one value at most, unless it is a list. All are of the field's type.
    pub fn values(self, memory: &Memory) -> Vec<Value> {
        if memory.rules().name != self.kind {
            return Vec::new();
        }
        memory.body.fields().map(|fields| self.values_in(&fields)).unwrap_or_default()
    }

    /// What a memory has in each body field that it is filtered by.
    pub fn all_values(memory: &Memory) -> Vec<(Self, Vec<Value>)> {
        let Some(fields) = memory.body.fields() else { return Vec::new() };
        Self::of(memory.rules()).map(|field| (field, field.values_in(&fields))).collect()
    }

    fn values_in(self, fields: &Fields) -> Vec<Value> {
        let value = fields.get(self.name);
        let mut values = value.map(|value| self.shape.filtered(value)).unwrap_or_default();
        values.retain(|value| value.value_type() == self.value_type());
        if self.shape.is_ordered() {
            values.truncate(1);
        }
        values
    }

    fn value_type(self) -> ValueType {
        match self.shape {
            Shape::Number | Shape::Percent => ValueType::Number,
            Shape::Time => ValueType::Time,
            Shape::Text | Shape::Line | Shape::Flag | Shape::List | Shape::Map => ValueType::Text,
        }
    }
}

/// As users write it: `specimen.weight`.
impl fmt::Display for BodyField {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.kind, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_is_found_by_its_name() {
        for field in Field::every() {
            assert_eq!(Field::named(&field.name()), Some(field));
        }
        assert_eq!(Field::named("specimen.measures"), None, "a map is not compared");
        assert_eq!(Field::named("specimen.tags"), None, "a header field has a name of its own");
        assert_eq!(Field::named("weight"), None);
    }
}
