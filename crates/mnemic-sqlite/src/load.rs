//! What folding needs to know: the cursor, and the memories that acts touch.

use mnemic_core::{
    journal::line::Cursor,
    port::store::{Loaded, Needs},
    record::{id::MemoryId, memory::Version},
};
use rusqlite::{Connection, OptionalExtension, Params, params};

use crate::{error::Result, lookup};

/// How far the store has followed the journal.
pub(crate) fn cursor(connection: &Connection) -> Result<Cursor> {
    let mut statement =
        connection.prepare_cached("SELECT value FROM meta WHERE name = 'cursor'")?;
    let json: String = statement.query_row([], |row| row.get(0))?;
    Ok(serde_json::from_str::<Option<Cursor>>(&json)?.unwrap_or_default())
}

pub(crate) fn load(connection: &Connection, needs: &Needs) -> Result<Loaded> {
    let mut loaded = Loaded::default();
    for id in &needs.ids {
        let found = lookup::select(connection, "m.id = ?1", [id.as_bytes()])?;
        loaded.memories.extend(found.into_iter().map(|memory| (*id, memory)));
    }
    for number in &needs.numbers {
        let sql = "SELECT id FROM memories WHERE number = ?1";
        let owner = owner(connection, sql, [number.cast_signed()])?;
        loaded.numbers.extend(owner.map(|id| (*number, id)));
    }
    for anchor in &needs.anchors {
        let sql = "SELECT id FROM memories WHERE anchor = ?1";
        let owner = owner(connection, sql, [anchor.as_str()])?;
        loaded.anchors.extend(owner.map(|id| (anchor.clone(), id)));
    }
    for (id, number) in &needs.versions {
        let sql = "SELECT version, memory FROM versions WHERE id = ?1 AND version = ?2";
        let found = version(connection, *id, sql, i64::from(*number))?;
        loaded.versions.extend(found.map(|version| ((*id, version.version), version)));
    }
    for (id, state) in &needs.states {
        let sql = "SELECT version, memory FROM versions WHERE id = ?1 AND state = ?2
                   ORDER BY version DESC LIMIT 1";
        let found = version(connection, *id, sql, state.0.cast_signed())?;
        loaded.versions.extend(found.map(|version| ((*id, version.version), version)));
    }
    for (id, session) in &needs.repeats {
        let sql = "SELECT 1 FROM repeats WHERE id = ?1 AND session = ?2";
        if connection.prepare_cached(sql)?.exists(params![id.as_bytes(), session])? {
            loaded.repeats.insert((*id, session.clone()));
        }
    }
    Ok(loaded)
}

/// The memories without a running number, by id.
pub(crate) fn unnumbered(connection: &Connection) -> Result<Vec<MemoryId>> {
    let sql = "SELECT id FROM memories WHERE number IS NULL ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let ids = statement.query_map([], |row| row.get(0).map(MemoryId::from_bytes))?;
    Ok(ids.collect::<rusqlite::Result<_>>()?)
}

fn owner(connection: &Connection, sql: &str, parameters: impl Params) -> Result<Option<MemoryId>> {
    let mut statement = connection.prepare_cached(sql)?;
    let bytes = statement.query_row(parameters, |row| row.get(0)).optional()?;
    Ok(bytes.map(MemoryId::from_bytes))
}

/// The former state that a statement finds for a memory and a key.
fn version(connection: &Connection, id: MemoryId, sql: &str, key: i64) -> Result<Option<Version>> {
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement
        .query_row(params![id.as_bytes(), key], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((version, json)): Option<(u32, String)> = found else { return Ok(None) };
    Ok(Some(Version { id, version, memory: serde_json::from_str(&json)? }))
}
