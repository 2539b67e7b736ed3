//! Full documents: the oldest blocks move on, so that one write touches one small file.

use std::collections::{HashMap, HashSet};

use mnemic_core::{
    document::{Document, render_block},
    event::{Event, Moved},
    layout::shown,
    memory::{Home, Memory},
    place::{Place, Role},
    store::Store,
};

use super::Page;
use crate::{engine::Engine, error::Error};

/// Room that an overflow document has for its title and headings.
const HEADING_CHARS: usize = 1_000;

/// What must happen before memories are laid out.
pub(super) enum Overflow {
    /// Nothing: they fit.
    None,
    /// These memories get another home first.
    Moves(Vec<Event>),
}

impl Engine {
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
        let bound = self.settings().policies.document_chars;
        let present = document.source().chars().count();
        let size = |memory: &Memory| self.block_chars(page.path, memory);
        let coming: usize = wanted.iter().map(size).sum();
        if present + coming <= bound || coming == 0 {
            return Ok(Overflow::None);
        }
        let mut movers: Vec<Memory> = match page.place.role {
            Role::Memory | Role::User => {
                let anchors: Vec<_> = page.owned().into_iter().collect();
                let mut all = store.anchored(&anchors).await?;
                all.retain(|memory| {
                    lives_in(memory, page.path) && !wanted.iter().any(|other| other.id == memory.id)
                });
                all.extend(wanted.iter().cloned());
                all.sort_by_key(|memory| (memory.created_at, memory.number, memory.id));
                let keep = if more { 0 } else { kept(&all, bound / 2, size) };
                all.truncate(all.len() - keep);
                all
            }
            _ => {
                let mut room = bound.saturating_sub(present);
                let fits = |memory: &&Memory| {
                    let chars = size(memory);
                    let fits = chars <= room;
                    room = if fits { room - chars } else { 0 };
                    fits
                };
                let fitting = wanted.iter().take_while(fits).count();
                wanted[fitting..].to_vec()
            }
        };
        let bare = bare_texts(document);
        movers.retain(|memory| !bare.contains(memory.text.as_str()));
        if movers.is_empty() {
            return Ok(Overflow::None);
        }
        Ok(Overflow::Moves(self.spread(store, page.place, &movers).await?))
    }

    /// Gives memories homes in the overflow documents of a place, filling each.
    async fn spread(
        &self,
        store: &dyn Store,
        place: &Place,
        movers: &[Memory],
    ) -> Result<Vec<Event>, Error> {
        let documents = self.known_documents(store).await?;
        let chars: HashMap<&str, usize> =
            documents.iter().map(|document| (document.path.as_str(), document.chars)).collect();
        let bound = self.settings().policies.document_chars - HEADING_CHARS;
        let path_of = |number| place.overflow(number).unwrap_or_default();
        let mut number = first_overflow(place);
        while chars.contains_key(path_of(number + 1).as_str()) {
            number += 1;
        }
        let mut filled = chars.get(path_of(number).as_str()).copied().unwrap_or_default();
        let mut homes: Vec<Moved> = Vec::new();
        for memory in movers {
            let path = path_of(number);
            let size = self.block_chars(&path, memory);
            if filled + size > bound && filled > 0 {
                number += 1;
                filled = 0;
            }
            filled += size;
            let section = memory.home.as_ref().map(|home| home.section.clone()).unwrap_or_default();
            let home = Home { document: path_of(number), section };
            match homes.iter_mut().rev().take(16).find(|moved| moved.home == home) {
                Some(moved) => moved.ids.push(memory.id),
                None => homes.push(Moved { home, ids: vec![memory.id] }),
            }
        }
        Ok(homes.into_iter().map(Event::Moved).collect())
    }

    fn block_chars(&self, path: &str, memory: &Memory) -> usize {
        let headings: Vec<String> = memory.home.iter().map(|home| home.section.clone()).collect();
        let content = shown(memory, &headings, path, &self.zone());
        render_block(&content, memory.anchor.as_str()).chars().count()
    }
}

/// What stands in blocks without an anchor: they must get theirs before they can move on.
fn bare_texts(document: &Document) -> HashSet<&str> {
    let bare = document.blocks().iter().filter(|block| block.anchor.is_none());
    bare.map(|block| block.content.text.as_str()).collect()
}

fn lives_in(memory: &Memory, path: &str) -> bool {
    memory.home.as_ref().is_some_and(|home| home.document == path)
}

/// Archives of a month begin without a number, so their first overflow is the second document.
fn first_overflow(place: &Place) -> u32 {
    match &place.role {
        Role::Archive { number, .. } => number + 1,
        Role::Rolled { number, .. } => number + 1,
        _ => 1,
    }
}

/// How many of the newest memories stay: those that fit into so many characters.
fn kept(all: &[Memory], mut room: usize, size: impl Fn(&Memory) -> usize) -> usize {
    let fits = |memory: &&Memory| {
        let chars = size(memory);
        let fits = chars <= room;
        room = room.saturating_sub(chars);
        fits
    };
    all.iter().rev().take_while(fits).count()
}
