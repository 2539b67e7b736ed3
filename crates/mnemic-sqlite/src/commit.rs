//! Carrying out a transaction: all changes and the cursor, or nothing.

mod document;
mod memory;

use mnemic_core::{
    port::store::{Change, Transaction},
    record::{
        id::MemoryId,
        memory::{Memory, MergeConflict, Version},
        state::StateHash,
    },
};
use rusqlite::{Connection, Params, TransactionBehavior, params};

use crate::{contradiction, error::Result, lookup, time::Moment, vector};

/// Carries out all changes in order and moves the cursor.
pub(crate) fn commit(connection: &mut Connection, transaction: Transaction) -> Result<()> {
    let writing = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    for change in transaction.changes {
        apply(&writing, change)?;
    }
    if let Some(cursor) = transaction.cursor {
        let value = serde_json::to_string(&cursor)?;
        run(&writing, "UPDATE meta SET value = ?1 WHERE name = 'cursor'", [value])?;
    }
    writing.commit()?;
    Ok(())
}

fn apply(connection: &Connection, change: Change) -> Result<()> {
    match change {
        Change::Memory(memory) => memory::put(connection, *memory),
        Change::Signals { id, signals, importance } => amend(connection, id, |memory| {
            memory.signals = signals;
            memory.importance = importance;
        }),
        Change::Vector { id, identity, stored } => vector::put(connection, id, &identity, &stored),
        Change::Home { id, home } => memory::move_to(connection, id, home),
        Change::Number { id, number } => {
            amend(connection, id, |memory| memory.number = Some(number))
        }
        Change::Version(version) => keep_version(connection, &version),
        Change::Repeated { id, session } => run(
            connection,
            "INSERT OR IGNORE INTO repeats (id, session) VALUES (?1, ?2)",
            params![id.as_bytes(), session],
        ),
        Change::MergeConflict(conflict) => keep_conflict(connection, &conflict),
        Change::Settled(id) => {
            run(connection, "DELETE FROM conflicts WHERE id = ?1", [id.as_bytes()])
        }
        Change::Contradicted(contradiction) => contradiction::keep(connection, &contradiction),
        Change::Dismissed(pair) => contradiction::dismiss(connection, pair),
        Change::ContradictionsEnded(id) => contradiction::end(connection, id),
        Change::Document(state) => document::put_state(connection, &state),
        Change::Landed(landed) => document::mark_landed(connection, &landed),
        Change::Seen(seen) => document::mark_seen(connection, &seen),
        Change::LogLine(line) => document::put_log_line(connection, &line),
        Change::Drop(id) => memory::drop(connection, id),
    }
}

/// Runs one statement that returns nothing.
fn run(connection: &Connection, sql: &str, parameters: impl Params) -> Result<()> {
    connection.prepare_cached(sql)?.execute(parameters)?;
    Ok(())
}

/// Changes a memory in place; one that is not there stays so.
fn amend(connection: &Connection, id: MemoryId, change: impl FnOnce(&mut Memory)) -> Result<()> {
    let found = lookup::select(connection, "m.id = ?1", [id.as_bytes()])?.pop();
    let Some(mut memory) = found else { return Ok(()) };
    change(&mut memory);
    memory::put(connection, memory)
}

fn keep_version(connection: &Connection, version: &Version) -> Result<()> {
    run(
        connection,
        "INSERT OR REPLACE INTO versions (id, version, state, memory) VALUES (?1, ?2, ?3, ?4)",
        params![
            version.id.as_bytes(),
            version.version,
            StateHash::of(&version.memory).0.cast_signed(),
            serde_json::to_string(&version.memory)?
        ],
    )
}

fn keep_conflict(connection: &Connection, conflict: &MergeConflict) -> Result<()> {
    let MergeConflict { id, kept, other, detected_at } = conflict;
    run(
        connection,
        "INSERT OR REPLACE INTO conflicts (id, kept, other, detected_at) VALUES (?1, ?2, ?3, ?4)",
        params![id.as_bytes(), kept, other, Moment(*detected_at)],
    )
}
