//! Memories by filter: pages in order, counts, the census.
//!
//! Row ids are put in order first and only those of the page are hydrated: texts never go through a
//! sort.

use mnemic_core::{
    port::store::CensusRow,
    record::{
        filter::{Direction, Filter, Order, Page, PageKey, Query, Value},
        id::MemoryId,
        scope::Reach,
    },
};
use rusqlite::{
    Connection, Row, params_from_iter,
    types::{Value as SqlValue, ValueRef},
};

use crate::{
    error::{Failure, Result},
    filter::{Clause, Parameter, bound, column, may_be_absent, ordering_join},
    lookup,
    time::Moment,
};

/// A reader sees little who sees less than one memory in this many.
const NARROW: i64 = 50;

/// One page of the memories that pass a filter.
pub(crate) fn page(connection: &Connection, reach: &Reach, query: &Query) -> Result<Page> {
    let mut rows = ordered_rows(connection, reach, query)?;
    let has_next = rows.len() > query.limit;
    rows.truncate(query.limit);
    let next = rows.last().filter(|_| has_next).map(|row| row.key.clone());
    let rowids = rows.iter().map(|row| row.rowid);
    Ok(Page { memories: lookup::by_rowids(connection, rowids)?, next })
}

/// How many memories pass a filter.
pub(crate) fn count(connection: &Connection, reach: &Reach, filter: &Filter) -> Result<u64> {
    let clause = Clause::listing(reach, filter)?;
    let sql = format!("SELECT count(*) FROM memories m WHERE {}", clause.sql);
    let mut statement = connection.prepare_cached(&sql)?;
    let count: i64 = statement.query_row(params_from_iter(clause.parameters), |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

/// How many memories there are by scope and lifecycle state.
pub(crate) fn census(connection: &Connection, reach: &Reach) -> Result<Vec<CensusRow>> {
    let clause = Clause::within(reach);
    let sql = format!(
        "SELECT m.scope, m.lifecycle, count(*) FROM memories m WHERE {}
         GROUP BY m.scope, m.lifecycle ORDER BY m.scope, m.lifecycle",
        clause.sql
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(clause.parameters))?;
    let mut census = Vec::new();
    while let Some(row) = rows.next()? {
        let scope: String = row.get(0)?;
        let scope =
            scope.parse().map_err(|_| Failure::damaged(format!("`{scope}` is not a scope")))?;
        let count: i64 = row.get(2)?;
        census.push(CensusRow { scope, lifecycle: row.get(1)?, count: count.cast_unsigned() });
    }
    Ok(census)
}

/// Whether the reader sees so little of the index that it is quicker to begin with what is seen.
pub(crate) fn sees_few_rows(connection: &Connection, reach: &Reach) -> Result<bool> {
    if *reach == Reach::Vault {
        return Ok(false);
    }
    let all: Option<i64> = connection
        .prepare_cached("SELECT max(rowid) FROM memories")?
        .query_row([], |row| row.get(0))?;
    let few = all.unwrap_or(0) / NARROW;
    let mut clause = Clause::within(reach);
    clause.push(" LIMIT ?", [SqlValue::Integer(few)]);
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM memories m WHERE {})", clause.sql);
    let mut statement = connection.prepare_cached(&sql)?;
    let seen: i64 = statement.query_row(params_from_iter(clause.parameters), |row| row.get(0))?;
    Ok(seen < few)
}

struct OrderedRow {
    rowid: i64,
    key: PageKey,
}

/// The rows of the page and one more, if there is one.
fn ordered_rows(connection: &Connection, reach: &Reach, query: &Query) -> Result<Vec<OrderedRow>> {
    let (sql, parameters) = in_order(reach, query, sees_few_rows(connection, reach)?)?;
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(parameters))?;
    let mut ordered = Vec::new();
    while let Some(row) = rows.next()? {
        ordered.push(ordered_row(row)?);
    }
    Ok(ordered)
}

