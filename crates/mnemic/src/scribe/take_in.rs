//! Taking in hand edits: all changed documents are looked at together, so that a block cut from one and
//! pasted into another is seen to have moved.

use mnemic_core::record::vault_path::VaultPath;
use std::{
    collections::{HashMap, HashSet},
    time::{Duration, Instant},
};

use mnemic_core::{
    document::{
        Document, FileHash,
        adopt::{Adoption, Found, Known, Names},
        listing,
        place::{Place, Role},
        save::Save,
    },
    journal::event::{Actor, Cause, Channel, DocumentState, Event, Landed},
    port::store::{FileMark, KnownDocument, Needs, Rendering, SeenDocument, Store},
    record::{
        fingerprint::Fingerprint,
        id::Anchor,
        memory::{Memory, Version},
        scope::{Reach, Scope},
    },
};

use super::{
    BATCH, Scribe,
    long::{is_whole_file, long_file},
    look::{ChangedFile, MISSING},
};
use crate::{
    error::Error,
    vault::{
        disk::{self, Content, blocking},
        lock::HeldLock,
    },
    verb::remember::put,
};

/// How long to wait before a document that someone is saving is read again.
const LOOK_AGAIN: Duration = Duration::from_millis(15);

/// A changed document, read and parsed.
pub(super) struct EditedDocument {
    pub(super) path: VaultPath,
    pub(super) place: Place,
    pub(super) document: Document,
    pub(super) renderings: Vec<Rendering>,
    /// The file; absent when this came out of it and may be there no more.
    pub(super) mark: Option<FileMark>,
}

/// Who says whether a document is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The rules.
    ByRule,
    /// A person, who says it is not.
    Accept,
}

impl EditedDocument {
    /// Whether its editor may not have finished writing it.
    fn may_be_unfinished(&self, known: Option<&KnownDocument>) -> bool {
        let Some(mark) = self.mark else { return false };
        let hash = FileHash::of(self.document.source());
        // A former state, as git checks it out, is whole.
        if self.renderings.iter().any(|known| known.hash == hash) {
            return false;
        }
        let found = self.found();
        let latest = self.renderings.first().and_then(|latest| latest.stamp.as_deref());
        // An old buffer may be shorter than what Mnemic has written since.
        let is_of_latest = latest.is_none() || self.document.stamp() == latest;
        let save = Save {
            text: self.document.source(),
            age: disk::age_ns(mark.modified_ns),
            is_closed: mark.changed_ns > mark.modified_ns,
            ending: known.and_then(|known| known.ending),
            chars: known.filter(|_| is_of_latest).map_or(0, |known| known.chars),
            loses: found.base().is_some_and(|base| !found.missing(base).is_empty()),
        };
        save.may_be_unfinished()
    }

    fn found(&self) -> Found<'_> {
        Found {
            path: &self.path,
            place: &self.place,
            document: &self.document,
            renderings: &self.renderings,
        }
    }

    fn anchors(&self) -> HashSet<Anchor> {
        self.document
            .blocks()
            .iter()
            .filter_map(|block| block.anchor.as_deref()?.parse().ok())
            .collect()
    }
}

