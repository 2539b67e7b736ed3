//! The scribe: brings documents up to date with their memories, off the caller's path.
//!
//! It never regenerates a document. Whoever touches documents holds the scribe lock, always taken before
//! the write lock and never after.

mod fresh;
mod landing;
mod late;
mod log_page;
mod long;
mod look;
mod mend;
mod overflow;
mod sweep;
mod take_in;
mod unknown;

use mnemic_core::record::vault_path::VaultPath;
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard},
};

use mnemic_core::{
    document::{
        FileHash,
        layout::Layout,
        place::{self, Place, Role},
    },
    journal::event::{Actor, Channel, DocumentState},
    port::store::{KnownDocument, Rendering, Store},
    record::{id::Anchor, memory::Memory},
};
use tokio::sync::Notify;

use crate::{
    error::Error,
    host::Host,
    ledger::Ledger,
    vault::{
        disk::{self, Content, blocking},
        lock::{HeldLock, Lock},
    },
};
use landing::Landing;
use look::{SeenFiles, Survey};
use overflow::Overflow;
pub(crate) use unknown::UnknownBlocks;

/// Memories laid out at once; more are left for the next round.
const BATCH: usize = 10_000;
/// How often a document is written in one go when people keep saving it meanwhile.
const ATTEMPTS: usize = 32;

/// Whoever reads and writes the documents of one vault.
pub(crate) struct Scribe {
    host: Arc<Host>,
    ledger: Arc<Ledger>,
    lock: Lock,
    /// Documents that someone was saving when they were looked at last.
    unsettled: Mutex<HashSet<VaultPath>>,
    looks: Mutex<SeenFiles>,
    survey: Mutex<Option<Arc<Survey>>>,
    wanted: Arc<Notify>,
}

impl Scribe {
    pub(crate) fn new(host: Arc<Host>, ledger: Arc<Ledger>, wanted: Arc<Notify>) -> Self {
        Self {
            lock: Lock::on(host.vault().scribe_lock()),
            unsettled: Mutex::default(),
            looks: Mutex::default(),
            survey: Mutex::default(),
            host,
            ledger,
            wanted,
        }
    }

    /// Documents are behind: whoever keeps them up to date has something to do.
    pub(crate) fn request_update(&self) {
        self.wanted.notify_one();
    }

    /// Waits until documents are behind.
    pub(crate) async fn update_requested(&self) {
        self.wanted.notified().await;
    }

    /// Whether another process or task is writing documents.
    pub(crate) async fn is_busy(&self) -> bool {
        matches!(self.lock.try_hold().await, Ok(None))
    }

    /// Whether someone was saving a document when it was looked at last.
    pub(crate) fn has_unsettled(&self) -> bool {
        !self.unsettled().is_empty()
    }

    fn unsettled(&self) -> MutexGuard<'_, HashSet<VaultPath>> {
        self.unsettled.lock().expect("paths are only noted")
    }

    fn looks(&self) -> MutexGuard<'_, SeenFiles> {
        self.looks.lock().expect("looks are only noted")
    }
}

/// What came of an attempt to bring a document up to date.
enum Progress {
    /// It was written.
    Written,
    /// Some of its memories got another home first.
    Moved,
    /// Someone saved it after edits were taken in: theirs comes first.
    Edited,
    /// Nothing can be done about it now.
    Stuck,
}

/// Documents that others overflow into are written before more is moved into them.
fn overflows_into_others(path: &str) -> bool {
    Place::at(path).is_some_and(|place| place.rolls_over())
}

impl Scribe {
    /// Takes in what people changed and brings every document up to date.
    pub(crate) async fn update_documents(&self) -> Result<(), Error> {
        self.ledger.retry_after_repair(|| async { self.bring_all_up_to_date().await }).await
    }

    async fn bring_all_up_to_date(&self) -> Result<(), Error> {
        self.ledger.number_memories().await?;
        let store = self.ledger.followed_store().await?;
        if store.stale_documents().await?.is_empty() && !self.needs_look(store.as_ref()).await? {
            return Ok(());
        }
        self.wait_for_saves().await?;
        let held = self.hold_scribe_lock().await?;
        self.sweep_leftovers(&held).await?;
        let mut writes: HashMap<VaultPath, usize> = HashMap::new();
        loop {
            self.take_in_edits(&held).await?;
            let store = self.ledger.followed_store().await?;
            let mut todo = store.stale_documents().await?;
            todo.retain(|path| writes.get(path).is_none_or(|count| *count < ATTEMPTS));
            todo.retain(|path| !self.unsettled().contains(path));
            if todo.is_empty() {
                return Ok(());
            }
            todo.sort_by_key(|path| overflows_into_others(path));
            for path in todo {
                match self.bring_up_to_date(&held, store.as_ref(), &path).await? {
                    Progress::Moved => {}
                    Progress::Written | Progress::Edited => *writes.entry(path).or_default() += 1,
                    Progress::Stuck => {
                        writes.insert(path, ATTEMPTS);
                    }
                }
            }
        }
    }

    pub(crate) async fn hold_scribe_lock(&self) -> Result<HeldLock, Error> {
        Ok(self.lock.hold(self.host.lock_timeout()).await?)
    }

