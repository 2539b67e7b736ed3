//! Undo: takes back the last thing the same actor did, or an act by its name; an import as a whole.
//!
//! Taking back is an act of its own and can be taken back in turn.

use std::collections::HashSet;

use mnemic_core::{
    journal::{audit, event::Act, undo},
    port::store::Store,
    record::{
        id::{ActId, RunId},
        memory::Memory,
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{
    engine::Engine,
    error::Error,
    vault::{disk, journal::Replay, lock::HeldLock},
};

/// An act's name must be at least this long.
const NAME_CHARS: usize = 4;

/// What was taken back.
#[derive(Debug, Clone, PartialEq)]
pub struct Reversal {
    /// The acts, the newest first.
    pub acts: Vec<ActId>,
    /// The memories they had changed, as they are now.
    pub memories: Vec<Memory>,
}

/// Which act is taken back.
#[derive(Debug, Clone, Copy)]
pub enum Undo<'a> {
    /// The act whose id ends so, wherever it changed memories.
    Act(&'a str),
    /// The last act of the caller's actor that changed a memory within reach and was not taken back yet.
    Last,
}

impl Engine {
    /// Takes an act back. Acts that one verb needed together are taken back together. Who comes second waits for who
    /// came first, so that each takes back another act.
    pub async fn undo(&self, caller: &Caller, undo: Undo<'_>) -> Result<Reversal, Error> {
        self.scribe().take_in_first().await?;
        let _undoing = self.hold_undo_lock().await?;
        let replay = self.whole_journal().await?;
        let taken_back = self.taken_back(&replay)?;
        let act = match undo {
            Undo::Act(name) => self.named(&replay, name)?,
            Undo::Last => self.last(caller, &replay, &taken_back).await?,
        };
        if taken_back.contains(&act.id) {
            return Err(Error::AlreadyUndone(act.id));
        }
        let acts = self.run_of(&replay, &act, &taken_back)?;
        let run = (acts.len() > 1).then(|| RunId::new(self.now(), self.randomness()));
        let mut reversal = Reversal { acts: Vec::new(), memories: Vec::new() };
        for id in acts {
            let act = self.act_of(&replay, id)?;
            let memories = self
                .retry_after_repair(|| async { self.take_back(caller, &act, run).await })
                .await?;
            reversal.acts.push(act.id);
            reversal.memories.extend(memories);
        }
        tracing::debug!(acts = reversal.acts.len(), "undone");
        Ok(reversal)
    }

    async fn hold_undo_lock(&self) -> Result<HeldLock, Error> {
        let path = self.vault().undo_lock();
        disk::make_folder(&self.vault().cache_folder()).map_err(Error::file("lock", &path))?;
        Ok(self.undo_lock().hold(self.host().lock_timeout()).await?)
    }

    async fn take_back(
        &self,
        caller: &Caller,
        act: &Act,
        run: Option<RunId>,
    ) -> Result<Vec<Memory>, Error> {
        let mut writer = self.writer(caller).await?;
        let loaded = writer.store().load(&undo::needs(act)).await?;
        let events = undo::plan(act, &loaded, self.now(), &self.zone())
            .map_err(|why| Error::CannotUndo { act: act.id, why })?;
        let memories = undo::outcome(&events, &loaded);
        if let Some(run) = run {
            writer = writer.within(run);
        }
        writer.commit(events).await?;
        Ok(memories)
    }

    /// The last act of the caller's actor within reach that can be taken back.
    async fn last(
        &self,
        caller: &Caller,
        replay: &Replay,
        taken_back: &HashSet<ActId>,
    ) -> Result<Act, Error> {
        let store = self.scribe().fresh_store().await?;
        for act in self.newest(replay, None) {
            let act = act?;
            let is_mine = act.actor == caller.actor && !undo::is_undo(&act);
            if is_mine
                && undo::can_be_undone(&act)
                && !taken_back.contains(&act.id)
                && self.touches(store.as_ref(), &caller.reach, &act).await?
            {
                return Ok(act);
            }
        }
        Err(Error::NothingToUndo(caller.reach.clone()))
    }

    /// Whether an act changed a memory within reach.
    async fn touches(&self, store: &dyn Store, reach: &Reach, act: &Act) -> Result<bool, Error> {
        let mut items = audit::audit_items(act);
        self.name(store, reach, &mut items).await?;
        Ok(!items.is_empty())
    }

    /// The act whose id ends so.
    fn named(&self, replay: &Replay, name: &str) -> Result<Act, Error> {
        let ending = digits(name);
        let is_meant = |id: &ActId| digits(&id.to_string()).ends_with(&ending);
        let mut meant = replay.ids().filter(is_meant);
        match (meant.next(), meant.next()) {
            (Some(id), None) if ending.len() >= NAME_CHARS => self.act_of(replay, id),
            (Some(_), Some(_)) if ending.len() >= NAME_CHARS => {
                Err(Error::AmbiguousAct(name.to_owned()))
            }
            _ => Err(Error::NoAct(name.to_owned())),
        }
    }

    fn act_of(&self, replay: &Replay, id: ActId) -> Result<Act, Error> {
        let act = replay.act(id);
        let act = act.map_err(Error::file("read", self.vault().root().join("journal")))?;
        act.ok_or_else(|| Error::NoAct(id.to_string()))
    }

    /// The acts of the same run, the newest first, without those taken back already.
    fn run_of(
        &self,
        replay: &Replay,
        act: &Act,
        taken_back: &HashSet<ActId>,
    ) -> Result<Vec<ActId>, Error> {
        let Some(run) = act.run else { return Ok(vec![act.id]) };
        let mention = run.to_string();
        let mut acts = Vec::new();
        for other in self.newest(replay, Some(&mention)) {
            let other = other?;
            if other.run == Some(run) && !taken_back.contains(&other.id) {
                acts.push(other.id);
            }
        }
        Ok(acts)
    }
}

/// An id without what is only there to be read.
fn digits(id: &str) -> String {
    id.chars().filter(|digit| digit.is_ascii_hexdigit()).collect::<String>().to_lowercase()
}