/// The statement for them, with its parameters.
fn in_order(reach: &Reach, query: &Query, sees_little: bool) -> Result<(String, Vec<Parameter>)> {
    let mut clause = if sees_little {
        Clause::listing(reach, &query.filter)?
    } else {
        Clause::listing(reach, &query.filter)?.not_by_scope(reach)
    };
    if let Some(after) = &query.after {
        push_after(&mut clause, query.order, after);
    }
    let limit = i64::try_from(query.limit).unwrap_or(i64::MAX).saturating_add(1);
    let column = column(query.order.field);
    let order = order_by(query.order);
    clause.push(&format!(" ORDER BY {order} LIMIT ?"), [SqlValue::Integer(limit)]);
    let mut statement = Clause::default();
    statement.push(&format!("SELECT m.rowid, m.id, {column} FROM memories m "), []);
    statement.append(ordering_join(query.order.field));
    statement.push(" WHERE ", []);
    statement.append(clause);
    Ok((statement.sql, statement.parameters))
}

fn ordered_row(row: &Row<'_>) -> Result<OrderedRow> {
    let value = match row.get_ref(2)? {
        ValueRef::Null => None,
        ValueRef::Integer(number) => Some(Value::Number(number as f64)),
        ValueRef::Real(number) => Some(Value::Number(number)),
        ValueRef::Text(_) => Some(Value::Text(row.get(2)?)),
        ValueRef::Blob(_) => Some(Value::Time(row.get::<_, Moment>(2)?.0)),
    };
    let key = PageKey { value, id: MemoryId::from_bytes(row.get(1)?) };
    Ok(OrderedRow { rowid: row.get(0)?, key })
}

fn order_by(order: Order) -> String {
    let column = column(order.field);
    let direction = match order.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let absent_last =
        if may_be_absent(order.field) { format!("{column} IS NULL, ") } else { String::new() };
    format!("{absent_last}{column} {direction}, m.id {direction}")
}

fn push_after(clause: &mut Clause, order: Order, after: &PageKey) {
    let column = column(order.field);
    let beyond = match order.direction {
        Direction::Ascending => ">",
        Direction::Descending => "<",
    };
    let id = SqlValue::Blob(after.id.as_bytes().to_vec());
    match &after.value {
        None => clause.push(&format!(" AND {column} IS NULL AND m.id {beyond} ?"), [id]),
        Some(value) => {
            let absent = if may_be_absent(order.field) {
                format!(" OR {column} IS NULL")
            } else {
                String::new()
            };
            clause.push(
                &format!(" AND (({column}, m.id) {beyond} (?, ?){absent})"),
                [bound(value), id],
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use mnemic_core::record::filter::Field;

    use super::*;
    use crate::schema;

    #[test]
    fn what_is_unusual_is_looked_up_and_not_searched_for() {
        let connection = Connection::open_in_memory().unwrap();
        schema::create(&connection).unwrap();
        schema::complete(&connection).unwrap();
        let asked = [
            (Field::Status, "pinned", "memories_by_status"),
            (Field::Kind, "narrative", "memories_by_kind"),
        ];
        for (field, value, index) in asked {
            let filter = Filter::active().and_text(field, value);
            let order = Order { field: Field::Importance, direction: Direction::Descending };
            let query = Query { filter, order, limit: 10, after: None };
            let reach = Reach::of(mnemic_core::record::scope::Scope::Global);
            let (sql, parameters) = in_order(&reach, &query, false).unwrap();
            let plan = format!("EXPLAIN QUERY PLAN {sql}");
            let plan: String = connection
                .query_row(&plan, params_from_iter(parameters), |row| row.get("detail"))
                .unwrap();
            assert!(plan.contains(index), "{plan}");
        }
    }

    #[test]
    fn an_order_by_a_body_field_looks_its_values_up() {
        let connection = Connection::open_in_memory().unwrap();
        schema::create(&connection).unwrap();
        schema::complete(&connection).unwrap();
        let order = Order::parse("specimen.weight").unwrap();
        let query = Query { order, ..Query::default() };
        let (sql, parameters) = in_order(&Reach::Vault, &query, false).unwrap();
        let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let steps = statement.query_map(params_from_iter(parameters), |row| row.get("detail"));
        let plan = steps.unwrap().collect::<rusqlite::Result<Vec<String>>>().unwrap().join("; ");
        assert!(plan.contains("SEARCH o USING PRIMARY KEY (memory=? AND field=?)"), "{plan}");
    }
}
