//! Neighbours: what was said around a memory in its session.

use mnemic_core::{
    filter::Filter,
    id::MemoryId,
    recall::{Neighbourhood, Spot, Window},
    scope::Reach,
};
use rusqlite::{Connection, params_from_iter, types::Value as SqlValue};

use crate::{error::Result, filter::Clause};

/// What was said around each of these spots.
pub(crate) fn neighbours(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    spots: &[Spot],
    window: Window,
) -> Result<Vec<Neighbourhood>> {
    let passes = Clause::filtering(reach, filter);
    let around = |spot: &Spot| {
        let before = beside(connection, &passes, spot, BEFORE, window.before)?;
        Ok(Neighbourhood { before, after: beside(connection, &passes, spot, AFTER, window.after)? })
    };
    spots.iter().map(around).collect()
}

/// A comparison and the order that goes with it.
type Side = (&'static str, &'static str);
const BEFORE: Side = ("<", "DESC");
const AFTER: Side = (">", "ASC");

fn beside(
    connection: &Connection,
    passes: &Clause,
    spot: &Spot,
    (beyond, order): Side,
    count: usize,
) -> Result<Vec<MemoryId>> {
    let sql = format!(
        "SELECT m.id FROM memories m WHERE {}
             AND m.session = ? AND +m.scope = ? AND (m.place, m.id) {beyond} (?, ?)
         ORDER BY m.place {order}, m.id {order} LIMIT ?",
        passes.sql
    );
    let (place, id) = spot.place;
    let own = [
        SqlValue::Text(spot.session.clone()),
        SqlValue::Text(spot.scope.to_string()),
        SqlValue::Integer(place),
        SqlValue::Blob(id.as_bytes().to_vec()),
        SqlValue::Integer(i64::try_from(count).unwrap_or(i64::MAX)),
    ];
    let mut statement = connection.prepare_cached(&sql)?;
    let parameters = params_from_iter(passes.parameters.iter().chain(&own));
    let ids = statement.query_map(parameters, |row| Ok(MemoryId::from_bytes(row.get(0)?)))?;
    Ok(ids.collect::<Result<_, _>>()?)
}
