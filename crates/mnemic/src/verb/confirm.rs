//! Confirm: a person agrees to what was learnt. What sessions learnt in `global` waits for that.

use mnemic_core::{
    document::Document,
    journal::event::Cause,
    learn::promotion::paging::{awaits_consent, is_of_project},
    record::{
        filter::{Field, Filter},
        id::Reference,
        memory::{Memory, Status},
        scope::{Reach, Scope},
    },
};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// Confirms a candidate where it is. What is no candidate stays as it is.
    pub async fn confirm(&self, reach: &Reach, reference: &Reference) -> Result<Memory, Error> {
        let memory = self.show(reach, reference).await?.memory;
        if memory.status != Status::Candidate {
            return Ok(memory);
        }
        self.set_status(reach, &memory.id.into(), Status::Confirmed, Cause::Confirmed).await
    }

    /// What waits in `global` for a person to agree, oldest first.
    pub async fn awaiting_consent(&self, reach: &Reach) -> Result<Vec<Memory>, Error> {
        if !reach.covers(&Scope::Global) {
            return Ok(Vec::new());
        }
        let filter = Filter::none().and_text(Field::Status, Status::Candidate.name());
        let mut waiting = self.collect(&Reach::only(Scope::Global), &filter).await?;
        waiting.retain(awaits_consent);
        Ok(waiting)
    }

    /// A document as a reader may be handed it: a project is not handed what waits for consent, and nothing of a document
    /// when that cannot be told.
    pub(crate) async fn agreed_to(&self, reach: &Reach, document: &str, text: String) -> String {
        if !is_of_project(reach) || !document.starts_with("global/") {
            return text;
        }
        let Ok(waiting) = self.awaiting_consent(reach).await else { return String::new() };
        let document = Document::parse(text);
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
