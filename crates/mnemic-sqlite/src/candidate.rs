//! Candidates: memories that are looked at by the hundred, of which a few are passed on.
//!
//! They are taken as their rows say. Comparing each with the hash of what was written would take as long as reading
//! it; [`vouch`] does that for the few.

use mnemic_core::{filter::Filter, id::MemoryId, memory::Memory, scope::Reach};
use rusqlite::{Connection, Params, Statement, params_from_iter, types::Value as SqlValue};

use crate::{
    error::Result,
    filter::Clause,
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
        read(&mut statement, [rowid], &mut memories)?;
    }
    Ok(memories)
}

/// The memories with these ids, in the order given.
pub(crate) fn by_ids(
    connection: &Connection,
    reach: &Reach,
    ids: &[MemoryId],
) -> Result<Vec<Memory>> {
    let clause = Clause::filtering(reach, &Filter::none());
    let sql = format!("SELECT {COLUMNS} FROM memories m WHERE {} AND m.id = ?", clause.sql);
    let mut statement = connection.prepare_cached(&sql)?;
    let mut memories = Vec::new();
    for id in ids {
        let id = SqlValue::Blob(id.as_bytes().to_vec());
        let parameters = params_from_iter(clause.parameters.iter().chain([&id]));
        read(&mut statement, parameters, &mut memories)?;
    }
    Ok(memories)
}

fn read(
    statement: &mut Statement<'_>,
    parameters: impl Params,
    memories: &mut Vec<Memory>,
) -> Result<()> {
    let mut rows = statement.query(parameters)?;
    if let Some(row) = rows.next()? {
        memories.push(row::read(row)?);
    }
    Ok(())
}

/// Fails when one of these memories is not as it was written.
pub(crate) fn vouch(connection: &Connection, ids: &[MemoryId]) -> Result<()> {
    for id in ids {
        lookup::select(connection, "m.id = ?1", [id.as_bytes()])?;
    }
    Ok(())
}
