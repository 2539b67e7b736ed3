//! Reaches and filters as SQL conditions on a table called `m`, with every value a bound parameter.

use mnemic_core::{
    filter::{Condition, Field, Filter, Test, Value},
    scope::Reach,
};
use rusqlite::types::{ToSqlOutput, Value as SqlValue};

use crate::{row::folded, time::Moment};

/// A part of a statement and the parameters it asks for, in order.
#[derive(Debug, Default)]
pub(crate) struct Clause {
    /// The SQL, with a `?` for each parameter.
    pub(crate) sql: String,
    /// The parameters.
    pub(crate) parameters: Vec<SqlValue>,
}

impl Clause {
    /// The memories within reach that pass a filter.
    pub(crate) fn new(reach: &Reach, filter: &Filter) -> Self {
        let mut clause = Self::default();
        clause.push_reach(reach);
        for condition in &filter.all {
            clause.sql.push_str(" AND ");
            clause.push_condition(condition);
        }
        clause.push_pieces(&filter.pieces);
        clause
    }

    /// As [`Clause::new`], where another index serves better: the `+` keeps SQLite from beginning
    /// with the scopes, which may be most of the memories there are.
    pub(crate) fn filtering(reach: &Reach, filter: &Filter) -> Self {
        let clause = Self::new(reach, filter);
        match reach {
            Reach::Vault => clause,
            Reach::Scopes(_) => Self { sql: format!("+{}", clause.sql), ..clause },
        }
    }

    /// The memories within reach.
    pub(crate) fn within(reach: &Reach) -> Self {
        Self::new(reach, &Filter::none())
    }

    /// Adds SQL with its parameters.
    pub(crate) fn push(&mut self, sql: &str, parameters: impl IntoIterator<Item = SqlValue>) {
        self.sql.push_str(sql);
        self.parameters.extend(parameters);
    }

    fn push_reach(&mut self, reach: &Reach) {
        match reach {
            Reach::Vault => self.push("1", []),
            Reach::Scopes(scopes) => {
                let scopes: Vec<_> = scopes.iter().map(|scope| text(scope.to_string())).collect();
                self.push_listed("m.scope IN ", scopes);
            }
        }
    }

    fn push_pieces(&mut self, pieces: &[String]) {
        for (place, piece) in pieces.iter().enumerate() {
            let sql = if place == 0 { " AND (instr(m.text, ?)" } else { " OR instr(m.text, ?)" };
            self.push(sql, [text(piece.clone())]);
        }
        if !pieces.is_empty() {
            self.push(")", []);
        }
    }

    /// `x IN (?, ?)`; with nothing in the list it holds for no row.
    fn push_listed(&mut self, start: &str, values: Vec<SqlValue>) {
        let marks = vec!["?"; values.len()].join(", ");
        self.push(&format!("{start}({marks})"), values);
    }

    fn push_condition(&mut self, condition: &Condition) {
        let field = condition.field;
        match &condition.test {
            Test::Eq(value) => self.push_indexed(field, std::slice::from_ref(value)),
            Test::In(values) => self.push_indexed(field, values),
            Test::Ne(value) => self.push_different(field, std::slice::from_ref(value)),
            Test::Nin(values) => self.push_different(field, values),
            Test::Gt(value) => self.push_ordered(field, ">", value),
            Test::Gte(value) => self.push_ordered(field, ">=", value),
            Test::Lt(value) => self.push_ordered(field, "<", value),
            Test::Lte(value) => self.push_ordered(field, "<=", value),
            Test::Never => self.push("0", []),
        }
    }

    /// As [`Clause::push_equal`], by the index of what is unusual in a field where that is asked for. SQLite takes
    /// it only for a condition that says word for word what the index says of itself.
    fn push_indexed(&mut self, field: Field, values: &[Value]) {
        let is_asked = |usual: &&str| values.contains(&Value::Text((*usual).to_owned()));
        if let Some(usual) = usual(field).filter(|usual| !is_asked(usual)) {
            self.push(&format!("{} <> '{usual}' AND ", column(field)), []);
        }
        self.push_equal(field, values);
    }

