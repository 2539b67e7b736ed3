//! Filters, orderings and pages as values that any store can carry out.
//!
//! A field that a memory does not have equals nothing: only `$ne` and `$nin` hold for it. Values of
//! different types are never equal and never ordered.

use jiff::Timestamp;
use serde_json::Value as Json;
use thiserror::Error;

use crate::record::{id::MemoryId, memory::Memory};

/// What a memory is filtered and ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// Running number.
    Number,
    /// Kind.
    Kind,
    /// Category.
    Category,
    /// Tags: a list field; a condition holds when it holds for any of them.
    Tags,
    /// Origin of the source.
    Origin,
    /// Author of the source.
    Author,
    /// Session of the source.
    Session,
    /// Agent of the source.
    Agent,
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
    /// Time of the last hit.
    LastHitAt,
}

impl Field {
    /// Every field with its name.
    pub const ALL: [(Self, &str); 20] = [
        (Self::Number, "number"),
        (Self::Kind, "kind"),
        (Self::Category, "category"),
        (Self::Tags, "tags"),
        (Self::Origin, "source"),
        (Self::Author, "author"),
        (Self::Session, "session"),
        (Self::Agent, "agent"),
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
        (Self::LastHitAt, "last_hit_at"),
    ];

    /// The field with this name; `timestamp` is another word for `created_at`.
    pub fn named(name: &str) -> Option<Self> {
        let name = if name == "timestamp" { "created_at" } else { name };
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(field, _)| *field)
    }

    fn holds_time(self) -> bool {
        matches!(self, Self::CreatedAt | Self::UpdatedAt | Self::ChangedAt | Self::LastHitAt)
    }
}

/// What a field is compared with.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Text; compared by bytes, tags without regard to case.
    Text(String),
    /// A number.
    Number(f64),
    /// A moment.
    Time(Timestamp),
}

/// How a field is compared.
#[derive(Debug, Clone, PartialEq)]
pub enum Test {
    /// Equal to the value.
    Eq(Value),
    /// Not equal to the value, or absent.
    Ne(Value),
    /// Greater.
    Gt(Value),
    /// Greater or equal.
    Gte(Value),
    /// Less.
    Lt(Value),
    /// Less or equal.
    Lte(Value),
    /// Equal to one of the values.
    In(Vec<Value>),
    /// Equal to none of the values, or absent.
    Nin(Vec<Value>),
    /// Never holds: what an unknown operator means.
    Never,
}

/// One condition on one field.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// The field.
    pub field: Field,
    /// How it is compared.
    pub test: Test,
}

/// Conditions that must all hold.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter {
    /// The conditions.
    pub all: Vec<Condition>,
    /// Pieces of text, of which a memory's own text holds one at least, letter for letter; any text passes when there
    /// are none.
    pub pieces: Vec<String>,
}

impl Filter {
    /// The filter that every memory passes.
    pub fn none() -> Self {
        Self::default()
    }

    /// This filter and one condition more.
    #[must_use]
    pub fn and(mut self, field: Field, test: Test) -> Self {
        self.all.push(Condition { field, test });
        self
    }

    /// This filter, and the field equal to a text.
    #[must_use]
    pub fn and_text(self, field: Field, text: &str) -> Self {
        self.and(field, Test::Eq(Value::Text(text.to_owned())))
    }

    /// This filter, and the text holding one of these pieces.
    #[must_use]
    pub fn and_piece(mut self, pieces: impl IntoIterator<Item = String>) -> Self {
        self.pieces.extend(pieces);
        self
    }

    /// How many conditions a store carries out. Lists of values and pieces of text have no limit.
    pub const MAX_CONDITIONS: usize = 256;
    /// How many conditions a filter from outside may have; verbs add some of their own.
    const MAX_GIVEN: usize = 200;

    /// Fails when there are more conditions than a store carries out.
    pub fn check(&self) -> Result<(), FilterError> {
        self.has_at_most(Self::MAX_CONDITIONS)
    }

    fn has_at_most(&self, allowed: usize) -> Result<(), FilterError> {
        let found = self.all.len();
        if found > allowed { Err(FilterError::TooMany { found, allowed }) } else { Ok(()) }
    }

    /// Only memories that ordinary recall may return.
    pub fn active() -> Self {
        Self::none().and_text(Field::Lifecycle, "active")
    }

    /// Reads `{"tags": ["a", "b"], "importance": {"$gte": 0.5}}`: a plain value means equal, a list any of
    /// its values, an object operators.
    pub fn from_json(json: &Json) -> Result<Self, FilterError> {
        let fields = json.as_object().ok_or(FilterError::NotAnObject)?;
        let mut filter = Self::none();
        for (name, expected) in fields {
            let field =
                Field::named(name).ok_or_else(|| FilterError::UnknownField(name.clone()))?;
            match expected {
                Json::Object(operators) => {
                    for (operator, operand) in operators {
                        filter = filter.and(field, test_from_json(field, operator, operand)?);
                    }
                }
                Json::Array(_) => {
                    filter = filter.and(field, test_from_json(field, "$in", expected)?)
                }
                _ => filter = filter.and(field, test_from_json(field, "$eq", expected)?),
            }
        }
        filter.has_at_most(Self::MAX_GIVEN)?;
        Ok(filter)
    }
}

