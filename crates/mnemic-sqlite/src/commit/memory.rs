//! Writing down memories: the row, its words, its tags, its body values, and where its blocks are.

use mnemic_core::record::{
    id::{Anchor, MemoryId},
    memory::{Home, Memory},
};
use rusqlite::{Connection, OptionalExtension, params};

use super::run;
use crate::{body, contradiction, error::Result, link, lookup, row, vector, words::Words};

/// Makes or replaces a memory.
pub(super) fn put(connection: &Connection, mut memory: Memory) -> Result<()> {
    // SQLite keeps no negative zero, so the row's hash must not see one.
    memory.importance += 0.0;
    memory.confidence += 0.0;
    let tags = row::tags_json(&memory.tags)?;
    let words = Words::of(&memory, tags.as_deref());
    let former = former(connection, memory.id)?;
    let shown = put_blocks(connection, &memory, former.as_ref())?;
    let rowid = former.as_ref().map(|former| former.rowid);
    let rowid = row::write(connection, rowid, &memory, &words, shown)?;
    let Some(former) = former else {
        words.add(connection, rowid)?;
        link::add(connection, &memory)?;
        body::add(connection, rowid, &memory)?;
        return put_tags(connection, rowid, &memory.tags);
    };
    if !former.words.embed_alike(&words) {
        vector::forget(connection, rowid)?;
    }
    if former.words != words {
        former.words.remove(connection, rowid)?;
        words.add(connection, rowid)?;
    }
    link::forget(connection, memory.id)?;
    link::add(connection, &memory)?;
    body::forget(connection, rowid, &former.kind)?;
    body::add(connection, rowid, &memory)?;
    run(connection, "DELETE FROM memory_tags WHERE memory = ?1", [rowid])?;
    put_tags(connection, rowid, &memory.tags)
}

/// Gives a memory another home. One that is not there stays so. Unless the heading it is found under is another,
/// nothing else of its row is touched.
pub(super) fn move_to(connection: &Connection, id: MemoryId, home: Home) -> Result<()> {
    let found = lookup::select(connection, "m.id = ?1", [id.as_bytes()])?.pop();
    let Some(mut memory) = found else { return Ok(()) };
    let stays = memory.home.as_ref().is_some_and(|former| former.section == home.section);
    memory.home = Some(home);
    if !stays {
        return put(connection, memory);
    }
    run(connection, "DELETE FROM strays WHERE anchor = ?1", [memory.anchor.as_str()])?;
    let shown = sort_blocks(connection, &memory)?;
    let home = memory.home.as_ref();
    run(
        connection,
        "UPDATE memories SET home_document = ?2, home_section = ?3, rendered_version = ?4,
             row_hash = ?5 WHERE id = ?1",
        params![
            id.as_bytes(),
            home.map(|home| home.document.as_str()),
            home.map(|home| &home.section),
            shown,
            row::hash_of(&memory)?
        ],
    )
}

/// Drops a memory and all that belongs to it.
pub(super) fn drop(connection: &Connection, id: MemoryId) -> Result<()> {
    let Some(former) = former(connection, id)? else { return Ok(()) };
    former.words.remove(connection, former.rowid)?;
    run(connection, "DELETE FROM memories WHERE rowid = ?1", [former.rowid])?;
    run(connection, "DELETE FROM memory_tags WHERE memory = ?1", [former.rowid])?;
    body::forget(connection, former.rowid, &former.kind)?;
    vector::forget(connection, former.rowid)?;
    link::forget(connection, id)?;
    run(connection, "DELETE FROM strays WHERE anchor = ?1", [&former.anchor])?;
    run(connection, "DELETE FROM versions WHERE id = ?1", [id.as_bytes()])?;
    run(connection, "DELETE FROM conflicts WHERE id = ?1", [id.as_bytes()])?;
    contradiction::end(connection, id)?;
    run(connection, "DELETE FROM repeats WHERE id = ?1", [id.as_bytes()])
}

/// What of a memory's row must be known to replace it.
struct Former {
    rowid: i64,
    anchor: String,
    kind: String,
    home_document: Option<String>,
    words: Words<'static>,
}

fn former(connection: &Connection, id: MemoryId) -> Result<Option<Former>> {
    let mut statement = connection.prepare_cached(
        "SELECT m.rowid, m.anchor, m.kind, m.home_document, w.opening, w.rest, w.tags, w.author,
             w.files, w.labels, w.dates
         FROM memories m JOIN memory_words w ON w.rowid = m.rowid WHERE m.id = ?1",
    )?;
    let former = statement.query_row([id.as_bytes()], |row| {
        Ok(Former {
            rowid: row.get(0)?,
            anchor: row.get(1)?,
            kind: row.get(2)?,
            home_document: row.get(3)?,
            words: Words::read(row, 4)?,
        })
    });
    Ok(former.optional()?)
}

fn put_tags(connection: &Connection, rowid: i64, tags: &[String]) -> Result<()> {
    for tag in tags {
        run(
            connection,
            "INSERT OR IGNORE INTO memory_tags (memory, tag) VALUES (?1, ?2)",
            params![rowid, row::folded(tag)],
        )?;
    }
    Ok(())
}

/// Sorts the blocks that documents show of a memory into the one at home, whose version is
/// returned, and strays. The memory may have moved, and its blocks may have been there before it.
fn put_blocks(
    connection: &Connection,
    memory: &Memory,
    former: Option<&Former>,
) -> Result<Option<u32>> {
    let home = memory.home.as_ref().map(|home| home.document.as_str());
    if let Some(former) = former
        && (former.home_document.as_deref() != home || former.anchor != memory.anchor.as_str())
    {
        let both = [&former.anchor, memory.anchor.as_str()];
        run(connection, "DELETE FROM strays WHERE anchor IN (?1, ?2)", both)?;
    }
    sort_blocks(connection, memory)
}

fn sort_blocks(connection: &Connection, memory: &Memory) -> Result<Option<u32>> {
    let home = memory.home.as_ref().map(|home| home.document.as_str());
    let mut shown = None;
    for (document, version) in blocks_of(connection, &memory.anchor)? {
        if home == Some(document.as_str()) {
            shown = Some(version);
        } else {
            let stray = "INSERT OR IGNORE INTO strays (document, anchor) VALUES (?1, ?2)";
            run(connection, stray, [&document, memory.anchor.as_str()])?;
        }
    }
    Ok(shown)
}

fn blocks_of(connection: &Connection, anchor: &Anchor) -> Result<Vec<(String, u32)>> {
    let mut statement = connection.prepare_cached(
        "SELECT document, version FROM blocks WHERE anchor = ?1 AND until IS NULL",
    )?;
    let blocks = statement.query_map([anchor.as_str()], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(blocks.collect::<Result<_, _>>()?)
}