    fn push_equal(&mut self, field: Field, values: &[Value]) {
        let values = comparable(field, values);
        if field == Field::Tags {
            self.push_listed(ANY_TAG, values);
            self.push(")", []);
        } else {
            self.push_listed(&format!("{} IN ", column(field)), values);
        }
    }

    /// `NULL IN (…)` is neither true nor false; here it must be false for the negation to hold.
    fn push_different(&mut self, field: Field, values: &[Value]) {
        self.push("NOT coalesce(", []);
        self.push_equal(field, values);
        self.push(", 0)", []);
    }

    fn push_ordered(&mut self, field: Field, operator: &str, value: &Value) {
        let Some(value) = comparable(field, std::slice::from_ref(value)).pop() else {
            return self.push("0", []);
        };
        if field == Field::Tags {
            self.push(
                &format!(
                    "EXISTS (SELECT 1 FROM memory_tags WHERE memory = m.rowid AND tag {operator} ?)"
                ),
                [value],
            );
        } else {
            self.push(&format!("{} {operator} ?", column(field)), [value]);
        }
    }
}

/// What nearly all memories have in a field whose other values have an index of their own.
fn usual(field: Field) -> Option<&'static str> {
    match field {
        Field::Status => Some("confirmed"),
        Field::Kind => Some("note"),
        _ => None,
    }
}

const ANY_TAG: &str = "EXISTS (SELECT 1 FROM memory_tags WHERE memory = m.rowid AND tag IN ";

/// The values that can equal the field's at all: those of its type.
fn comparable(field: Field, values: &[Value]) -> Vec<SqlValue> {
    let fits = |value: &&Value| match (type_of(field), value) {
        (Type::Number, Value::Number(number)) => !number.is_nan(),
        (Type::Text, Value::Text(_)) | (Type::Time, Value::Time(_)) => true,
        _ => false,
    };
    let folded_if_tag = |value: &Value| match value {
        Value::Text(tag) if field == Field::Tags => text(folded(tag)),
        value => bound(value),
    };
    values.iter().filter(fits).map(folded_if_tag).collect()
}

/// A filter's value as a column holds it.
pub(crate) fn bound(value: &Value) -> SqlValue {
    match value {
        Value::Text(value) => text(value.clone()),
        Value::Number(number) => SqlValue::Real(*number),
        Value::Time(time) => match rusqlite::types::ToSql::to_sql(&Moment(*time)) {
            Ok(ToSqlOutput::Owned(value)) => value,
            _ => SqlValue::Null,
        },
    }
}

fn text(text: String) -> SqlValue {
    SqlValue::Text(text)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Type {
    Text,
    Number,
    Time,
}

fn type_of(field: Field) -> Type {
    match field {
        Field::Number | Field::Importance | Field::Confidence | Field::Score | Field::Version => {
            Type::Number
        }
        Field::CreatedAt | Field::UpdatedAt | Field::ChangedAt | Field::LastHitAt => Type::Time,
        _ => Type::Text,
    }
}

/// The column that holds a field. Tags have a table of their own and no order: as a column they are
/// absent.
pub(crate) fn column(field: Field) -> &'static str {
    match field {
        Field::Number => "m.number",
        Field::Kind => "m.kind",
        Field::Category => "m.category",
        Field::Tags => "NULL",
        Field::Origin => "m.origin",
        Field::Author => "m.author",
        Field::Session => "m.session",
        Field::Agent => "m.agent",
        Field::Reference => "m.ref",
        Field::Trust => "m.trust",
        Field::Status => "m.status",
        Field::Lifecycle => "m.lifecycle",
        Field::Importance => "m.importance",
        Field::Confidence => "m.confidence",
        Field::Score => "m.score",
        Field::Version => "m.version",
        Field::CreatedAt => "m.created_at",
        Field::UpdatedAt => "m.updated_at",
        Field::ChangedAt => "(CASE WHEN m.version > 1 THEN m.updated_at ELSE m.created_at END)",
        Field::LastHitAt => "m.last_hit_at",
    }
}

/// Whether some memories do not have the field.
pub(crate) fn may_be_absent(field: Field) -> bool {
    matches!(
        field,
        Field::Number
            | Field::Category
            | Field::Tags
            | Field::Author
            | Field::Session
            | Field::Agent
            | Field::Reference
            | Field::LastHitAt
    )
}
