//! Taking in what a person changed in a document: which state they started from, what they did since.
//!
//! The state an editor's buffer descends from is the one whose `Last updated` line it still shows, else
//! the one whose blocks differ least. What appeared after it is no deletion, what is as it was then is
//! no edit: an old buffer neither deletes nor reverts what Mnemic wrote in the meantime.

use std::collections::{HashMap, HashSet};

use jiff::{Timestamp, tz::TimeZone};

use crate::{
    document::{
        Block, Content, Document,
        format::Format,
        listing,
        place::{self, Place},
        showing::{self, Spot, as_read, shown},
    },
    journal::event::{Actor, BlockState, Cause, Channel, Event, Moved, Put},
    port::{
        clock::Randomness,
        store::{RENDERINGS_KEPT, Rendering},
    },
    record::{
        category::Category,
        fingerprint::Fingerprint,
        id::{Anchor, MemoryId},
        memory::{ArchiveReason, Home, Lifecycle, Memory, Signals, Status, Trust, Version},
        source::{Origin, Source},
    },
};

const IMPORTANCE_OF_HAND_WRITTEN: f64 = 0.8;
const LOSS_TOLERATED: usize = 5;
const LOSS_TOLERATED_PERCENT: usize = 30;

/// A document that someone changed.
#[derive(Debug)]
pub struct Found<'a> {
    /// Its path below the vault.
    pub path: &'a str,
    /// What it is for.
    pub place: &'a Place,
    /// As it is.
    pub document: &'a Document,
    /// Its known states, newest first.
    pub renderings: &'a [Rendering],
}

/// What the store knows about the blocks of a changed document.
#[derive(Debug, Default)]
pub struct Known {
    /// The memories of all anchors in the document and its states.
    pub memories: HashMap<Anchor, Memory>,
    /// The versions that its states show.
    pub versions: HashMap<(MemoryId, u32), Version>,
    /// Archived memories of the scope whose text stands in blocks without a known anchor.
    pub archived: HashMap<Fingerprint, Memory>,
    /// Memories of the document whose anchors it does not have, or not yet, by their texts: a person may save
    /// a block they wrote several times before it gets its anchor.
    pub unshown: HashMap<String, Memory>,
    /// Anchors that are missing from the documents they live in.
    pub lost_elsewhere: HashSet<Anchor>,
    /// Anchors of this document that turned up in another.
    pub found_elsewhere: HashSet<Anchor>,
}

/// What new memories are named with.
pub struct Names<'a> {
    /// The last running number drawn.
    pub last_number: &'a mut u64,
    /// The present moment.
    pub now: Timestamp,
    /// The user's time zone.
    pub zone: &'a TimeZone,
    /// For ids and anchors.
    pub randomness: &'a dyn Randomness,
}

/// What a person did to a document.
#[derive(Debug, Default)]
pub struct Adoption {
    /// The changes of memories.
    pub events: Vec<Event>,
    /// The blocks that differ from the last known state.
    pub blocks: Vec<BlockState>,
}

