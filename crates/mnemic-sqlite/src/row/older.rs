//! Rows of schema 11, where some of what has a column now lay in `rest`. Task memories are in the index
//! alone: a rebuild reads them from the old index.

use jiff::Timestamp;
use mnemic_core::record::{id::MemoryId, memory::Memory};
use rusqlite::Connection;
use serde::Deserialize;

use super::{COLUMNS, REST, read, verified};
use crate::error::Result;

/// The columns that came with schema 12.
const ADDED: [&str; 9] = [
    "m.user",
    "m.message",
    "m.task",
    "m.narrative",
    "m.valid_from",
    "m.valid_until",
    "m.superseded_by",
    "m.last_accessed_at",
    "m.access_count",
];

/// The memory in a row, if the row is what was written.
pub(crate) fn get(connection: &Connection, rowid: i64) -> Result<Memory> {
    let columns = COLUMNS.split(',').map(str::trim);
    let there = columns.map(|column| if ADDED.contains(&column) { "NULL" } else { column });
    let there = there.collect::<Vec<_>>().join(", ");
    let sql = format!("SELECT {there} FROM memories m WHERE m.rowid = ?1");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([rowid])?;
    let row = rows.next()?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
    let mut memory = read(row)?;
    if let Some(rest) = row.get::<_, Option<String>>(REST)? {
        serde_json::from_str::<OlderExtraFields>(&rest)?.restore_into(&mut memory);
    }
    verified(row, memory)
}

/// What has a column now.
#[derive(Default, Deserialize)]
#[serde(default)]
struct OlderExtraFields {
    message: Option<String>,
    task: Option<String>,
    narrative: Option<String>,
    valid_from: Option<Timestamp>,
    valid_until: Option<Timestamp>,
    superseded_by: Option<MemoryId>,
    access_count: u64,
    last_accessed_at: Option<Timestamp>,
}

impl OlderExtraFields {
    fn restore_into(self, memory: &mut Memory) {
        let (source, signals) = (&mut memory.source, &mut memory.signals);
        source.message = self.message;
        source.task = self.task;
        source.narrative = self.narrative;
        memory.valid_from = self.valid_from;
        memory.valid_until = self.valid_until;
        memory.superseded_by = self.superseded_by;
        signals.access_count = self.access_count;
        signals.last_accessed_at = self.last_accessed_at;
    }
}
