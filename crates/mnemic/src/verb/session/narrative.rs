//! Narratives: told at the end of a session and before a compaction, and found again to answer "where was I?".

use mnemic_core::{
    learn::{slug::topic, summary},
    port::store::{Key, Store},
    recall::RecallRequest,
    record::{
        draft::Draft,
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        id::{MemoryId, Reference},
        kind::narrative::Narrative,
        memory::{Body, Memory, Trust},
        scope::{Reach, Scope},
        source::{Origin, Source},
    },
    safety::caller::Caller,
    session::{Transcript, Turn},
};

use super::start::session_folder;
use crate::session::SessionError;
use crate::{engine::Engine, error::Error};

/// The most memories that one narrative names.
const MEMORIES_MOST: usize = 1_000;

/// A narrative and the memories that came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownNarrative {
    /// The narrative.
    pub memory: Memory,
    /// What it has beside its sentence.
    pub narrative: Narrative,
    /// The memories made while it happened, and those its session left behind.
    pub memories: Vec<Memory>,
    /// The narratives that follow it.
    pub next: Vec<MemoryId>,
}

/// Narratives from one back to the first, or as far as asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Walk {
    /// The newest first.
    pub narratives: Vec<Memory>,
    /// Whether the chain goes on.
    pub goes_on: bool,
}

impl Engine {
    /// Tells what happened in a sentence and adds it to the chain; nothing when nothing was said.
    pub(crate) async fn write_narrative(
        &self,
        caller: &Caller,
        transcript: &Transcript,
        turns: &[Turn],
    ) -> Result<Option<MemoryId>, Error> {
        let sentence = summary::sentence(turns);
        if sentence.is_empty() {
            return Ok(None);
        }
        let header = &transcript.header;
        let reference = format!("{}/narrative/{}", header.session, transcript.narratives() + 1);
        if let Some(existing) = self.existing_narrative(&header.scope, &reference).await? {
            return Ok(Some(existing));
        }
        let last = self.last_narrative(&header.scope).await?;
        let previous = last.as_ref().map(|memory| memory.id);
        let made =
            self.made_in(caller, &header.scope, header.session.as_str(), last.as_ref()).await?;
        let topic = header.title.clone().or_else(|| topic(turns));
        let mut draft = Draft::note(header.scope.clone(), sentence);
        draft.body = Body::Narrative(Narrative { previous, topic, memories: made });
        draft.created_at = transcript.last_imported_turn_at();
        draft.trust = Trust::Medium;
        draft.source = Source {
            origin: Origin::Narrative,
            session: Some(header.session.to_string()),
            agent: header.agent.clone(),
            reference: Some(reference),
            ..Source::default()
        };
        Ok(Some(self.remember(caller, draft).await?.memory.id))
    }

    async fn existing_narrative(
        &self,
        scope: &Scope,
        name: &str,
    ) -> Result<Option<MemoryId>, Error> {
        let key = &Key::Ref(scope.clone(), name.to_owned());
        let found =
            self.read(|store| async move { Ok(store.matching(std::slice::from_ref(key)).await?) });
        let found = found.await?.into_iter().flatten().next();
        Ok(found.map(|memory| memory.id))
    }

    /// The narrative told last in a scope.
    pub(crate) async fn last_narrative(&self, scope: &Scope) -> Result<Option<Memory>, Error> {
        if !self.sessions().catalogue(&session_folder(scope)?)?.has_narrative() {
            return Ok(None);
        }
        let reach = &Reach::only(scope.clone());
        self.read(|store| async move { last(&*store, reach).await }).await
    }

    /// The memories that were made in a session after a narrative.
    async fn made_in(
        &self,
        caller: &Caller,
        scope: &Scope,
        session: &str,
        after: Option<&Memory>,
    ) -> Result<Vec<MemoryId>, Error> {
        let filter = Filter::active()
            .and_text(Field::Session, session)
            .and(Field::Kind, Test::Ne(Value::Text(Narrative::KIND.to_owned())));
        let query = Query { filter, limit: MEMORIES_MOST, ..Query::default() };
        let page = self.list(&caller.within(Reach::only(scope.clone())), &query).await?.page;
        let is_new = |memory: &&Memory| after.is_none_or(|after| memory.number > after.number);
        Ok(page.memories.iter().filter(is_new).map(|memory| memory.id).collect())
    }