    /// Brings one document up to date.
    async fn bring_up_to_date(
        &self,
        held: &HeldLock,
        store: &dyn Store,
        path: &str,
    ) -> Result<Progress, Error> {
        let Some(place) = Place::at(path) else {
            return Ok(Progress::Stuck);
        };
        if let Role::Log { .. } = place.role {
            return self.write_log(held, store, path, &place).await;
        }
        let known = self.known_document(store, path).await?;
        if known.as_ref().is_some_and(|known| known.damage.is_some()) {
            return Ok(Progress::Stuck);
        }
        let renderings = store.renderings(path).await?;
        let source = match self.read_content(path).await {
            Content::Text { text, .. } => Some(text),
            Content::Missing => None,
            Content::Unreadable { .. } => return Ok(Progress::Stuck),
        };
        if place.is_read() && !is_as_known(known.as_ref(), source.as_deref()) {
            return Ok(Progress::Edited);
        }
        let latest = renderings.first().map(|latest| latest.hash);
        if latest.is_some()
            && source.as_deref().is_some_and(|text| Some(FileHash::of(text)) != latest)
        {
            return Ok(Progress::Written);
        }
        let page = Page { path, place: &place, source: source.as_deref(), renderings: &renderings };
        self.write_page(held, store, &page).await
    }

    async fn write_page(
        &self,
        held: &HeldLock,
        store: &dyn Store,
        page: &Page<'_>,
    ) -> Result<Progress, Error> {
        let mut wanted = store.unrendered(page.path, BATCH + 1).await?;
        let more = wanted.len() > BATCH;
        wanted.truncate(BATCH);
        let gone = store.moved_away(page.path).await?;
        if wanted.is_empty() && gone.is_empty() {
            return Ok(Progress::Stuck);
        }
        let stamp = page.next_stamp(self.host.now());
        let source = page.source.map_or_else(|| page.place.template(&stamp), str::to_owned);
        let document = page.place.parse(source);
        let owned = page.owned();
        let zone = self.host.zone();
        if let Overflow::Moves(events) =
            self.overflow(store, page, &document, &wanted, more).await?
        {
            let writer = self.ledger.writer(Actor::through(Channel::Scribe)).await?;
            writer.commit_lazily(events).await?;
            return Ok(Progress::Moved);
        }
        for memory in &wanted {
            if let Progress::Edited = self.write_long_text(held, store, memory).await? {
                return Ok(Progress::Edited);
            }
        }
        let path = page.path;
        let layout = Layout {
            path,
            shelves: &page.place.shelves(),
            document: &document,
            owned: &owned,
            wanted: &wanted,
            gone: &gone,
            stamp: &stamp,
            zone: &zone,
        };
        let laid = layout.lay();
        let state = DocumentState {
            document: path.into(),
            from: page.source.map(FileHash::of),
            to: FileHash::of(&laid.source),
            stamp: page.place.parse(laid.source.as_str()).stamp().map(str::to_owned),
            chars: laid.source.chars().count(),
            blocks: laid.blocks,
            through: None,
        };
        self.land(held, Landing { state, old: page.source, new: &laid.source }).await?;
        self.drop_long_texts(held, store, &wanted).await?;
        Ok(Progress::Written)
    }

    pub(crate) async fn read_content(&self, path: &str) -> Content {
        let (vault, name) = (self.host.vault().clone(), path.to_owned());
        blocking(move || disk::read_document(vault.root(), &name)).await
    }

    /// Refuses to change a memory whose document cannot be read at the moment: it may hold an edit of that memory,
    /// which would clash with the change.
    pub(crate) async fn check_home_is_read(
        &self,
        store: &dyn Store,
        memory: &Memory,
    ) -> Result<(), Error> {
        let Some(home) = &memory.home else { return Ok(()) };
        let known = self.known_document(store, &home.document).await?;
        match known.and_then(|known| known.damage) {
            Some(reason) if reason.starts_with(disk::CANNOT_BE_READ) => {
                let cause = std::io::Error::other(format!("it {reason}"));
                Err(Error::file("read", self.host.vault().document(&home.document))(cause))
            }
            _ => Ok(()),
        }
    }

    pub(crate) async fn known_document(
        &self,
        store: &dyn Store,
        path: &str,
    ) -> Result<Option<KnownDocument>, Error> {
        let documents: Arc<Vec<KnownDocument>> = self.ledger.known_documents(store).await?;
        Ok(documents.iter().find(|document| document.path == path).cloned())
    }
}

/// A document about to be written.
struct Page<'a> {
    path: &'a str,
    place: &'a Place,
    source: Option<&'a str>,
    renderings: &'a [Rendering],
}

impl Page<'_> {
    /// A stamp that no recent state of the document has, so that an editor's buffer can be told by it.
    fn next_stamp(&self, now: jiff::Timestamp) -> String {
        let taken: HashSet<&str> =
            self.renderings.iter().filter_map(|known| known.stamp.as_deref()).collect();
        let mut at = now;
        loop {
            let stamp = place::stamp(at);
            // At the end of time there is no later one: the blocks tell such states apart.
            let Ok(later) = at.checked_add(jiff::SignedDuration::from_millis(1)) else {
                return stamp;
            };
            if !taken.contains(stamp.as_str()) {
                return stamp;
            }
            at = later;
        }
    }

    fn owned(&self) -> HashSet<Anchor> {
        self.renderings
            .first()
            .map(|latest| latest.blocks.keys().cloned().collect())
            .unwrap_or_default()
    }
}

/// Whether a file is in the document's last known state, so that nobody's edit is in it unseen.
fn is_as_known(known: Option<&KnownDocument>, source: Option<&str>) -> bool {
    let Some(known) = known else { return true };
    match source {
        Some(source) => known.hash.is_none_or(|hash| hash == FileHash::of(source)),
        None => !known.landed,
    }
}
