//! Adding to a session: each turn is on disk before the next one is taken.

use mnemic_core::{
    record::id::SessionId,
    safety::caller::{Caller, Right},
    session::{Turn, View, threshold::Due},
    text::token::Estimator,
};

use crate::session::{
    Utterance,
    writer::{LockDuration, SessionWriter},
};
use crate::{engine::Engine, error::Error};

/// After how many turns what was learnt so far is written down.
const CHECKPOINT: usize = 10;

/// What came of adding to a session.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Appended {
    /// The names of the turns that were added.
    pub added: Vec<String>,
    /// How many turns were there already.
    pub known: usize,
    /// How many turns the session has.
    pub messages: usize,
    /// How many tokens its reader sees.
    pub tokens: usize,
    /// What is due.
    pub due: Option<Due>,
    /// What stood after the last whole line and was put aside.
    pub torn: Option<TornLine>,
}

/// An incomplete last line that was put aside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TornLine {
    /// How long it was.
    pub bytes: usize,
}

impl Engine {
    /// Adds one thing to a session.
    pub async fn append_to_session(
        &self,
        caller: &Caller,
        id: &SessionId,
        utterance: Utterance,
    ) -> Result<Appended, Error> {
        caller.require(Right::Write)?;
        let mut writer = self.session_writer_of(caller, id, LockDuration::Moment).await?;
        let mut appended = Appended::default();
        writer.append(utterance, &mut appended).await?;
        Ok(writer.with_session_status(appended))
    }

    /// Adds to a session whatever comes, one after the other, until nothing more does. Nobody else can write it
    /// meanwhile. What was added before something failed stays.
    pub async fn append_all_to_session(
        &self,
        caller: &Caller,
        id: &SessionId,
        utterances: impl Iterator<Item = Result<Utterance, Error>>,
    ) -> Result<Appended, Error> {
        caller.require(Right::Write)?;
        let mut writer = self.session_writer_of(caller, id, LockDuration::Lasting).await?;
        let mut appended = Appended::default();
        for utterance in utterances {
            writer.append(utterance?, &mut appended).await?;
        }
        Ok(writer.with_session_status(appended))
    }
}

impl SessionWriter<'_> {
    pub(crate) async fn append(
        &mut self,
        utterance: Utterance,
        appended: &mut Appended,
    ) -> Result<(), Error> {
        self.is_not_ended()?;
        let Some(utterance) = self.sessions().deduplicated(&self.transcript, utterance) else {
            appended.known += 1;
            return Ok(());
        };
        let turn: Turn = self.sessions().turn(&self.transcript, utterance)?;
        appended.added.push(turn.id.clone());
        self.append_turns(vec![turn])?;
        if self.transcript.turns().count().is_multiple_of(CHECKPOINT) {
            self.checkpoint().await;
        }
        Ok(())
    }

    /// Writes down what was learnt so far. The turns are safe without it.
    pub(crate) async fn checkpoint(&self) {
        let kept = self.sessions().kept_or_new(self).map(|kept| kept.extended(&self.turns()));
        let checked = async {
            self.sessions().keep(&self.files, &kept?).await?;
            self.sessions().note_session(self).await
        };
        if let Err(error) = checked.await {
            tracing::warn!(session = %self.files.id, %error, "the checkpoint failed");
        }
    }

    /// How the session stands after all that was added.
    pub(crate) fn with_session_status(&self, appended: Appended) -> Appended {
        let settings = self.sessions().settings();
        let tokens = View::of(&self.transcript).tokens(&Estimator);
        let thresholds = settings.policies.compacting.thresholds(settings.context_window);
        Appended {
            messages: self.transcript.turns().count(),
            tokens,
            due: thresholds.due(tokens, self.transcript.is_flushed()),
            torn: self.torn,
            ..appended
        }
    }
}
