//! The vocabulary: which word of a memory a misspelt one may be meant to be.
//!
//! FTS5 knows its words only as stems, in an order that begins with the first letter. Words that begin with another
//! letter than the first two of the misspelt one are not looked at, and of the others no more than so many.

use mnemic_core::{
    record::{filter::Filter, scope::Reach},
    text::{spelling as fuzzy, word::store},
};
use rusqlite::{Connection, OptionalExtension, params_from_iter, types::Value as SqlValue};

use crate::{error::Result, filter::Clause};

/// How many words with one first letter are looked at.
const MOST_WORDS: i64 = 50_000;
/// How many of the nearest words are tried until one stands in a memory that may be seen.
const MOST_TRIED: usize = 8;
/// How many memories with such a word are tried.
const MOST_HOLDING: i64 = 200;

/// The tables that tell of the words in the index. They belong to the connection, not to the file.
const TABLES: &str = "
CREATE VIRTUAL TABLE IF NOT EXISTS temp.vocabulary USING fts5vocab('main', 'words', 'row');
CREATE VIRTUAL TABLE IF NOT EXISTS temp.occurrences USING fts5vocab('main', 'words', 'instance');
";

/// The word that `word` is most likely a misspelling of, as a memory writes it.
pub(crate) fn spelling(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    word: &str,
) -> Result<Option<String>> {
    let said = store::stemmed_and_whole(word);
    let Some(whole) = said.last() else { return Ok(None) };
    connection.execute_batch(TABLES)?;
    let mut vocabulary: Vec<(String, u64)> = Vec::new();
    for letter in fuzzy::first_letters(whole) {
        vocabulary.extend(beginning_with(connection, letter)?);
    }
    let known = || vocabulary.iter().map(|(word, documents)| (word.as_str(), *documents));
    let nearest = said.iter().flat_map(|word| fuzzy::nearest(word, MOST_TRIED, known()));
    for near in nearest {
        let written = written(connection, reach, filter, &near.word)?;
        if let Some(written) = written.filter(|written| fuzzy::may_mean(whole, written)) {
            return Ok(Some(written));
        }
    }
    Ok(None)
}

fn beginning_with(connection: &Connection, letter: char) -> Result<Vec<(String, u64)>> {
    let mut statement = connection
        .prepare("SELECT term, doc FROM temp.vocabulary WHERE term >= ?1 AND term < ?2 LIMIT ?3")?;
    let range = (letter.to_string(), format!("{letter}\u{10FFFF}"), MOST_WORDS);
    let rows = statement.query_map(range, |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?.cast_unsigned()))
    })?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A stem as some memory within reach that passes writes it.
fn written(
    connection: &Connection,
    reach: &Reach,
    filter: &Filter,
    stem: &str,
) -> Result<Option<String>> {
    let mut clause = Clause::default();
    clause.push(
        "SELECT concat_ws(' ', w.opening || coalesce(w.rest, ''), w.tags, w.author, w.files, w.labels, w.dates)
         FROM (SELECT DISTINCT doc FROM temp.occurrences WHERE term = ? LIMIT ?) o
         CROSS JOIN memories m ON m.rowid = o.doc
         CROSS JOIN memory_words w ON w.rowid = o.doc
         WHERE ",
        [SqlValue::Text(stem.to_owned()), SqlValue::Integer(MOST_HOLDING)],
    );
    clause.append(Clause::new(reach, filter)?);
    clause.push(" LIMIT 1", []);
    let mut statement = connection.prepare(&clause.sql)?;
    let text: Option<String> =
        statement.query_row(params_from_iter(clause.parameters), |row| row.get(0)).optional()?;
    Ok(text.and_then(|text| store::written(stem, &text)))
}
