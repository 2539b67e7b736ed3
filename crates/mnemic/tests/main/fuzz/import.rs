//! Any line may be imported: it is taken, or rejected with a reason, and what was taken is there.

use mnemic::{Engine, Filter, ImportReport, IndexKind, Options, Query, RamIndex, Reach, Scope};
use mnemic_testing::by;

use super::fuzz;

const WORDS: [&str; 24] = [
    "{",
    "}",
    "\"text\":\"",
    "\"ref\":\"r\",",
    "\"scope\":\"project:a\",",
    "\"scope\":\"task:t\",",
    "\"scope\":\"session:s\",",
    "\"tags\":[\"a\"],",
    "\"importance\":1e400,",
    "\"importance\":0.7,",
    "\"kind\":\"note\",",
    "\"category\":\"decision\",",
    "\"created_at\":\"2026-01-01T00:00:00Z\",",
    "\"created_at\":\"9999-12-31T23:59:59Z\",",
    "\"created_at\":\"-009999-01-02T00:00:00Z\",",
    "\"sequence\":-1,",
    "\\u0000",
    "\\ud800",
    "\\n- ",
    " ^anchor01",
    " #tag",
    "null",
    "[]",
    ",",
];
/// So many lines are imported into one vault before it is looked at as a whole.
const LINES: usize = 40;

#[test]
fn any_line_is_taken_or_rejected_with_a_reason() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut vaults = 0;
    let mut lines = 0;
    let mut engine = None;
    fuzz("import", &WORDS, |input| {
        let current = engine.take().unwrap_or_else(|| {
            vaults += 1;
            lines = 0;
            runtime.block_on(open(&folder.path().join(vaults.to_string())))
        });
        runtime.block_on(import(&current, input));
        lines += 1;
        if lines == LINES {
            runtime.block_on(is_whole(&current));
        } else {
            engine = Some(current);
        }
    });
}

async fn import(engine: &Engine, input: &[u8]) {
    let line = String::from_utf8_lossy(input).replace('\n', " ");
    let before = count(engine).await;
    let is_blank = line.trim().is_empty();
    let report = engine
        .import_jsonl(&by(&Reach::Vault), [Ok(line)].into_iter(), &Scope::Global, |_| {})
        .await
        .unwrap();
    let ImportReport { lines, added, updated, unchanged, forgotten, rejected, .. } = &report;
    let taken = added + updated + unchanged + forgotten + rejected.len() as u64;
    assert_eq!((*lines, taken), (1, u64::from(!is_blank)), "{report:?}");
    assert!(rejected.iter().all(|line| !line.fault.is_empty()), "{report:?}");
    assert_eq!(count(engine).await, before + added, "{report:?}");
}

async fn is_whole(engine: &Engine) {
    engine.update_documents().await.unwrap();
    let health = engine.doctor(&by(&Reach::Vault), false).await.unwrap();
    assert!(health.findings.is_empty(), "{:?}", health.findings);
}

async fn count(engine: &Engine) -> u64 {
    let query = Query { limit: 1, filter: Filter::none(), ..Query::default() };
    engine.list(&by(&Reach::Vault), &query).await.unwrap().total
}

async fn open(vault: &std::path::Path) -> Engine {
    let index = IndexKind::Ram(RamIndex::default());
    Engine::open(Options { index, ..Options::for_vault(vault) }).await.unwrap()
}
