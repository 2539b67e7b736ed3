//! Codes packed by the thousand: a process that starts reads a few large values instead of as many rows as there are
//! memories.

use rusqlite::{Connection, params};

use super::codes::RowCode;
use crate::error::{Failure, Result};

/// So many changes go into a pack.
const PACKED: i64 = 4_096;

/// Packs what came before a change when enough of it came. The change itself stays as it is, for SQLite to count on
/// from.
pub(super) fn pack_before(connection: &Connection, change: i64) -> Result<()> {
    if change % PACKED != 0 {
        return Ok(());
    }
    let mut spaces = connection.prepare_cached("SELECT space FROM spaces")?;
    let spaces = spaces.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    for space in spaces {
        pack(connection, space, change)?;
    }
    connection.prepare_cached("DELETE FROM codes WHERE change < ?1")?.execute([change])?;
    Ok(())
}

fn pack(connection: &Connection, space: i64, before: i64) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT memory, code FROM codes WHERE change < ?1 AND space = ?2 ORDER BY change",
    )?;
    let mut rows = statement.query([before, space])?;
    let (mut memories, mut codes) = (Vec::new(), Vec::new());
    while let Some(row) = rows.next()? {
        memories.extend(row.get::<_, i64>(0)?.to_le_bytes());
        codes.extend(row.get_ref(1)?.as_blob().map_err(rusqlite::Error::from)?);
    }
    if !memories.is_empty() {
        connection
            .prepare_cached(
                "INSERT INTO packs (before, space, memories, codes) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![before, space, memories, codes])?;
    }
    Ok(())
}

/// Calls `each` for everything of a space in packs that hold changes from `since` on, in order.
pub(super) fn each_packed(
    connection: &Connection,
    space: i64,
    since: i64,
    mut each: impl FnMut(RowCode<'_>),
) -> Result<()> {
    let mut statement = connection.prepare_cached(
        "SELECT memories, codes FROM packs WHERE before > ?1 AND space = ?2 ORDER BY before",
    )?;
    let mut rows = statement.query([since, space])?;
    while let Some(row) = rows.next()? {
        let blob = |column| row.get_ref(column)?.as_blob().map_err(rusqlite::Error::from);
        let (memories, codes) = (blob(0)?, blob(1)?);
        let (memories, odd) = memories.as_chunks::<8>();
        let width = codes.len() / memories.len().max(1);
        if !odd.is_empty() || width == 0 || width * memories.len() != codes.len() {
            return Err(Failure::damaged("packed codes of no common length"));
        }
        let rowids = memories.iter().map(|rowid| i64::from_le_bytes(*rowid));
        rowids.zip(codes.chunks_exact(width)).for_each(&mut each);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        schema,
        vector::codes::{CodeTables, each_code},
    };

    /// Two spaces take turns; every code is that of a new memory.
    fn write(connection: &Connection, changes: std::ops::Range<i64>) {
        for change in changes {
            let code = change.to_le_bytes();
            let sql = "INSERT INTO codes (space, memory, code) VALUES (?1, ?2, ?3)";
            connection.execute(sql, params![change % 2, change, code]).unwrap();
            assert_eq!(connection.last_insert_rowid(), change, "SQLite counts on");
            pack_before(connection, change).unwrap();
        }
    }

    fn database() -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        schema::create(&connection).unwrap();
        connection.execute("INSERT INTO spaces VALUES (0, 'one'), (1, 'other')", []).unwrap();
        connection
    }

    #[test]
    fn packed_codes_are_read_in_order_and_once() {
        let connection = database();
        write(&connection, 1..2 * PACKED + 4);
        let left: i64 =
            connection.query_row("SELECT count(*) FROM codes", [], |row| row.get(0)).unwrap();
        assert_eq!(left, 4);
        for since in [0, 5, PACKED - 1, PACKED, 2 * PACKED + 1] {
            let mut read = Vec::new();
            let each = |(memory, code): RowCode<'_>| read.push((memory, code.to_vec()));
            each_code(&connection, 1, since, each).unwrap();
            let all: Vec<_> = (1..2 * PACKED + 4)
                .filter(|change| change % 2 == 1)
                .map(|change| (change, change.to_le_bytes().to_vec()))
                .collect();
            assert!(all.ends_with(&read), "since {since}");
            let wanted = all.iter().filter(|(change, _)| *change >= since).count();
            assert!(read.len() >= wanted, "since {since}");
        }
    }

    #[test]
    fn a_table_that_was_read_before_a_pack_is_read_on_after_it() {
        let (connection, tables) = (database(), CodeTables::default());
        write(&connection, 1..PACKED - 10);
        let count = || tables.with(&connection, 0, |table| table.len()).unwrap();
        assert_eq!(count(), PACKED as usize / 2 - 6);
        write(&connection, PACKED - 10..PACKED + 11);
        assert_eq!(count(), PACKED as usize / 2 + 5);
    }

    #[test]
    fn a_pack_that_was_cut_short_is_damage() {
        let connection = database();
        let sql = "INSERT INTO packs (before, space, memories, codes) VALUES (9, 1, ?1, ?2)";
        connection.execute(sql, params![[0_u8; 24], [0_u8; 95]]).unwrap();
        assert!(each_packed(&connection, 1, 0, |_| {}).is_err());
    }
}
