//! The words of a memory, as FTS5 is given them.
//!
//! FTS5 does not keep them: to take a row out it must be told the very words it was put in with.
//! They are kept beside the memory where the analyser made others of them.

use std::borrow::Cow;

use mnemic_core::{analyse, memory::Memory};
use rusqlite::{Connection, params};

use crate::error::Result;

/// What the word index holds of one memory.
#[derive(Debug, PartialEq)]
pub(crate) struct Words<'a> {
    /// The words of its text.
    pub(crate) text: Cow<'a, str>,
    /// The words of its tags.
    pub(crate) tags: Option<Cow<'a, str>>,
    /// The words of its author.
    pub(crate) author: Option<Cow<'a, str>>,
}

impl<'a> Words<'a> {
    /// The words of a memory whose tags are written as `tags`.
    pub(crate) fn of(memory: &'a Memory, tags: Option<&'a str>) -> Self {
        Self {
            text: analyse::index_text(&memory.text),
            tags: tags.map(analyse::index_text),
            author: memory.source.author.as_deref().map(analyse::index_text),
        }
    }

    /// Puts a row into the word index.
    pub(crate) fn add(&self, connection: &Connection, rowid: i64) -> Result<()> {
        connection
            .prepare_cached(
                "INSERT INTO words (rowid, text, tags, author) VALUES (?1, ?2, ?3, ?4)",
            )?
            .execute(params![rowid, self.text, self.tags, self.author])?;
        Ok(())
    }

    /// Takes a row with these words out again.
    pub(crate) fn remove(&self, connection: &Connection, rowid: i64) -> Result<()> {
        connection
            .prepare_cached(
                "INSERT INTO words (words, rowid, text, tags, author)
                 VALUES ('delete', ?1, ?2, ?3, ?4)",
            )?
            .execute(params![rowid, self.text, self.tags, self.author])?;
        Ok(())
    }
}

/// Words that are not simply those of what they were taken from.
pub(crate) fn differing<'a>(words: Option<&'a Cow<'_, str>>) -> Option<&'a str> {
    words.filter(|words| matches!(words, Cow::Owned(_))).map(AsRef::as_ref)
}
