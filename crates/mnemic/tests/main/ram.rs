//! The store contract stamped onto the RAM index, and an engine that uses one.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex},
};

use mnemic::RamIndex;

mnemic_testing::store_conformance!(|dir| Box::new(index_at(dir)));

/// A view of the index at a directory: to each the same one, as if it lay there on disk.
fn index_at(dir: &Path) -> RamIndex {
    static INDEXES: LazyLock<Mutex<HashMap<PathBuf, RamIndex>>> = LazyLock::new(Mutex::default);
    INDEXES.lock().unwrap().entry(dir.to_owned()).or_default().clone()
}
