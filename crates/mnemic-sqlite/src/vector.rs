//! The vector arm: which memories mean what a question means.
//!
//! Codes of one bit per dimension say which vectors may be near; how near those are is computed
//! from a byte per dimension.

mod codes;
mod pack;

use std::collections::HashMap;

use mnemic_core::{
    port::embedder::{Code, Codes, Identity, Quantised, StoredVectors},
    recall::{MaybeVectors, VectorHit, VectorQuery},
    record::{id::MemoryId, memory::Memory, scope::Reach},
};
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter, types::FromSqlError};

pub(crate) use self::codes::CodeTables;
use self::codes::{CodeTable, Distance};
use crate::{
    candidate,
    error::Result,
    filter::{Clause, RowFilter},
    lookup, query,
};

/// How many codes are looked at for each memory wanted.
const CODES_PER_HIT: usize = 16;
/// Of so many codes one more is looked at: among many, more lie close together.
const CODES_PER_MORE: usize = 500;
/// How many vectors are looked at for each memory wanted.
const VECTORS_PER_HIT: usize = 6;

/// The memories whose vectors lie nearest to the query's.
pub(crate) fn nearest(
    connection: &Connection,
    tables: &CodeTables,
    reach: &Reach,
    wanted: &VectorQuery,
) -> Result<Vec<VectorHit>> {
    let says_nothing = wanted.vector.iter().all(|value| *value == 0.0);
    let Some(space) = space_of(connection, &wanted.identity)? else { return Ok(Vec::new()) };
    if says_nothing || wanted.pool == 0 {
        return Ok(Vec::new());
    }
    let search = Search { connection, space, reach, wanted, code: Code::of(&wanted.vector) };
    let near = if query::sees_few_rows(connection, reach)? {
        None
    } else {
        let near = tables.with(connection, space, |table| search.nearest(table))?;
        search.kept(near)?
    };
    let near = match near {
        Some(near) => near,
        None => {
            let seen = search.passing()?;
            let near = tables.with(connection, space, |table| search.nearest_of(table, &seen))?;
            let mut similar = search.similar(near)?;
            similar.truncate(wanted.pool);
            similar
        }
    };
    candidates(connection, &near)
}

struct Search<'a> {
    connection: &'a Connection,
    space: i64,
    reach: &'a Reach,
    wanted: &'a VectorQuery,
    code: Code,
}

/// A row and the cosine of its vector.
type Similar = (f64, i64);

/// Codes near a question, and whether these are all there are.
struct Near {
    distances: Vec<Distance>,
    all: bool,
}

