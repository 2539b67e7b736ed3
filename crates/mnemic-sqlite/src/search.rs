//! The keyword arm: which memories hold the words of a question, best first.
//!
//! There are two ways to the same answer. The short one takes FTS5's best matches and drops those
//! that may not be seen or do not pass; it is enough nearly always. The long one looks at every
//! match, asks first whether it may be seen and passes, and only then how well it matches; it is
//! for readers who see little of the index, and for filters that dropped too much.

use mnemic_core::{
    analyse::Term,
    memory::Memory,
    recall::{KeywordHit, KeywordQuery, MAX_TERMS, Matching, Statistics},
    scope::Reach,
};
use rusqlite::{Connection, OptionalExtension, params_from_iter, types::Value as SqlValue};

use crate::{candidate, error::Result, filter::Clause, query};

/// How many of the best matches the short way looks at, for each memory wanted.
const MATCHES_PER_HIT: usize = 16;
/// Terms in more memories than this count as equally common.
const COMMON: i64 = 1_000;

/// The memories that hold a term of the query, best first.
pub(crate) fn search(
    connection: &Connection,
    reach: &Reach,
    wanted: &KeywordQuery,
) -> Result<Vec<KeywordHit>> {
    let terms = telling_terms(connection, &wanted.lookups(), wanted.matching)?;
    if terms.is_empty() || wanted.pool == 0 {
        return Ok(Vec::new());
    }
    let expression = joined(&terms, wanted.matching);
    let matches = Matches { connection, expression, reach, wanted };
    let short =
        if query::sees_little(connection, reach)? { None } else { matches.among_the_best()? };
    let rows = match short {
        Some(rows) => rows,
        None => matches.among_all()?,
    };
    candidates(connection, &rows)
}

/// How many memories there are, and how many of them hold each term.
pub(crate) fn statistics(connection: &Connection, terms: &[Term]) -> Result<Statistics> {
    let memories = count(connection)?;
    let most = Statistics::counted_to(memories).cast_signed();
    let counts = terms.iter().map(|term| holding(connection, term, most));
    Ok(Statistics { memories, frequencies: counts.collect::<Result<_>>()? })
}

/// How many memories there are, without counting: FTS5 keeps the number at hand for its own ranking, as the first
/// number of the first block of its data.
fn count(connection: &Connection) -> Result<u64> {
    let totals = connection
        .prepare_cached("SELECT block FROM words_data WHERE id = 1")?
        .query_row([], |row| row.get::<_, Vec<u8>>(0))
        .optional()?;
    let mut count = 0;
    for byte in totals.unwrap_or_default() {
        count = count << 7 | u64::from(byte & 0x7f);
        if byte < 0x80 {
            break;
        }
    }
    Ok(count)
}

/// How many memories hold a term, counted as far as `most`.
fn holding(connection: &Connection, term: &Term, most: i64) -> Result<u64> {
    let mut statement = connection.prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)",
    )?;
    let count: i64 = statement.query_row((quoted(term), most), |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

/// A row and how well it matches.
type Match = (i64, f64);

struct Matches<'a> {
    connection: &'a Connection,
    expression: String,
    reach: &'a Reach,
    wanted: &'a KeywordQuery,
}

impl Matches<'_> {
    /// What passes among the best matches; `None` when the rest may hold more of it.
    fn among_the_best(&self) -> Result<Option<Vec<Match>>> {
        let considered = self.wanted.pool.saturating_mul(MATCHES_PER_HIT);
        let mut best = self.connection.prepare_cached(
            "SELECT rowid, -rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT ?2",
        )?;
        let mut best = best.query((&self.expression, integer(considered)))?;
        let clause = Clause::new(self.reach, &self.wanted.filter);
        let sql = format!("SELECT 1 FROM memories m WHERE {} AND m.rowid = ?", clause.sql);
        let mut passes = self.connection.prepare_cached(&sql)?;
        let (mut seen, mut kept) = (0, Vec::new());
        while kept.len() < self.wanted.pool
            && let Some(row) = best.next()?
        {
            seen += 1;
            let found: Match = (row.get(0)?, row.get(1)?);
            let rowid = SqlValue::Integer(found.0);
            if passes.exists(params_from_iter(clause.parameters.iter().chain([&rowid])))? {
                kept.push(found);
            }
        }
        let complete = kept.len() == self.wanted.pool || seen < considered;
        Ok(complete.then_some(kept))
    }

    /// What passes among all matches.
    fn among_all(&self) -> Result<Vec<Match>> {
        let mut clause = Clause::default();
        clause.push("words MATCH ? AND ", [SqlValue::Text(self.expression.clone())]);
        let passes = Clause::new(self.reach, &self.wanted.filter);
        clause.push(&passes.sql, passes.parameters);
        clause.push(" ORDER BY 2 DESC, m.id LIMIT ?", [integer(self.wanted.pool)]);
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

/// The terms to match: all, or the rarest when there are too many. One that does not occur tells something only
/// when every term must.
fn telling_terms(connection: &Connection, terms: &[Term], matching: Matching) -> Result<Vec<Term>> {
    if terms.len() <= MAX_TERMS {
        return Ok(terms.to_vec());
    }
    let mut counted = Vec::new();
    for term in terms {
        let count = holding(connection, term, COMMON)?;
        if count > 0 || matching == Matching::All {
            counted.push((count, term));
        }
    }
    counted.sort_by_key(|(count, _)| *count);
    Ok(counted.into_iter().take(MAX_TERMS).map(|(_, term)| term.clone()).collect())
}

/// Terms as one expression.
fn joined(terms: &[Term], matching: Matching) -> String {
    let join = match matching {
        Matching::All => " AND ",
        Matching::Any | Matching::Prefix => " OR ",
    };
    terms.iter().map(|term| format!("({})", quoted(term))).collect::<Vec<_>>().join(join)
}

/// A term, in any of its forms, as FTS5 takes it literally; SQLite would end the expression at a NUL.
fn quoted(term: &Term) -> String {
    let literal = |text: &str| {
        let text = text.replace('"', "\"\"").replace('\0', " ");
        format!("\"{text}\"{}", if term.prefix { "*" } else { "" })
    };
    let forms = term.forms.iter().map(|form| literal(form));
    let all: Vec<String> = std::iter::once(literal(&term.text)).chain(forms).collect();
    all.join(" OR ")
}

fn candidates(connection: &Connection, rows: &[Match]) -> Result<Vec<KeywordHit>> {
    let memories: Vec<Memory> =
        candidate::by_rowids(connection, rows.iter().map(|(rowid, _)| *rowid))?;
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
