//! What is known of documents, and what the scribe has to do about them.

use std::collections::HashMap;

use mnemic_core::{
    document::{BlockHash, FileHash, PassageHash},
    port::{
        clock::EventTime,
        store::{FileMark, KnownDocument, LogLine, Rendering},
    },
    record::{id::Anchor, memory::Memory, vault_path::VaultPath},
};
use rusqlite::{Connection, Row, params};

use crate::{
    error::{Failure, Result},
    lookup,
};

/// Every document known, by path.
pub(crate) fn documents(connection: &Connection) -> Result<Vec<KnownDocument>> {
    let mut statement = connection.prepare_cached(
        "SELECT d.path, d.chars, d.through, d.seen_size, d.seen_modified_ns, d.seen_changed_ns,
             d.seen_inode, d.ending, d.damage, r.hash, coalesce(r.landed, 0) AS landed
         FROM documents d LEFT JOIN renderings r ON r.document = d.path AND r.state = d.state
         ORDER BY d.path",
    )?;
    let documents = statement.query_map([], known_document)?;
    Ok(documents.collect::<Result<_, _>>()?)
}

fn known_document(row: &Row<'_>) -> rusqlite::Result<KnownDocument> {
    let chars: i64 = row.get("chars")?;
    Ok(KnownDocument {
        path: row.get::<_, String>("path")?.into(),
        hash: row.get::<_, Option<[u8; 16]>>("hash")?.map(FileHash),
        landed: row.get("landed")?,
        chars: usize::try_from(chars).unwrap_or_default(),
        seen: file_mark(row)?,
        ending: row.get::<_, Option<[u8; 16]>>("ending")?.map(PassageHash),
        damage: row.get("damage")?,
        through: row.get::<_, Option<i64>>("through")?.map(|time| EventTime(time.cast_unsigned())),
    })
}

fn file_mark(row: &Row<'_>) -> rusqlite::Result<Option<FileMark>> {
    let size: Option<i64> = row.get("seen_size")?;
    let Some(size) = size else { return Ok(None) };
    Ok(Some(FileMark {
        size: size.cast_unsigned(),
        modified_ns: row.get("seen_modified_ns")?,
        changed_ns: row.get("seen_changed_ns")?,
        inode: row.get::<_, i64>("seen_inode")?.cast_unsigned(),
    }))
}

/// The recent states of one document, newest first, with all their blocks.
pub(crate) fn renderings(connection: &Connection, document: &str) -> Result<Vec<Rendering>> {
    let history = block_history(connection, document)?;
    let mut statement = connection.prepare_cached(
        "SELECT state, hash, stamp, landed FROM renderings WHERE document = ?1 ORDER BY state DESC",
    )?;
    let renderings = statement.query_map([document], |row| {
        let state: i64 = row.get(0)?;
        Ok(Rendering {
            hash: FileHash(row.get(1)?),
            stamp: row.get(2)?,
            landed: row.get(3)?,
            blocks: blocks_in(&history, state),
        })
    })?;
    Ok(renderings.collect::<Result<_, _>>()?)
}

/// A block in the states of its document from `since` on, up to but without `until`.
struct PastBlock {
    anchor: Anchor,
    since: i64,
    until: Option<i64>,
    hash: BlockHash,
    version: u32,
}

fn block_history(connection: &Connection, document: &str) -> Result<Vec<PastBlock>> {
    let mut statement = connection.prepare_cached(
        "SELECT anchor, since, until, hash, version FROM blocks WHERE document = ?1",
    )?;
    let mut rows = statement.query([document])?;
    let mut history = Vec::new();
    while let Some(row) = rows.next()? {
        history.push(PastBlock {
            anchor: anchor(row)?,
            since: row.get(1)?,
            until: row.get(2)?,
            hash: BlockHash(row.get(3)?),
            version: row.get(4)?,
        });
    }
    Ok(history)
}

fn blocks_in(history: &[PastBlock], state: i64) -> HashMap<Anchor, (BlockHash, u32)> {
    let is_in =
        |block: &&PastBlock| block.since <= state && block.until.is_none_or(|until| state < until);
    let entry = |block: &PastBlock| (block.anchor.clone(), (block.hash, block.version));
    history.iter().filter(is_in).map(entry).collect()
}

/// The documents that do not show their memories as they are, or have log lines to come, by path.
pub(crate) fn stale_documents(connection: &Connection) -> Result<Vec<VaultPath>> {
    let mut statement = connection.prepare_cached(
        "SELECT home_document FROM memories INDEXED BY memories_unrendered
             WHERE home_document IS NOT NULL AND rendered_version IS NOT version
         UNION SELECT document FROM strays
         UNION SELECT document FROM log_lines
         ORDER BY 1",
    )?;
    let paths = statement.query_map([], |row| Ok(row.get::<_, String>(0)?.into()))?;
    Ok(paths.collect::<Result<_, _>>()?)
}

/// The memories at home in `document` whose block is missing or shows another version, oldest
/// first.
pub(crate) fn unrendered(
    connection: &Connection,
    document: &str,
    limit: usize,
) -> Result<Vec<Memory>> {
    let mut statement = connection.prepare_cached(
        "SELECT rowid FROM memories INDEXED BY memories_unrendered
         WHERE home_document = ?1 AND rendered_version IS NOT version
         ORDER BY created_at, number, id LIMIT ?2",
    )?;
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rowids = statement.query_map(params![document, limit], |row| row.get(0))?;
    let rowids: Vec<i64> = rowids.collect::<Result<_, _>>()?;
    lookup::by_rowids(connection, rowids.into_iter())
}

/// The anchors in `document`'s last state whose memories live elsewhere.
pub(crate) fn moved_away(connection: &Connection, document: &str) -> Result<Vec<Anchor>> {
    let mut statement = connection
        .prepare_cached("SELECT anchor FROM strays WHERE document = ?1 ORDER BY anchor")?;
    let mut rows = statement.query([document])?;
    let mut anchors = Vec::new();
    while let Some(row) = rows.next()? {
        anchors.push(anchor(row)?);
    }
    Ok(anchors)
}

fn anchor(row: &Row<'_>) -> Result<Anchor> {
    let text: String = row.get("anchor")?;
    text.parse().map_err(|_| Failure::damaged(format!("`{text}` is not an anchor")))
}

/// The lines that a daily log does not have yet, in order.
pub(crate) fn log_lines(connection: &Connection, document: &str) -> Result<Vec<LogLine>> {
    let mut statement = connection.prepare_cached(
        "SELECT time, clock, text FROM log_lines WHERE document = ?1 ORDER BY time, line",
    )?;
    let lines = statement.query_map([document], |row| {
        Ok(LogLine {
            document: document.into(),
            time: EventTime(row.get::<_, i64>(0)?.cast_unsigned()),
            clock: row.get(1)?,
            text: row.get(2)?,
        })
    })?;
    Ok(lines.collect::<Result<_, _>>()?)
}
