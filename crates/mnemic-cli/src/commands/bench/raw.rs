//! Raw FTS5 on the index of a vault: what any recall must at least do.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use mnemic::analyse;
use rusqlite::{Connection, OpenFlags};

/// The index of a vault, open for reading.
pub struct Raw(Connection);

impl Raw {
    pub fn open(vault: &Path) -> anyhow::Result<Self> {
        let file = index_file(vault)?;
        Ok(Self(Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?))
    }

    /// How long the fifty best row ids for the words of a question take.
    pub fn ask(&self, question: &str) -> anyhow::Result<Duration> {
        let terms: Vec<String> = analyse::query_terms(question)
            .into_iter()
            .map(|term| format!("\"{}\"", term.text))
            .collect();
        let start = Instant::now();
        let mut statement = self.0.prepare_cached(
            "SELECT rowid, rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 50",
        )?;
        let rows = statement.query_map([terms.join(" OR ")], |row| row.get::<_, i64>(0))?;
        let found = rows.count();
        anyhow::ensure!(found <= 50, "more rows than asked for");
        Ok(start.elapsed())
    }
}

fn index_file(vault: &Path) -> anyhow::Result<PathBuf> {
    let entries = std::fs::read_dir(vault.join("index"))?.flatten().map(|entry| entry.path());
    let newest = entries
        .filter(|path| path.extension().is_some_and(|extension| extension == "sqlite"))
        .max();
    newest.ok_or_else(|| anyhow::anyhow!("there is no index"))
}
