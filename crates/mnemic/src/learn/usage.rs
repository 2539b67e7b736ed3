//! What usage says about memories: noted at once, journalled when there is time.
//!
//! It may be lost in a crash and never delays who asked.

use mnemic_core::{
    context::Access,
    journal::event::{Event, Injected, Signal},
    record::id::MemoryId,
};

use crate::{engine::Engine, error::Error, ledger::write::Durability, open::READING_PATIENCE};

impl Engine {
    /// Notes that a recall returned these.
    pub(crate) fn note_recalled(&self, ids: impl Iterator<Item = MemoryId>) {
        if self.settings().policies.handing.access == Access::Recall {
            self.note_usage(ids.map(|id| Signal { accessed: true, ..Signal::about(id) }));
        }
    }

    /// Notes that these were handed to an agent.
    pub(crate) fn note_injected(&self, ids: impl Iterator<Item = MemoryId>, context: &Injected) {
        let accessed = self.settings().policies.handing.access != Access::Never;
        let injected = || Some(context.clone());
        self.note_usage(ids.map(|id| Signal {
            accessed,
            injected: injected(),
            ..Signal::about(id)
        }));
    }

    fn note_usage(&self, signals: impl Iterator<Item = Signal>) {
        self.usage.lock().expect("signals are only noted").extend(signals);
        self.scribe_wanted.notify_one();
    }

    /// Writes down what was noted about memories and sessions, and the receipts that wait; documents are left to whoever
    /// comes next.
    pub async fn write_down(&self) {
        self.write_receipts().await;
        self.write_delivered().await;
        if let Err(error) = self.write_usage().await {
            tracing::info!(%error, "what usage said is lost");
        }
    }

    async fn write_usage(&self) -> Result<(), Error> {
        let noted = std::mem::take(&mut *self.usage.lock().expect("signals are only noted"));
        if noted.is_empty() {
            return Ok(());
        }
        let events = noted.into_iter().map(Event::Signal).collect();
        // Nobody waits long for what may be lost.
        drop(self.write_lock.hold(self.patience.min(READING_PATIENCE)).await?);
        let writer = self.writer().await?;
        writer.commit_as(self.actor.clone(), events, Durability::Lazy).await
    }
}
