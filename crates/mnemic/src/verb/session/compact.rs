//! Compaction: a summary takes the place of old turns in what a reader sees. The transcript keeps them.
//!
//! What is worth keeping is flushed first, unless nothing is to be learnt unasked.

use mnemic_core::{
    record::{draft::is_control, id::SessionId},
    safety::caller::{Caller, Right},
    session::{MarkKind, View, compaction},
    text::token::Estimator,
};

use crate::session::{FlushBy, Flushed, SessionError, writer::LockDuration};
use crate::{engine::Engine, error::Error};

/// What came of a compaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Compacted {
    /// What was flushed before.
    pub flushed: Flushed,
    /// The summary.
    pub summary: String,
    /// The first turn that stays as it is.
    pub first_kept_id: String,
    /// How many turns the summary tells of.
    pub summarised_turns: usize,
    /// How many tokens the conversation had.
    pub tokens_before: usize,
    /// How many it has now.
    pub tokens_after: usize,
}

impl Engine {
    /// Compacts a session. The summary is made by the language model or by rules unless one is given.
    pub async fn compact_session(
        &self,
        caller: &Caller,
        id: &SessionId,
        given: Option<String>,
    ) -> Result<Compacted, Error> {
        caller.require(Right::Write)?;
        let mut writer = self.session_writer_of(caller, id, LockDuration::Moment).await?;
        writer.is_not_ended()?;
        let view = View::of(&writer.transcript);
        let compacting = self.settings().policies.compacting;
        let plan = compaction::plan(&view, compacting.keep_recent);
        let plan = plan.ok_or_else(|| SessionError::NothingToCompact(id.clone()))?;
        let flushed = match self.settings().policies.flushes_unasked() {
            true => self.flush(caller, &mut writer, FlushBy::Ourselves).await?,
            false => Flushed::default(),
        };
        let narrative = self.write_narrative(caller, &writer.transcript, &plan.summarised).await?;
        let mut summary = match given.filter(|it| !it.trim().is_empty()) {
            Some(given) => given,
            None => {
                let turns = plan.to_sum_up(view.summary.as_deref(), self.now());
                self.summarise(&turns, compaction::SUMMARY_TOKENS).await.value
            }
        };
        crate::ledger::redact::text(self.redactor(), &mut summary);
        summary.retain(|character| !is_control(character));
        let tokens_before = view.tokens(&Estimator);
        let first_kept_id = plan.first_kept_id.clone();
        writer.mark(MarkKind::Compaction {
            summary: summary.clone(),
            first_kept_id: first_kept_id.clone(),
            tokens_before,
            narrative,
        })?;
        // What the session was given may be among what its reader no longer sees.
        self.deliveries().forget(id.as_str()).await;
        if let Err(error) = self.sessions().note_session(&writer).await {
            tracing::warn!(session = %id, %error, "sessions.json is behind");
        }
        let tokens_after = View::of(&writer.transcript).tokens(&Estimator);
        Ok(Compacted {
            flushed,
            summary,
            first_kept_id,
            summarised_turns: plan.summarised.len(),
            tokens_before,
            tokens_after,
        })
    }
}
