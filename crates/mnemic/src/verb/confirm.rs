//! Confirm: a person agrees to what was learnt, or vouches for a memory of low trust. What sessions learnt in `global` waits
//! for that.

use mnemic_core::{
    document::place,
    journal::event::Cause,
    learn::widening::{awaits_consent, is_of_project},
    record::{
        filter::{Field, Filter},
        id::Reference,
        memory::{Memory, Status, Trust},
        scope::{Reach, Scope},
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error, json::trust_name, verb::remember::put};

impl Engine {
    /// Confirms a candidate where it is, and trusts a memory of low trust: a person vouches for it. Any other memory stays
    /// as it is.
    pub async fn confirm(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        self.retry_after_repair(|| async {
            let (writer, mut memory) = self.writer_of(caller, reference).await?;
            if memory.status != Status::Candidate && memory.may_be_injected() {
                writer.commit_any(Vec::new()).await?;
                return Ok(memory);
            }
            let base = memory.version;
            memory.status = memory.status.max(Status::Confirmed);
            if !memory.may_be_injected() {
                memory.trust = Trust::High;
            }
            memory.updated_at = self.now();
            writer.commit(vec![put(Cause::Confirmed, base, memory.clone())]).await?;
            memory.version = base + 1;
            Ok(memory)
        })
        .await
    }

    /// The active memories within reach whose trust is low, oldest first.
    pub async fn of_low_trust(&self, caller: &Caller) -> Result<Vec<Memory>, Error> {
        let low = Filter::none().and_text(Field::Trust, trust_name(Trust::Low));
        self.collect(caller, &low).await
    }

    /// What waits in `global` for a person to agree, oldest first.
    pub async fn awaiting_consent(&self, caller: &Caller) -> Result<Vec<Memory>, Error> {
        let reach = &caller.reach;
        if !reach.covers(&Scope::Global) {
            return Ok(Vec::new());
        }
        let filter = Filter::none().and_text(Field::Status, Status::Candidate.name());
        let mut waiting = self.collect(&caller.within(Reach::only(Scope::Global)), &filter).await?;
        waiting.retain(awaits_consent);
        Ok(waiting)
    }

    /// A document as a reader may be handed it: without memories of low trust, and for a project without what waits for
    /// consent. Nothing of a document when that cannot be told.
    pub(crate) async fn agreed_to(&self, caller: &Caller, document: &str, text: String) -> String {
        let Ok(mut withheld) = self.of_low_trust(caller).await else { return String::new() };
        if is_of_project(&caller.reach) && document.starts_with("global/") {
            let Ok(waiting) = self.awaiting_consent(caller).await else { return String::new() };
            withheld.extend(waiting);
        }
        if withheld.is_empty() {
            return text;
        }
        let document = place::parse_at(document, text);
        let mut edit = document.edit();
        for (index, block) in document.blocks().iter().enumerate() {
            let is_anchored =
                |memory: &Memory| block.anchor.as_deref() == Some(memory.anchor.as_str());
            if withheld.iter().any(is_anchored) {
                edit.remove(index);
            }
        }
        edit.finish()
    }
}
