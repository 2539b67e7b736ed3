//! An engine whose index is in RAM and one whose index is in SQLite give the same answers, whatever is
//! asked of them in whatever order, and leave the same vault behind.

mod choice;
mod step;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::SignedDuration;
use mnemic::{Clock, Engine, FixedClock, IndexKind, Options, Query, RamIndex, Reach};
use mnemic_testing::FixedRandomness;
use mnemic_testing::by;
use proptest::prelude::*;
use step::{Answer, Step};
use tempfile::TempDir;

use crate::process::run;

/// Two vaults to which the same happens at the same time.
struct Twins {
    folder: TempDir,
    clock: Arc<FixedClock>,
    sqlite: Engine,
    ram: Engine,
}

impl Twins {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let clock = Arc::new(FixedClock::new("2026-11-15T10:00:00Z".parse().unwrap()));
        let sqlite = open(folder.path().join("sqlite"), &clock, IndexKind::Sqlite).await;
        let ram = open(folder.path().join("ram"), &clock, IndexKind::Ram(RamIndex::new())).await;
        Self { folder, clock, sqlite, ram }
    }

    /// Takes a step in both vaults and compares what comes of it.
    async fn take(&self, step: &Step) {
        self.clock.set(self.clock.now() + SignedDuration::from_secs(step.after_seconds));
        let expected = step.take(&self.sqlite).await;
        let found = step.take(&self.ram).await;
        assert_same(&found, &expected, &format!("{step:?}"));
    }

    /// Writes all documents and compares the vaults.
    async fn finish(self) {
        let Self { folder, clock, sqlite, ram } = self;
        sqlite.close().await.unwrap();
        ram.close().await.unwrap();
        let [sqlite, ram] = ["sqlite", "ram"].map(|name| folder.path().join(name));
        assert_eq!(files(&ram), files(&sqlite));
        let built = open(ram, &clock, IndexKind::Sqlite).await;
        let expected = everything(&built).await;
        let built = open(sqlite, &clock, IndexKind::Ram(RamIndex::new())).await;
        assert_eq!(everything(&built).await, expected, "after the index was built anew");
    }
}

async fn open(vault: PathBuf, clock: &Arc<FixedClock>, index: IndexKind) -> Engine {
    let randomness = Arc::new(FixedRandomness::new(7));
    let clock = Arc::clone(clock) as Arc<dyn Clock>;
    Engine::open(Options { clock, randomness, index, ..Options::for_vault(vault) }).await.unwrap()
}

/// Every memory with all its former states.
async fn everything(engine: &Engine) -> Vec<String> {
    let all = Query { limit: 1_000, ..Query::default() };
    let memories = engine.list(&by(&Reach::Vault), &all).await.unwrap().page.memories;
    let mut shown = Vec::new();
    for memory in memories {
        shown.push(format!(
            "{:#?}",
            engine.show(&by(&Reach::Vault), &memory.id.into()).await.unwrap()
        ));
    }
    shown
}

fn assert_same(found: &Answer, expected: &Answer, step: &str) {
    assert_eq!(found.said, expected.said, "{step}");
    let by_id = |answer: &Answer| {
        let hits = answer.hits.iter().cloned();
        hits.map(|hit| (hit.memory.id, hit)).collect::<BTreeMap<_, _>>()
    };
    let (found_by_id, expected_by_id) = (by_id(found), by_id(expected));
    assert!(found_by_id.keys().eq(expected_by_id.keys()), "{step}: {found:#?}, not {expected:#?}");
    for (found, expected) in found_by_id.values().zip(expected_by_id.values()) {
        assert_eq!(found.memory, expected.memory, "{step}");
        assert!(
            (found.score - expected.score).abs() < 1e-6,
            "{step}: {found:#?}, not {expected:#?}"
        );
    }
    let is_in_order = |pair: &[mnemic::Hit]| {
        let expected = |hit: &mnemic::Hit| expected_by_id[&hit.memory.id].score;
        expected(&pair[0]) - expected(&pair[1]) > -1e-6
    };
    assert!(found.hits.windows(2).all(is_in_order), "{step}: {found:#?}, not {expected:#?}");
}

/// Everything in a vault but what can be thrown away, by path.
fn files(vault: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![vault.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_file() {
                let name = path.strip_prefix(vault).unwrap().to_owned();
                found.insert(name, fs::read_to_string(&path).unwrap());
            } else if !path.ends_with("index") && !path.ends_with("cache") {
                folders.push(path);
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn both_engines_answer_alike(steps in prop::collection::vec(choice::any_step(), 10..40)) {
        run(async {
            let twins = Twins::new().await;
            for step in &steps {
                twins.take(step).await;
            }
            twins.finish().await;
        });
    }
}
