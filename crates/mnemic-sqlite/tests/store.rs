//! The store contract, stamped onto SQLite.

use mnemic_sqlite::SqliteIndex;

mnemic_testing::store_conformance!(|dir| Box::new(SqliteIndex::new(dir.join("index"))));
