//! What an index holds and no journal records, read as far as the file lets itself be read.
//!
//! The file may be damaged or of an older schema, so every row is read by itself and taken only if its hash fits. What
//! cannot be read is left out: nothing here fails.

use std::{collections::BTreeSet, path::Path};

use mnemic_core::{
    journal::unjournalled::{Unjournalled, UnjournalledMemory},
    port::store::Change,
    record::{
        id::MemoryId,
        memory::{Memory, Version},
        scope::Reach,
        state::StateHash,
    },
};
use rusqlite::Connection;

use crate::{connection, contradiction, error::Result, load, lookup, row::older};

/// The memories of tasks, in the order of their first characters.
const BY_INDEX: &str =
    "SELECT m.rowid FROM memories m WHERE m.scope >= 'task:' AND m.scope < 'task;'";
/// The same without the index, from either end: a damaged page hides what lies behind it.
const SCANS: [&str; 2] = [
    "SELECT m.rowid FROM memories m NOT INDEXED
     WHERE m.scope >= 'task:' AND m.scope < 'task;' ORDER BY m.rowid",
    "SELECT m.rowid FROM memories m NOT INDEXED
     WHERE m.scope >= 'task:' AND m.scope < 'task;' ORDER BY m.rowid DESC",
];

/// What the file at `path` holds and no journal records.
pub(crate) fn unjournalled(path: &Path) -> Unjournalled {
    let Ok(connection) = connection::open_unchecked(path) else { return Unjournalled::default() };
    let rowids = task_rowids(&connection);
    let memories = rowids.into_iter().filter_map(|rowid| memory(&connection, rowid)).collect();
    let last_number = load::cursor(&connection).map_or(0, |cursor| cursor.last_number);
    Unjournalled { memories, last_number }
}

fn task_rowids(connection: &Connection) -> BTreeSet<i64> {
    let mut rowids = BTreeSet::new();
    if read_rowids(connection, BY_INDEX, &mut rowids).is_err() {
        for scan in SCANS {
            let _ = read_rowids(connection, scan, &mut rowids);
        }
    }
    rowids
}

/// Adds the rows that a statement finds before it ends or fails.
fn read_rowids(connection: &Connection, sql: &str, rowids: &mut BTreeSet<i64>) -> Result<()> {
    let mut statement = connection.prepare(sql)?;
    for rowid in statement.query_map([], |row| row.get(0))? {
        rowids.insert(rowid?);
    }
    Ok(())
}

fn memory(connection: &Connection, rowid: i64) -> Option<UnjournalledMemory> {
    let found = lookup::by_rowids(connection, std::iter::once(rowid));
    let memory = match found {
        Ok(mut memories) => memories.pop()?,
        Err(_) => older::get(connection, rowid).ok()?,
    };
    if memory.scope.is_journalled() {
        return None;
    }
    let past = past(connection, &memory);
    Some(UnjournalledMemory { memory, past })
}

fn past(connection: &Connection, memory: &Memory) -> Vec<Change> {
    let id = memory.id;
    let sessions = lookup::repeats(connection, &Reach::Vault, id).unwrap_or_default();
    let repeats = sessions.into_iter().map(|session| Change::Repeated { id, session });
    let contradictions = contradiction::of(connection, &[id]).unwrap_or_default();
    let conflicts = lookup::conflicts(connection, &Reach::Vault, Some(id)).unwrap_or_default();
    versions(connection, id)
        .into_iter()
        .map(|version| Change::Version(Box::new(version)))
        .chain(repeats)
        .chain(contradictions.into_iter().map(Change::Contradicted))
        .chain(conflicts.into_iter().map(Change::MergeConflict))
        .collect()
}

/// The former states whose hashes fit.
fn versions(connection: &Connection, id: MemoryId) -> Vec<Version> {
    let read = || -> Result<Vec<Version>> {
        let sql = "SELECT version, state, memory FROM versions WHERE id = ?1 ORDER BY version";
        let mut statement = connection.prepare(sql)?;
        let mut rows = statement.query([id.as_bytes()])?;
        let mut versions = Vec::new();
        while let Some(row) = rows.next()? {
            let (version, state): (u32, i64) = (row.get(0)?, row.get(1)?);
            let memory: Memory = serde_json::from_str(&row.get::<_, String>(2)?)?;
            if StateHash::of(&memory).0.cast_signed() == state {
                versions.push(Version { id, version, memory });
            }
        }
        Ok(versions)
    };
    read().unwrap_or_default()
}
