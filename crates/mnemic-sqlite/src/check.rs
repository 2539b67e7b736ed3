//! The full check: every page, every row, every word. It belongs to `doctor`, not to opening.

use mnemic_core::port::store::StoreError;
use rusqlite::Connection;

use crate::{
    body, contradiction,
    error::{Failure, Result},
    link,
    row::{COLUMNS, hydrate},
};

/// Looks at every page and every row; one sentence per fault found.
pub(crate) fn rows(connection: &Connection) -> Result<Vec<String>> {
    let mut faults = faulty_pages(connection)?;
    match faulty_rows(connection) {
        Ok(rows) => faults.extend(rows),
        Err(failure) => faults.push(fault(connection, failure)?),
    }
    for check in [contradiction::check, link::check, body::check] {
        if let Err(failure) = check(connection) {
            faults.push(fault(connection, failure)?);
        }
    }
    Ok(faults)
}

/// Compares the word index with the texts. FTS5 takes this as a write, though nothing changes.
pub(crate) fn words(connection: &mut Connection) -> Result<Vec<String>> {
    let compared = connection
        .execute("INSERT INTO words (words, rank) VALUES ('integrity-check', 1)", [])
        .map_err(Failure::from);
    match compared {
        Ok(_) => Ok(Vec::new()),
        Err(failure) => fault(connection, failure)
            .map(|fault| vec![format!("the word index does not match the texts: {fault}")]),
    }
}

fn faulty_pages(connection: &Connection) -> Result<Vec<String>> {
    look_up_a_word(connection);
    let mut statement = connection.prepare("PRAGMA integrity_check")?;
    let lines = statement.query_map([], |row| row.get::<_, String>(0))?;
    match lines.collect::<Result<Vec<_>, _>>().map_err(Failure::from) {
        Ok(lines) => Ok(lines.into_iter().filter(|line| line != "ok").collect()),
        Err(failure) => Ok(vec![fault(connection, failure)?]),
    }
}

/// FTS5 notices what other connections have written when a word is looked up, and not when it is
/// checked: without this it misses what was merged away since. A word that cannot be looked up is a
/// fault for the check to find.
fn look_up_a_word(connection: &Connection) {
    let _ = connection.query_row("SELECT 1 FROM words WHERE words MATCH 'a'", [], |_| Ok(()));
}

fn faulty_rows(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM memories m"))?;
    let mut rows = statement.query([])?;
    let mut faults = Vec::new();
    while let Some(row) = rows.next()? {
        if let Err(failure) = hydrate(row) {
            faults.push(fault(connection, failure)?);
        }
    }
    Ok(faults)
}

/// The sentence for what was found, unless it is the check itself that failed.
fn fault(connection: &Connection, failure: Failure) -> Result<String> {
    match failure.judged(connection).0 {
        StoreError::Damaged(what) => Ok(what),
        other => Err(Failure(other)),
    }
}