impl Scribe {
    /// Takes in what people changed, so that the next read shows it.
    pub(crate) async fn take_in(&self) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        self.sweep_leftovers(&held).await?;
        self.take_in_edits(&held).await
    }

    /// Takes in what people changed. A document that someone is just saving is left as it is known.
    pub(super) async fn take_in_edits(&self, held: &HeldLock) -> Result<(), Error> {
        self.take_in_saves(held).await?;
        if self.put_late_writes_back(held).await? {
            self.take_in_saves(held).await?;
        }
        Ok(())
    }

    async fn take_in_saves(&self, _held: &HeldLock) -> Result<(), Error> {
        let store = self.ledger.followed_store().await?;
        self.unsettled().clear();
        let mut changed = Vec::new();
        for document in self.changed_files(store.as_ref()).await? {
            let known = document.known.clone();
            match self.examine(store.as_ref(), document).await? {
                Some(document) if document.may_be_unfinished(known.as_ref()) => {
                    tracing::debug!(document = document.path.as_str(), "someone is saving it");
                    self.unsettled().insert(document.path);
                }
                document => changed.extend(document),
            }
        }
        let present: Vec<HashSet<Anchor>> = changed.iter().map(EditedDocument::anchors).collect();
        let missing: Vec<HashSet<Anchor>> = changed
            .iter()
            .map(|document| {
                let found = document.found();
                found
                    .base()
                    .map(|base| found.missing(base).into_iter().collect())
                    .unwrap_or_default()
            })
            .collect();
        for (index, document) in changed.iter().enumerate() {
            let others = |sets: &[HashSet<Anchor>]| {
                let others = sets.iter().enumerate().filter(|(other, _)| *other != index);
                others.flat_map(|(_, set)| set.iter().cloned()).collect::<HashSet<_>>()
            };
            let (lost, found) = (others(&missing), others(&present));
            self.take_in_document(document, lost, found, Judgement::ByRule).await?;
        }
        Ok(())
    }

    /// Waits a little while someone is saving a document. No lock is held meanwhile: several writers wait at once.
    pub(crate) async fn wait_for_saves(&self) -> Result<(), Error> {
        let settled_by = Instant::now() + self.host.save_timeout();
        let store = self.ledger.followed_store().await?;
        while Instant::now() < settled_by && self.is_someone_saving(store.as_ref()).await? {
            blocking(|| std::thread::sleep(LOOK_AGAIN)).await;
        }
        Ok(())
    }

    async fn is_someone_saving(&self, store: &dyn Store) -> Result<bool, Error> {
        for ChangedFile { path, known, .. } in self.changed_files(store).await? {
            let Some(place) = Place::at(&path).filter(Place::is_read) else { continue };
            let Content::Text { text, mark } = self.read_content(&path).await else { continue };
            let renderings = store.renderings(&path).await?;
            let (document, mark) = (place.parse(text), Some(mark));
            let changed = EditedDocument { path, place, document, renderings, mark };
            if changed.may_be_unfinished(known.as_ref()) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads a suspect; one that is as known, or that is no document any more, is only noted.
    async fn examine(
        &self,
        store: &dyn Store,
        changed: ChangedFile,
    ) -> Result<Option<EditedDocument>, Error> {
        let ChangedFile { path, known, .. } = changed;
        let damage = |reason: &str, seen| SeenDocument {
            path: path.clone(),
            seen,
            ending: None,
            damage: Some(reason.to_owned()),
        };
        let (text, mark) = match self.read_content(&path).await {
            Content::Missing => {
                match known {
                    Some(known) if known.damage.as_deref() == Some(MISSING) => {}
                    Some(_) if !self.holds_memory(store, &path).await? => {
                        self.note(SeenDocument::absent(&path)).await?;
                    }
                    Some(known) if known.landed || known.seen.is_some() => {
                        self.note(damage(MISSING, None)).await?;
                    }
                    _ => self.mark_unlanded(store, &path, None).await?,
                }
                return Ok(None);
            }
            Content::Unreadable { reason, mark } => {
                if known.is_none_or(|known| known.damage.as_ref() != Some(&reason)) {
                    self.note(damage(&reason, mark)).await?;
                }
                return Ok(None);
            }
            Content::Text { text, mark } => (text, mark),
        };
        let Some(place) = Place::at(&path) else { return Ok(None) };
        let is_as_known = known
            .as_ref()
            .is_some_and(|known| known.hash == Some(FileHash::of(&text)) && known.landed);
        if !place.is_read() {
            if !is_as_known {
                self.mark_unlanded(store, &path, Some(&text)).await?;
            }
            self.note(SeenDocument::whole(&path, &text, mark)).await?;
            return Ok(None);
        }
        if is_as_known {
            self.note(SeenDocument::whole(&path, &text, mark)).await?;
            return Ok(None);
        }
        let renderings = store.renderings(&path).await?;
        let mark = Some(mark);
        let document = place.parse(text);
        Ok(Some(EditedDocument { path, place, document, renderings, mark }))
    }

    /// Takes in a save that came out of a document's place. It was put back, but for a moment something else was
    /// there: who loaded that will save it next, without what is in this one.
    pub(super) async fn take_in_displaced(&self, path: &str, save: Vec<u8>) -> Result<(), Error> {
        let Some(place) = Place::at(path).filter(Place::is_read) else { return Ok(()) };
        let Ok(text) = String::from_utf8(save) else { return Ok(()) };
        let renderings = self.ledger.followed_store().await?.renderings(path).await?;
        if renderings.iter().any(|known| known.hash == FileHash::of(&text)) {
            return Ok(());
        }
        let (path, document) = (path.into(), place.parse(text));
        let changed = EditedDocument { path, place, document, renderings, mark: None };
        let nowhere = HashSet::new();
        self.take_in_document(&changed, nowhere.clone(), nowhere, Judgement::ByRule).await
    }

    pub(super) async fn take_in_document(
        &self,
        changed: &EditedDocument,
        lost_elsewhere: HashSet<Anchor>,
        found_elsewhere: HashSet<Anchor>,
        judgement: Judgement,
    ) -> Result<(), Error> {
        let mut writer = self.ledger.writer(Actor::through(Channel::Scribe)).await?;
        let store = writer.store().clone();
        let found = changed.found();
        let known =
            Known { lost_elsewhere, found_elsewhere, ..self.known(store.as_ref(), changed).await? };
        // A document that cannot be parsed is damaged even if a person accepts it.
        let is_judged = judgement == Judgement::ByRule || changed.document.fault().is_some();
        if let Some(reason) = found.damage(&known).filter(|_| is_judged) {
            drop(writer);
            return self.note_taken_in(changed, Some(reason)).await;
        }
        let zone = self.host.zone();
        let now = self.host.now();
        let randomness = self.host.randomness().clone();
        let mut names = Names {
            last_number: writer.last_number(),
            now,
            zone: &zone,
            randomness: randomness.as_ref(),
        };
        let adoption = match &changed.place.role {
            Role::Long(anchor) => {
                let memory = known.memories.get(anchor);
                let former = match memory {
                    Some(memory) => store.versions(&Reach::Vault, memory.id).await?,
                    None => Vec::new(),
                };
                adopt_long(changed, memory, &former, now)
            }
            _ => found.adopt(&known, &mut names),
        };
        let mut events = adoption.events;
        let edits = events.len();
        events.extend(adopted(changed, adoption.blocks));
        let actor = if edits > 0 { Channel::Editor } else { Channel::Scribe };
        writer.on_behalf_of(Actor::through(actor)).commit(events).await?;
        tracing::debug!(document = changed.path.as_str(), edits, "imported hand edits");
        self.note_taken_in(changed, None).await
    }

    /// Notes that a file was looked at. What came out of its place says nothing about what is there now.
    async fn note_taken_in(
        &self,
        changed: &EditedDocument,
        damage: Option<String>,
    ) -> Result<(), Error> {
        let Some(mark) = changed.mark else { return Ok(()) };
        if let Some(reason) = &damage {
            tracing::warn!(
                document = changed.path.as_str(),
                reason,
                "a document is damaged and left alone"
            );
        }
        let whole = SeenDocument::whole(&changed.path, changed.document.source(), mark);
        self.note(match damage {
            None => whole,
            damage => SeenDocument { ending: None, damage, ..whole },
        })
        .await
    }

    /// What the index knows about the blocks of a changed document.
    async fn known(&self, store: &dyn Store, changed: &EditedDocument) -> Result<Known, Error> {
        let mut anchors = changed.anchors();
        anchors.extend(
            changed.renderings.iter().flat_map(|rendering| rendering.blocks.keys().cloned()),
        );
        if let Role::Long(anchor) = &changed.place.role {
            anchors.insert(anchor.clone());
        }
        let anchors: Vec<Anchor> = anchors.into_iter().collect();
        let memories: HashMap<Anchor, Memory> = store
            .anchored(&anchors)
            .await?
            .into_iter()
            .map(|memory| (memory.anchor.clone(), memory))
            .collect();
        let shown = changed.renderings.iter().flat_map(|rendering| &rendering.blocks);
        let versions: HashSet<_> = shown
            .filter_map(|(anchor, (_, version))| {
                let memory = memories.get(anchor)?;
                (memory.version != *version).then_some((memory.id, *version))
            })
            .collect();
        let needs = Needs { versions: versions.into_iter().collect(), ..Needs::default() };
        let versions = store.load(&needs).await?.versions;
        let archived = self.archived_texts(store, changed, &memories).await?;
        let unshown = self.missing_memories(store, changed, &memories).await?;
        Ok(Known { memories, versions, archived, unshown, ..Known::default() })
    }

    /// Memories of the document whose anchors are not in it, by their texts; those at home in it go first.
    async fn missing_memories(
        &self,
        store: &dyn Store,
        changed: &EditedDocument,
        memories: &HashMap<Anchor, Memory>,
    ) -> Result<HashMap<String, Memory>, Error> {
        let shown = changed.anchors();
        let behind = store.unrendered(&changed.path, BATCH).await?;
        let known = memories.values().filter(|memory| memory.is_active()).cloned().chain(behind);
        let unshown = known.filter(|memory| !shown.contains(&memory.anchor));
        Ok(unshown.map(|memory| (memory.text.clone(), memory)).collect())
    }

    /// Archived memories whose text stands in blocks that belong to no memory yet.
    async fn archived_texts(
        &self,
        store: &dyn Store,
        changed: &EditedDocument,
        memories: &HashMap<Anchor, Memory>,
    ) -> Result<HashMap<Fingerprint, Memory>, Error> {
        let mut archived = HashMap::new();
        let scope: &Scope = &changed.place.scope;
        for block in changed.document.blocks() {
            let anchor = block.anchor.as_deref().and_then(|anchor| anchor.parse::<Anchor>().ok());
            if anchor.is_some_and(|anchor| memories.contains_key(&anchor)) {
                continue;
            }
            let text = block.content.text.as_str();
            for text in std::iter::once(text).chain(listing::text_above(text)) {
                let fingerprint = Fingerprint::of(text);
                let found = store.with_fingerprint(scope, fingerprint).await?;
                if let Some(memory) = found.into_iter().find(|memory| !memory.is_active()) {
                    archived.insert(fingerprint, memory);
                }
            }
        }
        Ok(archived)
    }
}

/// The state of a document as a person left it; it is on disk already.
fn adopted(
    changed: &EditedDocument,
    blocks: Vec<mnemic_core::journal::event::BlockState>,
) -> [Event; 2] {
    let source = changed.document.source();
    let hash = FileHash::of(source);
    let state = DocumentState {
        document: changed.path.clone(),
        from: changed.renderings.first().map(|latest| latest.hash),
        to: hash,
        stamp: changed.document.stamp().map(str::to_owned),
        chars: source.chars().count(),
        blocks,
        through: None,
    };
    [Event::Adopted(state), Event::Landed(Landed { document: changed.path.clone(), hash })]
}

/// The whole file is the text of one memory. One whose memory has become short and lives in it no more is a leftover
/// while it says what the memory said before; whoever writes something else into it means the memory.
fn adopt_long(
    changed: &EditedDocument,
    memory: Option<&Memory>,
    former: &[Version],
    now: jiff::Timestamp,
) -> Adoption {
    let source = changed.document.source();
    let text = source.strip_suffix('\n').unwrap_or(source);
    let says = |memory: &Memory| long_file(&memory.text) == source || memory.text == text;
    let is_leftover = |memory: &Memory| {
        let was_said = former.iter().any(|version| says(&version.memory));
        !is_whole_file(memory, &changed.path) && (was_said || !memory.is_active())
    };
    let is_edit = |memory: &&Memory| !says(memory) && !is_leftover(memory);
    let Some(memory) = memory.filter(is_edit) else {
        return Adoption::default();
    };
    let edited = Memory { text: text.replace("\r\n", "\n"), updated_at: now, ..memory.clone() };
    Adoption { events: vec![put(Cause::EditedByHand, memory.version, edited)], blocks: Vec::new() }
}

#[cfg(test)]
mod tests {
    use mnemic_core::{
        record::{draft::Draft, filter::Query, scope::Reach},
        safety::caller::Caller,
    };

    use super::*;
    use crate::{engine::Engine, open::Options};

    #[tokio::test]
    async fn a_save_that_came_out_of_its_place_is_taken_in_whatever_is_there_now() {
        let folder = tempfile::tempdir().unwrap();
        let engine = Engine::open(Options::for_vault(folder.path().join("vault"))).await.unwrap();
        let caller = Caller::new(Actor::through("library"), Reach::Vault);
        engine.remember(&caller, Draft::note(Scope::Global, "Tabs, not spaces")).await.unwrap();
        engine.update_documents().await.unwrap();
        let Content::Text { text, .. } = engine.scribe().read_content("global/MEMORY.md").await
        else {
            panic!("there is no document")
        };
        let save = format!("{text}\n- By hand\n");
        engine.scribe().take_in_displaced("global/MEMORY.md", save.into_bytes()).await.unwrap();
        engine.update_documents().await.unwrap();
        let listing = engine.list(&caller, &Query::default()).await.unwrap();
        let mut texts: Vec<_> = listing.page.memories.iter().map(|m| m.text.as_str()).collect();
        texts.sort_unstable();
        assert_eq!(texts, ["By hand", "Tabs, not spaces"]);
        let Content::Text { text, .. } = engine.scribe().read_content("global/MEMORY.md").await
        else {
            panic!("there is no document")
        };
        assert_eq!(text.matches("By hand").count(), 1, "{text}");
    }
}
