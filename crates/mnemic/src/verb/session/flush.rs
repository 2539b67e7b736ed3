//! Flush: what is worth keeping of a session is remembered before the conversation is shortened.
//!
//! It is done once between two compactions, and counts as done only when everything was remembered.

use std::collections::HashSet;

use mnemic_core::{
    learn::{
        finding::findings,
        flush::{self, Extract, FlushTarget},
        known::Familiarity,
        worth::worth_keeping,
    },
    record::{
        draft::Draft,
        id::SessionId,
        memory::{Memory, Status, Trust},
        source::{Origin, Source},
    },
    safety::caller::{Caller, Right},
    session::{MarkKind, Transcript, Turn},
};

use super::promote::{is_trusted, learnt};
use crate::session::{
    SessionError,
    writer::{LockDuration, SessionWriter},
};
use crate::{engine::Engine, error::Error, learn::teacher::Teacher};

/// Who says what is worth keeping.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FlushBy {
    /// The language model where one is configured, else rules.
    Ourselves,
    /// Someone who was asked by the prompt, as the agent itself, and replied so.
    Reply(String),
}

/// What is to be remembered, and what of it was not taken as it stood.
struct FlushDrafts {
    drafts: Vec<Draft>,
    notes: Vec<String>,
}

impl FlushDrafts {
    /// With what rules find in the turns that were too many to be asked about: nothing is lost because there was much.
    fn with_omitted_turns(mut self, transcript: &Transcript, turns: &[Turn]) -> Self {
        let left_out = flush::left_out(turns);
        if left_out > 0 {
            self.drafts.extend(by_rules(transcript, &turns[..left_out]));
            let asked = turns.len() - left_out;
            self.notes.push(format!(
                "the model read the newest {asked} of {} turns; rules read the others",
                turns.len()
            ));
        }
        self
    }
}

/// What came of a flush.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Flushed {
    /// Whether there was anything that had not been looked at.
    pub triggered: bool,
    /// How many turns were looked at.
    pub messages: usize,
    /// What is remembered now.
    pub memories: Vec<Memory>,
    /// What of a reply was not taken as it stood.
    pub notes: Vec<String>,
}

impl Engine {
    /// The question that asks a language model what is worth keeping of a session; nothing when all was looked at.
    pub async fn flush_prompt(
        &self,
        caller: &Caller,
        id: &SessionId,
    ) -> Result<Option<String>, Error> {
        caller.require(Right::Write)?;
        let transcript = self.session_of(caller, id)?.1;
        let turns = transcript.unflushed();
        let Some(last) = turns.last() else { return Ok(None) };
        if transcript.ended().is_none() && transcript.asked() != Some(last.id.as_str()) {
            self.note_asked(caller, id, last.id.clone()).await;
        }
        Ok(Some(flush::prompt(&turns)))
    }

    /// Notes what was in the question, so that a reply to it counts for nothing that was said later. Who cannot write is
    /// asked all the same.
    async fn note_asked(&self, caller: &Caller, id: &SessionId, through: String) {
        let noting = async {
            let mut writer = self.session_writer_of(caller, id, LockDuration::Moment).await?;
            writer.mark(MarkKind::Asked { through })
        };
        if let Err(error) = noting.await {
            tracing::warn!(%error, session = %id, "what was asked about could not be noted");
        }
    }

    /// Remembers what is worth keeping of what was said since the last flush.
    pub async fn flush_session(
        &self,
        caller: &Caller,
        id: &SessionId,
        by: FlushBy,
    ) -> Result<Flushed, Error> {
        caller.require(Right::Write)?;
        let mut writer = self.session_writer_of(caller, id, LockDuration::Moment).await?;
        writer.is_not_ended()?;
        self.flush(caller, &mut writer, by).await
    }

    pub(crate) async fn flush(
        &self,
        caller: &Caller,
        writer: &mut SessionWriter<'_>,
        by: FlushBy,
    ) -> Result<Flushed, Error> {
        let turns = match &by {
            FlushBy::Ourselves => writer.transcript.unflushed(),
            FlushBy::Reply(_) => writer.transcript.asked_about(),
        };
        let Some(through) = turns.last().map(|turn| turn.id.clone()) else {
            return Ok(Flushed::default());
        };
        let gathered = match by {
            FlushBy::Ourselves => self.worth_keeping(&writer.transcript, &turns).await,
            FlushBy::Reply(reply) => {
                by_reply(&writer.transcript, &reply)?.with_omitted_turns(&writer.transcript, &turns)
            }
        };
        let FlushDrafts { drafts, notes } = gathered;
        let memories = self.remember_flushed(caller, drafts).await?;
        let cycle = writer.transcript.cycle();
        let ids = memories.iter().map(|memory| memory.id).collect();
        writer.mark(MarkKind::Flush { through, cycle, memories: ids })?;
        tracing::debug!(session = %writer.files.id, memories = memories.len(), "session flushed");
        Ok(Flushed { triggered: true, messages: turns.len(), memories, notes })
    }

