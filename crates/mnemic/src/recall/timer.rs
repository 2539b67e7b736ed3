//! A timer: how long a recall waits for embedders.
//!
//! Looking at fewer candidates makes no embedder faster, nor a model that it has to load first, so the service level
//! leaves this out.

use std::time::Duration;

use mnemic_core::port::clock::Clock;

/// How long embedders were waited for.
pub(super) struct EmbedderTimer<'a> {
    clock: &'a dyn Clock,
    spent: Duration,
}

impl<'a> EmbedderTimer<'a> {
    pub(super) fn new(clock: &'a dyn Clock) -> Self {
        Self { clock, spent: Duration::ZERO }
    }

    /// Waits for an embedder, and adds how long that takes.
    pub(super) async fn time<T>(&mut self, embedding: impl Future<Output = T>) -> T {
        let begun = self.clock.running();
        let done = embedding.await;
        self.spent += self.clock.running().saturating_sub(begun);
        done
    }

    /// How long it was in all.
    pub(super) fn spent(&self) -> Duration {
        self.spent
    }
}