impl Search<'_> {
    fn considered(&self, codes: usize) -> usize {
        self.wanted.pool.saturating_mul(CODES_PER_HIT).saturating_add(codes / CODES_PER_MORE)
    }

    fn nearest(&self, table: &CodeTable) -> Near {
        let (vector, considered) = (&self.wanted.vector, self.considered(table.len()));
        let count = self.wanted.pool.saturating_mul(VECTORS_PER_HIT);
        let distances = table.nearest_to(vector, considered, count);
        Near { all: distances.len() == table.len(), distances }
    }

    /// Those of `rowids` whose codes are nearest.
    fn nearest_of(&self, table: &CodeTable, rowids: &[i64]) -> Vec<Distance> {
        let distance = |rowid: &i64| Some((table.distance(&self.code, *rowid)?, *rowid));
        let mut distances: Vec<Distance> = rowids.iter().filter_map(distance).collect();
        distances.sort_unstable();
        distances.truncate(self.considered(table.len()));
        distances
    }

    /// What may be seen and passes, nearest first; `None` when there may be more of it farther off.
    fn kept(&self, near: Near) -> Result<Option<Vec<Similar>>> {
        let passing = RowFilter::new(self.connection, self.reach, &self.wanted.filter)?;
        let mut kept = Vec::new();
        for next in self.similar(near.distances)?.chunks(self.wanted.pool) {
            kept.extend(passing.among(next.to_vec(), |(_, rowid)| *rowid)?);
            if kept.len() >= self.wanted.pool {
                break;
            }
        }
        kept.truncate(self.wanted.pool);
        Ok((near.all || kept.len() == self.wanted.pool).then_some(kept))
    }

    /// Every row that may be seen and passes.
    fn passing(&self) -> Result<Vec<i64>> {
        let clause = Clause::listing(self.reach, &self.wanted.filter)?;
        let sql = format!("SELECT m.rowid FROM memories m WHERE {}", clause.sql);
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement.query_map(params_from_iter(clause.parameters), |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// How near these rows are, nearest first.
    fn similar(&self, near: Vec<Distance>) -> Result<Vec<Similar>> {
        let mut statement = self
            .connection
            .prepare_cached("SELECT whole FROM vectors WHERE space = ?1 AND memory = ?2")?;
        let mut similar = Vec::new();
        for (_, rowid) in near {
            let whole = statement.query_row([self.space, rowid], |row| quantised(row, 0));
            if let Some(whole) = whole.optional()? {
                similar.push((whole.cosine(&self.wanted.vector), rowid));
            }
        }
        similar.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        Ok(similar)
    }
}

fn candidates(connection: &Connection, near: &[Similar]) -> Result<Vec<VectorHit>> {
    let memories = candidate::by_rowids(connection, near.iter().map(|(_, rowid)| *rowid))?;
    let mut hits: Vec<VectorHit> = memories
        .into_iter()
        .zip(near)
        .map(|(memory, (similarity, _))| VectorHit { memory, similarity: *similarity })
        .collect();
    hits.sort_by(|one, other| {
        other.similarity.total_cmp(&one.similarity).then(one.memory.id.cmp(&other.memory.id))
    });
    Ok(hits)
}

/// The vectors that an embedder made of these memories, in order.
pub(crate) fn stored_vectors(
    connection: &Connection,
    identity: &Identity,
    ids: &[MemoryId],
) -> Result<MaybeVectors> {
    let Some(space) = space_of(connection, identity)? else { return Ok(vec![None; ids.len()]) };
    let mut statement = connection.prepare_cached(
        "SELECT v.whole, v.words FROM vectors v
         WHERE v.space = ?1 AND v.memory = (SELECT rowid FROM memories WHERE id = ?2)",
    )?;
    let mut found = Vec::new();
    for id in ids {
        let parameters = params![space, id.as_bytes()];
        found.push(statement.query_row(parameters, |row| stored(row, identity)).optional()?);
    }
    Ok(found)
}

/// The active memories that an embedder has made no vector of.
pub(crate) fn unembedded(
    connection: &Connection,
    identity: &Identity,
    limit: usize,
) -> Result<Vec<Memory>> {
    let space = space_of(connection, identity)?.unwrap_or(0);
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    lookup::select(
        connection,
        "m.lifecycle = 'active' AND NOT EXISTS
             (SELECT 1 FROM vectors v INDEXED BY vectors_by_memory
              WHERE v.memory = m.rowid AND v.space = ?1)
         ORDER BY m.id DESC LIMIT ?2",
        [space, limit],
    )
}

/// How many active memories an embedder has made no vector of.
pub(crate) fn lag(connection: &Connection, identity: &Identity) -> Result<u64> {
    let space = space_of(connection, identity)?.unwrap_or(0);
    let mut statement = connection.prepare_cached(
        "SELECT count(*) FROM memories m WHERE m.lifecycle = 'active' AND NOT EXISTS
             (SELECT 1 FROM vectors v INDEXED BY vectors_by_memory
              WHERE v.memory = m.rowid AND v.space = ?1)",
    )?;
    let lag: i64 = statement.query_row([space], |row| row.get(0))?;
    Ok(lag.cast_unsigned())
}

/// Keeps a vector of a memory. One that is not there, or is of other dimensions, is not kept.
pub(crate) fn put(
    connection: &Connection,
    id: MemoryId,
    identity: &Identity,
    stored: &StoredVectors,
) -> Result<()> {
    let mut statement = connection.prepare_cached("SELECT rowid FROM memories WHERE id = ?1")?;
    let rowid: Option<i64> = statement.query_row([id.as_bytes()], |row| row.get(0)).optional()?;
    let Some(rowid) = rowid else { return Ok(()) };
    if stored.whole.steps.len() != identity.dimensions {
        return Ok(());
    }
    let space = space_for(connection, identity)?;
    let (whole, words) = (bytes_of(&stored.whole), bytes_of_words(&stored.words));
    let mut known = connection.prepare_cached(
        "SELECT 1 FROM vectors WHERE space = ?1 AND memory = ?2 AND whole = ?3 AND words IS ?4",
    )?;
    if known.exists(params![space, rowid, whole, words])? {
        return Ok(());
    }
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO vectors (space, memory, whole, words, sum)
             VALUES (?1, ?2, ?3, ?4, ?5)",
        )?
        .execute(params![space, rowid, whole, words, sum(identity, rowid, &whole, &words)?])?;
    connection
        .prepare_cached("INSERT INTO codes (space, memory, code) VALUES (?1, ?2, ?3)")?
        .execute(params![space, rowid, code_of(&stored.whole).to_bytes()])?;
    pack::pack_before(connection, connection.last_insert_rowid())
}

fn code_of(whole: &Quantised) -> Code {
    Code::of(&whole.steps.iter().map(|step| f32::from(*step)).collect::<Vec<_>>())
}

