//! Any question is answered, by SQLite as by RAM, and whatever was remembered is found by its own words.

use std::path::Path;

use mnemic::{
    Draft, Engine, Filter, IndexKind, Options, RamIndex, Reach, RecallRequest, Scope, analyse,
};
use mnemic_testing::by;

use super::fuzz;

const WORDS: [&str; 26] = [
    "\"",
    "'",
    "*",
    "^",
    ":",
    "(",
    ")",
    "-",
    "+",
    "{",
    "}",
    " AND ",
    " OR ",
    " NOT ",
    "NEAR(",
    "NEAR/2",
    "text:",
    "\0",
    "東京",
    "한국",
    "ß",
    "İ",
    "e\u{301}",
    "👩‍👩‍👧",
    "http://x.y/z?q=1",
    ";--",
];

#[test]
fn any_question_is_answered_alike_by_both_stores() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let sqlite = runtime.block_on(engine(&folder.path().join("sqlite"), IndexKind::Sqlite));
    let ram = IndexKind::Ram(RamIndex::default());
    let ram = runtime.block_on(engine(&folder.path().join("ram"), ram));
    fuzz("query", &WORDS, |input| {
        let question = String::from_utf8_lossy(input);
        let terms = analyse::query_terms(&question);
        assert!(terms.len() <= analyse::MAX_CANDIDATES, "{terms:?}");
        let mut found = runtime.block_on(recall(&sqlite, &question));
        let mut same = runtime.block_on(recall(&ram, &question));
        found.sort();
        same.sort();
        assert_eq!(found, same);
    });
}

#[test]
fn what_was_remembered_is_found_by_its_own_words() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let engine = runtime.block_on(engine(&folder.path().join("vault"), IndexKind::Sqlite));
    fuzz("query", &WORDS, |input| {
        let text: String = String::from_utf8_lossy(input).chars().take(200).collect();
        let remembered =
            runtime.block_on(engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)));
        let Ok(remembered) = remembered else { return };
        let text = remembered.memory.text.as_str();
        let found = runtime.block_on(recall(&engine, text));
        let is_found = found.iter().any(|found| found == text);
        assert!(is_found || analyse::query_terms(text).is_empty(), "{text:?} is not in {found:?}");
        let id = remembered.memory.id.into();
        runtime.block_on(engine.forget(&by(&Reach::Vault), &id)).unwrap();
    });
}

async fn engine(vault: &Path, index: IndexKind) -> Engine {
    let engine = Engine::open(Options { index, ..Options::for_vault(vault) }).await.unwrap();
    for text in
        ["SQLite AND Postgres", "東京タワー", "plus-minus NEAR text", "İstanbul ßtraße", "x y z"]
    {
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
    }
    engine
}

async fn recall(engine: &Engine, question: &str) -> Vec<String> {
    let request =
        RecallRequest { question: question.to_owned(), limit: 100, filter: Filter::active() };
    let hits = engine.recall(&by(&Reach::of(Scope::Global)), request).await.unwrap().hits;
    hits.into_iter().map(|hit| hit.memory.text).collect()
}
