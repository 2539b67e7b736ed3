//! Texts that an embedder refused, beside the vectors of those that it took.

use mnemic_core::port::embedder::{Identity, TextHash};
use rusqlite::{Connection, params};

use crate::error::Result;

/// Files of former versions get it when they are opened.
pub(super) const TABLE: &str = "
CREATE TABLE IF NOT EXISTS refused (
    identity TEXT NOT NULL,
    text BLOB NOT NULL,
    PRIMARY KEY (identity, text)
) WITHOUT ROWID;
";

pub(super) fn add(
    connection: &mut Connection,
    identity: &Identity,
    texts: &[TextHash],
) -> Result<()> {
    let identity = serde_json::to_string(identity)?;
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    for text in texts {
        let sql = "INSERT OR IGNORE INTO refused (identity, text) VALUES (?1, ?2)";
        transaction.prepare_cached(sql)?.execute(params![identity, text.0])?;
    }
    transaction.commit()?;
    Ok(())
}

pub(super) fn of(
    connection: &Connection,
    identity: &Identity,
    texts: &[TextHash],
) -> Result<Vec<TextHash>> {
    let identity = serde_json::to_string(identity)?;
    let sql = "SELECT 1 FROM refused WHERE identity = ?1 AND text = ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let mut refused = Vec::new();
    for text in texts {
        if statement.exists(params![identity, text.0])? {
            refused.push(*text);
        }
    }
    Ok(refused)
}

pub(super) fn clear(connection: &Connection, identity: &Identity) -> Result<()> {
    let identity = serde_json::to_string(identity)?;
    connection.execute("DELETE FROM refused WHERE identity = ?1", [identity])?;
    Ok(())
}
