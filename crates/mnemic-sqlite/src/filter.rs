//! Reaches and filters as SQL conditions on a table called `m`, with every value a bound parameter.
//!
//! SQLite allows 32,766 parameters in a statement and expressions 1,000 levels deep. A long list is therefore bound as
//! one parameter, which the statement reads as a table; [`Filter::check`] limits the number of conditions.

mod column;

pub(crate) use column::{column, may_be_absent, ordering_join};

use std::{collections::HashSet, iter, rc::Rc};

use mnemic_core::record::{
    filter::{Condition, Field, Filter, Test, Value},
    scope::Reach,
};
use rusqlite::{
    Connection, ToSql, params_from_iter,
    types::{ToSqlOutput, Value as SqlValue},
    vtab::array::Array,
};

use crate::{
    error::{Failure, Result},
    row::folded,
    time::Moment,
};

/// Lists up to this length get one parameter per value: SQLite's planner counts those, and takes a bound list for 25
/// values whatever its length.
const LONGEST_WRITTEN_OUT: usize = 16;

/// What one `?` of a statement stands for.
#[derive(Debug, Clone)]
pub(crate) enum Parameter {
    /// One value.
    Value(SqlValue),
    /// The rows of `rarray(?)`.
    List(Array),
}

impl Parameter {
    /// The rows of `rarray(?)`.
    pub(crate) fn list(values: impl IntoIterator<Item = SqlValue>) -> Self {
        Self::List(Rc::new(values.into_iter().collect()))
    }
}

impl From<SqlValue> for Parameter {
    fn from(value: SqlValue) -> Self {
        Self::Value(value)
    }
}

impl ToSql for Parameter {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Value(value) => value.to_sql(),
            Self::List(values) => values.to_sql(),
        }
    }
}

/// A part of a statement and the parameters it asks for, in order.
#[derive(Debug, Default)]
pub(crate) struct Clause {
    /// The SQL, with a `?` for each parameter.
    pub(crate) sql: String,
    pub(crate) parameters: Vec<Parameter>,
    begins_with: BeginsWith,
}

/// What a statement begins with, and so how it looks at body values.
#[derive(Debug, Clone, Copy, Default)]
enum BeginsWith {
    /// Candidates that something else found: it looks at the values that each of them has.
    #[default]
    Candidates,
    /// All memories: it looks up which of them have a value. SQLite would go through all of them to look at their values,
    /// and there may be a hundred thousand notes beside ten memories of a kind.
    Memories,
}

impl BeginsWith {
    /// The condition that some value of a body field compares so: what is before the operator.
    fn some_body_value(self) -> &'static str {
        match self {
            // The `+` makes SQLite go through the few values of a memory, instead of looking each one asked for up.
            Self::Candidates => {
                "EXISTS (SELECT 1 FROM body_values WHERE memory = m.rowid AND field = ? AND +value"
            }
            Self::Memories => {
                "m.rowid IN (SELECT memory FROM body_values WHERE field = ? AND value"
            }
        }
    }
}

impl Clause {
    /// Those of some candidates that are within reach and pass a filter.
    pub(crate) fn new(reach: &Reach, filter: &Filter) -> Result<Self> {
        Self::beginning_with(BeginsWith::Candidates, reach, filter)
    }

    /// The memories within reach that pass a filter.
    pub(crate) fn listing(reach: &Reach, filter: &Filter) -> Result<Self> {
        Self::beginning_with(BeginsWith::Memories, reach, filter)
    }

    fn beginning_with(begins_with: BeginsWith, reach: &Reach, filter: &Filter) -> Result<Self> {
        filter.check().map_err(|error| Failure(error.into()))?;
        let mut clause = Self { begins_with, ..Self::within(reach) };
        for condition in &filter.all {
            clause.sql.push_str(" AND ");
            clause.push_condition(condition);
        }
        clause.push_pieces(&filter.pieces);
        Ok(clause)
    }

    /// As [`Clause::new`], where another index serves better than that of scopes.
    pub(crate) fn filtering(reach: &Reach, filter: &Filter) -> Result<Self> {
        Ok(Self::new(reach, filter)?.not_by_scope(reach))
    }

    /// The same clause of this reach, but the `+` keeps SQLite from beginning with the scopes, which may be most of the
    /// memories there are.
    pub(crate) fn not_by_scope(self, reach: &Reach) -> Self {
        match reach {
            Reach::Vault => self,
            Reach::Scopes(_) => Self { sql: format!("+{}", self.sql), ..self },
        }
    }

