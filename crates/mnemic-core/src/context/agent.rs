//! The context of an agent: who it is, whom it works for, what happened lately and what it was doing. Loaded when a
//! session begins, saved when it stops.
//!
//! Tasks, loops and the environment are the agent's own: they are kept as they were given and never looked into, but for
//! the name of a task.

use std::{collections::BTreeMap, fmt};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    record::{
        id::SessionId,
        memory::Memory,
        scope::{Scope, Slug},
    },
    session::WorkingMemory,
};

/// All that an agent knows when it begins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentContext {
    /// The agent.
    pub agent_id: Slug,
    /// What it is called.
    #[serde(default)]
    pub agent_name: String,
    /// The session that begins.
    pub session_id: SessionId,
    /// Whose memory the session adds to.
    #[serde(default = "everyone")]
    pub scope: Scope,
    /// When it was loaded.
    #[serde(default)]
    pub current_time: Timestamp,
    /// The user's time zone.
    #[serde(default)]
    pub timezone: String,
    /// The user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub user_id: Option<String>,
    /// What is known of the user.
    #[serde(default)]
    pub user_profile: UserProfile,
    /// How the memory itself is.
    #[serde(default)]
    pub system_status: SystemStatus,
    /// What the agent runs besides.
    #[serde(default)]
    pub active_loops: Vec<Value>,
    /// What it has in mind.
    #[serde(default)]
    pub working_memory: WorkingMemory,
    /// What was remembered lately, and what counts most, the weightiest first.
    #[serde(default)]
    pub recent_memories: Vec<Memory>,
    /// The documents it begins with, and the logs of the last days.
    #[serde(default)]
    pub documents: Vec<LoadedDocument>,
    /// What it is doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_task: Option<Value>,
    /// What it has done.
    #[serde(default)]
    pub task_history: Vec<Value>,
    /// What it knows of its surroundings.
    #[serde(default)]
    pub environment_state: BTreeMap<String, Value>,
}

fn everyone() -> Scope {
    Scope::Global
}

/// What is known of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct UserProfile {
    /// What the user is called.
    pub display_name: String,
    /// What `USER.md` says.
    pub text: String,
}

/// A document as it was when it was loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadedDocument {
    /// Its path below the vault.
    pub path: String,
    /// What it says.
    pub text: String,
}

/// How the memory itself is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SystemStatus {
    /// How it is on the whole.
    pub overall: Overall,
    /// How many memories are within reach.
    pub memories: u64,
    /// Documents that are damaged and wait for a person.
    pub damaged_documents: usize,
    /// Changes that clashed, and memories that contradict each other.
    pub unsettled: usize,
}

/// How the memory is on the whole.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Overall {
    /// Nothing is wrong with it.
    #[default]
    Well,
    /// A person should look at it.
    NeedsAttention,
}

impl fmt::Display for Overall {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Well => "well",
            Self::NeedsAttention => "needs attention",
        })
    }
}

/// What of an agent's context outlives its session, beside the transcript.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AgentState {
    /// The agent.
    pub agent_id: Slug,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// What the agent runs besides.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub active_loops: Vec<Value>,
    /// What it is doing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub current_task: Option<Value>,
    /// What it has done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub task_history: Vec<Value>,
    /// What it knows of its surroundings.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment_state: BTreeMap<String, Value>,
    /// What it noted for itself.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub scratchpad: BTreeMap<String, Value>,
}

impl AgentState {
    /// Of an agent that never saved any.
    pub fn nothing(agent_id: Slug, now: Timestamp) -> Self {
        Self {
            agent_id,
            saved_at: now,
            active_loops: Vec::new(),
            current_task: None,
            task_history: Vec::new(),
            environment_state: BTreeMap::new(),
            scratchpad: BTreeMap::new(),
        }
    }

    /// What of a context is kept.
    pub fn of(context: &AgentContext, now: Timestamp) -> Self {
        Self {
            agent_id: context.agent_id.clone(),
            saved_at: now,
            active_loops: context.active_loops.clone(),
            current_task: context.current_task.clone(),
            task_history: context.task_history.clone(),
            environment_state: context.environment_state.clone(),
            scratchpad: context.working_memory.scratchpad.clone(),
        }
    }

    /// Everything in it that an agent wrote.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        let noted = self.environment_state.values_mut().chain(self.scratchpad.values_mut());
        let tasks = self.current_task.iter_mut().chain(&mut self.task_history);
        self.active_loops.iter_mut().chain(tasks).chain(noted)
    }
}

impl AgentContext {
    /// The context in a few lines, for a prompt.
    pub fn summary(&self) -> String {
        let named = Some(&self.user_profile.display_name).filter(|name| !name.is_empty());
        let user = named.or(self.user_id.as_ref()).map_or("unknown", String::as_str);
        let task = self.current_task.as_ref().map_or_else(|| "None".to_owned(), task_name);
        format!(
            "Agent: {} ({})\nSession: {}\nTime: {} ({})\nUser: {user}\nActive Loops: {}\nCurrent Task: {task}\n\
             System Status: {}\n",
            self.agent_name,
            self.agent_id,
            self.session_id,
            self.current_time,
            self.timezone,
            self.active_loops.len(),
            self.system_status.overall,
        )
    }
}

/// What a task is called, whatever it looks like.
pub fn task_name(task: &Value) -> String {
    let named = ["name", "title", "description", "id"].into_iter().find_map(|key| task.get(key));
    let shown = named.unwrap_or(task);
    let text = shown.as_str().map_or_else(|| shown.to_string(), str::to_owned);
    crate::journal::daily_log::excerpt(&text)
}

/// What an agent is called: the first heading of its `IDENTITY.md`, unless that names the file.
pub fn name_in(identity: &str) -> Option<String> {
    let heading = identity.lines().find_map(|line| line.strip_prefix("# "))?.trim();
    (!heading.is_empty() && !heading.eq_ignore_ascii_case("identity")).then(|| heading.to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_saved_needs_only_an_agent_and_a_session() {
        let given =
            json!({"agent_id": "codex", "session_id": "s1", "current_task": {"name": "Ship it"}});
        let context: AgentContext = serde_json::from_value(given).unwrap();
        assert_eq!(context.scope, Scope::Global);
        insta::assert_snapshot!(context.summary(), @r"
        Agent:  (codex)
        Session: s1
        Time: 1970-01-01T00:00:00Z ()
        User: unknown
        Active Loops: 0
        Current Task: Ship it
        System Status: well
        ");
        let again: AgentContext =
            serde_json::from_str(&serde_json::to_string(&context).unwrap()).unwrap();
        assert_eq!(again, context);
    }

    #[test]
    fn a_task_is_called_by_whatever_names_it() {
        for (task, name) in [
            (json!("Ship it"), "Ship it"),
            (json!({"id": 7, "title": "Ship it"}), "Ship it"),
            (json!({"id": 7}), "7"),
            (json!([1]), "[1]"),
        ] {
            assert_eq!(task_name(&task), name);
        }
    }

    #[test]
    fn an_agent_is_called_as_its_identity_says() {
        for (identity, name) in [
            ("# Ada\n\nA careful reviewer", Some("Ada")),
            ("# Identity\n\n# Ada", None),
            ("no heading", None),
        ] {
            assert_eq!(name_in(identity).as_deref(), name);
        }
    }
}
