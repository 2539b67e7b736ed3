//! Neighbours: what was said around a memory in its session.

use mnemic_core::{
    recall::{Neighbour, Neighbourhood, SessionPosition, Window},
    record::{filter::Filter, id::MemoryId, scope::Reach},
};
use rusqlite::{Connection, Statement, params_from_iter, types::Value as SqlValue};

use crate::{
    error::Result,
    filter::{Clause, Parameter},
};

/// What was said around each of these spots.
pub(crate) fn neighbours(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    spots: &[SessionPosition],
    window: Window,
) -> Result<Vec<Neighbourhood>> {
    let passes = Clause::filtering(reach, filter)?;
    let mut before = connection.prepare_cached(&beyond(&passes, "<", "DESC"))?;
    let mut after = connection.prepare_cached(&beyond(&passes, ">", "ASC"))?;
    let around = |spot: &SessionPosition| {
        let before = beside(&mut before, &passes, spot, window.before)?;
        Ok(Neighbourhood { before, after: beside(&mut after, &passes, spot, window.after)? })
    };
    spots.iter().map(around).collect()
}

/// The question for what stands on one side: a comparison and the order that goes with it.
fn beyond(passes: &Clause, comparison: &str, order: &str) -> String {
    format!(
        "SELECT m.id, m.author, m.text FROM memories m WHERE {}
             AND m.session = ? AND +m.scope = ? AND (m.place, m.id) {comparison} (?, ?)
         ORDER BY m.place {order}, m.id {order} LIMIT ?",
        passes.sql
    )
}

fn beside(
    statement: &mut Statement<'_>,
    passes: &Clause,
    spot: &SessionPosition,
    count: usize,
) -> Result<Vec<Neighbour>> {
    let (place, id) = spot.place;
    let own = [
        SqlValue::Text(spot.session.clone()),
        SqlValue::Text(spot.scope.to_string()),
        SqlValue::Integer(place),
        SqlValue::Blob(id.as_bytes().to_vec()),
        SqlValue::Integer(i64::try_from(count).unwrap_or(i64::MAX)),
    ]
    .map(Parameter::from);
    let parameters = params_from_iter(passes.parameters.iter().chain(&own));
    let beside = statement.query_map(parameters, |row| {
        let id = MemoryId::from_bytes(row.get(0)?);
        Ok(Neighbour { id, author: row.get(1)?, text: row.get(2)? })
    })?;
    Ok(beside.collect::<Result<_, _>>()?)
}
