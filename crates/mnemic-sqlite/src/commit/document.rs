//! Writing down the states of documents.
//!
//! A document's states are counted from 1. A block is written once for all the states it is
//! unchanged in, so that a state costs what changed in it.

use std::{borrow::Cow, collections::HashSet};

use mnemic_core::{
    document::FileHash,
    journal::event::{BlockState, DocumentState, Landed},
    port::store::{LogLine, RENDERINGS_KEPT, SeenDocument},
};
use rusqlite::{Connection, OptionalExtension, params};

use super::run;
use crate::{document::renderings, error::Result};

/// A document has a new state.
pub(super) fn put_state(connection: &Connection, state: &DocumentState) -> Result<()> {
    let path = state.document.as_str();
    let blocks = against_latest(connection, state)?;
    let number: i64 = connection
        .prepare_cached(
            "INSERT INTO documents (path, state, chars, through) VALUES (?1, 1, ?2, ?3)
             ON CONFLICT (path) DO UPDATE SET state = state + 1, chars = excluded.chars,
                 through = coalesce(excluded.through, through), seen_size = NULL
             RETURNING state",
        )?
        .query_row(
            params![
                path,
                i64::try_from(state.chars).unwrap_or(i64::MAX),
                state.through.map(|time| time.0.cast_signed())
            ],
            |row| row.get(0),
        )?;
    run(
        connection,
        "INSERT INTO renderings (document, state, hash, stamp) VALUES (?1, ?2, ?3, ?4)",
        params![path, number, state.to.0, state.stamp],
    )?;
    let shown = shown_anchors(connection, path)?;
    let mut named = HashSet::new();
    for block in blocks.iter() {
        let anchor = block.anchor.as_str();
        if shown.contains(anchor) || !named.insert(anchor) {
            end_block(connection, path, number, anchor)?;
        }
        put_block(connection, path, number, block)?;
    }
    if let Some(through) = state.through {
        let taken = "DELETE FROM log_lines WHERE document = ?1 AND time <= ?2";
        run(connection, taken, params![path, through.0.cast_signed()])?;
    }
    prune(connection, path, number)
}

/// The blocks that differ from the latest state. A state tells what differs from the one it was made from;
/// when two machines' journals were merged that is not always the latest, and may not be known at all:
/// then it holds only what it tells.
fn against_latest<'a>(
    connection: &Connection,
    state: &'a DocumentState,
) -> Result<Cow<'a, [BlockState]>> {
    let (Some(latest), Some(from)) = (latest_hash(connection, &state.document)?, state.from) else {
        return Ok(Cow::Borrowed(&state.blocks));
    };
    if latest == from {
        return Ok(Cow::Borrowed(&state.blocks));
    }
    let known = renderings(connection, &state.document)?;
    let Some(latest) = known.first() else { return Ok(Cow::Borrowed(&state.blocks)) };
    let parent = known.iter().find(|rendering| rendering.hash == from);
    let mut target = parent.map(|parent| parent.blocks.clone()).unwrap_or_default();
    for block in &state.blocks {
        match block.hash {
            Some(hash) => target.insert(block.anchor.clone(), (hash, block.version)),
            None => target.remove(&block.anchor),
        };
    }
    let gone = latest.blocks.keys().filter(|anchor| !target.contains_key(*anchor));
    let gone = gone.map(|anchor| BlockState { anchor: anchor.clone(), hash: None, version: 0 });
    let changed =
        target.iter().filter(|(anchor, block)| latest.blocks.get(*anchor) != Some(*block));
    let changed = changed.map(|(anchor, (hash, version))| BlockState {
        anchor: anchor.clone(),
        hash: Some(*hash),
        version: *version,
    });
    Ok(Cow::Owned(gone.chain(changed).collect()))
}

fn latest_hash(connection: &Connection, path: &str) -> Result<Option<FileHash>> {
    let latest = connection
        .prepare_cached(
            "SELECT r.hash FROM documents d JOIN renderings r
                 ON r.document = d.path AND r.state = d.state WHERE d.path = ?1",
        )?
        .query_row([path], |row| row.get(0))
        .optional()?;
    Ok(latest.map(FileHash))
}

