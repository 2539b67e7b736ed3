//! Candidates: memories that are looked at by the hundred, of which a few are passed on.
//!
//! They are taken as their rows say. Comparing each with the hash of what was written would take as long as reading
//! it; [`verify_rows`] does that for the few.

use std::iter;

use mnemic_core::record::{id::MemoryId, memory::Memory, scope::Reach};
use rusqlite::{Connection, params_from_iter, types::Value as SqlValue};

use crate::{
    error::Result,
    filter::{Clause, Parameter},
    lookup,
    row::{self, COLUMNS},
};

/// The memories in these rows, in the order given.
pub(crate) fn by_rowids(
    connection: &Connection,
    rowids: impl Iterator<Item = i64>,
) -> Result<Vec<Memory>> {
    let sql = format!("SELECT {COLUMNS} FROM memories m WHERE m.rowid = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut memories = Vec::new();
    for rowid in rowids {
        let mut rows = statement.query([rowid])?;
        if let Some(row) = rows.next()? {
            memories.push(row::read(row)?);
        }
    }
    Ok(memories)
}

/// The memories with these ids, in the order given.
pub(crate) fn by_ids(
    connection: &Connection,
    reach: &Reach,
    ids: &[MemoryId],
) -> Result<Vec<Memory>> {
    let clause = Clause::within(reach);
    let sql = format!(
        "SELECT {COLUMNS} FROM rarray(?) c CROSS JOIN memories m ON m.id = c.value WHERE {}",
        clause.sql
    );
    let ids = Parameter::list(ids.iter().map(|id| SqlValue::Blob(id.as_bytes().to_vec())));
    let parameters = iter::once(&ids).chain(&clause.parameters);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(parameters))?;
    let mut memories = Vec::new();
    while let Some(row) = rows.next()? {
        memories.push(row::read(row)?);
    }
    Ok(memories)
}

/// Fails when one of these memories is not as it was written.
pub(crate) fn verify_rows(connection: &Connection, ids: &[MemoryId]) -> Result<()> {
    for id in ids {
        lookup::select(connection, "m.id = ?1", [id.as_bytes()])?;
    }
    Ok(())
}
