//! What recall does when it gets slow.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use jiff::Timestamp;
use mnemic::{
    Answer, Clock, Draft, Engine, Filter, IndexKind, Options, RamIndex, Reach, RecallRequest, Scope,
};

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
    let request = RecallRequest {
        question: "apples".to_owned(),
        limit: 2,
        reach: Reach::Vault,
        filter: Filter::active(),
    };
    engine.recall(request).await.unwrap()
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
        engine.remember(Draft::note(Scope::Global, text)).await.unwrap();
    }
    let candidates = |answer: &Answer| answer.hits[0].explanation.kept.clone();
    let usual = recall(&engine).await;
    assert!(!usual.degraded && candidates(&usual).contains("of 30 candidates"), "{usual:?}");
    clock.latency_ms.store(400, Ordering::Relaxed);
    for _ in 0..20 {
        recall(&engine).await;
    }
    let slow = recall(&engine).await;
    assert!(slow.degraded);
    assert_eq!(slow.hits.len(), 2, "what was asked for is answered in full");
    assert!(!candidates(&slow).contains("of 30 candidates"), "{slow:?}");
    clock.latency_ms.store(10, Ordering::Relaxed);
    for _ in 0..120 {
        recall(&engine).await;
    }
    assert!(!recall(&engine).await.degraded);
}
