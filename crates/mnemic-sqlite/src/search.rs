//! The keyword arm: which memories hold the words of a question, best first.
//!
//! There are two ways to the same answer. The short one takes FTS5's best matches and drops those
//! that may not be seen or do not pass; it is enough nearly always. The long one looks at every
//! match, asks first whether it may be seen and passes, and only then how well it matches; it is
//! for readers who see little of the index, and for filters that dropped too much.

mod selective;

use std::collections::HashSet;

use mnemic_core::{
    recall::{KeywordHit, KeywordQuery, Matching, Statistics},
    record::{memory::Memory, scope::Reach},
    text::analyse::Term,
};
use rusqlite::{Connection, OptionalExtension, params_from_iter, types::Value as SqlValue};

use crate::{
    candidate,
    error::Result,
    filter::{Clause, RowFilter},
    query,
};

/// How many of the best matches the short way looks at, for each memory wanted.
const MATCHES_PER_HIT: usize = 16;
/// How many of the newest matches are looked at where telling words find too little.
const NEWEST_MATCHES: usize = 500;

const BEST: &str = "SELECT rowid, -rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT ?2";
/// What holds only words that very many hold is hardly relevant; how little would take long to find out.
const NEWEST: &str =
    "SELECT rowid, 1e-6 FROM words WHERE words MATCH ?1 ORDER BY rowid DESC LIMIT ?2";

/// The memories that hold a term of the query, best first.
pub(crate) fn search(
    connection: &Connection,
    reach: &Reach,
    wanted: &KeywordQuery,
) -> Result<Vec<KeywordHit>> {
    let terms = selective::rarest(connection, &wanted.lookups(), wanted.matching)?;
    if terms.is_empty() || wanted.pool == 0 {
        return Ok(Vec::new());
    }
    let matches = Matches { connection, reach, wanted };
    let short =
        if query::sees_few_rows(connection, reach)? { None } else { matches.short(&terms)? };
    let rows = match short {
        Some(rows) => rows,
        None => matches.among_all(&joined(&terms, wanted.matching))?,
    };
    candidates(connection, &rows)
}

/// How many memories there are, and how many of them hold each term.
pub(crate) fn statistics(connection: &Connection, terms: &[Term]) -> Result<Statistics> {
    let memories = count(connection)?;
    let most = Statistics::counted_to(memories).cast_signed();
    let counts = terms.iter().map(|term| holding(connection, &quoted(term), most));
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

/// How many memories match an expression, counted as far as `most`.
fn holding(connection: &Connection, expression: &str, most: i64) -> Result<u64> {
    let mut statement = connection.prepare_cached(
        "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ?1 LIMIT ?2)",
    )?;
    let count: i64 = statement.query_row((expression, most), |row| row.get(0))?;
    Ok(count.cast_unsigned())
}

/// A row and how well it matches.
type Match = (i64, f64);

struct Matches<'a> {
    connection: &'a Connection,
    reach: &'a Reach,
    wanted: &'a KeywordQuery,
}

impl Matches<'_> {
    /// What passes among the best matches for these terms; `None` when the rest may hold more of it.
    fn short(&self, terms: &[String]) -> Result<Option<Vec<Match>>> {
        let considered = self.wanted.pool.saturating_mul(MATCHES_PER_HIT);
        let selective = match self.wanted.matching {
            Matching::All => None,
            Matching::Any | Matching::Prefix => selective::selective_terms(self.connection, terms)?,
        };
        let all = joined(terms, self.wanted.matching);
        let Some(telling) = selective else { return self.among(BEST, &all, considered) };
        let best = match &telling[..] {
            [] => Some(Vec::new()),
            telling => self.among(BEST, &joined(telling, Matching::Any), considered)?,
        };
        match best {
            Some(best) if best.len() < self.wanted.pool => self.with_newest_matches(best, &all),
            best => Ok(best),
        }
    }

    /// These matches, and the newest of those that hold any term.
    fn with_newest_matches(&self, mut best: Vec<Match>, all: &str) -> Result<Option<Vec<Match>>> {
        let considered = self.wanted.pool.max(NEWEST_MATCHES);
        let Some(newest) = self.among(NEWEST, all, considered)? else { return Ok(None) };
        let known: HashSet<i64> = best.iter().map(|(rowid, _)| *rowid).collect();
        best.extend(newest.into_iter().filter(|(rowid, _)| !known.contains(rowid)));
        best.truncate(self.wanted.pool);
        Ok(Some(best))
    }

    /// What passes among the first matches that a statement gives; `None` when the rest may hold more of it.
    fn among(&self, sql: &str, expression: &str, considered: usize) -> Result<Option<Vec<Match>>> {
        let mut best = self.connection.prepare_cached(sql)?;
        let mut best = best
            .query_map((expression, integer(considered)), |row| Ok((row.get(0)?, row.get(1)?)))?;
        let passing = RowFilter::new(self.connection, self.reach, &self.wanted.filter)?;
        let (mut seen, mut kept) = (0, Vec::new());
        while kept.len() < self.wanted.pool {
            let next = best.by_ref().take(self.wanted.pool);
            let next: Vec<Match> = next.collect::<Result<_, _>>()?;
            if next.is_empty() {
                break;
            }
            seen += next.len();
            kept.extend(passing.among(next, |(rowid, _)| *rowid)?);
        }
        kept.truncate(self.wanted.pool);
        let complete = kept.len() == self.wanted.pool || seen < considered;
        Ok(complete.then_some(kept))
    }

    /// What passes among all matches.
    fn among_all(&self, expression: &str) -> Result<Vec<Match>> {
        let mut clause = Clause::default();
        clause.push("words MATCH ? AND ", [SqlValue::Text(expression.to_owned())]);
        clause.append(Clause::new(self.reach, &self.wanted.filter)?);
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

/// Terms as one expression.
fn joined(terms: &[String], matching: Matching) -> String {
    let join = match matching {
        Matching::All => " AND ",
        Matching::Any | Matching::Prefix => " OR ",
    };
    terms.iter().map(|term| format!("({term})")).collect::<Vec<_>>().join(join)
}

/// A term, in any of its forms, as FTS5 takes it literally; SQLite would end the expression at a NUL.
fn quoted(term: &Term) -> String {
    let literal = |text: &str| {
        let text = text.replace('"', "\"\"").replace('\0', " ");
        format!("\"{text}\"")
    };
    let begun = literal(&term.text) + if term.prefix { "*" } else { "" };
    let forms = term.forms.iter().map(|form| literal(form));
    let all: Vec<String> = std::iter::once(begun).chain(forms).collect();
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
