//! What usage says about memories: noted at once, journalled when there is time.
//!
//! It may be lost in a crash and never delays who asked.

use mnemic_core::{
    context::Access,
    journal::event::{Actor, Event, Injected, Signal},
    record::id::MemoryId,
};

use super::Learner;
use crate::{error::Error, open::READ_TIMEOUT};

impl Learner {
    /// Notes that a recall returned these.
    pub(crate) fn note_recalled(&self, actor: &Actor, ids: impl Iterator<Item = MemoryId>) {
        if self.host.settings().policies.handing.access == Access::Recall {
            self.note_usage(actor, ids.map(|id| Signal { accessed: true, ..Signal::about(id) }));
        }
    }

    /// Notes that these were handed to an agent.
    pub(crate) fn note_injected(
        &self,
        actor: &Actor,
        ids: impl Iterator<Item = MemoryId>,
        context: &Injected,
    ) {
        let accessed = self.host.settings().policies.handing.access != Access::Never;
        let injected = || Some(context.clone());
        let signal = |id| Signal { accessed, injected: injected(), ..Signal::about(id) };
        self.note_usage(actor, ids.map(signal));
    }

    fn note_usage(&self, actor: &Actor, signals: impl Iterator<Item = Signal>) {
        let noted = signals.map(|signal| (actor.clone(), signal));
        self.usage.lock().expect("signals are only noted").extend(noted);
        self.scribe.request_update();
    }

    /// Journals what was noted. What cannot be journalled is lost.
    pub(crate) async fn write_usage(&self) {
        let noted = std::mem::take(&mut *self.usage.lock().expect("signals are only noted"));
        for run in noted.chunk_by(|(one, _), (next, _)| one == next) {
            if let Err(error) = self.journal_usage(run).await {
                tracing::info!(%error, "what usage said is lost");
            }
        }
    }

    /// Journals what was noted on one actor's behalf.
    async fn journal_usage(&self, noted: &[(Actor, Signal)]) -> Result<(), Error> {
        let Some((actor, _)) = noted.first() else { return Ok(()) };
        // Nobody waits long for what may be lost.
        self.ledger.wait_for_locks(self.host.lock_timeout().min(READ_TIMEOUT)).await?;
        let writer = self.ledger.writer(actor.clone()).await?;
        let events = noted.iter().map(|(_, signal)| Event::Signal(signal.clone()));
        writer.commit_lazily(events.collect()).await
    }
}
