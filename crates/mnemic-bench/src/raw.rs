//! Raw FTS5 and a raw scan of codes on the index of a vault: what any recall must at least do.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use mnemic::analyse;
use rusqlite::{Connection, OpenFlags};

/// How many are found.
const FOUND: usize = 50;

/// The index of a vault, open for reading, and the codes of its vectors, one bit per dimension.
pub struct Raw {
    index: Connection,
    codes: Vec<u64>,
    /// How many numbers a code has.
    width: usize,
}

impl Raw {
    pub fn open(vault: &Path) -> anyhow::Result<Self> {
        let file = index_file(vault)?;
        let index = Connection::open_with_flags(file, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        let (mut codes, mut width) = (Vec::new(), 0);
        let sql = "SELECT codes, 8 * length(codes) / length(memories) FROM packs WHERE space = 1
             UNION ALL SELECT code, length(code) FROM codes WHERE space = 1";
        let mut statement = index.prepare(sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (numbers, _) = row.get_ref(0)?.as_blob()?.as_chunks::<8>();
            codes.extend(numbers.iter().map(|bytes| u64::from_le_bytes(*bytes)));
            width = usize::from(row.get::<_, u16>(1)?) / 8;
        }
        drop(rows);
        drop(statement);
        Ok(Self { index, codes, width })
    }

    /// How long it takes to find the codes nearest to one of them. Which one makes no difference; nothing where there
    /// are no vectors.
    pub fn scan(&self, question: usize) -> Duration {
        let start = Instant::now();
        let Some(count) = self.codes.len().checked_div(self.width).filter(|count| *count > 0)
        else {
            return Duration::ZERO;
        };
        let asked = &self.codes[question % count * self.width..][..self.width];
        let mut near: Vec<(u32, usize)> = pulp::Arch::new().dispatch(|| {
            let codes = self.codes.chunks_exact(self.width);
            let differing = codes.map(|code| {
                code.iter().zip(asked).map(|(one, other)| (one ^ other).count_ones()).sum()
            });
            differing.zip(0..).collect()
        });
        if near.len() > FOUND {
            near.select_nth_unstable(FOUND);
        }
        std::hint::black_box(&near);
        start.elapsed()
    }

    /// How long the fifty best row ids for the words of a question take.
    pub fn ask(&self, question: &str) -> anyhow::Result<Duration> {
        let terms: Vec<String> = analyse::query_terms(question)
            .into_iter()
            .map(|term| format!("\"{}\"", term.text))
            .collect();
        let start = Instant::now();
        let mut statement = self.index.prepare_cached(
            "SELECT rowid, rank FROM words WHERE words MATCH ?1 ORDER BY rank LIMIT 50",
        )?;
        let rows = statement.query_map([terms.join(" OR ")], |row| row.get::<_, i64>(0))?;
        let found = rows.count();
        anyhow::ensure!(found <= FOUND, "more rows than asked for");
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
