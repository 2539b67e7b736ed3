//! Neighbours: what was said around a memory in its session.

use mnemic_core::{
    filter::Filter,
    id::MemoryId,
    memory::Memory,
    recall::{Neighbourhood, Window},
    scope::Reach,
};
use rusqlite::{Connection, OptionalExtension, params_from_iter, types::Value as SqlValue};

use crate::{error::Result, filter::Clause, lookup};

/// What was said around each of these memories.
pub(crate) fn neighbours(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    ids: &[MemoryId],
    window: Window,
) -> Result<Vec<Neighbourhood>> {
    let mut found = Vec::new();
    for id in ids {
        let Some(place) = place_of(connection, *id)? else {
            found.push(Neighbourhood::default());
            continue;
        };
        let side = |direction, count| beside(connection, reach, filter, &place, direction, count);
        let (before, after) = (side(BEFORE, window.before)?, side(AFTER, window.after)?);
        found.push(Neighbourhood { before, after });
    }
    Ok(found)
}

/// Where a memory stands.
struct Place {
    id: Vec<u8>,
    scope: String,
    session: String,
    place: i64,
}

fn place_of(connection: &Connection, id: MemoryId) -> Result<Option<Place>> {
    let mut statement = connection.prepare_cached(
        "SELECT scope, session, place FROM memories WHERE id = ?1 AND session IS NOT NULL",
    )?;
    let place = statement.query_row([id.as_bytes()], |row| {
        let id = id.as_bytes().to_vec();
        Ok(Place { id, scope: row.get(0)?, session: row.get(1)?, place: row.get(2)? })
    });
    Ok(place.optional()?)
}

/// A comparison and the order that goes with it.
type Side = (&'static str, &'static str);
const BEFORE: Side = ("<", "DESC");
const AFTER: Side = (">", "ASC");

fn beside(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    place: &Place,
    (beyond, order): Side,
    count: usize,
) -> Result<Vec<Memory>> {
    let mut clause = Clause::filtering(reach, filter);
    clause.push(
        &format!(
            " AND m.session = ? AND +m.scope = ? AND (m.place, m.id) {beyond} (?, ?)
             ORDER BY m.place {order}, m.id {order} LIMIT ?"
        ),
        [
            SqlValue::Text(place.session.clone()),
            SqlValue::Text(place.scope.clone()),
            SqlValue::Integer(place.place),
            SqlValue::Blob(place.id.clone()),
            SqlValue::Integer(i64::try_from(count).unwrap_or(i64::MAX)),
        ],
    );
    lookup::select(connection, &clause.sql, params_from_iter(clause.parameters))
}
