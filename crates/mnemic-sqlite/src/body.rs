//! Body values: what memories have in the fields that only their kind has, one row for each value. Notes have none.

use std::collections::BTreeSet;

use mnemic_core::record::{filter::BodyField, kind::Kind, memory::Memory};
use rusqlite::{Connection, params, types::Value as SqlValue};

use crate::{
    error::{Failure, Result},
    filter::bound,
    row::{COLUMNS, read},
};

/// Adds the values of a memory.
pub(crate) fn add(connection: &Connection, rowid: i64, memory: &Memory) -> Result<()> {
    for (field, value) in values(memory) {
        let sql = "INSERT OR IGNORE INTO body_values (memory, field, value) VALUES (?1, ?2, ?3)";
        connection.prepare_cached(sql)?.execute(params![rowid, field, value])?;
    }
    Ok(())
}

/// Takes out the values of a memory that was of this kind.
pub(crate) fn forget(connection: &Connection, rowid: i64, kind: &str) -> Result<()> {
    // A kind that another version wrote may have had fields there.
    if Kind::named(kind).is_some_and(|kind| BodyField::of(kind).next().is_none()) {
        return Ok(());
    }
    let sql = "DELETE FROM body_values WHERE memory = ?1";
    connection.prepare_cached(sql)?.execute([rowid])?;
    Ok(())
}

/// Whether the values are those that the memories have.
pub(crate) fn check(connection: &Connection) -> Result<()> {
    let mut held = BTreeSet::new();
    let sql = format!("SELECT {COLUMNS}, m.rowid FROM memories m WHERE m.kind <> 'note'");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let (memory, rowid): (Memory, i64) = (read(row)?, row.get("rowid")?);
        held.extend(values(&memory).map(|(field, value)| (rowid, field, comparable(&value))));
    }
    let mut kept = connection.prepare("SELECT memory, field, value FROM body_values")?;
    let kept = kept.query_map([], |row| {
        Ok((row.get(0)?, row.get(1)?, comparable(&row.get::<_, SqlValue>(2)?)))
    })?;
    if kept.collect::<Result<BTreeSet<(i64, String, String)>, _>>()? != held {
        return Err(Failure::damaged("the values to filter by do not match the memories"));
    }
    Ok(())
}

/// A value with its type: SQLite's own have no order.
fn comparable(value: &SqlValue) -> String {
    format!("{value:?}")
}

fn values(memory: &Memory) -> impl Iterator<Item = (String, SqlValue)> {
    BodyField::all_values(memory).into_iter().flat_map(|(field, values)| {
        values.into_iter().map(move |value| (field.to_string(), bound(&value)))
    })
}
