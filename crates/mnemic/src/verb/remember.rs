//! Remember: validate, redact, look whether it is known, commit. No language model, nothing slow.

use mnemic_core::{
    journal::event::{Cause, Event, Put, Signal},
    port::store::Key,
    record::{
        dedup::{self, Decision, Writer as Who},
        draft::{Draft, Valid, ValidationError},
        fingerprint::{Fingerprint, normalised},
        memory::{Memory, Status, Trust},
        scope::Reach,
    },
    safety::caller::Caller,
};

use crate::{
    engine::Engine,
    error::Error,
    ledger::{Writer, redact},
    verb::restore,
};

/// What came of remembering.
#[derive(Debug, Clone, PartialEq)]
pub struct Remembered {
    /// The memory.
    pub memory: Memory,
    /// Whether it was remembered already.
    pub duplicate: bool,
    /// Whether it had been archived and came back.
    pub restored: bool,
    /// Whether it stays forgotten, because an automatic writer may not bring it back.
    pub stays_forgotten: bool,
}

impl Engine {
    /// Remembers something. Once this returns it survives a power cut and every process sees it.
    pub async fn remember(&self, caller: &Caller, mut draft: Draft) -> Result<Remembered, Error> {
        if let (Some(session), None) = (&draft.source.session, &draft.source.narrative) {
            let active = self.sessions().active_narrative(&draft.scope, session);
            draft.source.narrative = active.map(|id| id.to_string());
        }
        let mut valid = self.admit(draft)?;
        valid.limit_trust(self.trust_of_the_same(caller, &valid).await?);
        let who = Who::of_origin(&valid.draft().source.origin);
        let outcome = self
            .retry_after_repair(|| async {
                if let Some(memory) = self.remember_new(caller, &valid, who).await? {
                    return Ok(Remembered::new(memory));
                }
                let mut writer = self.writer(caller).await?;
                let decision = writer.decide(&valid, who).await?;
                let (events, outcome) = self.plan(&mut writer, valid.clone(), decision).await?;
                writer.commit_any(events).await?;
                Ok(outcome)
            })
            .await?;
        tracing::debug!(memory.id = %outcome.memory.id, scope = %outcome.memory.scope, "remembered");
        Ok(outcome)
    }

    /// Remembers what is plainly new, sharing the cost of indexing with other writers.
    async fn remember_new(
        &self,
        caller: &Caller,
        valid: &Valid,
        who: Who,
    ) -> Result<Option<Memory>, Error> {
        if !valid.draft().scope.is_journalled() {
            return Ok(None);
        }
        let Some(appender) = self.appender(caller).await? else {
            return Ok(None);
        };
        if !appender.is_new(valid, who).await? {
            return Ok(None);
        }
        let number = appender.next_number();
        let memory = valid.clone().into_memory(number, self.now(), self.randomness());
        appender.commit(vec![put(Cause::Remembered, 0, memory.clone())]).await?;
        Ok(Some(memory))
    }

    /// The lowest trust of what says the same in another scope within reach: no text gains trust by being said again. A
    /// person may say it.
    async fn trust_of_the_same(&self, caller: &Caller, valid: &Valid) -> Result<Trust, Error> {
        let Reach::Scopes(scopes) = &caller.reach else { return Ok(Trust::High) };
        let fingerprint = Fingerprint::of(valid.text());
        let others = scopes.iter().filter(|scope| **scope != valid.draft().scope);
        let keys: &Vec<Key> =
            &others.map(|scope| Key::Fingerprint(scope.clone(), fingerprint)).collect();
        if valid.draft().trust != Trust::Medium || keys.is_empty() {
            return Ok(Trust::High);
        }
        let found = self.read(|store| async move { Ok(store.matching(keys).await?) }).await?;
        let text = normalised(valid.text());
        let same = found.into_iter().flatten().filter(|memory| normalised(&memory.text) == text);
        Ok(same.map(|memory| memory.trust).min().unwrap_or(Trust::High))
    }

    /// Checks a draft and takes secrets out of it.
    pub(crate) fn admit(&self, mut draft: Draft) -> Result<Valid, Error> {
        if let Some(kind) = self.redactor().refuses(&draft.text) {
            return Err(Error::SecretRefused(kind));
        }
        let people = draft.source.author.iter_mut().chain(&mut draft.source.user);
        let words = draft.tags.iter_mut().chain(&mut draft.file_paths).chain(people);
        redact::words(self.redactor(), &draft.text, words);
        redact::text(self.redactor(), &mut draft.text);
        let mut faults = Vec::new();
        redact::body(self.redactor(), &mut draft.body, &mut faults);
        if !faults.is_empty() {
            return Err(ValidationError { faults }.into());
        }
        Ok(draft.validate(self.settings().policies.rules)?)
    }

    async fn plan(
        &self,
        writer: &mut Writer<'_>,
        valid: Valid,
        decision: Decision,
    ) -> Result<(Vec<Event>, Remembered), Error> {
        let session = valid.draft().source.session.clone();
        let wanted = valid.draft().status;
        Ok(match decision {
            Decision::New => {
                let memory = valid.into_memory(writer.draw_number(), self.now(), self.randomness());
                let event = put(Cause::Remembered, 0, memory.clone());
                (vec![event], Remembered::new(memory))
            }
            Decision::Repeat(memory) => {
                let (events, memory) = self.repeat(memory, wanted, session);
                (events, Remembered { duplicate: true, ..Remembered::new(memory) })
            }
            Decision::Restore(memory) => {
                let base = memory.version;
                let mut memory =
                    restore::restored(writer.store().as_ref(), memory, self.now()).await?;
                if memory.may_be_injected() {
                    memory.status = memory.status.max(wanted);
                }
                let event = put(Cause::Restored, base, memory.clone());
                memory.version = base + 1;
                (
                    vec![event],
                    Remembered { duplicate: true, restored: true, ..Remembered::new(memory) },
                )
            }
            Decision::StayForgotten(memory) => (
                Vec::new(),
                Remembered { duplicate: true, stays_forgotten: true, ..Remembered::new(memory) },
            ),
        })
    }

    /// A repeat raises importance once per session, and deliberate repeats confirm a candidate.
    fn repeat(
        &self,
        mut memory: Memory,
        wanted: Status,
        session: Option<String>,
    ) -> (Vec<Event>, Memory) {
        let mut events = Vec::new();
        // What nobody vouched for is not confirmed by being said again.
        if memory.status < wanted && memory.may_be_injected() {
            let base = memory.version;
            let cause = if wanted == Status::Pinned { Cause::Pinned } else { Cause::Updated };
            memory.status = wanted;
            memory.updated_at = self.now();
            events.push(put(cause, base, memory.clone()));
            memory.version = base + 1;
        }
        if session.is_some() {
            let repeated = Signal { repeated_in: session, ..Signal::about(memory.id) };
            events.push(Event::Signal(repeated));
        }
        (events, memory)
    }
}

impl Remembered {
    fn new(memory: Memory) -> Self {
        Self { memory, duplicate: false, restored: false, stays_forgotten: false }
    }
}

impl Writer<'_> {
    pub(crate) async fn decide(&self, valid: &Valid, who: Who) -> Result<Decision, Error> {
        let fingerprint = Fingerprint::of(valid.text());
        let candidates = self.store().with_fingerprint(&valid.draft().scope, fingerprint).await?;
        Ok(dedup::decide(valid, candidates, who))
    }
}

/// The event that sets a memory's state.
pub(crate) fn put(cause: Cause, base: u32, memory: Memory) -> Event {
    Event::Put(Put::new(cause, base, memory))
}
