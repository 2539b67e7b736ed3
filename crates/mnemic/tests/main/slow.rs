//! What recall does when it gets slow.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_trait::async_trait;
use jiff::Timestamp;
use mnemic::{
    Answer, Clock, Draft, Embedders, EmbeddersFrom, Engine, Filter, IndexKind, Options, Pace,
    RamIndex, Reach, RecallRequest, Scope, SettingsFrom, config::Override,
};
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Identity, Role};
use mnemic_testing::FakeEmbedder;
use mnemic_testing::by;

/// A clock by which everything takes `latency_ms`.
#[derive(Default)]
struct SlowClock {
    latency_ms: AtomicU64,
    running_ms: AtomicU64,
}

impl Clock for SlowClock {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    fn running(&self) -> Duration {
        let latency_ms = self.latency_ms.load(Ordering::Relaxed);
        Duration::from_millis(self.running_ms.fetch_add(latency_ms, Ordering::Relaxed))
    }
}

async fn recall(engine: &Engine) -> Answer {
    recall_up_to(engine, 2).await
}

async fn recall_up_to(engine: &Engine, limit: usize) -> Answer {
    let request = RecallRequest { question: "apples".to_owned(), limit, filter: Filter::active() };
    engine.recall(&by(&Reach::Vault), request).await.unwrap()
}

/// An embedder that takes its time.
struct Slow {
    fake: FakeEmbedder,
    clock: Arc<SlowClock>,
}

#[async_trait]
impl Embedder for Slow {
    fn identity(&self) -> &Identity {
        self.fake.identity()
    }

    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError> {
        self.clock.running_ms.fetch_add(5_000, Ordering::Relaxed);
        self.fake.embed(texts, role).await
    }
}

#[tokio::test]
async fn a_slow_embedder_makes_no_recall_look_at_less() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SlowClock::default());
    let slow = Slow { fake: FakeEmbedder::new("slow"), clock: clock.clone() };
    let embedders = Embedders { instant: Some(Arc::new(slow)), ..Embedders::default() };
    let engine = Engine::open(Options {
        index: IndexKind::Ram(RamIndex::new()),
        clock: clock.clone(),
        embedders: EmbeddersFrom::Value(embedders),
        ..Options::for_vault(folder.path().join("vault"))
    })
    .await
    .unwrap();
    engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, "apples")).await.unwrap();
    let begun = clock.running_ms.load(Ordering::Relaxed);
    for _ in 0..10 {
        assert!(!recall(&engine).await.degraded);
    }
    assert!(clock.running_ms.load(Ordering::Relaxed) - begun >= 50_000, "nobody was slow");
    let pace = engine.status(&by(&Reach::Vault)).await.unwrap().recalls;
    assert_eq!(pace, Pace { recalls: 10, p95: Some(Duration::ZERO), degraded: false });
}

#[tokio::test]
async fn slow_recalls_return_less_where_that_is_wanted() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SlowClock::default());
    let preset = Override::parse("preset=praxis").unwrap();
    let engine = Engine::open(Options {
        index: IndexKind::Ram(RamIndex::new()),
        clock: clock.clone(),
        settings: SettingsFrom::File(vec![preset]),
        ..Options::for_vault(folder.path().join("vault"))
    })
    .await
    .unwrap();
    for number in 0..30 {
        let text = format!("apples {number}");
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
    }
    assert_eq!(recall_up_to(&engine, 15).await.hits.len(), 11, "without the lowest 30 %");
    clock.latency_ms.store(400, Ordering::Relaxed);
    for _ in 0..20 {
        recall(&engine).await;
    }
    let slow = recall_up_to(&engine, 15).await;
    assert_eq!((slow.degraded, slow.hits.len()), (true, 4), "of five");
}

#[tokio::test]
async fn slow_recalls_look_at_less_and_say_so_until_they_are_fast_again() {
    let folder = tempfile::tempdir().unwrap();
    let clock = Arc::new(SlowClock::default());
    let engine = Engine::open(Options {
        index: IndexKind::Ram(RamIndex::new()),
        clock: clock.clone(),
        ..Options::for_vault(folder.path().join("vault"))
    })
    .await
    .unwrap();
    for number in 0..30 {
        let text = format!("apples {number}");
        engine.remember(&by(&Reach::Vault), Draft::note(Scope::Global, text)).await.unwrap();
    }
    let candidates = |answer: &Answer| answer.hits[0].kept.clone();
    let usual = recall(&engine).await;
    assert!(!usual.degraded && candidates(&usual).contains("of 30 candidates"), "{usual:?}");
    clock.latency_ms.store(400, Ordering::Relaxed);
    for _ in 0..20 {
        recall(&engine).await;
    }
    let slow = recall(&engine).await;
    assert!(slow.degraded);
    let pace = engine.status(&by(&Reach::Vault)).await.unwrap().recalls;
    assert!(pace.degraded && pace.recalls > 0, "{pace}");
    assert_eq!(slow.hits.len(), 2, "what was asked for is answered in full");
    assert!(!candidates(&slow).contains("of 30 candidates"), "{slow:?}");
    clock.latency_ms.store(10, Ordering::Relaxed);
    for _ in 0..120 {
        recall(&engine).await;
    }
    assert!(!recall(&engine).await.degraded);
}
