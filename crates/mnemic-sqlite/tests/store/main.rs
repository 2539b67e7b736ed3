//! The store contract stamped onto SQLite, and what only a database in files can get wrong.

#![expect(clippy::unwrap_used, reason = "what fails here fails its test")]

mod damage;
mod file;
mod linked;
mod older;
mod word_agreement;

use mnemic_sqlite::SqliteIndex;

mnemic_testing::store_conformance!(|dir| Box::new(SqliteIndex::new(dir.join("index"))));
