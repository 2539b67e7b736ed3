//! Reinforce and demote: explicit feedback, the only thing that moves a score.

use mnemic_core::{
    journal::event::{Event, Signal},
    record::{id::Reference, memory::Memory},
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// Says that a memory helped: its score rises, by 3 unless configured, and this counts as a hit.
    pub async fn reinforce(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        let weight = self.settings().policies.reinforce_weight as i64;
        self.signal(caller, reference, weight, true).await
    }

    /// Says that a memory misled: its score falls, by 1 unless configured.
    pub async fn demote(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        let weight = self.settings().policies.demote_weight as i64;
        self.signal(caller, reference, -weight, false).await
    }

    async fn signal(
        &self,
        caller: &Caller,
        reference: &Reference,
        score: i64,
        hit: bool,
    ) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, mut memory) = self.writer_of(caller, reference).await?;
            if !memory.rules().takes_feedback {
                return Err(Error::NoFeedback(memory.anchor.to_string()));
            }
            let signal = Signal { score, hit, ..Signal::about(memory.id) };
            writer.commit(vec![Event::Signal(signal)]).await?;
            memory.signals.score += score;
            if hit {
                memory.signals.last_hit_at = memory.signals.last_hit_at.max(Some(self.now()));
            }
            Ok(memory)
        })
        .await
    }
}
