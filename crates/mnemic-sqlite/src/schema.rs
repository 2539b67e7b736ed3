//! The tables of one generation.
//!
//! There are no migrations: an index of an older schema is built anew from the vault. There are no
//! triggers and foreign keys either: a statement that sets one off makes FTS5 write out the words
//! it has gathered, and a thousand new memories would take six times as long.

use std::collections::BTreeSet;

use mnemic_core::{port::store::StoreError, text::analyse::column::WEIGHTS};
use rusqlite::Connection;

use crate::error::{Failure, Result};

/// What marks the file as ours: `mnmc`.
const APPLICATION_ID: i64 = 0x6d6e_6d63;

/// Counts the shapes of the tables below; raise it with every change of one, of the words that go into them, or of the
/// fields that kinds are filtered by.
pub(crate) const SCHEMA_VERSION: i64 = 12;

/// Makes the tables in an empty database.
pub(crate) fn create(connection: &Connection) -> Result<()> {
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", SCHEMA_VERSION)?;
    for statements in [MEMORIES, WORDS, VECTORS, HISTORY, DOCUMENTS] {
        connection.execute_batch(statements)?;
    }
    let weights = WEIGHTS.map(|weight| format!("{weight:?}")).join(", ");
    let ranking = "INSERT INTO words (words, rank) VALUES ('rank', ?1)";
    connection.execute(ranking, [format!("bm25({weights})")])?;
    Ok(())
}

/// Makes the indexes that only look-ups need.
pub(crate) fn complete(connection: &Connection) -> Result<()> {
    Ok(connection.execute_batch(LOOKUPS)?)
}

/// Whether this version can read the database, judged by its header alone.
pub(crate) fn check_header(connection: &Connection) -> Result<()> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if pragma("application_id")? != APPLICATION_ID {
        return Err(Failure::damaged("not an index of Mnemic"));
    }
    match pragma("user_version")? {
        SCHEMA_VERSION => Ok(()),
        found if found > SCHEMA_VERSION => {
            Err(Failure(StoreError::Newer { found, known: SCHEMA_VERSION }))
        }
        found => Err(Failure::damaged(format!("older schema {found}"))),
    }
}

/// Whether the file defines everything that [`create`] defines, word for word. Asked after a statement was refused only.
pub(crate) fn is_intact(connection: &Connection) -> bool {
    let made = Connection::open_in_memory().map_err(Failure::from);
    let expected = made.and_then(|made| {
        create(&made)?;
        definitions(&made)
    });
    match (expected, definitions(connection)) {
        (Ok(expected), Ok(found)) => expected.is_subset(&found),
        _ => false,
    }
}

