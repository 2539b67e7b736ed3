//! Confirm: a person agrees to what was learnt, or vouches for a memory of low trust. What sessions learnt in `global` waits
//! for that.

use std::collections::HashSet;

use mnemic_core::{
    document::place,
    journal::event::Cause,
    learn::widening::{awaits_consent, is_of_project},
    record::{
        filter::{Field, Filter},
        id::{Anchor, Reference},
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

    /// The anchors of what no document may hand to a reader: memories of low trust, and for a project what waits for
    /// consent in `global`. Nothing when that cannot be told.
    pub(crate) async fn withheld(&self, caller: &Caller) -> Option<HashSet<Anchor>> {
        let mut withheld = self.of_low_trust(caller).await.ok()?;
        if is_of_project(&caller.reach) {
            withheld.extend(self.awaiting_consent(caller).await.ok()?);
        }
        Some(withheld.into_iter().map(|memory| memory.anchor).collect())
    }
}

/// A document without the blocks of what is withheld; nothing of it where that cannot be told.
pub(crate) fn agreed_to(
    withheld: Option<&HashSet<Anchor>>,
    document: &str,
    text: String,
) -> String {
    let Some(withheld) = withheld else { return String::new() };
    if withheld.is_empty() {
        return text;
    }
    let document = place::parse_at(document, text);
    let mut edit = document.edit();
    for (index, block) in document.blocks().iter().enumerate() {
        let anchor = block.anchor.as_deref().and_then(|anchor| anchor.parse::<Anchor>().ok());
        if anchor.is_some_and(|anchor| withheld.contains(&anchor)) {
            edit.remove(index);
        }
    }
    edit.finish()
}
