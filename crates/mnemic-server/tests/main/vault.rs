//! A vault in a folder that goes away with it, read through the library.

use std::{fs, path::PathBuf, sync::Arc};

use mnemic::{Engine, FixedClock, Memory, Options, Order, Query, Reach};
use mnemic_testing::by;
use mnemic_testing::documents::{ShownMemory, documents_agree, is_harmless};
use tempfile::TempDir;

/// The moment it is in every test.
const NOW: &str = "2026-11-15T10:00:00Z";

pub struct Vault {
    folder: TempDir,
}

impl Vault {
    pub fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("vault")
    }

    /// The content of a file.
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.root().join(name)).unwrap()
    }

    /// How each engine of the tests opens the vault.
    pub fn options(&self) -> Options {
        let clock = Arc::new(FixedClock::new(NOW.parse().unwrap()));
        Options { clock, ..Options::for_vault(self.root()) }
    }

    /// All memories, archived ones too, by number.
    pub fn memories(&self) -> Vec<Memory> {
        self.opened(async |engine| all_memories(engine).await)
    }

    /// Opens the vault; journal, index and documents agree from then on. Answers its memories.
    pub fn recover(&self, story: &str) -> Vec<Memory> {
        let (memories, health) = self.opened(async |engine| {
            (all_memories(engine).await, engine.doctor(&by(&Reach::Vault), false).await.unwrap())
        });
        let wrong: Vec<_> =
            health.findings.iter().filter(|found| !is_harmless(found.code.name())).collect();
        assert!(health.is_well() && wrong.is_empty(), "{story}: {wrong:?}");
        let anchors: Vec<String> =
            memories.iter().map(|memory| memory.anchor.to_string()).collect();
        let shown = memories.iter().zip(&anchors);
        let shown: Vec<ShownMemory> =
            shown.map(|(memory, anchor)| ShownMemory { text: &memory.text, anchor }).collect();
        documents_agree(&self.root(), &shown, story);
        memories
    }

    fn opened<T>(&self, work: impl AsyncFnOnce(&Engine) -> T) -> T {
        let runtime = tokio::runtime::Runtime::new().unwrap();
        runtime.block_on(async {
            let engine = Engine::open(self.options()).await.unwrap();
            let done = work(&engine).await;
            engine.close().await.unwrap();
            done
        })
    }
}

async fn all_memories(engine: &Engine) -> Vec<Memory> {
    let order = Order::parse("-number").unwrap();
    let query = Query { order, limit: 100_000, ..Query::default() };
    engine.list(&by(&Reach::Vault), &query).await.unwrap().page.memories
}
