//! Memories by name: id, anchor, number, prefix, fingerprint, the caller's own id; and what belongs
//! to one.

use mnemic_core::{
    port::store::Key,
    record::{
        filter::Filter,
        id::{Anchor, MemoryId, Reference},
        memory::{Memory, MergeConflict, Version},
        scope::Reach,
    },
};
use rusqlite::{Connection, Params, params, params_from_iter, types::Value as SqlValue};

use crate::{
    error::Result,
    filter::Clause,
    row::{COLUMNS, hydrate},
    time::Moment,
};

pub(crate) fn get(connection: &Connection, reach: &Reach, id: MemoryId) -> Result<Option<Memory>> {
    let mut clause = Clause::within(reach);
    clause.push(" AND m.id = ?", [SqlValue::Blob(id.as_bytes().to_vec())]);
    Ok(select(connection, &clause.sql, params_from_iter(clause.parameters))?.pop())
}

/// The memories that `condition` on the table `m` selects, in the order it states.
pub(crate) fn select(
    connection: &Connection,
    condition: &str,
    parameters: impl Params,
) -> Result<Vec<Memory>> {
    let sql = format!("SELECT {COLUMNS} FROM memories m WHERE {condition}");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(parameters)?;
    let mut memories = Vec::new();
    while let Some(row) = rows.next()? {
        memories.push(hydrate(row)?);
    }
    Ok(memories)
}

/// The memories in these rows, in the order given.
pub(crate) fn by_rowids(
    connection: &Connection,
    rowids: impl Iterator<Item = i64>,
) -> Result<Vec<Memory>> {
    let mut memories = Vec::new();
    for rowid in rowids {
        memories.append(&mut select(connection, "m.rowid = ?1", [rowid])?);
    }
    Ok(memories)
}

/// The memories with these anchors, in the order given.
pub(crate) fn anchored(connection: &Connection, anchors: &[Anchor]) -> Result<Vec<Memory>> {
    let mut memories = Vec::new();
    for anchor in anchors {
        memories.append(&mut select(connection, "m.anchor = ?1", [anchor.as_str()])?);
    }
    Ok(memories)
}

/// The memories a reference may mean: those it names exactly, else those it is a prefix of.
pub(crate) fn resolve(
    connection: &Connection,
    reach: &Reach,
    reference: &Reference,
    limit: usize,
) -> Result<Vec<Memory>> {
    let exact = named_exactly(connection, reach, reference, limit)?;
    if !exact.is_empty() {
        return Ok(exact);
    }
    let Some(prefix) = reference.prefix() else { return Ok(Vec::new()) };
    let mut clause = Clause::filtering(reach, &Filter::none())?;
    let after = format!("{prefix}\u{7f}");
    clause.push(
        " AND (m.anchor >= ? AND m.anchor < ?",
        [SqlValue::Text(prefix.to_owned()), SqlValue::Text(after)],
    );
    if let Some((first, last)) = ids_with_prefix(prefix) {
        let bounds = [SqlValue::Blob(first.to_vec()), SqlValue::Blob(last.to_vec())];
        clause.push(" OR m.id BETWEEN ? AND ?", bounds);
    }
    clause.push(")", []);
    select_some(connection, clause, limit)
}

fn named_exactly(
    connection: &Connection,
    reach: &Reach,
    reference: &Reference,
    limit: usize,
) -> Result<Vec<Memory>> {
    let number = reference.number().and_then(|number| i64::try_from(number).ok());
    let anchor = reference.name().map(str::to_owned);
    let id = reference.id().map(|id| id.as_bytes().to_vec());
    let mut clause = Clause::filtering(reach, &Filter::none())?;
    clause.push(
        " AND (m.number = ? OR m.anchor = ? OR m.id = ?)",
        [SqlValue::from(number), SqlValue::from(anchor), SqlValue::from(id)],
    );
    select_some(connection, clause, limit)
}

fn select_some(connection: &Connection, mut clause: Clause, limit: usize) -> Result<Vec<Memory>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    clause.push(" ORDER BY m.id LIMIT ?", [SqlValue::Integer(limit)]);
    select(connection, &clause.sql, params_from_iter(clause.parameters))
}