fn test_from_json(field: Field, operator: &str, operand: &Json) -> Result<Test, FilterError> {
    let one = || value_from_json(field, operand);
    let many = || {
        let values =
            operand.as_array().ok_or_else(|| FilterError::NotAList(operator.to_owned()))?;
        values.iter().map(|value| value_from_json(field, value)).collect::<Result<Vec<_>, _>>()
    };
    Ok(match operator {
        "$eq" => Test::Eq(one()?),
        "$ne" => Test::Ne(one()?),
        "$gt" => Test::Gt(one()?),
        "$gte" => Test::Gte(one()?),
        "$lt" => Test::Lt(one()?),
        "$lte" => Test::Lte(one()?),
        "$in" => Test::In(many()?),
        "$nin" => Test::Nin(many()?),
        _ => Test::Never,
    })
}

fn value_from_json(field: Field, json: &Json) -> Result<Value, FilterError> {
    match json {
        Json::Number(number) => Ok(Value::Number(number.as_f64().unwrap_or(f64::NAN))),
        Json::String(text) if field.holds_time() => {
            let time = text.parse().map_err(|_| FilterError::NotATime(text.clone()))?;
            Ok(Value::Time(time))
        }
        Json::String(text) => Ok(Value::Text(text.clone())),
        _ => Err(FilterError::NotAValue(json.to_string())),
    }
}

/// A filter that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FilterError {
    /// Filters are objects.
    #[error("a filter is an object of field names and what they must be")]
    NotAnObject,
    /// No memory has that field.
    #[error("`{0}` is not a field to filter by")]
    UnknownField(String),
    /// Only text, numbers and times are compared.
    #[error("`{0}` is not a text, number or time")]
    NotAValue(String),
    /// The operator wants a list.
    #[error("`{0}` wants a list of values")]
    NotAList(String),
    /// A time field wants a time.
    #[error("`{0}` is not a time like 2026-11-15T10:00:00Z")]
    NotATime(String),
    /// No store carries out so many.
    #[error("the filter has {found} conditions, at most {allowed} are allowed")]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many there may be.
        allowed: usize,
    },
}

/// How memories are ordered; absent values last, ties by id in the same direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Order {
    /// By what.
    pub field: Field,
    /// Which way.
    pub direction: Direction,
}

/// Which way an order goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Smallest first.
    Ascending,
    /// Greatest first.
    Descending,
}

impl Default for Order {
    /// Newest first.
    fn default() -> Self {
        Self { field: Field::CreatedAt, direction: Direction::Descending }
    }
}

impl Order {
    /// Reads `field` (greatest first) or `-field` (smallest first).
    pub fn parse(text: &str) -> Result<Self, FilterError> {
        let (name, direction) = match text.strip_prefix('-') {
            Some(name) => (name, Direction::Ascending),
            None => (text, Direction::Descending),
        };
        let field = Field::named(name).filter(|field| *field != Field::Tags);
        let field = field.ok_or_else(|| FilterError::UnknownField(name.to_owned()))?;
        Ok(Self { field, direction })
    }
}

/// Which memories, in which order, from where on, how many.
#[derive(Debug, Clone, PartialEq)]
pub struct Query {
    /// Which.
    pub filter: Filter,
    /// In which order.
    pub order: Order,
    /// From where on: the key of the last memory of the page before.
    pub after: Option<PageKey>,
    /// At most how many.
    pub limit: usize,
}

impl Default for Query {
    fn default() -> Self {
        Self { filter: Filter::none(), order: Order::default(), after: None, limit: 100 }
    }
}

/// Where a page ended: the ordering value of its last memory and its id.
#[derive(Debug, Clone, PartialEq)]
pub struct PageKey {
    /// The value of the field the query is ordered by; absent when the memory has none.
    pub value: Option<Value>,
    /// The memory.
    pub id: MemoryId,
}

/// Some of the memories that were asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The memories.
    pub memories: Vec<Memory>,
    /// Where the next page starts; absent when there is none.
    pub next: Option<PageKey>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_seeds_filters_are_understood() {
        let filter = Filter::from_json(&json!({
            "kind": "note", "tags": ["a", "b"], "importance": {"$gte": 0.5, "$lt": 1}, "score": {"$near": 1}
        }))
        .unwrap();
        let tests: Vec<_> =
            filter.all.iter().map(|condition| (condition.field, &condition.test)).collect();
        assert!(tests.contains(&(Field::Kind, &Test::Eq(Value::Text("note".into())))));
        let either = Test::In(vec![Value::Text("a".into()), Value::Text("b".into())]);
        assert!(tests.contains(&(Field::Tags, &either)));
        assert!(tests.contains(&(Field::Importance, &Test::Gte(Value::Number(0.5)))));
        assert!(tests.contains(&(Field::Score, &Test::Never)));
    }

    #[test]
    fn a_filter_that_cannot_be_carried_out_is_refused() {
        for json in [
            json!([]),
            json!({"colour": "red"}),
            json!({"kind": null}),
            json!({"tags": {"$in": "a"}}),
            json!({"created_at": "yesterday"}),
        ] {
            assert!(Filter::from_json(&json).is_err(), "{json} was accepted");
        }
        let operators: serde_json::Map<_, _> =
            (0..300).map(|number| (format!("$x{number}"), json!(1))).collect();
        let error = Filter::from_json(&json!({ "tags": operators })).unwrap_err();
        assert!(error.to_string().starts_with("the filter has 300 conditions, at most 200"));
    }

    #[test]
    fn a_bare_field_orders_greatest_first() {
        assert_eq!(Order::parse("timestamp").unwrap(), Order::default());
        assert_eq!(Order::parse("-score").unwrap().direction, Direction::Ascending);
        assert!(Order::parse("tags").is_err());
    }
}
