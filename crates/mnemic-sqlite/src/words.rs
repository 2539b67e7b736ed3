//! The words of a memory, as FTS5 is given them.
//!
//! FTS5 does not keep them: to take a row out it must be told the very words it was put in with.
//! They are kept beside the memory where they cannot be read off it.

use std::borrow::Cow;

use mnemic_core::{
    record::memory::Memory,
    text::analyse::{self, column},
};
use rusqlite::{Connection, Row, ToSql};

use crate::error::Result;

/// What the word index holds of one memory.
#[derive(Debug, PartialEq)]
pub(crate) struct Words<'a> {
    /// The words of its text.
    pub(crate) text: Cow<'a, str>,
    /// How many bytes of them are the opening of a long text; all of a short one.
    opening: usize,
    /// The words of its tags.
    pub(crate) tags: Option<Cow<'a, str>>,
    /// The words of its author.
    pub(crate) author: Option<Cow<'a, str>>,
    /// The words of the files it is about.
    pub(crate) files: Option<String>,
    /// The words of its category and of the heading it stands under.
    pub(crate) labels: Option<String>,
    /// The words of its date.
    pub(crate) dates: String,
}

impl<'a> Words<'a> {
    /// The words of a memory whose tags are written as `tags`.
    pub(crate) fn of(memory: &'a Memory, tags: Option<&'a str>) -> Self {
        let column::TextColumns { text, opening } = column::text(memory);
        Self {
            text,
            opening,
            tags: tags.map(analyse::index_text),
            author: memory.source.author.as_deref().map(analyse::index_text),
            files: column::files(memory),
            labels: column::labels(memory),
            dates: column::date(memory),
        }
    }

    /// The words that a row of `memory_words` holds, from `column` on.
    pub(crate) fn read(row: &Row<'_>, column: usize) -> rusqlite::Result<Words<'static>> {
        let owned = |column| row.get::<_, Option<String>>(column).map(|text| text.map(Cow::Owned));
        let opening: String = row.get(column)?;
        let rest: Option<String> = row.get(column + 1)?;
        Ok(Words {
            opening: opening.len(),
            text: Cow::Owned(opening + rest.as_deref().unwrap_or_default()),
            tags: owned(column + 2)?,
            author: owned(column + 3)?,
            files: row.get(column + 4)?,
            labels: row.get(column + 5)?,
            dates: row.get(column + 6)?,
        })
    }

    /// How many characters of a long text are its opening; absent when there is no more than that.
    pub(crate) fn opening_chars(&self) -> Option<i64> {
        let (opening, rest) = self.text.split_at(self.opening);
        let chars = || i64::try_from(opening.chars().count()).unwrap_or(i64::MAX);
        (!rest.is_empty()).then(chars)
    }

    /// Whether an embedder would make the same of both.
    pub(crate) fn embed_alike(&self, other: &Words<'_>) -> bool {
        (&self.text, &self.author, &self.dates) == (&other.text, &other.author, &other.dates)
    }

    /// Puts a row into the word index.
    pub(crate) fn add(&self, connection: &Connection, rowid: i64) -> Result<()> {
        self.execute(
            connection,
            "INSERT INTO words (rowid, opening, rest, tags, author, files, labels, dates)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            rowid,
        )
    }

    /// Takes a row with these words out again.
    pub(crate) fn remove(&self, connection: &Connection, rowid: i64) -> Result<()> {
        self.execute(
            connection,
            "INSERT INTO words (words, rowid, opening, rest, tags, author, files, labels, dates)
             VALUES ('delete', ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            rowid,
        )
    }

    fn execute(&self, connection: &Connection, sql: &str, rowid: i64) -> Result<()> {
        let (opening, rest) = self.text.split_at(self.opening);
        let rest = Some(rest).filter(|rest| !rest.is_empty());
        let parameters: [&dyn ToSql; 8] = [
            &rowid,
            &opening,
            &rest,
            &self.tags,
            &self.author,
            &self.files,
            &self.labels,
            &self.dates,
        ];
        connection.prepare_cached(sql)?.execute(parameters)?;
        Ok(())
    }
}

/// Words that are not simply those of what they were taken from.
pub(crate) fn differing<'a>(words: Option<&'a Cow<'_, str>>) -> Option<&'a str> {
    words.filter(|words| matches!(words, Cow::Owned(_))).map(AsRef::as_ref)
}
