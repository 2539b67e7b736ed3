//! What the disk and SQLite alone take: one fsynced append and one NORMAL commit of a row and its words.

use std::{
    fs::{File, OpenOptions},
    io::Write,
    path::Path,
    time::{Duration, Instant},
};

use rusqlite::{Connection, params};

/// A bare journal and a bare table.
pub struct Baseline {
    file: File,
    connection: Connection,
}

impl Baseline {
    pub fn in_folder(folder: &Path) -> anyhow::Result<Self> {
        let file =
            OpenOptions::new().create(true).append(true).open(folder.join("baseline.jsonl"))?;
        let connection = Connection::open(folder.join("baseline.sqlite"))?;
        connection.execute_batch(
            "PRAGMA journal_mode = WAL;
             PRAGMA synchronous = NORMAL;
             CREATE TABLE IF NOT EXISTS note (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
             CREATE VIRTUAL TABLE IF NOT EXISTS note_fts USING fts5(text, content='note', content_rowid='id', tokenize='porter unicode61');",
        )?;
        Ok(Self { file, connection })
    }

    /// Appends, syncs and commits one text.
    pub fn write(&mut self, text: &str) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.append(text)?;
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        transaction
            .prepare_cached("INSERT INTO note (text) VALUES (?1)")?
            .execute(params![text])?;
        transaction
            .prepare_cached("INSERT INTO note_fts (rowid, text) VALUES (last_insert_rowid(), ?1)")?
            .execute(params![text])?;
        transaction.commit()?;
        Ok(start.elapsed())
    }

    /// Appends and syncs one text.
    pub fn append(&mut self, text: &str) -> anyhow::Result<Duration> {
        let start = Instant::now();
        self.file.write_all(format!("{text}{:400}\n", "").as_bytes())?;
        self.file.sync_data()?;
        Ok(start.elapsed())
    }
}