impl Found<'_> {
    /// The state the document descends from.
    pub fn base(&self) -> Option<&Rendering> {
        let stamp = self.document.stamp();
        let stamped =
            |rendering: &&Rendering| stamp.is_some() && rendering.stamp.as_deref() == stamp;
        let candidates: Vec<&Rendering> =
            match self.renderings.iter().filter(stamped).collect::<Vec<_>>() {
                none if none.is_empty() => self.renderings.iter().collect(),
                some => some,
            };
        candidates.into_iter().min_by_key(|rendering| self.difference(rendering))
    }

    fn difference(&self, rendering: &Rendering) -> usize {
        let mut shared = 0;
        let mut other = 0;
        for (anchor, block) in self.anchored() {
            match anchor.parse::<Anchor>().ok().and_then(|anchor| rendering.blocks.get(&anchor)) {
                Some((hash, _)) => {
                    shared += 1;
                    other += usize::from(*hash != block.hash);
                }
                None => other += 1,
            }
        }
        other + rendering.blocks.len() - shared
    }

    /// The first block with each anchor.
    fn anchored(&self) -> Vec<(&str, &Block)> {
        let mut met = HashSet::new();
        let blocks = self.document.blocks().iter();
        blocks
            .filter_map(|block| Some((block.anchor.as_deref()?, block)))
            .filter(|(anchor, _)| met.insert(*anchor))
            .collect()
    }

    /// The anchors that a state has and the document has not.
    pub fn missing(&self, base: &Rendering) -> Vec<Anchor> {
        let present: HashSet<&str> =
            self.anchored().into_iter().map(|(anchor, _)| anchor).collect();
        let mut missing: Vec<Anchor> = base
            .blocks
            .keys()
            .filter(|anchor| !present.contains(anchor.as_str()))
            .cloned()
            .collect();
        missing.sort();
        missing
    }

    /// Why the document is damage rather than an edit, if it is.
    pub fn damage(&self, known: &Known) -> Option<String> {
        if let Some(line) = self.document.merge_marker() {
            return Some(format!("holds git merge markers (line {line})"));
        }
        if let Some(fault) = self.document.fault() {
            return Some(fault.to_owned());
        }
        let base = self.base()?;
        if self.document.source().trim().is_empty() {
            return Some("is empty".to_owned());
        }
        let kept = self.reworded(base, known);
        let is_lost =
            |anchor: &Anchor| !known.found_elsewhere.contains(anchor) && !kept.contains(anchor);
        let lost = self.missing(base).iter().filter(|anchor| is_lost(anchor)).count();
        let total = base.blocks.len();
        let damaged = lost > LOSS_TOLERATED && lost * 100 > total * LOSS_TOLERATED_PERCENT;
        damaged.then(|| format!("lost {lost} of its {total} memories"))
    }

    /// Anchors that were taken off blocks that are otherwise still there.
    fn reworded(&self, base: &Rendering, known: &Known) -> HashSet<Anchor> {
        let bare: HashSet<&str> = self
            .document
            .blocks()
            .iter()
            .filter(|block| block.anchor.is_none())
            .map(|block| block.content.text.as_str())
            .collect();
        let says_the_same = |anchor: &&Anchor| {
            let version = base.blocks.get(*anchor).map_or(0, |(_, version)| *version);
            known.state(anchor, version).is_some_and(|memory| bare.contains(memory.text.as_str()))
        };
        self.missing(base).iter().filter(says_the_same).cloned().collect()
    }

    /// Blocks whose anchors were taken off, by their index: the memory that each shows as the base has it. Of several
    /// with one text, those that say all else as before go first.
    fn bare_blocks<'k>(
        &self,
        base: &Rendering,
        kept: &HashSet<Anchor>,
        known: &'k Known,
        names: &Names<'_>,
    ) -> HashMap<usize, (&'k Memory, u32)> {
        let mut by_text: HashMap<&str, Vec<usize>> = HashMap::new();
        for (index, block) in self.document.blocks().iter().enumerate().rev() {
            if block.anchor.is_none() {
                by_text.entry(&block.content.text).or_default().push(index);
            }
        }
        let version = |anchor: &Anchor| base.blocks.get(anchor).map_or(0, |(_, version)| *version);
        let mut kept: Vec<&Anchor> = kept.iter().collect();
        kept.sort();
        let mut bare = HashMap::new();
        for is_exact in [true, false] {
            kept.retain(|anchor| {
                let version = version(anchor);
                let Some(state) = known.state(anchor, version) else { return false };
                let Some(spare) = by_text.get_mut(state.text.as_str()) else { return false };
                let fits = |index: &usize| {
                    !is_exact || self.says_as_before(&self.document.blocks()[*index], state, names)
                };
                let found = spare.iter().rposition(fits).map(|at| spare.remove(at));
                bare.extend(found.map(|index| (index, (state, version))));
                found.is_none()
            });
        }
        bare
    }

    /// Whether a block still shows a memory as it was, where it was.
    fn says_as_before(&self, block: &Block, state: &Memory, names: &Names<'_>) -> bool {
        let before = as_read(block.shelf, &shown(state, self.spot(block), names.zone));
        self.stands_at_home(block, state) && showing::shows(block, &before)
    }

    /// Whether a block stands in the section of its memory.
    fn stands_at_home(&self, block: &Block, state: &Memory) -> bool {
        let section = state.home.as_ref().map_or("", |home| home.section.as_str());
        section.is_empty()
            || block.shelf.is_json()
            || block.headings.iter().any(|heading| heading.eq_ignore_ascii_case(section))
    }

    /// What the person did since the state they started from.
    pub fn adopt(&self, known: &Known, names: &mut Names<'_>) -> Adoption {
        let base = self.base();
        let mut adoption = Adoption::default();
        let kept = base.map(|base| self.reworded(base, known)).unwrap_or_default();
        let bare = base.map(|base| self.bare_blocks(base, &kept, known, names)).unwrap_or_default();
        let kept_texts: HashSet<&str> = kept
            .iter()
            .filter_map(|anchor| known.memories.get(anchor))
            .map(|memory| memory.text.as_str())
            .collect();
        let mut met = HashSet::new();
        for (index, block) in self.document.blocks().iter().enumerate() {
            let anchor = block.anchor.as_deref().filter(|anchor| met.insert(anchor.to_string()));
            if let Some((state, version)) = bare.get(&index) {
                let edit = self.edited(block, state, *version, false, names);
                adoption.events.extend(edit.filter(|_| !self.says_as_before(block, state, names)));
                continue;
            }
            match anchor.and_then(|anchor| anchor.parse::<Anchor>().ok()) {
                Some(anchor) => {
                    self.adopt_anchored(&anchor, block, base, known, names, &mut adoption)
                }
                None if kept_texts.contains(block.content.text.as_str()) => {}
                None if block.content.text.trim().is_empty() => {}
                None => adoption.events.extend(self.written(block, None, known, names)),
            }
        }
        if let Some(base) = base {
            let gone = self.missing(base).into_iter().filter(|anchor| !kept.contains(anchor));
            adoption.events.extend(gone.filter_map(|anchor| self.deleted(&anchor, known, names)));
        }
        self.note_missing(&mut adoption);
        adoption
    }

    fn adopt_anchored(
        &self,
        anchor: &Anchor,
        block: &Block,
        base: Option<&Rendering>,
        known: &Known,
        names: &mut Names<'_>,
        adoption: &mut Adoption,
    ) {
        let shown_before =
            base.and_then(|base| base.blocks.get(anchor)).or_else(|| self.latest(anchor));
        let is_empty = block.says_nothing();
        let Some(memory) = known.memories.get(anchor) else {
            if is_empty {
                return;
            }
            adoption.events.extend(self.written(block, Some(anchor), known, names));
            adoption.note(anchor, block, 1);
            return;
        };
        let lives_here = self.is_home_of(memory);
        let is_back = self.latest(anchor).is_none() && was_deleted_by_hand(memory);
        match shown_before.filter(|_| !is_back) {
            Some((_, version)) if is_empty => {
                adoption.events.extend(self.deleted(anchor, known, names));
                adoption.note(anchor, block, *version);
            }
            Some((hash, version)) => {
                let state = known.state(anchor, *version).unwrap_or(memory);
                adoption.events.extend(self.edited(
                    block,
                    state,
                    *version,
                    block.hash == *hash,
                    names,
                ));
                let is_shown =
                    self.shows_stub(block, memory, names) && !listing::is_listing(memory, block);
                if block.hash != *hash && !is_shown {
                    adoption.disown(anchor, block);
                } else {
                    self.note_if_new(adoption, anchor, block, *version);
                }
            }
            None if !memory.is_active() || known.lost_elsewhere.contains(anchor) || lives_here => {
                let brought = self.brought_here(block, memory, names);
                adoption.events.push(put(Cause::Restored, memory.version, brought));
                // An archive lists fields that other documents do not show. A block that is not noted is rendered again.
                if !listing::is_listing(memory, block) {
                    adoption.note(anchor, block, memory.version + 1);
                }
            }
            None => adoption.events.extend(self.written(block, None, known, names)),
        }
    }

    fn spot<'s>(&'s self, block: &'s Block) -> Spot<'s> {
        Spot { path: self.path, shelf: block.shelf, headings: &block.headings }
    }

    fn latest(&self, anchor: &Anchor) -> Option<&(crate::document::BlockHash, u32)> {
        self.renderings.first()?.blocks.get(anchor)
    }

    /// Whether a changed block still says what stands for a long text; what is not long needs nothing to.
    fn shows_stub(&self, block: &Block, memory: &Memory, names: &Names<'_>) -> bool {
        place::long_document(memory).is_none()
            || shown(memory, self.spot(block), names.zone).text == block.content.text
    }

    fn note_if_new(&self, adoption: &mut Adoption, anchor: &Anchor, block: &Block, version: u32) {
        let same = self.latest(anchor).is_some_and(|latest| *latest == (block.hash, version));
        if adoption.has_just_edited(anchor) || !same {
            adoption.note(anchor, block, version);
        }
    }

    /// Blocks of the last state that are not in the document any more are no longer rendered.
    fn note_missing(&self, adoption: &mut Adoption) {
        let Some(latest) = self.renderings.first() else {
            return;
        };
        for anchor in self.missing(latest) {
            adoption.blocks.push(BlockState { anchor, hash: None, version: 0 });
        }
    }

    /// The change a person made to a block, if it is one.
    fn edited(
        &self,
        block: &Block,
        state: &Memory,
        version: u32,
        same_bytes: bool,
        names: &Names<'_>,
    ) -> Option<Event> {
        let at_home = self.stands_at_home(block, state);
        if same_bytes && at_home {
            return None;
        }
        let mut memory = state.clone();
        self.take_content(&mut memory, block, names);
        if !at_home {
            memory.home = Some(self.home_of(block));
        }
        memory.lower_trust(Some(state), &Actor::through(Channel::Editor));
        let changed = Memory { updated_at: state.updated_at, ..memory.clone() } != *state;
        changed.then(|| put(Cause::EditedByHand, version, memory))
    }

    /// Sets what a block says about a memory.
    fn take_content(&self, memory: &mut Memory, block: &Block, names: &Names<'_>) {
        let Content { date, tags, .. } = &block.content;
        let before = as_read(block.shelf, &shown(memory, self.spot(block), names.zone));
        showing::take(memory, block, &before);
        if block.shelf.format == Format::Item {
            memory.tags.clone_from(tags);
        }
        if let Some(category) = category_of(block) {
            memory.category = Some(category);
        }
        if let Some(date) = date.filter(|date| !is_day_of(memory.created_at, *date)) {
            memory.created_at = midnight(date, names.zone).unwrap_or(memory.created_at);
        }
        memory.updated_at = names.now;
    }

    /// A memory that a person wrote. If it is known and only its anchor is not there yet it is at most brought
    /// home; if it was archived it comes back instead.
    fn written(
        &self,
        block: &Block,
        anchor: Option<&Anchor>,
        known: &Known,
        names: &mut Names<'_>,
    ) -> Option<Event> {
        if let Some(memory) = known.unshown.get(&block.content.text).filter(|_| anchor.is_none()) {
            if !matches!(block.shelf.format, Format::Item | Format::Line)
                && let Some(edit) = self.edited(block, memory, memory.version, false, names)
            {
                return Some(edit);
            }
            let moved = Moved { home: self.home_of(block), ids: vec![memory.id] };
            return (!self.is_home_of(memory)).then_some(Event::Moved(moved));
        }
        if let Some(archived) = known.archived_in(block) {
            let memory = self.brought_here(block, archived, names);
            return Some(put(Cause::Restored, archived.version, memory));
        }
        let memory = self.new_memory(block, anchor, names)?;
        Some(put(Cause::WrittenByHand, 0, memory))
    }

    fn brought_here(&self, block: &Block, before: &Memory, names: &Names<'_>) -> Memory {
        let mut memory = before.clone();
        memory.lifecycle = Lifecycle::Active;
        memory.scope = self.place.scope.clone();
        self.take_content(&mut memory, block, names);
        memory.lower_trust(Some(before), &Actor::through(Channel::Editor));
        memory.home = Some(self.home_of(block));
        memory
    }

    /// The memory that a block makes; nothing when its kind needs what the block does not say.
    fn new_memory(
        &self,
        block: &Block,
        anchor: Option<&Anchor>,
        names: &mut Names<'_>,
    ) -> Option<Memory> {
        let body = block.new_body()?;
        *names.last_number += 1;
        let today = names.now.to_zoned(names.zone.clone()).date();
        let dated = block.content.date.filter(|date| *date != today);
        let created_at = dated.and_then(|date| midnight(date, names.zone)).unwrap_or(names.now);
        let mut memory = Memory {
            id: MemoryId::new(names.now, names.randomness),
            anchor: anchor.cloned().unwrap_or_else(|| Anchor::new(names.randomness)),
            number: Some(*names.last_number),
            scope: self.place.scope.clone(),
            body,
            category: category_of(block),
            text: block.content.text.clone(),
            tags: block.content.tags.clone(),
            source: Source { origin: Origin::Human, ..Source::default() },
            trust: Trust::High,
            status: Status::Confirmed,
            lifecycle: Lifecycle::Active,
            importance: IMPORTANCE_OF_HAND_WRITTEN,
            confidence: 1.0,
            version: 1,
            file_paths: Vec::new(),
            created_at,
            updated_at: names.now,
            valid_from: None,
            valid_until: None,
            superseded_by: None,
            reviewed_at: None,
            home: Some(self.home_of(block)),
            signals: Signals::default(),
        };
        // Its tags, its importance and the like, as far as the block shows them.
        let before = Content { text: memory.text.clone(), ..Content::default() };
        showing::take(&mut memory, block, &before);
        memory.lower_trust(None, &Actor::through(Channel::Editor));
        Some(memory)
    }

    fn is_home_of(&self, memory: &Memory) -> bool {
        memory.home.as_ref().is_some_and(|home| home.document == self.path)
    }

    fn home_of(&self, block: &Block) -> Home {
        let section = match block.shelf.section {
            "" => block.headings.last().cloned().unwrap_or_default(),
            section => section.to_owned(),
        };
        Home { document: self.path.into(), section }
    }

    /// A block that a person deleted, unless it went elsewhere or was gone already.
    fn deleted(&self, anchor: &Anchor, known: &Known, names: &Names<'_>) -> Option<Event> {
        let memory = known.memories.get(anchor)?;
        let lives_here = self.is_home_of(memory);
        let gone_already = self.latest(anchor).is_none() || known.found_elsewhere.contains(anchor);
        let may_be_newer = self.may_not_have_landed(anchor) || self.descends_from_the_forgotten();
        if !memory.is_active() || !lives_here || gone_already || may_be_newer {
            return None;
        }
        let mut memory = memory.clone();
        let version = memory.version;
        let reason = ArchiveReason::DeletedByHand;
        memory.lifecycle = Lifecycle::Archived { at: names.now, reason };
        memory.home = place::archive_home(&memory.scope, names.now, names.zone);
        memory.updated_at = names.now;
        Some(put(Cause::DeletedByHand, version, memory))
    }

    /// Whether the state it descends from is so old that it is no longer known: what it held cannot be told.
    fn descends_from_the_forgotten(&self) -> bool {
        let stamp = self.document.stamp();
        let is_known = self.renderings.iter().any(|rendering| rendering.stamp.as_deref() == stamp);
        stamp.is_some() && !is_known && self.renderings.len() >= RENDERINGS_KEPT
    }

    /// While the last state has not landed, only what the one before it holds too can have been deleted.
    fn may_not_have_landed(&self, anchor: &Anchor) -> bool {
        match self.renderings {
            [latest, previous, ..] if !latest.landed => !previous.blocks.contains_key(anchor),
            [latest] => !latest.landed,
            _ => false,
        }
    }
}

