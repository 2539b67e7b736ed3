//! `<session>.context.json`: what the agent of a session was doing when it last saved its context.

use mnemic_core::{
    context::agent::AgentState,
    record::scope::{Reach, Scope, Slug},
};

use super::{SessionError, Sessions, catalogue::scope_folder};
use crate::{
    error::Error,
    vault::{disk, transcript::SessionFiles},
};

/// The longest state, in bytes.
const MAX_BYTES: usize = 1 << 20;

impl Sessions {
    /// What an agent was doing in a session; nothing when it never said.
    pub(crate) fn agent_state(&self, files: &SessionFiles) -> Result<Option<AgentState>, Error> {
        let path = self.host.vault().document(&files.state());
        let text = disk::read_text(&path).map_err(Error::file("read", &path))?;
        Ok(serde_json::from_str(&text).ok())
    }

    /// What an agent was doing when it last said so, in the sessions of a scope that are not put away.
    pub(crate) fn last_agent_state(
        &self,
        scope: &Scope,
        agent: &Slug,
    ) -> Result<Option<AgentState>, Error> {
        let Some(folder) = scope.directory() else { return Ok(None) };
        let mut last: Option<AgentState> = None;
        for listed in self.list(&Reach::only(scope.clone()))? {
            let files = SessionFiles::new(self.host.vault().root(), &folder, &listed.entry.id);
            let state = self.agent_state(&files)?.filter(|state| state.agent_id == *agent);
            last = last.into_iter().chain(state).max_by_key(|state| state.saved_at);
        }
        Ok(last)
    }

    /// Keeps what an agent is doing, without secrets.
    pub(crate) async fn keep_agent_state(
        &self,
        files: &SessionFiles,
        mut state: AgentState,
    ) -> Result<(), Error> {
        state.values_mut().for_each(|it| crate::ledger::redact::value(self.host.redactor(), it));
        let text = serde_json::to_string_pretty(&state).unwrap_or_default();
        if text.len() > MAX_BYTES {
            return Err(SessionError::State { bytes: text.len(), most: MAX_BYTES }.into());
        }
        let held = self.hold_sessions(&scope_folder(files)).await?;
        self.replace_file(&held, &files.state(), &format!("{text}\n")).await
    }
}
