//! Filters, orderings and pages as values that any store can carry out.
//!
//! A field that a memory does not have equals nothing: only `$ne` and `$nin` hold for it. Values of
//! different types are never equal and never ordered. A condition on a list holds when it holds for any of its items.

mod field;

pub use field::{BodyField, Field, ValueType};

use jiff::Timestamp;
use serde_json::Value as Json;
use thiserror::Error;

use crate::{
    record::{id::MemoryId, memory::Memory},
    text::nearest::{nearest_of, suggestion},
};

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

impl Value {
    /// Which type it has.
    pub fn value_type(&self) -> ValueType {
        match self {
            Self::Text(_) => ValueType::Text,
            Self::Number(_) => ValueType::Number,
            Self::Time(_) => ValueType::Time,
        }
    }
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
            let field = Field::named(name).ok_or_else(|| FilterError::unknown(name, |_| true))?;
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
        Json::Bool(flag) if field.is_flag() => Ok(Value::Text(flag.to_string())),
        Json::String(text) if field.value_type() == ValueType::Time => {
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
    #[error("a filter is a JSON object of field names and conditions")]
    NotAnObject,
    /// No memory has that field.
    #[error("`{name}` is not a field to filter by{}", suggestion(nearest.as_deref()))]
    UnknownField {
        /// The name given.
        name: String,
        /// The field that may be meant.
        nearest: Option<String>,
    },
    /// Only text, numbers and times are compared.
    #[error("`{0}` is not a string, number or time")]
    NotAValue(String),
    /// The operator wants a list.
    #[error("`{0}` needs a list of values")]
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

impl FilterError {
    /// No field of those in question has this name.
    fn unknown(name: &str, is_in_question: impl Fn(&Field) -> bool) -> Self {
        let known: Vec<_> =
            Field::every().filter(is_in_question).map(|field| field.name()).collect();
        let nearest = nearest_of(name, known.iter().map(AsRef::as_ref)).map(str::to_owned);
        Self::UnknownField { name: name.to_owned(), nearest }
    }
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
        let field = Field::named(name).filter(Field::is_ordered);
        let field = field.ok_or_else(|| FilterError::unknown(name, Field::is_ordered))?;
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
            json!({"pinned": true}),
            json!({"specimen.found_at": "yesterday"}),
            json!({"specimen.weight": true}),
            json!({"specimen.measures": "a map is not compared"}),
            json!({"note.weight": 1}),
        ] {
            assert!(Filter::from_json(&json).is_err(), "{json} was accepted");
        }
        let operators: serde_json::Map<_, _> =
            (0..300).map(|number| (format!("$x{number}"), json!(1))).collect();
        let error = Filter::from_json(&json!({ "tags": operators })).unwrap_err();
        assert!(error.to_string().starts_with("the filter has 300 conditions, at most 200"));
    }

    #[test]
    fn a_field_of_a_kind_is_named_with_its_kind() {
        let filter = Filter::from_json(&json!({
            "specimen.weight": {"$gt": 3}, "specimen.alive": true,
            "specimen.found_at": {"$lt": "2026-11-15T10:00:00.5Z"}, "specimen.seen_with": ["moss"]
        }))
        .unwrap();
        let tests: Vec<_> =
            filter.all.iter().map(|condition| (condition.field.name(), &condition.test)).collect();
        let time = Value::Time("2026-11-15T10:00:00.5Z".parse().unwrap());
        for (name, test) in [
            ("specimen.weight", Test::Gt(Value::Number(3.0))),
            ("specimen.alive", Test::Eq(Value::Text("true".into()))),
            ("specimen.found_at", Test::Lt(time)),
            ("specimen.seen_with", Test::In(vec![Value::Text("moss".into())])),
        ] {
            assert!(tests.contains(&(name.into(), &test)), "{name}");
        }
    }

    #[test]
    fn a_misspelt_field_gets_the_nearest_one_suggested() {
        let complaint =
            |name: &str| Filter::from_json(&json!({ name: 1 })).unwrap_err().to_string();
        for (name, nearest) in [
            ("last_accesed_at", "last_accessed_at"),
            ("valid_untill", "valid_until"),
            ("specimen.wieght", "specimen.weight"),
        ] {
            let expected =
                format!("`{name}` is not a field to filter by; did you mean `{nearest}`?");
            assert_eq!(complaint(name), expected);
        }
        assert_eq!(complaint("colour"), "`colour` is not a field to filter by");
        let complaint = Order::parse("specimen.seen_wiht").unwrap_err().to_string();
        assert_eq!(complaint, "`specimen.seen_wiht` is not a field to filter by");
    }

    #[test]
    fn a_bare_field_orders_greatest_first() {
        assert_eq!(Order::parse("timestamp").unwrap(), Order::default());
        assert_eq!(Order::parse("-score").unwrap().direction, Direction::Ascending);
        assert_eq!(Order::parse("-specimen.weight").unwrap().field.name(), "specimen.weight");
        for unordered in ["tags", "specimen.seen_with", "specimen.measures", "specimen"] {
            assert!(Order::parse(unordered).is_err(), "{unordered}");
        }
    }
}
