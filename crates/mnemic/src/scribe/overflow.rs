//! Full documents: the oldest blocks move on, so that one write touches one small file.

use std::collections::{HashMap, HashSet};

use mnemic_core::{
    document::{
        Document,
        overflow::{Filling, block_chars, by_age, kept},
        place::Place,
    },
    journal::event::{Event, Moved},
    port::store::Store,
    record::memory::Memory,
};

use super::{Page, Scribe};
use crate::error::Error;

/// What must happen before memories are laid out.
pub(super) enum Overflow {
    /// Nothing: they fit.
    None,
    /// These memories get another home first.
    Moves(Vec<Event>),
}

impl Scribe {
    /// Plans who moves on when `wanted` does not fit. From MEMORY.md and USER.md the oldest move; a document
    /// that only grows passes on what does not fit. `more` tells that newer memories are still to come.
    pub(super) async fn overflow(
        &self,
        store: &dyn Store,
        page: &Page<'_>,
        document: &Document,
        wanted: &[Memory],
        more: bool,
    ) -> Result<Overflow, Error> {
        let bound = self.host.settings().policies.document_chars;
        let present = document.source().chars().count();
        let zone = self.host.zone();
        let size = |memory: &Memory| block_chars(memory, page.path, &zone);
        let coming: usize = wanted.iter().map(size).sum();
        if present + coming <= bound || coming == 0 {
            return Ok(Overflow::None);
        }
        let mut movers: Vec<Memory> = match page.place.rolls_over() {
            true => {
                let anchors: Vec<_> = page.owned().into_iter().collect();
                let mut all = store.anchored(&anchors).await?;
                all.retain(|memory| {
                    is_home(memory, page.path) && !wanted.iter().any(|other| other.id == memory.id)
                });
                all.extend(wanted.iter().cloned());
                all.sort_by_key(by_age);
                let sizes: Vec<usize> = all.iter().map(size).collect();
                let keep = if more { 0 } else { kept(&sizes, bound) };
                all.truncate(all.len() - keep);
                all
            }
            false => {
                let mut room = bound.saturating_sub(present);
                let fits = |memory: &&Memory| {
                    let chars = size(memory);
                    let fits = chars <= room;
                    room = if fits { room - chars } else { 0 };
                    fits
                };
                let fitting = wanted.iter().take_while(fits).count();
                // A block that is larger than a document may be has one to itself; else it would move on for ever.
                let fitting = fitting.max(usize::from(document.blocks().is_empty()));
                wanted[fitting..].to_vec()
            }
        };
        let bare = unanchored_texts(document);
        movers.retain(|memory| !bare.contains(memory.text.as_str()));
        if movers.is_empty() {
            return Ok(Overflow::None);
        }
        Ok(Overflow::Moves(self.assign_overflow_homes(store, page.place, &movers).await?))
    }

    /// Gives memories homes in the overflow documents of a place, filling each.
    async fn assign_overflow_homes(
        &self,
        store: &dyn Store,
        place: &Place,
        movers: &[Memory],
    ) -> Result<Vec<Event>, Error> {
        let zone = self.host.zone();
        let mut filling = self.filling(store, place.clone()).await?;
        let mut homes: Vec<Moved> = Vec::new();
        for memory in movers {
            let home = filling.home_for(memory, &zone);
            match homes.iter_mut().rev().take(16).find(|moved| moved.home == home) {
                Some(moved) => moved.ids.push(memory.id),
                None => homes.push(Moved { home, ids: vec![memory.id] }),
            }
        }
        Ok(homes.into_iter().map(Event::Moved).collect())
    }

    /// The documents that take what no longer fits into a place.
    pub(crate) async fn filling(&self, store: &dyn Store, place: Place) -> Result<Filling, Error> {
        let documents = self.ledger.known_documents(store).await?;
        let chars = documents.iter().map(|document| (document.path.as_str(), document.chars));
        let chars: HashMap<&str, usize> = chars.collect();
        let bound = self.host.settings().policies.document_chars;
        Ok(Filling::after(place, bound, |path| chars.get(path).copied()))
    }
}

/// What stands in blocks without an anchor: they must get theirs before they can move on.
fn unanchored_texts(document: &Document) -> HashSet<&str> {
    let bare = document.blocks().iter().filter(|block| block.anchor.is_none());
    bare.map(|block| block.content.text.as_str()).collect()
}

fn is_home(memory: &Memory, path: &str) -> bool {
    memory.home.as_ref().is_some_and(|home| home.document == path)
}
