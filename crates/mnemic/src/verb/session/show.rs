//! Showing a session: what was said, what a reader sees of it, and how it stands.

use std::collections::HashSet;

use mnemic_core::{
    learn::slug::topic,
    record::{
        filter::{Field, Filter, Query, Test, Value},
        fingerprint::Fingerprint,
        id::{MemoryId, SessionId},
        kind::narrative::Narrative,
        memory::{Memory, Trust},
        scope::Reach,
    },
    safety::{
        caller::{Caller, Right},
        trust,
    },
    session::{
        SessionEntry, SessionState, Transcript, View, WorkingMemory, prune,
        threshold::{Due, Thresholds},
    },
    text::token::Estimator,
};

use crate::session::{SessionError, SessionFindings, writer::parsed};
use crate::{engine::Engine, error::Error, vault::transcript::SessionFiles};

/// The most memories of a session that an agent is reminded of.
const FACTS_MOST: usize = 100;

/// A session with all that is known of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownSession {
    /// How it stands.
    pub entry: SessionEntry,
    /// Include every message and done.
    pub transcript: Transcript,
    /// What a reader of the conversation sees, old results of tools pruned.
    pub view: View,
    /// How many tokens that is, before pruning.
    pub tokens: usize,
    /// From how many on something is due.
    pub thresholds: Thresholds,
    /// What is due.
    pub due: Option<Due>,
    /// What it has taught so far.
    pub kept: Option<SessionFindings>,
}

impl Engine {
    /// Shows a session, also one that was put away.
    pub fn show_session(&self, caller: &Caller, id: &SessionId) -> Result<ShownSession, Error> {
        caller.require(Right::Read)?;
        let (files, transcript) = self.session_of(caller, id)?;
        let settings = self.settings();
        let compacting = settings.policies.compacting;
        let thresholds = compacting.thresholds(settings.context_window);
        let whole = View::of(&transcript);
        let tokens = whole.tokens(&Estimator);
        let bytes = crate::vault::disk::mark(&files.path()).ok().flatten();
        let mut entry = SessionEntry::of(&transcript, bytes.map_or(0, |mark| mark.size));
        if files.is_away {
            entry.status = SessionState::Archived;
        }
        let due = thresholds.due(tokens, transcript.is_flushed());
        Ok(ShownSession {
            due: due.filter(|_| entry.status == SessionState::Active),
            entry,
            view: View { turns: prune::pruned(&whole.turns, compacting.tool_results), ..whole },
            tokens,
            thresholds,
            kept: self.sessions().kept(&files)?,
            transcript,
        })
    }

    /// What an agent that goes on with a session has in mind.
    pub async fn working_memory(
        &self,
        caller: &Caller,
        id: &SessionId,
    ) -> Result<WorkingMemory, Error> {
        let shown = self.show_session(caller, id)?;
        let narrative = match shown.transcript.narrative() {
            Some(id) => self.narrative_text(id).await?,
            None => None,
        };
        let title = shown.transcript.header.title.clone();
        let current_topic = title.or_else(|| topic(&shown.view.turns));
        Ok(WorkingMemory {
            active_facts: self.facts(caller, &shown).await?,
            conversation_history: shown.view.turns,
            current_topic,
            related_topics: shown.view.summary.into_iter().chain(narrative).collect(),
            scratchpad: Default::default(),
        })
    }

    /// What holds in a session: the memories made in it and its findings, the weightiest first, each once.
    async fn facts(&self, caller: &Caller, shown: &ShownSession) -> Result<Vec<String>, Error> {
        let header = &shown.transcript.header;
        let filter = Filter::active()
            .and_text(Field::Session, header.session.as_str())
            .and(Field::Kind, Test::Ne(Value::Text(Narrative::KIND.to_owned())));
        let query = Query { filter, limit: FACTS_MOST, ..Query::default() };
        let made = self
            .list(&caller.within(Reach::only(header.scope.clone())), &query)
            .await?
            .page
            .memories;
        let made = made.into_iter().filter(Memory::may_be_injected);
        let made = made.map(|memory| (memory.importance, memory.text));
        let found = shown.kept.iter().flat_map(SessionFindings::all);
        let found = found.filter(|it| trust::of_text(Trust::Medium, &it.text) > Trust::Low);
        let found = found.map(|finding| (finding.importance, finding.text));
        let mut facts: Vec<(f64, String)> = made.chain(found).collect();
        facts.sort_by(|one, other| other.0.total_cmp(&one.0));
        let mut known = HashSet::new();
        let facts = facts.into_iter().map(|(_, text)| text);
        Ok(facts.filter(|text| known.insert(Fingerprint::of(text))).collect())
    }

    async fn narrative_text(&self, id: MemoryId) -> Result<Option<String>, Error> {
        let read =
            self.read(|store| async move { Ok(store.get(&Reach::Vault, id).await?) }).await?;
        let handed = read.filter(|memory| memory.is_active() && memory.may_be_injected());
        Ok(handed.map(|memory| memory.text))
    }

    /// A session's files and what its transcript says.
    pub(crate) fn read_session(&self, id: &SessionId) -> Result<(SessionFiles, Transcript), Error> {
        let found = self.vault().session(id).map_err(Error::file("look for", self.root()))?;
        let files = found.ok_or_else(|| SessionError::Unknown(id.clone()))?;
        let bytes = files.read().map_err(Error::file("read", files.path()))?;
        let transcript = parsed(id, &bytes)?;
        Ok((files, transcript))
    }
}
