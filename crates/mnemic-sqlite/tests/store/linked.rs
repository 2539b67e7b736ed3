//! Which SQLite is linked in. Versions before 3.51.3 can lose pages that were committed.

#[test]
fn the_sqlite_linked_in_keeps_what_was_committed() {
    let version: Vec<u32> =
        mnemic_sqlite::sqlite_version().split('.').map(|part| part.parse().unwrap()).collect();
    assert!(version >= vec![3, 51, 3], "SQLite {version:?}");
}

#[test]
fn there_is_one_sqlite_in_the_workspace() {
    let lock = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.lock");
    let lock = std::fs::read_to_string(lock).unwrap();
    assert_eq!(lock.matches("name = \"libsqlite3-sys\"").count(), 1);
}