    /// A narrative with all that belongs to it; without a name the last one: where was I?
    pub async fn show_narrative(
        &self,
        caller: &Caller,
        reference: Option<&Reference>,
    ) -> Result<ShownNarrative, Error> {
        let reach = &caller.reach;
        let memory = self.find_narrative(caller, reference).await?;
        let narrative = narrative_of(&memory)?.clone();
        let (found, named, id) = (&memory, &narrative.memories, memory.id);
        let (memories, next) = self
            .read(|store| async move {
                let store = store.as_ref();
                let mut memories = made_under(store, reach, found).await?;
                memories.retain(|made| !named.contains(&made.id));
                for id in named.iter().rev() {
                    memories.extend(store.get(reach, *id).await?);
                }
                memories.reverse();
                let next = newest(store, reach, MEMORIES_MOST).await?.into_iter().filter(
                    |memory| matches!(&memory.body, Body::Narrative(it) if it.previous == Some(id)),
                );
                Ok((memories, next.map(|memory| memory.id).collect()))
            })
            .await?;
        Ok(ShownNarrative { memory, narrative, memories, next })
    }

    /// The chain from a narrative back, or from the last one.
    pub async fn walk_narratives(
        &self,
        caller: &Caller,
        from: Option<&Reference>,
        limit: usize,
    ) -> Result<Walk, Error> {
        let reach = &caller.reach;
        let mut narratives = vec![self.find_narrative(caller, from).await?];
        loop {
            let last = narratives.last().expect("there is one to begin with");
            let Some(previous) = narrative_of(last)?.previous else { break };
            let known = narratives.iter().any(|memory| memory.id == previous);
            if narratives.len() >= limit || known {
                return Ok(Walk { narratives, goes_on: true });
            }
            let found =
                self.read(|store| async move { Ok(store.get(reach, previous).await?) }).await?;
            let Some(found) = found else { break };
            narratives.push(found);
        }
        Ok(Walk { narratives, goes_on: false })
    }

    /// The narratives that tell of something, the newest first.
    pub async fn search_narratives(
        &self,
        caller: &Caller,
        question: &str,
        limit: usize,
    ) -> Result<Vec<Memory>, Error> {
        let request = RecallRequest {
            question: question.to_owned(),
            limit,
            filter: Filter::active().and_text(Field::Kind, Narrative::KIND),
        };
        let hits = self.recall(caller, request).await?.hits;
        let mut found: Vec<Memory> = hits.into_iter().map(|hit| hit.memory).collect();
        found.sort_by_key(|memory| std::cmp::Reverse(memory.number));
        Ok(found)
    }

    async fn find_narrative(
        &self,
        caller: &Caller,
        reference: Option<&Reference>,
    ) -> Result<Memory, Error> {
        let reach = &caller.reach;
        match reference {
            Some(reference) => {
                self.read(|store| async move {
                    let reach = &caller.reach;
                    self.resolve(&*store, reach, reference).await
                })
                .await
            }
            None => {
                let last = self.read(|store| async move { last(&*store, reach).await }).await?;
                Ok(last.ok_or(SessionError::NoNarrative)?)
            }
        }
    }
}

/// The memories of a narrative's session that name it as theirs, the newest first.
async fn made_under(
    store: &dyn Store,
    reach: &Reach,
    narrative: &Memory,
) -> Result<Vec<Memory>, Error> {
    let Some(session) = &narrative.source.session else { return Ok(Vec::new()) };
    let filter = Filter::active().and_text(Field::Session, session);
    let query = Query { filter, limit: MEMORIES_MOST, ..Query::default() };
    let made = store.query(reach, &query).await?.memories.into_iter();
    let id = narrative.id.to_string();
    Ok(made.filter(|memory| memory.source.narrative.as_ref() == Some(&id)).collect())
}

/// The newest narratives within reach. Numbers rise also where the clock stands still.
async fn newest(store: &dyn Store, reach: &Reach, limit: usize) -> Result<Vec<Memory>, Error> {
    let filter = Filter::active().and_text(Field::Kind, Narrative::KIND);
    let order = Order { field: Field::Number, direction: Direction::Descending };
    let query = Query { filter, order, limit, ..Query::default() };
    Ok(store.query(reach, &query).await?.memories)
}

async fn last(store: &dyn Store, reach: &Reach) -> Result<Option<Memory>, Error> {
    Ok(newest(store, reach, 1).await?.pop())
}

fn narrative_of(memory: &Memory) -> Result<&Narrative, Error> {
    match &memory.body {
        Body::Narrative(narrative) => Ok(narrative),
        _ => Err(SessionError::NotANarrative(memory.anchor.to_string()).into()),
    }
}
