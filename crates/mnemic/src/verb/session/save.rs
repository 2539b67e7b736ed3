//! Saving the context of an agent: what was said goes to the transcript, what it was doing beside it, and the day's log
//! is told when it turned to another task.

use mnemic_core::{
    context::{
        AgentContext,
        agent::{AgentState, task_name},
    },
    journal::daily_log::SessionLog,
    record::id::SessionId,
    safety::caller::{Caller, Right},
};

use crate::session::{Start, Utterance, catalogue::scope_folder};
use crate::{engine::Engine, error::Error};

/// What came of saving a context.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedContext {
    /// The session.
    pub session: SessionId,
    /// Whether it was begun by this.
    pub started: bool,
    /// How many turns were added to its transcript.
    pub added: usize,
}

impl Engine {
    /// Saves the context of an agent. Turns that the transcript has are not added again; nothing is added to a session
    /// that has ended.
    pub async fn save_context(
        &self,
        caller: &Caller,
        context: &AgentContext,
    ) -> Result<SavedContext, Error> {
        caller.require(Right::Write)?;
        let id = &context.session_id;
        let known = self.vault().session(id).map_err(Error::file("look for", self.root()))?;
        let started = known.is_none();
        if started {
            self.start_session(
                caller,
                Start {
                    scope: context.scope.clone(),
                    id: Some(id.clone()),
                    agent: Some(context.agent_id.to_string()),
                    user: context.user_id.clone(),
                    title: None,
                    taken_over: None,
                },
            )
            .await?;
        }
        let (files, transcript) = self.session_of(caller, id)?;
        let history = &context.working_memory.conversation_history;
        let new: Vec<Utterance> = history
            .iter()
            .filter(|turn| !transcript.has(&turn.id))
            .cloned()
            .map(|turn| Utterance { id: Some(turn.id), at: Some(turn.at), said: turn.said })
            .collect();
        let added = new.len();
        if added > 0 {
            self.append_all_to_session(caller, id, new.into_iter().map(Ok)).await?;
        }
        let former = self.sessions().agent_state(&files)?.and_then(|state| state.current_task);
        let state = AgentState::of(context, self.now());
        let task = state.current_task.clone().filter(|task| former.as_ref() != Some(task));
        self.sessions().keep_agent_state(&files, state).await?;
        if let Some(task) = task {
            let said = format!("Session {id} turned to: {}", task_name(&task));
            self.scribe()
                .log_session(&scope_folder(&files), self.now(), &SessionLog::of(said))
                .await?;
        }
        tracing::debug!(session = %id, added, "a context was saved");
        Ok(SavedContext { session: id.clone(), started, added })
    }
}