/// Tables, views, indexes and the word index's own settings, by name.
fn definitions(connection: &Connection) -> Result<BTreeSet<(String, Option<String>)>> {
    let sql = "SELECT name, sql FROM main.sqlite_schema
               UNION ALL SELECT k, CAST(v AS TEXT) FROM main.words_config";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Memories. `rendered_version` is what the block in the home document shows at present, so that
/// the memories whose block is behind are exactly the entries of `memories_unrendered`. `place` puts
/// the memories of a session in order; `opening` is how many characters of a long text are its opening. `body_values`
/// holds what memories have in the fields of their kind; its column without a type keeps text, numbers and moments as
/// they are. `links` holds the names of memories in texts and who uses them, whether or not anything is called so.
const MEMORIES: &str = "
CREATE TABLE memories (
    rowid INTEGER PRIMARY KEY,
    id BLOB NOT NULL UNIQUE,
    anchor TEXT NOT NULL UNIQUE,
    number INTEGER UNIQUE,
    scope TEXT NOT NULL,
    lifecycle TEXT NOT NULL,
    kind TEXT NOT NULL,
    category TEXT,
    origin TEXT NOT NULL,
    author TEXT,
    user TEXT,
    session TEXT,
    place INTEGER,
    agent TEXT,
    message TEXT,
    task TEXT,
    narrative TEXT,
    ref TEXT,
    trust TEXT NOT NULL,
    status TEXT NOT NULL,
    importance REAL NOT NULL,
    confidence REAL NOT NULL,
    score INTEGER NOT NULL,
    version INTEGER NOT NULL,
    created_at BLOB NOT NULL,
    updated_at BLOB NOT NULL,
    valid_from BLOB,
    valid_until BLOB,
    superseded_by TEXT,
    last_hit_at BLOB,
    last_accessed_at BLOB,
    access_count INTEGER NOT NULL,
    home_document TEXT,
    home_section TEXT,
    rendered_version INTEGER,
    fingerprint BLOB NOT NULL,
    row_hash BLOB NOT NULL,
    rest TEXT,
    tags TEXT,
    text TEXT NOT NULL,
    opening INTEGER,
    text_terms TEXT,
    tag_terms TEXT,
    author_terms TEXT,
    file_terms TEXT,
    label_terms TEXT,
    date_terms TEXT
);

CREATE TABLE memory_tags (
    memory INTEGER NOT NULL,
    tag TEXT NOT NULL,
    PRIMARY KEY (memory, tag)
) WITHOUT ROWID;

CREATE TABLE body_values (
    memory INTEGER NOT NULL,
    field TEXT NOT NULL,
    value NOT NULL,
    PRIMARY KEY (memory, field, value)
) WITHOUT ROWID;

CREATE TABLE links (
    name TEXT NOT NULL,
    memory BLOB NOT NULL,
    PRIMARY KEY (name, memory)
) WITHOUT ROWID;
CREATE INDEX links_by_memory ON links (memory);
";

/// What no act needs to be folded: filled in one go, once the memories are there.
const LOOKUPS: &str = "
CREATE INDEX IF NOT EXISTS memories_by_scope ON memories (scope, lifecycle, created_at);
CREATE INDEX IF NOT EXISTS memories_by_time ON memories (created_at, id);
CREATE INDEX IF NOT EXISTS memories_by_fingerprint ON memories (fingerprint);
CREATE INDEX IF NOT EXISTS memories_by_ref ON memories (scope, ref) WHERE ref IS NOT NULL;
CREATE INDEX IF NOT EXISTS memories_by_session ON memories (session, place, id)
    WHERE session IS NOT NULL;
CREATE INDEX IF NOT EXISTS memories_by_status ON memories (status) WHERE status <> 'confirmed';
CREATE INDEX IF NOT EXISTS memories_by_kind ON memories (kind) WHERE kind <> 'note';
CREATE INDEX IF NOT EXISTS body_values_by_value ON body_values (field, value, memory);
CREATE INDEX IF NOT EXISTS memories_unrendered ON memories (home_document, created_at, id)
    WHERE home_document IS NOT NULL AND rendered_version IS NOT version;
";

/// The word index. Its content is a view, so that texts are stored once.
const WORDS: &str = "
CREATE VIEW memory_words AS
    SELECT rowid,
        CASE WHEN opening IS NULL THEN coalesce(text_terms, text)
            ELSE substr(coalesce(text_terms, text), 1, opening) END AS opening,
        CASE WHEN opening IS NOT NULL
            THEN substr(coalesce(text_terms, text), opening + 1) END AS rest,
        coalesce(tag_terms, tags) AS tags, coalesce(author_terms, author) AS author,
        file_terms AS files, label_terms AS labels, date_terms AS dates
    FROM memories;
CREATE VIRTUAL TABLE words USING fts5 (
    opening, rest, tags, author, files, labels, dates,
    content = 'memory_words', content_rowid = 'rowid',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
";

/// Vectors, by the embedder that made them. `codes` is only added to: of several codes of one memory
/// the last counts, so that a process that has read so far reads on from there; `packs` holds those that came before
/// a change by the thousand. Vectors are found by an index of their own, which also tells which memories have one: a
/// table in the order of its key would keep whole vectors in its upper pages, and read one to pass each.
const VECTORS: &str = "
CREATE TABLE spaces (
    space INTEGER PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE
);
CREATE TABLE vectors (
    space INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    whole BLOB NOT NULL,
    words BLOB
);
CREATE UNIQUE INDEX vectors_by_memory ON vectors (memory, space);
CREATE TABLE codes (
    change INTEGER PRIMARY KEY,
    space INTEGER NOT NULL,
    memory INTEGER NOT NULL,
    code BLOB NOT NULL
);
CREATE TABLE packs (
    before INTEGER NOT NULL,
    space INTEGER NOT NULL,
    memories BLOB NOT NULL,
    codes BLOB NOT NULL,
    PRIMARY KEY (before, space)
);
";

/// What memories were before, and how far the journal has been followed.
const HISTORY: &str = "
CREATE TABLE versions (
    id BLOB NOT NULL,
    version INTEGER NOT NULL,
    state INTEGER NOT NULL,
    memory TEXT NOT NULL,
    UNIQUE (id, version)
);
CREATE INDEX versions_by_state ON versions (id, state);
CREATE TABLE conflicts (
    id BLOB NOT NULL,
    kept INTEGER NOT NULL,
    other INTEGER NOT NULL,
    detected_at BLOB NOT NULL,
    PRIMARY KEY (id, kept, other)
) WITHOUT ROWID;
CREATE TABLE disputes (
    one BLOB NOT NULL,
    other BLOB NOT NULL,
    severity TEXT NOT NULL,
    manner TEXT NOT NULL,
    detected_at BLOB NOT NULL,
    dismissed INTEGER NOT NULL DEFAULT 0,
    sum INTEGER NOT NULL,
    PRIMARY KEY (one, other)
) WITHOUT ROWID;
CREATE INDEX disputes_by_other ON disputes (other);
CREATE TABLE repeats (
    id BLOB NOT NULL,
    session TEXT NOT NULL,
    PRIMARY KEY (id, session)
) WITHOUT ROWID;
CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta (name, value) VALUES ('cursor', 'null');
";

/// Documents. A block is in every state of its document from `since` on, up to but without `until`;
/// it is in the last one while it has no `until`. `strays` are the blocks of last states whose
/// memories live elsewhere.
const DOCUMENTS: &str = "
CREATE TABLE documents (
    path TEXT PRIMARY KEY,
    state INTEGER NOT NULL DEFAULT 0,
    chars INTEGER NOT NULL DEFAULT 0,
    through INTEGER,
    seen_size INTEGER,
    seen_modified_ns INTEGER,
    seen_changed_ns INTEGER,
    seen_inode INTEGER,
    ending BLOB,
    damage TEXT
) WITHOUT ROWID;
CREATE TABLE renderings (
    document TEXT NOT NULL,
    state INTEGER NOT NULL,
    hash BLOB NOT NULL,
    stamp TEXT,
    landed INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (document, state)
) WITHOUT ROWID;
CREATE TABLE blocks (
    document TEXT NOT NULL,
    anchor TEXT NOT NULL,
    since INTEGER NOT NULL,
    until INTEGER,
    hash BLOB NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (document, anchor, since)
) WITHOUT ROWID;
CREATE INDEX blocks_at_present ON blocks (anchor, document) WHERE until IS NULL;
CREATE INDEX blocks_of_the_past ON blocks (document, until) WHERE until IS NOT NULL;
CREATE TABLE strays (
    document TEXT NOT NULL,
    anchor TEXT NOT NULL,
    PRIMARY KEY (document, anchor)
) WITHOUT ROWID;
CREATE INDEX strays_by_anchor ON strays (anchor);
CREATE TABLE log_lines (
    document TEXT NOT NULL,
    time INTEGER NOT NULL,
    line INTEGER NOT NULL,
    clock TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (document, time, line)
) WITHOUT ROWID;
";
