//! Audit: who did what to which memory, read from the journal, the newest first.

use std::collections::HashSet;

use jiff::Timestamp;
use mnemic_core::{
    journal::{
        audit::{self, AuditItem},
        event::{Act, Actor, Event},
    },
    port::store::{Needs, Store},
    record::{
        id::{ActId, MemoryId, Reference, RunId},
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{
    engine::Engine,
    error::Error,
    ledger::follow::newer,
    vault::{disk::blocking, journal::Replay},
};

/// What to look for in the journal; what is absent does not matter.
#[derive(Debug, Clone, Default)]
pub struct AuditRequest {
    /// Only what was done to this memory.
    pub memory: Option<Reference>,
    /// Only what was done at this moment or later.
    pub since: Option<Timestamp>,
    /// Only what was done before this moment.
    pub until: Option<Timestamp>,
    /// Only what someone of this name did: a channel, an agent or a session.
    pub actor: Option<String>,
    /// At most how many acts.
    pub limit: usize,
}

/// An act that changed memories.
#[derive(Debug, Clone, PartialEq)]
pub struct Audited {
    /// The act.
    pub act: ActId,
    /// When.
    pub at: Timestamp,
    /// Who.
    pub actor: Actor,
    /// What ties it to other acts of the same verb.
    pub run: Option<RunId>,
    /// Whether it was taken back.
    pub undone: bool,
    /// What it did.
    pub items: Vec<AuditItem>,
}

impl Engine {
    /// What was done, the newest first.
    pub async fn audit(
        &self,
        caller: &Caller,
        request: &AuditRequest,
    ) -> Result<Vec<Audited>, Error> {
        let store = self.scribe().fresh_store().await?;
        let memory = match &request.memory {
            Some(reference) => {
                Some(self.resolve(store.as_ref(), &caller.reach, reference).await?.id)
            }
            None => None,
        };
        let replay = self.whole_journal().await?;
        let taken_back = self.taken_back(&replay)?;
        let mention = memory.map(|id| id.to_string());
        let mut found = Vec::new();
        for act in self.newest(&replay, mention.as_deref()) {
            let act = act?;
            if !request.admits(&act) {
                continue;
            }
            let mut items = audit::audit_items(&act);
            self.name(store.as_ref(), &caller.reach, &mut items).await?;
            items.retain(|deed| memory.is_none_or(|id| deed.memory == Some(id)));
            if items.is_empty() {
                continue;
            }
            let Act { id, at, actor, run, .. } = act;
            let undone = taken_back.contains(&id);
            found.push(Audited { act: id, at, actor, run, undone, items });
            if found.len() == request.limit {
                break;
            }
        }
        Ok(found)
    }

    /// Every act there is, in order.
    pub(crate) async fn whole_journal(&self) -> Result<Replay, Error> {
        let vault = self.vault().clone();
        let replay = blocking(move || vault.journal().read_all()).await;
        replay.map_err(Error::file("read", self.vault().root().join("journal")))?.map_err(newer)
    }

    /// The acts from the newest on; with a `mention` only those whose line holds it.
    pub(crate) fn newest<'a>(
        &self,
        replay: &'a Replay,
        mention: Option<&'a str>,
    ) -> impl Iterator<Item = Result<Act, Error>> + use<'a> {
        let folder = self.vault().root().join("journal");
        replay.newest(mention).map(move |act| act.map_err(Error::file("read", folder.clone())))
    }

    /// Which acts were taken back, by acts that were not taken back themselves.
    pub(crate) fn taken_back(&self, replay: &Replay) -> Result<HashSet<ActId>, Error> {
        let mut taken_back = HashSet::new();
        for act in self.newest(replay, Some(r#"{"undone":"#)) {
            let act = act?;
            if !taken_back.contains(&act.id) {
                taken_back.extend(act.events.iter().filter_map(|event| match event {
                    Event::Undone(undone) => Some(undone.act),
                    _ => None,
                }));
            }
        }
        Ok(taken_back)
    }

    /// Says which memories signals were about, and leaves out what is beyond reach.
    pub(crate) async fn name(
        &self,
        store: &dyn Store,
        reach: &Reach,
        items: &mut Vec<AuditItem>,
    ) -> Result<(), Error> {
        let nameless = items.iter().filter(|deed| deed.scope.is_none());
        let ids: Vec<MemoryId> = nameless.filter_map(|deed| deed.memory).collect();
        let known = store.load(&Needs { ids, ..Needs::default() }).await?.memories;
        for item in items.iter_mut().filter(|deed| deed.scope.is_none()) {
            if let Some(memory) = item.memory.and_then(|id| known.get(&id)) {
                item.number = memory.number;
                item.scope = Some(memory.scope.clone());
                item.text = Some(mnemic_core::journal::daily_log::excerpt(&memory.text));
            }
        }
        items.retain(|deed| match &deed.scope {
            Some(scope) => reach.covers(scope),
            None => *reach == Reach::Vault,
        });
        Ok(())
    }
}

impl AuditRequest {
    fn admits(&self, act: &Act) -> bool {
        self.since.is_none_or(|since| act.at >= since)
            && self.until.is_none_or(|until| act.at < until)
            && self.actor.as_deref().is_none_or(|name| audit::has_name(&act.actor, name))
    }
}
