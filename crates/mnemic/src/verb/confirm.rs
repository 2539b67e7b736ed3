//! Confirm: a person agrees to what was learnt. What sessions learnt in `global` waits for that.

use mnemic_core::{
    document::place,
    journal::event::Cause,
    learn::widening::{awaits_consent, is_of_project},
    record::{
        filter::{Field, Filter},
        id::Reference,
        memory::{Memory, Status},
        scope::{Reach, Scope},
    },
    safety::caller::Caller,
};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// Confirms a candidate where it is. What is no candidate stays as it is.
    pub async fn confirm(&self, caller: &Caller, reference: &Reference) -> Result<Memory, Error> {
        let memory = self.show(caller, reference).await?.memory;
        if memory.status != Status::Candidate {
            return Ok(memory);
        }
        self.set_status(caller, &memory.id.into(), Status::Confirmed, Cause::Confirmed).await
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

    /// A document as a reader may be handed it: a project is not handed what waits for consent, and nothing of a document
    /// when that cannot be told.
    pub(crate) async fn agreed_to(&self, caller: &Caller, document: &str, text: String) -> String {
        let reach = &caller.reach;
        if !is_of_project(reach) || !document.starts_with("global/") {
            return text;
        }
        let Ok(waiting) = self.awaiting_consent(caller).await else { return String::new() };
        let document = place::parse_at(document, text);
        let mut edit = document.edit();
        for (index, block) in document.blocks().iter().enumerate() {
            let is_anchored =
                |memory: &Memory| block.anchor.as_deref() == Some(memory.anchor.as_str());
            if waiting.iter().any(is_anchored) {
                edit.remove(index);
            }
        }
        edit.finish()
    }
}