    /// The memories within reach.
    pub(crate) fn within(reach: &Reach) -> Self {
        let mut clause = Self::default();
        clause.push_reach(reach);
        clause
    }

    /// Adds SQL with its parameters.
    pub(crate) fn push(&mut self, sql: &str, parameters: impl IntoIterator<Item = SqlValue>) {
        self.sql.push_str(sql);
        self.parameters.extend(parameters.into_iter().map(Parameter::Value));
    }

    /// Adds another part of the statement.
    pub(crate) fn append(&mut self, other: Self) {
        self.sql.push_str(&other.sql);
        self.parameters.extend(other.parameters);
    }

    /// Adds `IN (…)` with the values; no row passes when there are none.
    pub(crate) fn push_in(&mut self, values: Vec<SqlValue>) {
        if values.len() <= LONGEST_WRITTEN_OUT {
            let marks = vec!["?"; values.len()].join(", ");
            return self.push(&format!(" IN ({marks})"), values);
        }
        self.sql.push_str(" IN (SELECT value FROM rarray(?))");
        self.parameters.push(Parameter::list(values));
    }

    fn push_reach(&mut self, reach: &Reach) {
        match reach {
            Reach::Vault => self.push("1", []),
            Reach::Scopes(scopes) => {
                let scopes: Vec<_> = scopes.iter().map(|scope| text(scope.to_string())).collect();
                self.push("m.scope", []);
                self.push_in(scopes);
            }
        }
    }

    fn push_pieces(&mut self, pieces: &[String]) {
        if !pieces.is_empty() {
            self.sql.push_str(
                " AND EXISTS (SELECT 1 FROM rarray(?) piece WHERE instr(m.text, piece.value))",
            );
            self.parameters.push(Parameter::list(pieces.iter().cloned().map(text)));
        }
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
        if let Some(usual) = most_common_value(field).filter(|usual| !is_asked(usual)) {
            self.push(&format!("{} <> '{usual}' AND ", column(field)), []);
        }
        self.push_equal(field, values);
    }

    fn push_equal(&mut self, field: Field, values: &[Value]) {
        let values = comparable(field, values);
        match field {
            Field::Tags => {
                self.push(ANY_TAG, []);
                self.push_in(values);
                self.push(")", []);
            }
            Field::Body(field) => {
                self.push(self.begins_with.some_body_value(), [text(field.to_string())]);
                self.push_in(values);
                self.push(")", []);
            }
            _ => {
                self.push(column(field), []);
                self.push_in(values);
            }
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
        match field {
            Field::Tags => self.push(
                &format!(
                    "EXISTS (SELECT 1 FROM memory_tags WHERE memory = m.rowid AND tag {operator} ?)"
                ),
                [value],
            ),
            Field::Body(field) => self.push(
                &format!("{} {operator} ?)", self.begins_with.some_body_value()),
                [text(field.to_string()), value],
            ),
            _ => self.push(&format!("{} {operator} ?", column(field)), [value]),
        }
    }
}

/// Of the rows of a list, those that pass a condition.
const AMONG: &str =
    "SELECT m.rowid FROM rarray(?) c CROSS JOIN memories m ON m.rowid = c.value WHERE";

/// Tells which rows are within reach and pass a filter.
pub(crate) struct RowFilter<'a> {
    connection: &'a Connection,
    clause: Clause,
}

impl<'a> RowFilter<'a> {
    /// Rows within `reach` that pass `filter`.
    pub(crate) fn new(connection: &'a Connection, reach: &Reach, filter: &Filter) -> Result<Self> {
        Ok(Self { connection, clause: Clause::new(reach, filter)? })
    }

    /// Those of `candidates` that pass, in their order. One statement looks at all of them, so that SQLite reads a long
    /// list of values once.
    pub(crate) fn among<T>(&self, candidates: Vec<T>, rowid: impl Fn(&T) -> i64) -> Result<Vec<T>> {
        let sql = format!("{AMONG} {}", self.clause.sql);
        let rowids = candidates.iter().map(|candidate| SqlValue::Integer(rowid(candidate)));
        let rowids = Parameter::list(rowids);
        let parameters = iter::once(&rowids).chain(&self.clause.parameters);
        let mut statement = self.connection.prepare_cached(&sql)?;
        let passing = statement.query_map(params_from_iter(parameters), |row| row.get(0))?;
        let passing: HashSet<i64> = passing.collect::<Result<_, _>>()?;
        let passes = |candidate: &T| passing.contains(&rowid(candidate));
        Ok(candidates.into_iter().filter(passes).collect())
    }
}