impl Known {
    /// The archived memory that a block shows, alone or with its fields below it.
    fn archived_in(&self, block: &Block) -> Option<&Memory> {
        let text = &block.content.text;
        let above = || {
            let memory = self.archived.get(&Fingerprint::of(listing::text_above(text)?))?;
            listing::is_listing(memory, block).then_some(memory)
        };
        self.archived.get(&Fingerprint::of(text)).or_else(above)
    }

    /// A memory as it was in a version.
    fn state(&self, anchor: &Anchor, version: u32) -> Option<&Memory> {
        let memory = self.memories.get(anchor)?;
        if memory.version == version {
            return Some(memory);
        }
        self.versions.get(&(memory.id, version)).map(|version| &version.memory)
    }
}

impl Adoption {
    fn note(&mut self, anchor: &Anchor, block: &Block, version: u32) {
        self.blocks.push(BlockState { anchor: anchor.clone(), hash: Some(block.hash), version });
    }

    /// The block does not show the memory: it is written anew. What an edit of it set is shown then, too.
    fn disown(&mut self, anchor: &Anchor, block: &Block) {
        if !self.has_just_edited(anchor) {
            self.note(anchor, block, 0);
        }
    }

    fn has_just_edited(&self, anchor: &Anchor) -> bool {
        let is_edit =
            |event: &Event| matches!(event, Event::Put(put) if put.memory.anchor == *anchor);
        self.events.last().is_some_and(is_edit)
    }
}

fn was_deleted_by_hand(memory: &Memory) -> bool {
    let reason = ArchiveReason::DeletedByHand;
    matches!(&memory.lifecycle, Lifecycle::Archived { reason: found, .. } if *found == reason)
}

fn put(cause: Cause, base: u32, memory: Memory) -> Event {
    Event::Put(Put::new(cause, base, memory))
}

fn category_of(block: &Block) -> Option<Category> {
    if block.shelf.format != Format::Item {
        return None;
    }
    let shown = block.content.category.as_deref().and_then(|category| category.parse().ok());
    shown.or_else(|| Category::implied_by(&block.headings))
}

/// Whether it was that day somewhere on earth: a block may have been written in another time zone.
fn is_day_of(at: Timestamp, date: jiff::civil::Date) -> bool {
    let day = |hours| at.to_zoned(TimeZone::fixed(jiff::tz::offset(hours))).date();
    (day(-12)..=day(14)).contains(&date)
}

fn midnight(date: jiff::civil::Date, zone: &TimeZone) -> Option<Timestamp> {
    date.to_zoned(zone.clone()).ok().map(|zoned| zoned.timestamp())
}

#[cfg(test)]
mod tests;