/// The anchors that the latest state shows.
fn shown_anchors(connection: &Connection, path: &str) -> Result<HashSet<String>> {
    let mut statement = connection
        .prepare_cached("SELECT anchor FROM blocks WHERE document = ?1 AND until IS NULL")?;
    let anchors = statement.query_map([path], |row| row.get(0))?;
    Ok(anchors.collect::<rusqlite::Result<_>>()?)
}

/// A block as it is in a state. One whose memory does not live in the document is a stray.
fn put_block(connection: &Connection, path: &str, state: i64, block: &BlockState) -> Result<()> {
    let anchor = block.anchor.as_str();
    let shown = block.hash.map(|_| block.version);
    let at_home = connection
        .prepare_cached(
            "UPDATE memories SET rendered_version = ?3 WHERE anchor = ?2 AND home_document = ?1",
        )?
        .execute(params![path, anchor, shown])?;
    let Some(hash) = block.hash else { return Ok(()) };
    run(
        connection,
        "INSERT INTO blocks (document, anchor, since, hash, version) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![path, anchor, state, hash.0, block.version],
    )?;
    if at_home > 0 {
        return Ok(());
    }
    run(
        connection,
        "INSERT INTO strays SELECT ?1, anchor FROM memories WHERE anchor = ?2",
        [path, anchor],
    )
}

/// The block is not as it was any more; named twice in one state, the last word counts.
fn end_block(connection: &Connection, path: &str, state: i64, anchor: &str) -> Result<()> {
    run(
        connection,
        "DELETE FROM blocks WHERE document = ?1 AND anchor = ?2 AND since = ?3",
        params![path, anchor, state],
    )?;
    run(
        connection,
        "UPDATE blocks SET until = ?3 WHERE document = ?1 AND anchor = ?2 AND until IS NULL",
        params![path, anchor, state],
    )?;
    run(connection, "DELETE FROM strays WHERE document = ?1 AND anchor = ?2", [path, anchor])
}

/// Forgets the states beyond those kept, and the blocks that were only in them.
fn prune(connection: &Connection, path: &str, newest: i64) -> Result<()> {
    let oldest = newest - RENDERINGS_KEPT as i64 + 1;
    run(
        connection,
        "DELETE FROM renderings WHERE document = ?1 AND state < ?2",
        params![path, oldest],
    )?;
    run(
        connection,
        "DELETE FROM blocks WHERE document = ?1 AND until IS NOT NULL AND until <= ?2",
        params![path, oldest],
    )
}

/// A state of a document is on disk.
pub(super) fn mark_landed(connection: &Connection, landed: &Landed) -> Result<()> {
    run(
        connection,
        "UPDATE renderings SET landed = 1 WHERE document = ?1 AND hash = ?2",
        params![landed.document.as_str(), landed.hash.0],
    )
}

/// The file of a document was looked at.
pub(super) fn mark_seen(connection: &Connection, document: &SeenDocument) -> Result<()> {
    let seen = document.seen.as_ref();
    run(
        connection,
        "INSERT INTO documents
             (path, seen_size, seen_modified_ns, seen_changed_ns, seen_inode, damage, ending)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (path) DO UPDATE SET seen_size = excluded.seen_size,
             seen_modified_ns = excluded.seen_modified_ns,
             seen_changed_ns = excluded.seen_changed_ns,
             seen_inode = excluded.seen_inode, damage = excluded.damage,
             ending = coalesce(excluded.ending, ending)",
        params![
            document.path.as_str(),
            seen.map(|mark| mark.size.cast_signed()),
            seen.map(|mark| mark.modified_ns),
            seen.map(|mark| mark.changed_ns),
            seen.map(|mark| mark.inode.cast_signed()),
            document.damage,
            document.ending.map(|hash| hash.0),
        ],
    )
}

/// A daily log has a line to come; lines of one act keep the order they were given in.
pub(super) fn put_log_line(connection: &Connection, line: &LogLine) -> Result<()> {
    run(
        connection,
        "INSERT INTO log_lines (document, time, line, clock, text)
         SELECT ?1, ?2, coalesce(max(line), 0) + 1, ?3, ?4
         FROM log_lines WHERE document = ?1 AND time = ?2",
        params![line.document.as_str(), line.time.0.cast_signed(), line.clock, line.text],
    )
}