/// What tells a vector from one that was changed behind our back.
fn sum(identity: &Identity, rowid: i64, whole: &[u8], words: &Option<Vec<u8>>) -> Result<i64> {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&serde_json::to_vec(identity)?).update(&rowid.to_le_bytes()).update(whole);
    hasher.update(words.as_deref().unwrap_or_default());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    Ok(i64::from_le_bytes(bytes))
}

/// Forgets every vector of a row.
pub(crate) fn forget(connection: &Connection, rowid: i64) -> Result<()> {
    connection.prepare_cached("DELETE FROM vectors WHERE memory = ?1")?.execute([rowid])?;
    Ok(())
}

/// Under which number an embedder's vectors are kept; the cache of embeddings numbers them likewise.
pub(crate) fn space_of(connection: &Connection, identity: &Identity) -> Result<Option<i64>> {
    let mut statement =
        connection.prepare_cached("SELECT space FROM spaces WHERE identity = ?1")?;
    let identity = serde_json::to_string(identity)?;
    Ok(statement.query_row([identity], |row| row.get(0)).optional()?)
}

fn space_for(connection: &Connection, identity: &Identity) -> Result<i64> {
    if let Some(space) = space_of(connection, identity)? {
        return Ok(space);
    }
    connection
        .prepare_cached("INSERT INTO spaces (identity) VALUES (?1)")?
        .execute([serde_json::to_string(identity)?])?;
    Ok(connection.last_insert_rowid())
}

pub(crate) fn bytes_of(whole: &Quantised) -> Vec<u8> {
    let steps = whole.steps.iter().map(|step| step.cast_unsigned());
    whole.scale.to_le_bytes().into_iter().chain(steps).collect()
}

fn quantised(row: &Row<'_>, column: usize) -> rusqlite::Result<Quantised> {
    let bytes = row.get_ref(column)?.as_blob()?;
    let Some((scale, steps)) = bytes.split_first_chunk() else {
        return Err(FromSqlError::InvalidType.into());
    };
    let steps = steps.iter().map(|step| step.cast_signed()).collect();
    Ok(Quantised { scale: f32::from_le_bytes(*scale), steps })
}

pub(crate) fn bytes_of_words(words: &Codes) -> Option<Vec<u8>> {
    Some(words.to_bytes()).filter(|bytes| !bytes.is_empty())
}

/// The vectors in a row of `whole` and `words`.
pub(crate) fn stored(row: &Row<'_>, identity: &Identity) -> rusqlite::Result<StoredVectors> {
    let words = row.get_ref(1)?.as_blob_or_null()?.unwrap_or_default();
    Ok(StoredVectors {
        whole: quantised(row, 0)?,
        words: Codes::from_bytes(words, identity.dimensions),
    })
}

/// Looks at every vector and its code; one sentence per fault found.
pub(crate) fn check(connection: &Connection) -> Result<Vec<String>> {
    let mut spaces = connection.prepare("SELECT DISTINCT space FROM vectors")?;
    let spaces = spaces.query_map([], |row| row.get(0))?.collect::<Result<Vec<i64>, _>>()?;
    let mut changed = 0;
    for space in spaces {
        changed += changed_in(connection, space)?;
    }
    let fault = || format!("{changed} vectors are not as they were written");
    Ok((changed > 0).then(fault).into_iter().collect())
}

/// How many vectors of a space, or their codes, are not as they were written.
fn changed_in(connection: &Connection, space: i64) -> Result<usize> {
    let mut codes = HashMap::new();
    codes::each_code(connection, space, 0, |(rowid, code)| {
        codes.insert(rowid, Code::from_bytes(code));
    })?;
    let mut statement = connection.prepare(
        "SELECT v.memory, v.whole, v.words, v.sum, s.identity
         FROM vectors v LEFT JOIN spaces s ON s.space = v.space WHERE v.space = ?1",
    )?;
    let mut rows = statement.query([space])?;
    let mut changed = 0;
    while let Some(row) = rows.next()? {
        let is_same = codes.get(&row.get(0)?) == Some(&code_of(&quantised(row, 1)?));
        if !is_same || !is_whole(row)? {
            changed += 1;
        }
    }
    Ok(changed)
}

/// Whether a row holds the vector that was written.
fn is_whole(row: &Row<'_>) -> Result<bool> {
    let identity: Option<String> = row.get(4)?;
    let identity = identity.and_then(|identity| serde_json::from_str::<Identity>(&identity).ok());
    let Some(identity) = identity else { return Ok(false) };
    let (whole, words): (Vec<u8>, Option<Vec<u8>>) = (row.get(1)?, row.get(2)?);
    let fits = whole.len() == identity.dimensions + 4;
    Ok(fits && sum(&identity, row.get(0)?, &whole, &words)? == row.get::<_, i64>(3)?)
}