/// What nearly all memories have in a field whose other values have an index of their own.
fn most_common_value(field: Field) -> Option<&'static str> {
    match field {
        Field::Status => Some("confirmed"),
        Field::Kind => Some("note"),
        _ => None,
    }
}

/// The `+` makes SQLite go through the few tags of a memory, instead of looking each value up.
const ANY_TAG: &str = "EXISTS (SELECT 1 FROM memory_tags WHERE memory = m.rowid AND +tag";

/// The values that can equal the field's at all: those of its type.
fn comparable(field: Field, values: &[Value]) -> Vec<SqlValue> {
    let fits = |value: &&Value| match value {
        Value::Number(number) if number.is_nan() => false,
        value => value.value_type() == field.value_type(),
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
        // There is one zero, as SQLite has it.
        Value::Number(number) => SqlValue::Real(*number + 0.0),
        Value::Time(time) => match rusqlite::types::ToSql::to_sql(&Moment(*time)) {
            Ok(ToSqlOutput::Owned(value)) => value,
            _ => SqlValue::Null,
        },
    }
}

fn text(text: String) -> SqlValue {
    SqlValue::Text(text)
}

#[cfg(test)]
mod tests {
    use mnemic_core::record::scope::Scope;

    use super::*;
    use crate::schema;

    fn plan(connection: &Connection, sql: &str, parameters: &[Parameter]) -> String {
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let steps = statement.query_map(params_from_iter(parameters), |row| row.get("detail"));
        steps.unwrap().collect::<rusqlite::Result<Vec<String>>>().unwrap().join("; ")
    }

    fn indexed() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        rusqlite::vtab::array::load_module(&connection).unwrap();
        schema::create(&connection).unwrap();
        schema::complete(&connection).unwrap();
        connection
    }

    #[test]
    fn lists_of_any_length_use_the_indexes() {
        let connection = indexed();
        for count in [1, LONGEST_WRITTEN_OUT, LONGEST_WRITTEN_OUT + 1, 40_000] {
            let scopes: Vec<Scope> =
                (0..count).map(|number| format!("project:p{number}").parse().unwrap()).collect();
            let tags = (0..count).map(|number| Value::Text(format!("t{number}"))).collect();
            let reach = Reach::Scopes(scopes);
            let within = Clause::within(&reach);
            let sql = format!("SELECT count(*) FROM memories m WHERE {}", within.sql);
            let used = plan(&connection, &sql, &within.parameters);
            assert!(used.contains("USING COVERING INDEX memories_by_scope (scope=?)"), "{used}");

            let filter = Filter::active().and(Field::Tags, Test::In(tags));
            let clause = Clause::new(&reach, &filter).unwrap();
            let used = plan_among(&connection, clause);
            assert!(used.contains("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"), "{used}");
            assert!(used.contains("USING PRIMARY KEY (memory=?)"), "{used}");
        }
    }

    /// How SQLite looks at given rows.
    fn plan_among(connection: &Connection, clause: Clause) -> String {
        let sql = format!("{AMONG} {}", clause.sql);
        let rowids = Parameter::list([SqlValue::Integer(1)]);
        let parameters: Vec<_> = iter::once(rowids).chain(clause.parameters).collect();
        plan(connection, &sql, &parameters)
    }

    #[test]
    fn a_condition_on_a_body_field_uses_an_index() {
        let connection = indexed();
        let field = Field::named("specimen.weight").unwrap();
        let number = |count: u32| Value::Number(f64::from(count));
        for (test, compared) in [
            (Test::Eq(number(3)), "value=?"),
            (Test::In((0..100).map(number).collect()), "value=?"),
            (Test::Gt(number(3)), "value>?"),
            (Test::Lte(number(3)), "value<?"),
        ] {
            let filter = Filter::active().and(field, test.clone());
            let reach = Reach::of(Scope::Global);
            let listing = Clause::listing(&reach, &filter).unwrap().not_by_scope(&reach);
            let sql = format!(
                "SELECT m.rowid FROM memories m WHERE {} ORDER BY m.created_at, m.id LIMIT 5",
                listing.sql
            );
            let used = plan(&connection, &sql, &listing.parameters);
            assert!(used.contains("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"), "{used}");
            let looked_up = format!("COVERING INDEX body_values_by_value (field=? AND {compared})");
            assert!(used.contains(&looked_up), "{used}");

            let clause = Clause::new(&reach, &filter).unwrap();
            let used = plan_among(&connection, clause);
            assert!(used.contains("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)"), "{used}");
            assert!(used.contains("USING PRIMARY KEY (memory=? AND field=?)"), "{used}");
        }
    }
}
