//! The keyword arm: which memories hold the words of a question, best first.
//!
//! There are two ways to the same answer. The short one takes FTS5's best matches and drops those that
//! may not be seen or do not pass; it is enough nearly always. The long one looks at every match, asks
//! first whether it may be seen and passes, and only then how well it matches; it is for readers who see
//! little of the index, and for filters that dropped too much.

use mnemic_core::{
    analyse::Term,
    memory::Memory,
    recall::{KeywordHit, KeywordQuery, MAX_TERMS},
    scope::Reach,
};
use rusqlite::{Connection, params_from_iter, types::Value as SqlValue};

use crate::{error::Result, filter::Clause, lookup};

/// How many of the best matches the short way looks at, for each memory wanted.
const MATCHES_PER_HIT: usize = 16;
/// Terms in more memories than this count as equally common.
const COMMON: i64 = 1_000;
/// A reader who sees less than one memory in this many goes the long way.
const NARROW: i64 = 50;

/// The memories that hold a term of the query, best first.
pub(crate) fn search(
    connection: &Connection,
    reach: &Reach,
    query: &KeywordQuery,
) -> Result<Vec<KeywordHit>> {
    let terms = telling_terms(connection, &query.terms)?;
    if terms.is_empty() || query.pool == 0 {
        return Ok(Vec::new());
    }
    let expression = terms.iter().map(quoted).collect::<Vec<_>>().join(" OR ");
    let matches = Matches { connection, expression, reach, query };
    let short = if sees_little(connection, reach)? { None } else { matches.among_the_best()? };
    let rows = match short {
        Some(rows) => rows,
        None => matches.among_all()?,
    };
    hydrated(connection, &rows)
}

/// A row and how well it matches.
type Match = (i64, f64);

struct Matches<'a> {
    connection: &'a Connection,
    expression: String,
    reach: &'a Reach,
    query: &'a KeywordQuery,
}

impl Matches<'_> {
    /// What passes among the best matches; `None` when the rest may hold more of it.
    fn among_the_best(&self) -> Result<Option<Vec<Match>>> {
        let considered = self.query.pool.saturating_mul(MATCHES_PER_HIT);
        let clause = Clause::new(self.reach, &self.query.filter);
        let sql = format!(
            "SELECT best.rowid, -best.rank, {} FROM
                (SELECT rowid, rank FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?) best
             CROSS JOIN memories m ON m.rowid = best.rowid",
            clause.sql
        );
        let mut parameters = clause.parameters;
        parameters.push(SqlValue::Text(self.expression.clone()));
        parameters.push(integer(considered));
        let mut statement = self.connection.prepare_cached(&sql)?;
        let mut rows = statement.query(params_from_iter(parameters))?;
        let (mut seen, mut kept) = (0, Vec::new());
        while let Some(row) = rows.next()?
            && kept.len() < self.query.pool
        {
            seen += 1;
            if row.get::<_, Option<bool>>(2)?.unwrap_or(false) {
                kept.push((row.get(0)?, row.get(1)?));
            }
        }
        let complete = kept.len() == self.query.pool || seen < considered;
        Ok(complete.then_some(kept))
    }

    /// What passes among all matches.
    fn among_all(&self) -> Result<Vec<Match>> {
        let mut clause = Clause::default();
        clause.push("words MATCH ? AND ", [SqlValue::Text(self.expression.clone())]);
        let passes = Clause::new(self.reach, &self.query.filter);
        clause.push(&passes.sql, passes.parameters);
        clause.push(" ORDER BY 2 DESC, m.id LIMIT ?", [integer(self.query.pool)]);
        let sql = format!(
            "SELECT m.rowid, -words.rank FROM words CROSS JOIN memories m ON m.rowid = words.rowid
             WHERE {}",
            clause.sql
        );
        let mut statement = self.connection.prepare_cached(&sql)?;
        let rows = statement
            .query_map(params_from_iter(clause.parameters), |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

/// Whether the reader sees so little that most of FTS5's best matches would be dropped.
fn sees_little(connection: &Connection, reach: &Reach) -> Result<bool> {
    if *reach == Reach::Vault {
        return Ok(false);
    }
    let all: Option<i64> =
        connection.prepare_cached("SELECT max(rowid) FROM memories")?.query_row([], |row| row.get(0))?;
    let few = all.unwrap_or(0) / NARROW;
    let mut clause = Clause::within(reach);
    clause.push(" LIMIT ?", [SqlValue::Integer(few)]);
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM memories m WHERE {})", clause.sql);
    let mut statement = connection.prepare_cached(&sql)?;
    let seen: i64 = statement.query_row(params_from_iter(clause.parameters), |row| row.get(0))?;
    Ok(seen < few)
}

/// The terms to match: all, or the rarest that occur when there are too many.
fn telling_terms(connection: &Connection, terms: &[Term]) -> Result<Vec<Term>> {
    if terms.len() <= MAX_TERMS {
        return Ok(terms.to_vec());
    }
    let mut statement = connection.prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)",
    )?;
    let mut counted = Vec::new();
    for term in terms {
        let count: i64 = statement.query_row((quoted(term), COMMON), |row| row.get(0))?;
        if count > 0 {
            counted.push((count, term));
        }
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().take(MAX_TERMS).map(|(_, term)| term.clone()).collect())
}

/// A term as FTS5 takes it literally; SQLite would end the expression at a NUL.
fn quoted(term: &Term) -> String {
    let text = term.text.replace('"', "\"\"").replace('\0', " ");
    format!("\"{text}\"{}", if term.prefix { "*" } else { "" })
}

fn hydrated(connection: &Connection, rows: &[Match]) -> Result<Vec<KeywordHit>> {
    let memories: Vec<Memory> = lookup::by_rowids(connection, rows.iter().map(|(rowid, _)| *rowid))?;
    let mut hits: Vec<KeywordHit> = memories
        .into_iter()
        .zip(rows)
        .map(|(memory, (_, relevance))| KeywordHit { memory, relevance: *relevance })
        .collect();
    hits.sort_by(|a, b| b.relevance.total_cmp(&a.relevance).then(a.memory.id.cmp(&b.memory.id)));
    Ok(hits)
}

fn integer(number: usize) -> SqlValue {
    SqlValue::Integer(i64::try_from(number).unwrap_or(i64::MAX))
}
