//! Contradictions: which memories contradict each other.

use std::collections::HashSet;

use mnemic_core::{
    learn::contradiction::{Contradiction, Pair},
    record::{filter::Filter, id::MemoryId, scope::Reach},
};
use rusqlite::{Connection, Row, params, params_from_iter, types::Value as SqlValue};
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    error::{Failure, Result},
    filter::{Clause, Parameter},
    time::Moment,
};

const SELECT: &str =
    "SELECT one, other, severity, manner, detected_at, dismissed, sum FROM disputes";

/// The contradictions of these memories, or all, between memories that are active and within reach.
pub(crate) fn find(
    connection: &Connection,
    reach: &Reach,
    of: Option<&[MemoryId]>,
) -> Result<Vec<Contradiction>> {
    let mut contradictions = match of {
        None => read(connection, SELECT, Vec::new())?,
        Some(ids) => self::of(connection, ids)?,
    };
    if contradictions.is_empty() {
        return Ok(contradictions);
    }
    contradictions.sort_by_key(|contradiction| (contradiction.detected_at, contradiction.between));
    contradictions.dedup();
    let there = present(connection, reach, &contradictions)?;
    contradictions
        .retain(|contradiction| contradiction.between.ids().iter().all(|id| there.contains(id)));
    Ok(contradictions)
}

/// The contradictions of these memories, whatever became of them; one between two of them comes twice.
pub(crate) fn of(connection: &Connection, ids: &[MemoryId]) -> Result<Vec<Contradiction>> {
    let mut contradictions = Vec::new();
    for side in ["one", "other"] {
        let mut clause = Clause::default();
        clause.push(&format!("{SELECT} WHERE {side}"), []);
        clause.push_in(ids.iter().map(blob).collect());
        contradictions.extend(read(connection, &clause.sql, clause.parameters)?);
    }
    Ok(contradictions)
}

fn read(
    connection: &Connection,
    sql: &str,
    parameters: Vec<Parameter>,
) -> Result<Vec<Contradiction>> {
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query(params_from_iter(parameters))?;
    let mut contradictions = Vec::new();
    while let Some(row) = rows.next()? {
        contradictions.push(contradiction(row)?);
    }
    Ok(contradictions)
}

fn contradiction(row: &Row<'_>) -> Result<Contradiction> {
    let id = |place| row.get(place).map(MemoryId::from_bytes);
    let contradiction = Contradiction {
        between: Pair::of(id(0)?, id(1)?),
        severity: named(&row.get::<_, String>(2)?)?,
        manner: named(&row.get::<_, String>(3)?)?,
        detected_at: row.get::<_, Moment>(4)?.0,
        dismissed: row.get(5)?,
    };
    if sum(&contradiction)? != row.get::<_, i64>(6)? {
        return Err(Failure::damaged("a dispute is not as it was written"));
    }
    Ok(contradiction)
}

/// By which a row that changed on disk is known.
fn sum(contradiction: &Contradiction) -> Result<i64> {
    let Contradiction { between, severity, manner, detected_at, dismissed } = contradiction;
    let hashed = (between, severity, manner, detected_at, dismissed);
    let hash = blake3::hash(&serde_json::to_vec(&hashed)?);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hash.as_bytes()[..8]);
    Ok(i64::from_le_bytes(bytes))
}

/// Whether every contradiction is as it was written.
pub(crate) fn check(connection: &Connection) -> Result<()> {
    read(connection, SELECT, Vec::new()).map(|_| ())
}

/// Which memories of contradictions are active and within reach.
fn present(
    connection: &Connection,
    reach: &Reach,
    contradictions: &[Contradiction],
) -> Result<HashSet<MemoryId>> {
    let ids: HashSet<MemoryId> =
        contradictions.iter().flat_map(|contradiction| contradiction.between.ids()).collect();
    let mut clause = Clause::filtering(reach, &Filter::active())?;
    clause.push(" AND m.id", []);
    clause.push_in(ids.iter().map(blob).collect());
    let sql = format!("SELECT m.id FROM memories m WHERE {}", clause.sql);
    let mut statement = connection.prepare_cached(&sql)?;
    let there = statement.query_map(params_from_iter(clause.parameters), |row| {
        row.get(0).map(MemoryId::from_bytes)
    })?;
    Ok(there.collect::<Result<_, _>>()?)
}

/// Keeps a contradiction, unless one is known between the two.
pub(crate) fn keep(connection: &Connection, contradiction: &Contradiction) -> Result<()> {
    write(connection, "INSERT OR IGNORE", contradiction)
}

fn write(connection: &Connection, how: &str, contradiction: &Contradiction) -> Result<()> {
    let [one, other] = contradiction.between.ids();
    let sql = format!(
        "{how} INTO disputes (one, other, severity, manner, detected_at, dismissed, sum)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)"
    );
    connection.prepare_cached(&sql)?.execute(params![
        one.as_bytes(),
        other.as_bytes(),
        name(&contradiction.severity)?,
        name(&contradiction.manner)?,
        Moment(contradiction.detected_at),
        contradiction.dismissed,
        sum(contradiction)?
    ])?;
    Ok(())
}

/// Both may stand.
pub(crate) fn dismiss(connection: &Connection, pair: Pair) -> Result<()> {
    let [one, other] = pair.ids();
    let sql = format!("{SELECT} WHERE one = ? AND other = ?");
    for contradiction in read(connection, &sql, vec![blob(&one).into(), blob(&other).into()])? {
        write(
            connection,
            "INSERT OR REPLACE",
            &Contradiction { dismissed: true, ..contradiction },
        )?;
    }
    Ok(())
}

/// Ends the contradictions of a memory.
pub(crate) fn end(connection: &Connection, id: MemoryId) -> Result<()> {
    let sql = "DELETE FROM disputes WHERE one = ?1 OR other = ?1";
    connection.prepare_cached(sql)?.execute([id.as_bytes()])?;
    Ok(())
}

fn blob(id: &MemoryId) -> SqlValue {
    SqlValue::Blob(id.as_bytes().to_vec())
}

fn name<T: Serialize>(value: &T) -> Result<String> {
    match serde_json::to_value(value)? {
        serde_json::Value::String(name) => Ok(name),
        _ => Err(Failure::damaged("a dispute without a name")),
    }
}

fn named<T: DeserializeOwned>(name: &str) -> Result<T> {
    Ok(serde_json::from_value(serde_json::Value::String(name.to_owned()))?)
}