    /// Remembers at the end of a session what no flush has looked at. The stage it belongs to says that it is done.
    pub(crate) async fn flush_rest(
        &self,
        caller: &Caller,
        writer: &SessionWriter<'_>,
    ) -> Result<Vec<Memory>, Error> {
        let turns = writer.transcript.unflushed();
        if turns.is_empty() {
            return Ok(Vec::new());
        }
        let gathered = self.worth_keeping(&writer.transcript, &turns).await;
        self.remember_flushed(caller, gathered.drafts).await
    }

    /// Remembers what is not remembered already. What was forgotten stays so, and what a user asks for again counts.
    async fn remember_flushed(
        &self,
        caller: &Caller,
        drafts: Vec<Draft>,
    ) -> Result<Vec<Memory>, Error> {
        let mut memories = Vec::new();
        for draft in drafts {
            let is_vouched_for = draft.status != Status::Candidate;
            if !is_vouched_for && !is_trusted(&draft) {
                continue;
            }
            if is_vouched_for || self.how_known(&draft).await? == Familiarity::No {
                let remembered = self.remember(caller, draft).await?;
                memories.extend((!remembered.stays_forgotten).then_some(remembered.memory));
            }
        }
        Ok(memories)
    }

    /// What the language model wants kept, or rules. Nobody vouched for it: it is a candidate.
    async fn worth_keeping(&self, transcript: &Transcript, turns: &[Turn]) -> FlushDrafts {
        let learnt = self.extract(turns, &HashSet::new()).await;
        let mut notes = learnt.value.notes;
        let drafts = match learnt.teacher {
            Teacher::Model => {
                let candidate =
                    |extract| Draft { status: Status::Candidate, ..replied(transcript, extract) };
                let drafts = learnt.value.extracts.into_iter().map(candidate).collect();
                return FlushDrafts { drafts, notes }.with_omitted_turns(transcript, turns);
            }
            Teacher::Rules { instead } => {
                notes.extend(instead.map(|why| format!("rules decided: {why}")));
                by_rules(transcript, turns)
            }
        };
        FlushDrafts { drafts, notes }
    }
}

fn by_rules(transcript: &Transcript, turns: &[Turn]) -> Vec<Draft> {
    let drafts = worth_keeping(findings(turns)).into_iter().map(|finding| {
        let mut draft = learnt(transcript, &finding);
        draft.about_user = finding.category.as_str() == "preference";
        flushed(draft)
    });
    drafts.collect()
}

/// A reply that says nothing that can be understood is no reply: what was said is not counted as looked at.
fn by_reply(transcript: &Transcript, reply: &str) -> Result<FlushDrafts, SessionError> {
    let reply = flush::parse(reply);
    if reply.extracts.is_empty() && !reply.declined {
        let text = "the reply has neither a memory nor NO_REPLY";
        return Err(SessionError::Turn(text.to_owned()));
    }
    let drafts = reply.extracts.into_iter().map(|extract| replied(transcript, extract));
    Ok(FlushDrafts { drafts: drafts.collect(), notes: reply.notes })
}

fn replied(transcript: &Transcript, extract: Extract) -> Draft {
    let header = &transcript.header;
    let mut draft = Draft::note(header.scope.clone(), extract.text);
    draft.category = Some(extract.category.to_string());
    draft.about_user = extract.target == FlushTarget::User;
    draft.trust = Trust::Medium;
    draft.created_at = transcript.last_imported_turn_at();
    draft.source = Source {
        session: Some(header.session.to_string()),
        agent: header.agent.clone(),
        narrative: transcript.narrative().map(|id| id.to_string()),
        ..Source::default()
    };
    flushed(draft)
}

fn flushed(mut draft: Draft) -> Draft {
    draft.source.origin = Origin::AutoFlush;
    draft
}
