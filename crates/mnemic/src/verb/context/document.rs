//! The document as a part of a context: MEMORY.md, section by section, what is pinned before all else.

use std::collections::HashSet;

use mnemic_core::{
    context::{Piece, document::sections},
    record::scope::Reach,
    safety::caller::Caller,
};

use super::ContextRequest;
use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, blocking},
    verb::confirm::agreed_to,
};

impl Engine {
    /// The sections of the documents within reach, the narrowest scope first.
    pub(super) async fn document_pieces(
        &self,
        caller: &Caller,
        request: &ContextRequest,
    ) -> Result<Vec<Piece>, Error> {
        let Reach::Scopes(scopes) = &caller.reach else { return Ok(Vec::new()) };
        let pinned: HashSet<String> = self
            .pinned(caller, &request.filter)
            .await?
            .iter()
            .map(|memory| memory.anchor.to_string())
            .collect();
        let withheld = self.withheld(caller).await;
        let mut pieces = Vec::new();
        for folder in scopes.iter().filter_map(|scope| scope.directory()) {
            let document = format!("{folder}/MEMORY.md");
            let path = self.vault().document(&document);
            let text = blocking(move || disk::read_text(&path)).await.unwrap_or_default();
            let text = agreed_to(withheld.as_ref(), &document, text);
            let text = self.redactor().redact(&text).into_owned();
            let sections = sections(&text, |anchor| pinned.contains(anchor)).into_iter();
            pieces.extend(sections.map(|section| Piece::other(document.clone(), section)));
        }
        Ok(pieces)
    }
}
