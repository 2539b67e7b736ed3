//! Loading the context of an agent that begins: who it is, whom it works for, what happened lately, what it was doing.

use jiff::{Span, Timestamp};
use mnemic_core::{
    context::{
        AgentContext,
        agent::{AgentState, LoadedDocument, Overall, SystemStatus, UserProfile, name_in},
        recent::{RecentLimits, active_facts},
    },
    learn::widening::may_be_handed,
    record::{
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        id::SessionId,
        memory::Memory,
        scope::{Reach, Scope, Slug},
    },
    safety::caller::Caller,
    session::{WorkingMemory, label},
};

use crate::{engine::Engine, error::Error, vault::disk::Content, verb::confirm::agreed_to};

/// What an agent reads when it begins, in this order. The first two are people's own and are only read.
const DOCUMENTS: [&str; 4] = ["IDENTITY.md", "SOUL.md", "USER.md", "MEMORY.md"];
/// Among how many the weightiest are looked for.
const LOOKED_AT: usize = 200;

/// For whom a context is loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadContext {
    /// The agent.
    pub agent: Slug,
    /// The user it works for.
    pub user: Option<String>,
    /// Whose memory its session adds to.
    pub scope: Scope,
    /// The session, if it goes on with one or has a name for it; else a name is made.
    pub session: Option<SessionId>,
}

impl LoadContext {
    /// What the agent sees: its own memories, those of the scope, and everyone's.
    fn scopes(&self) -> Vec<Scope> {
        let mut scopes = vec![Scope::Agent(self.agent.clone())];
        for scope in [self.scope.clone(), Scope::Global] {
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        scopes
    }
}

impl Engine {
    /// Loads the context of an agent. Nothing is begun by it: [`Engine::save_context`] or an append begins the session.
    pub async fn load_context(
        &self,
        caller: &Caller,
        load: &LoadContext,
    ) -> Result<AgentContext, Error> {
        let now = self.now();
        let scopes = load.scopes();
        let caller = &caller.within(Reach::Scopes(scopes.clone()));
        let documents = self.opening_documents(caller, &scopes, now).await?;
        let recent = self.recent_memories(&caller.reach, now).await?;
        let (working_memory, state) = self.working_state(caller, load, &recent).await?;
        let made = || label::session(now, &self.zone(), self.randomness());
        let name = name_in(text_of(&documents, "IDENTITY.md"));
        let context = AgentContext {
            agent_name: name.unwrap_or_else(|| load.agent.to_string()),
            agent_id: load.agent.clone(),
            session_id: load.session.clone().unwrap_or_else(made),
            scope: load.scope.clone(),
            current_time: now,
            timezone: self.zone().iana_name().unwrap_or("local").to_owned(),
            user_profile: UserProfile {
                display_name: load.user.clone().unwrap_or_default(),
                text: text_of(&documents, "USER.md").to_owned(),
            },
            user_id: load.user.clone(),
            system_status: self.system_status(caller).await?,
            active_loops: state.active_loops,
            working_memory,
            recent_memories: recent,
            documents,
            current_task: state.current_task,
            task_history: state.task_history,
            environment_state: state.environment_state,
        };
        tracing::debug!(agent = %load.agent, session = %context.session_id, "a context was loaded");
        Ok(context)
    }

    /// What the agent has in mind and was doing: as it left the session it goes on with, else fresh, with what it did in
    /// its last one.
    async fn working_state(
        &self,
        caller: &Caller,
        load: &LoadContext,
        recent: &[Memory],
    ) -> Result<(WorkingMemory, AgentState), Error> {
        let known = match &load.session {
            Some(id) => self.vault().session(id).map_err(Error::file("look for", self.root()))?,
            None => None,
        };
        let nothing = || AgentState::nothing(load.agent.clone(), self.now());
        let Some(files) = known else {
            let active_facts = active_facts(recent);
            let fresh = WorkingMemory { active_facts, ..WorkingMemory::default() };
            let last = self.sessions().last_agent_state(&load.scope, &load.agent)?;
            return Ok((fresh, last.unwrap_or_else(nothing)));
        };
        let state = self.sessions().agent_state(&files)?.unwrap_or_else(nothing);
        let working = self.working_memory(caller, &files.id).await?;
        Ok((WorkingMemory { scratchpad: state.scratchpad.clone(), ..working }, state))
    }

    /// The documents of these scopes that there are, then the logs of the last days, the latest first.
    async fn opening_documents(
        &self,
        caller: &Caller,
        scopes: &[Scope],
        now: Timestamp,
    ) -> Result<Vec<LoadedDocument>, Error> {
        let today = now.to_zoned(self.zone()).date();
        let days = i64::try_from(self.settings().looking.days).unwrap_or(0);
        let folders: Vec<String> = scopes.iter().filter_map(Scope::directory).collect();
        let mut paths = Vec::new();
        for folder in &folders {
            paths.extend(DOCUMENTS.map(|name| format!("{folder}/{name}")));
        }
        for day in 0..days {
            let date = today.saturating_sub(Span::new().days(day));
            paths.extend(folders.iter().map(|folder| format!("{folder}/memory/{date}.md")));
        }
        let withheld = self.withheld(caller).await;
        let mut documents = Vec::new();
        for path in paths {
            if let Content::Text { text, .. } = self.scribe().read_content(&path).await {
                let text = agreed_to(withheld.as_ref(), &path, text);
                documents.push(LoadedDocument { path, text });
            }
        }
        Ok(documents)
    }

    async fn recent_memories(&self, reach: &Reach, now: Timestamp) -> Result<Vec<Memory>, Error> {
        let looking: RecentLimits = self.settings().looking;
        let since = Value::Time(looking.since(now));
        let late = Filter::active().and(Field::CreatedAt, Test::Gte(since.clone()));
        let older = Filter::active().and(Field::CreatedAt, Test::Lt(since));
        let query = |filter, field, limit| Query {
            filter,
            order: Order { field, direction: Direction::Descending },
            limit,
            after: None,
        };
        let late = &query(late, Field::CreatedAt, looking.memories / 2);
        let older = &query(older, Field::Importance, LOOKED_AT);
        let (mut late, mut older) = self
            .read(|store| async move {
                let late = store.query(reach, late).await?.memories;
                Ok((late, store.query(reach, older).await?.memories))
            })
            .await?;
        late.retain(|memory| memory.may_be_injected() && may_be_handed(memory, reach));
        older.retain(|memory| memory.may_be_injected() && may_be_handed(memory, reach));
        Ok(looking.recent(late, older, now))
    }

    async fn system_status(&self, caller: &Caller) -> Result<SystemStatus, Error> {
        let status = self.status(caller).await?;
        let active = status.census.iter().filter(|row| row.lifecycle == "active");
        let memories = active.map(|row| row.count).sum();
        let unsettled = status.conflicts + status.contradictions;
        let damaged_documents = status.damaged.len();
        let is_well = damaged_documents == 0 && status.configuration_faults == 0;
        let overall = if is_well { Overall::Well } else { Overall::NeedsAttention };
        Ok(SystemStatus { overall, memories, damaged_documents, unsettled })
    }
}

/// What the first document of this name says; nothing when there is none.
fn text_of<'a>(documents: &'a [LoadedDocument], name: &str) -> &'a str {
    let is_named = |it: &&LoadedDocument| it.path.rsplit('/').next() == Some(name);
    documents.iter().find(is_named).map_or("", |it| it.text.as_str())
}
