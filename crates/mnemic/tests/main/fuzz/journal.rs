//! Any bytes may lie in a journal: what is an act counts, what is none is told of, and the vault goes on.
//!
//! Most inputs are sealed before they are read, so that more than the checksum is looked at.

use std::path::Path;

use mnemic::{
    Draft, Engine, Error, Filter, IndexKind, Memory, Options, Query, RamIndex, Reach, Scope,
};
use mnemic_core::journal::line as journal;
use mnemic_testing::by;

use super::fuzz;
use crate::process::run;

const WORDS: [&str; 22] = [
    "\n",
    "\"v\":3,",
    "null",
    "{",
    "}",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "0",
    "-1",
    "4294967295",
    "18446744073709551615",
    "9223372036854775807",
    "\"base\":7,",
    "\"version\":4294967295,",
    "\"../../outside.md\"",
    "\"global/MEMORY.md\"",
    "\\u0000",
    "\"scope\":\"task:x\",",
    "1e308",
];

#[test]
fn a_line_that_can_be_read_is_written_as_it_was() {
    fuzz("journal", &WORDS, |input| {
        for line in sealed(input).lines() {
            if let Ok(act) = journal::decode(line) {
                let again = journal::encode(&act).unwrap();
                assert_eq!(journal::decode(&again).unwrap(), act);
            }
        }
        let _ = journal::decode(&String::from_utf8_lossy(input));
    });
}

#[test]
fn a_vault_goes_on_whatever_lies_in_its_journal() {
    fuzz("journal", &WORDS, |input| {
        let folder = tempfile::tempdir().unwrap();
        let vault = folder.path().join("vault");
        std::fs::create_dir_all(vault.join("journal")).unwrap();
        let lines = if input.len() % 4 == 0 { input.to_vec() } else { sealed(input).into_bytes() };
        std::fs::write(vault.join("journal/2026-11.jsonl"), lines).unwrap();
        run(goes_on(&vault, input.len() % 3 == 0));
        let names: Vec<_> = folder.path().read_dir().unwrap().flatten().collect();
        assert_eq!(names.len(), 1, "something was written beside the vault: {names:?}");
    });
}

async fn goes_on(vault: &Path, in_sqlite: bool) {
    let engine = open(vault, in_sqlite).await;
    let before = match memories(&engine).await {
        Err(Error::NewerVault { .. }) => return,
        memories => memories.unwrap(),
    };
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "Still here")).await.unwrap();
    engine.update_documents().await.unwrap();
    let after = memories(&engine).await.unwrap();
    assert!(after.iter().any(|memory| memory.text == "Still here"));
    assert!(after.len() >= before.len());
    let rebuilt = memories(&open(vault, false).await).await.unwrap();
    assert_eq!(rebuilt, after, "the index built anew says something else");
}

async fn open(vault: &Path, in_sqlite: bool) -> Engine {
    let ram = IndexKind::Ram(RamIndex::default());
    let index = if in_sqlite { IndexKind::Sqlite } else { ram };
    Engine::open(Options { index, ..Options::for_vault(vault) }).await.unwrap()
}

async fn memories(engine: &Engine) -> Result<Vec<Memory>, Error> {
    let query = Query { limit: 1_000, filter: Filter::none(), ..Query::default() };
    Ok(engine.list(&by(&Reach::Vault), &query).await?.page.memories)
}

/// Each line with the checksum it should have.
fn sealed(input: &[u8]) -> String {
    let text = String::from_utf8_lossy(input);
    let sealed = text.lines().map(|line| {
        let content = line.split(",\"sum\":").next().unwrap_or_default();
        let sum = &blake3::hash(content.as_bytes()).to_hex()[..16];
        format!("{content},\"sum\":\"{sum}\"}}\n")
    });
    sealed.collect()
}