/// The first and last id whose text begins with `prefix`.
fn ids_with_prefix(prefix: &str) -> Option<([u8; 16], [u8; 16])> {
    const DASHES: [usize; 4] = [8, 13, 18, 23];
    if prefix.len() > 36 {
        return None;
    }
    let mut first = String::from("00000000-0000-0000-0000-000000000000");
    let mut last = String::from("ffffffff-ffff-ffff-ffff-ffffffffffff");
    let fits = |(place, byte): (usize, u8)| match byte {
        b'-' => DASHES.contains(&place),
        byte => byte.is_ascii_hexdigit() && !DASHES.contains(&place),
    };
    if !prefix.bytes().enumerate().all(fits) {
        return None;
    }
    first.replace_range(..prefix.len(), prefix);
    last.replace_range(..prefix.len(), prefix);
    let bytes = |text: String| text.parse::<MemoryId>().ok().map(|id| *id.as_bytes());
    Some((bytes(first)?, bytes(last)?))
}

/// The memories that a key stands for, by id.
pub(crate) fn matching(connection: &Connection, key: &Key) -> Result<Vec<Memory>> {
    match key {
        Key::Fingerprint(scope, fingerprint) => select(
            connection,
            "m.scope = ?1 AND m.fingerprint = ?2 ORDER BY m.id",
            params![scope.to_string(), fingerprint.0],
        ),
        Key::Ref(scope, reference) => select(
            connection,
            "m.scope = ?1 AND m.ref = ?2 ORDER BY m.id",
            params![scope.to_string(), reference],
        ),
    }
}

/// The states a memory was in before the present one.
pub(crate) fn versions(
    connection: &Connection,
    reach: &Reach,
    id: MemoryId,
) -> Result<Vec<Version>> {
    let mut clause = Clause::within(reach);
    clause.push(" AND m.id = ?", [SqlValue::Blob(id.as_bytes().to_vec())]);
    let sql = format!(
        "SELECT v.version, v.memory FROM memories m JOIN versions v ON v.id = m.id
         WHERE {} ORDER BY v.version",
        clause.sql
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params_from_iter(clause.parameters))?;
    let mut versions = Vec::new();
    while let Some(row) = rows.next()? {
        let memory = serde_json::from_str(row.get_ref(1)?.as_str().unwrap_or_default())?;
        versions.push(Version { id, version: row.get(0)?, memory });
    }
    Ok(versions)
}

/// The sessions that have repeated a memory.
pub(crate) fn repeats(connection: &Connection, reach: &Reach, id: MemoryId) -> Result<Vec<String>> {
    let mut clause = Clause::within(reach);
    clause.push(" AND m.id = ?", [SqlValue::Blob(id.as_bytes().to_vec())]);
    let sql = format!(
        "SELECT r.session FROM memories m JOIN repeats r ON r.id = m.id
         WHERE {} ORDER BY r.session",
        clause.sql
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let sessions = statement.query_map(params_from_iter(clause.parameters), |row| row.get(0))?;
    Ok(sessions.collect::<std::result::Result<_, _>>()?)
}

/// The unresolved conflicts of one memory, or of all within reach.
pub(crate) fn conflicts(
    connection: &Connection,
    reach: &Reach,
    id: Option<MemoryId>,
) -> Result<Vec<MergeConflict>> {
    let mut clause = Clause::within(reach);
    if let Some(id) = id {
        clause.push(" AND m.id = ?", [SqlValue::Blob(id.as_bytes().to_vec())]);
    }
    let sql = format!(
        "SELECT c.id, c.kept, c.other, c.detected_at FROM conflicts c JOIN memories m ON m.id = c.id
         WHERE {} ORDER BY c.detected_at, c.id, c.kept, c.other",
        clause.sql
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let conflicts = statement.query_map(params_from_iter(clause.parameters), |row| {
        Ok(MergeConflict {
            id: MemoryId::from_bytes(row.get(0)?),
            kept: row.get(1)?,
            other: row.get(2)?,
            detected_at: row.get::<_, Moment>(3)?.0,
        })
    })?;
    Ok(conflicts.collect::<Result<_, _>>()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_covers_the_ids_that_begin_with_it_and_no_others() {
        let id: MemoryId = "01934f2e-89ab-7000-8000-000000000001".parse().unwrap();
        let text = id.to_string();
        for length in 2..=text.len() {
            let (first, last) = ids_with_prefix(&text[..length]).unwrap();
            assert!((first..=last).contains(id.as_bytes()), "{length}");
        }
        let (first, last) = ids_with_prefix("01934f2f").unwrap();
        assert!(!(first..=last).contains(id.as_bytes()));
        for prefix in ["zz", "01934f2e8", "0-", "01934f2e-89ab-7000-8000-0000000000011"] {
            assert!(ids_with_prefix(prefix).is_none(), "{prefix}");
        }
    }
}
