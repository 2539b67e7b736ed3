//! Whether a memory passes a filter, and what it is ordered by.

use std::{borrow::Cow, cmp::Ordering};

use jiff::Timestamp;
use mnemic_core::record::{
    filter::{Condition, Field, Filter, Test, Value},
    memory::{Memory, Trust},
};

/// Whether a memory passes a filter.
pub(super) fn passes(filter: &Filter, memory: &Memory) -> bool {
    let holds_piece = |piece: &String| memory.text.contains(piece.as_str());
    filter.all.iter().all(|condition| holds(condition, memory))
        && (filter.pieces.is_empty() || filter.pieces.iter().any(holds_piece))
}

fn holds(Condition { field, test }: &Condition, memory: &Memory) -> bool {
    let is = |value: &Value, wanted: &[Ordering]| match field {
        Field::Tags => memory.tags.iter().any(|tag| is_tag(tag, value, wanted)),
        Field::Body(field) => {
            let values = field.values(memory);
            values.iter().any(|held| FieldValue::from(held).is(value, wanted))
        }
        _ => FieldValue::of(memory, *field).is_some_and(|held| held.is(value, wanted)),
    };
    let equals = |value: &Value| is(value, &[Ordering::Equal]);
    match test {
        Test::Eq(value) => equals(value),
        Test::Ne(value) => !equals(value),
        Test::Gt(value) => is(value, &[Ordering::Greater]),
        Test::Gte(value) => is(value, &[Ordering::Greater, Ordering::Equal]),
        Test::Lt(value) => is(value, &[Ordering::Less]),
        Test::Lte(value) => is(value, &[Ordering::Less, Ordering::Equal]),
        Test::In(values) => values.iter().any(equals),
        Test::Nin(values) => !values.iter().any(equals),
        Test::Never => false,
    }
}

fn is_tag(tag: &str, value: &Value, wanted: &[Ordering]) -> bool {
    match value {
        Value::Text(text) => wanted.contains(&tag.to_lowercase().cmp(&text.to_lowercase())),
        _ => false,
    }
}

/// What a memory has in a field.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FieldValue<'a> {
    /// Text.
    Text(Cow<'a, str>),
    /// A number.
    Number(f64),
    /// A moment.
    Time(Timestamp),
}

impl<'a> FieldValue<'a> {
    /// What a memory has in a field. A list is nothing to order by and counts as absent.
    pub(super) fn of(memory: &'a Memory, field: Field) -> Option<Self> {
        let (source, signals) = (&memory.source, &memory.signals);
        Some(match field {
            Field::Number => Self::Number(memory.number? as f64),
            Field::Kind => memory.kind().into(),
            Field::Category => memory.category.as_ref()?.as_str().into(),
            Field::Tags => return None,
            Field::Origin => source.origin.as_str().into(),
            Field::Author => source.author.as_deref()?.into(),
            Field::User => source.user.as_deref()?.into(),
            Field::Session => source.session.as_deref()?.into(),
            Field::Agent => source.agent.as_deref()?.into(),
            Field::Message => source.message.as_deref()?.into(),
            Field::Task => source.task.as_deref()?.into(),
            Field::Narrative => source.narrative.as_deref()?.into(),
            Field::Reference => source.reference.as_deref()?.into(),
            Field::Trust => trust_name(memory.trust).into(),
            Field::Status => memory.status.name().into(),
            Field::Lifecycle => memory.lifecycle.name().into(),
            Field::Importance => Self::Number(memory.importance),
            Field::Confidence => Self::Number(memory.confidence),
            Field::Score => Self::Number(signals.score as f64),
            Field::Version => Self::Number(f64::from(memory.version)),
            Field::CreatedAt => Self::Time(memory.created_at),
            Field::UpdatedAt => Self::Time(memory.updated_at),
            Field::ChangedAt => Self::Time(memory.changed_at()),
            Field::ValidFrom => Self::Time(memory.valid_from?),
            Field::ValidUntil => Self::Time(memory.valid_until?),
            Field::SupersededBy => Self::Text(memory.superseded_by?.to_string().into()),
            Field::LastHitAt => Self::Time(signals.last_hit_at?),
            Field::LastAccessedAt => Self::Time(signals.last_accessed_at?),
            Field::AccessCount => Self::Number(signals.access_count as f64),
            Field::Body(field) if field.shape.is_ordered() => {
                field.values(memory).into_iter().next()?.into()
            }
            Field::Body(_) => return None,
        })
    }

    fn is(&self, value: &Value, wanted: &[Ordering]) -> bool {
        self.compare(&value.into()).is_some_and(|ordering| wanted.contains(&ordering))
    }

    /// How two values of one type are ordered.
    pub(super) fn compare(&self, other: &FieldValue<'_>) -> Option<Ordering> {
        match (self, other) {
            (Self::Text(one), FieldValue::Text(other)) => Some(one.cmp(other)),
            (Self::Number(one), FieldValue::Number(other)) => one.partial_cmp(other),
            (Self::Time(one), FieldValue::Time(other)) => Some(one.cmp(other)),
            _ => None,
        }
    }
}

impl<'a> From<&'a str> for FieldValue<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text.into())
    }
}

impl<'a> From<&'a Value> for FieldValue<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Text(text) => text.as_str().into(),
            Value::Number(number) => Self::Number(*number),
            Value::Time(time) => Self::Time(*time),
        }
    }
}

impl From<Value> for FieldValue<'_> {
    fn from(value: Value) -> Self {
        match value {
            Value::Text(text) => Self::Text(text.into()),
            Value::Number(number) => Self::Number(number),
            Value::Time(time) => Self::Time(time),
        }
    }
}

impl From<FieldValue<'_>> for Value {
    fn from(held: FieldValue<'_>) -> Self {
        match held {
            FieldValue::Text(text) => Self::Text(text.into_owned()),
            FieldValue::Number(number) => Self::Number(number),
            FieldValue::Time(time) => Self::Time(time),
        }
    }
}

fn trust_name(trust: Trust) -> &'static str {
    match trust {
        Trust::Low => "low",
        Trust::Medium => "medium",
        Trust::High => "high",
    }
}
