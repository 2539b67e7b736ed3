//! Arrange: memories that belong together are looked at and changed in one act, by a plan made of what they are now.
//!
//! Nobody changes them between the look and the act, so that whoever plans may rely on what it saw: that a name is free,
//! that a text occurs once. The act is taken back as a whole.

use jiff::{SignedDuration, Timestamp};
use mnemic_core::{
    journal::event::{Actor, Cause, Event},
    port::store::Store,
    record::{
        draft::{Draft, ValidationError, clean_text},
        filter::{Direction, Field, Filter, Order, Query, Test, Value},
        memory::Memory,
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, ledger::Writer, verb::remember::put};

/// How many memories are read at once.
const PAGE: usize = 1_000;

/// One step of a plan.
#[derive(Debug, Clone)]
pub enum Step {
    /// Something is remembered, whether or not another memory says the same.
    Remember(Draft),
    /// A memory says something else.
    Reword(Memory, String),
    /// A memory is archived.
    Forget(Memory),
}

impl Engine {
    /// The active memories that pass a filter, the oldest first.
    pub async fn collect(&self, caller: &Caller, filter: &Filter) -> Result<Vec<Memory>, Error> {
        let reach = &caller.reach;
        self.read(|store| async move { all(&*store, reach, filter).await }).await
    }

    /// Changes the active memories that pass a filter as a plan says. The plan is given them, the oldest first, and may
    /// be made more than once. It must not take long: others wait.
    pub async fn arrange<T, E: From<Error>>(
        &self,
        caller: &Caller,
        filter: &Filter,
        plan: impl Fn(&[Memory]) -> Result<(Vec<Step>, T), E>,
    ) -> Result<T, E> {
        let reach = &caller.reach;
        let arranged = self.retry_after_repair(|| async {
            self.scribe().take_in_first().await?;
            let mut writer = self.writer(caller).await?;
            let memories = all(writer.store().as_ref(), reach, filter).await?;
            let (steps, answer) = match plan(&memories) {
                Ok(planned) => planned,
                Err(refused) => return Ok(Err(refused)),
            };
            let from = self.first_moment(writer.store().as_ref(), reach, filter).await?;
            let events = self.events_of(caller, &mut writer, steps, from)?;
            let count = events.len();
            writer.commit_any(events).await?;
            tracing::debug!(events = count, "arranged");
            Ok(Ok(answer))
        });
        arranged.await.map_err(E::from)?
    }

    /// When the first of what is remembered was: after all that belongs with it, also where a clock stands still or was
    /// set back a little. So the order lasts where only times are known, as in an import. What belongs together is told
    /// by conditions; pieces of text only say what is looked at.
    async fn first_moment(
        &self,
        store: &dyn Store,
        reach: &Reach,
        filter: &Filter,
    ) -> Result<Timestamp, Error> {
        let now = self.now();
        let soon = Test::Lt(Value::Time(now + SignedDuration::from_secs(1)));
        let belonging = Filter { pieces: Vec::new(), ..filter.clone() };
        let filter = belonging.and_text(Field::Lifecycle, "active").and(Field::CreatedAt, soon);
        let query = Query { filter, limit: 1, ..Query::default() };
        let last = store.query(reach, &query).await?.memories.pop();
        let after = last.map(|last| last.created_at + SignedDuration::from_micros(1));
        Ok(after.map_or(now, |after| now.max(after)))
    }

    fn events_of(
        &self,
        caller: &Caller,
        writer: &mut Writer<'_>,
        steps: Vec<Step>,
        from: Timestamp,
    ) -> Result<Vec<Event>, Error> {
        let mut events = Vec::with_capacity(steps.len());
        for (place, step) in (0..).zip(steps) {
            events.push(match step {
                Step::Remember(draft) => {
                    let moment = from + SignedDuration::from_micros(place);
                    self.remembered(writer, draft, moment)?
                }
                Step::Reword(memory, text) => self.text_update(memory, &text, &caller.actor)?,
                Step::Forget(memory) => {
                    put(Cause::Forgotten, memory.version, self.forgotten(memory))
                }
            });
        }
        Ok(events)
    }

    /// A new memory. A name of its own keeps an import from taking it for another that says the same.
    fn remembered(
        &self,
        writer: &mut Writer<'_>,
        mut draft: Draft,
        moment: Timestamp,
    ) -> Result<Event, Error> {
        draft.created_at = draft.created_at.or(Some(moment));
        let (valid, number) = (self.admit(draft)?, writer.draw_number());
        let mut memory = valid.into_memory(number, self.now(), self.randomness());
        let name = memory.anchor.to_string();
        memory.source.reference.get_or_insert(name);
        Ok(put(Cause::Remembered, 0, memory))
    }

    fn text_update(&self, before: Memory, text: &str, actor: &Actor) -> Result<Event, Error> {
        let mut memory = before.clone();
        let mut faults = Vec::new();
        let max_chars = self.settings().policies.rules.max_chars;
        if let Some(kind) = self.redactor().refuses(text) {
            return Err(Error::SecretRefused(kind));
        }
        memory.text = clean_text(&self.redactor().redact(text), max_chars, &mut faults);
        if !faults.is_empty() {
            return Err(ValidationError { faults }.into());
        }
        memory.updated_at = self.now();
        memory.lower_trust(Some(&before), actor);
        Ok(put(Cause::Updated, memory.version, memory))
    }
}

/// Numbers are drawn one after the other, also by one act at one moment: they tell which was first.
async fn all(store: &dyn Store, reach: &Reach, filter: &Filter) -> Result<Vec<Memory>, Error> {
    every(store, reach, &filter.clone().and_text(Field::Lifecycle, "active")).await
}

/// The memories that pass a filter, whatever their lifecycle, the oldest first.
pub(crate) async fn every(
    store: &dyn Store,
    reach: &Reach,
    filter: &Filter,
) -> Result<Vec<Memory>, Error> {
    let order = Order { field: Field::Number, direction: Direction::Ascending };
    let filter = filter.clone();
    let mut query = Query { filter, order, after: None, limit: PAGE };
    let mut memories = Vec::new();
    loop {
        let page = store.query(reach, &query).await?;
        memories.extend(page.memories);
        match page.next {
            Some(next) => query.after = Some(next),
            None => return Ok(memories),
        }
    }
}
