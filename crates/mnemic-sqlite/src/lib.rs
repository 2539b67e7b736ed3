//! The index on SQLite and FTS5: [`SqliteIndex`] keeps the generations, each a store in a file.
//!
//! Everything here is derived from the vault. A file that cannot be trusted is never repaired: it
//! is reported as damaged, and the engine builds the next generation.

mod body;
mod cache;
mod candidate;
mod check;
mod commit;
mod connection;
mod contradiction;
mod document;
mod error;
mod filter;
mod generation;
mod index;
mod link;
mod load;
mod lookup;
mod neighbour;
mod query;
mod reader;
mod row;
mod salvage;
mod schema;
mod search;
mod store;
mod time;
mod vector;
mod vocabulary;
mod words;

pub use cache::SqliteEmbeddingCache;
pub use index::SqliteIndex;

/// The version of the SQLite library that is linked in.
pub fn sqlite_version() -> &'static str {
    rusqlite::version()
}
