//! Putting a document in its place: written beside it, announced in the journal, exchanged in one step.
//!
//! What comes out is looked at. An edit that slipped in between is put back and taken in like any other.

use std::collections::HashSet;

use mnemic_core::{
    document::{BlockHash, FileHash, place},
    journal::event::{Actor, BlockState, Channel, DocumentState, Event, Landed},
    port::store::{Change, SeenDocument, Store},
    record::id::{Anchor, MemoryId},
};

use super::Scribe;
use crate::{
    error::Error,
    vault::{
        disk::{self, Content, Displaced, Pending, blocking},
        lock::HeldLock,
    },
};

/// A document to be put in its place.
pub(super) struct Landing<'a> {
    /// The state it will be in.
    pub(super) state: DocumentState,
    /// What is there now.
    pub(super) old: Option<&'a str>,
    /// What will be there.
    pub(super) new: &'a str,
}

impl Scribe {
    /// Puts a document in its place. When someone saved it meanwhile, theirs stays and ours is laid out again
    /// in the next round.
    pub(super) async fn land(&self, _held: &HeldLock, landing: Landing<'_>) -> Result<(), Error> {
        let Landing { state, old, new } = landing;
        let path = state.document.clone();
        let landed = Event::Landed(Landed { document: path.clone(), hash: state.to });
        if old == Some(new) {
            self.journal_state_lazily(vec![Event::Rendered(state), landed]).await?;
            return self.note_seen(&path, new).await;
        }
        let pending = self.write_beside(&path, new).await?;
        self.journal_state(vec![Event::Rendered(state)]).await?;
        let expected = old.map(FileHash::of);
        let ours = new.to_owned();
        let saves = blocking(move || {
            let displaced = pending.exchange()?;
            let clean = match &displaced {
                Displaced::Nothing => true,
                Displaced::Content { bytes, .. } => {
                    hash_of(bytes).is_some_and(|was| Some(was) == expected)
                }
            };
            let (saves, displaced) = match clean {
                true => (Vec::new(), displaced),
                false => put_back(&pending, displaced, ours.into_bytes())?,
            };
            pending.retire(&displaced)?;
            Ok::<Vec<Vec<u8>>, std::io::Error>(saves)
        })
        .await
        .map_err(Error::file("replace", self.host.vault().document(&path)))?;
        if saves.is_empty() {
            self.journal_state_lazily(vec![landed]).await?;
            self.note_seen(&path, new).await?;
        }
        for save in saves {
            self.take_in_displaced(&path, save).await?;
        }
        Ok(())
    }

    /// The last rendering did not reach the disk: where the file differs from it there is work to do again.
    pub(super) async fn mark_unlanded(
        &self,
        store: &dyn Store,
        path: &str,
        source: Option<&str>,
    ) -> Result<(), Error> {
        let Some(latest) = store.renderings(path).await?.into_iter().next() else {
            return Ok(());
        };
        let document = place::parse_at(path, source.unwrap_or_default());
        let shown: HashSet<(&str, BlockHash)> = document
            .blocks()
            .iter()
            .filter_map(|block| Some((block.anchor.as_deref()?, block.hash)))
            .collect();
        let is_shown = |anchor: &Anchor, hash| shown.contains(&(anchor.as_str(), hash));
        let unshown = latest.blocks.iter().filter(|(anchor, (hash, _))| !is_shown(anchor, *hash));
        let gone = unshown.map(|(anchor, _)| (anchor.clone(), None));
        let left = shown.iter().filter_map(|(anchor, hash)| {
            let anchor: Anchor = anchor.parse().ok()?;
            (!latest.blocks.contains_key(&anchor)).then_some((anchor, Some(*hash)))
        });
        let blocks = gone.chain(left);
        let state = DocumentState {
            document: path.into(),
            from: Some(latest.hash),
            to: FileHash::of(document.source()),
            stamp: document.stamp().map(str::to_owned),
            chars: document.source().chars().count(),
            blocks: blocks.map(|(anchor, hash)| BlockState { anchor, hash, version: 0 }).collect(),
            through: None,
        };
        let landed = source.map(|_| Landed { document: path.into(), hash: state.to });
        let events = [Event::Rendered(state)].into_iter().chain(landed.map(Event::Landed));
        self.journal_state(events.collect()).await
    }

    pub(crate) async fn write_beside(&self, path: &str, new: &str) -> Result<Pending, Error> {
        let (vault, document, content) =
            (self.host.vault().clone(), path.to_owned(), new.to_owned());
        let id = MemoryId::new(self.host.now(), self.host.randomness().as_ref());
        let name = format!("{}-{}", std::process::id(), Anchor::derived(id));
        let pending =
            blocking(move || disk::write_beside(vault.root(), &document, &name, &content)).await;
        pending.map_err(Error::file("write", self.host.vault().document(path)))
    }

    pub(super) async fn journal_state(&self, events: Vec<Event>) -> Result<(), Error> {
        self.ledger.writer(Actor::through(Channel::Scribe)).await?.commit(events).await
    }

    /// The same for what may be lost in a power cut: the next scribe finds out again.
    pub(super) async fn journal_state_lazily(&self, events: Vec<Event>) -> Result<(), Error> {
        self.ledger.writer(Actor::through(Channel::Scribe)).await?.commit_lazily(events).await
    }

    /// Remembers what a document's file looks like, so that it is not read again until it changes; unless
    /// someone has saved it meanwhile.
    pub(super) async fn note_seen(&self, path: &str, content: &str) -> Result<(), Error> {
        match self.read_content(path).await {
            Content::Text { text, mark } if text == content => {
                self.note(SeenDocument::whole(path, &text, mark)).await
            }
            _ => Ok(()),
        }
    }

    pub(super) async fn note(&self, seen: SeenDocument) -> Result<(), Error> {
        let store = self.ledger.followed_store().await?;
        self.ledger.commit_local(store.as_ref(), Change::Seen(seen)).await?;
        self.ledger.forget_documents();
        Ok(())
    }
}

/// Puts a person's save back in its place. What comes out must be what was put there last; else they have
/// saved once more, and the later save goes back. Answers all saves that came out, and what lies beside in the end.
fn put_back(
    pending: &Pending,
    displaced: Displaced,
    mut placed: Vec<u8>,
) -> std::io::Result<(Vec<Vec<u8>>, Displaced)> {
    let mut saves = Vec::new();
    let mut beside = displaced;
    while let Displaced::Content { bytes, .. } = beside {
        beside = pending.exchange()?;
        saves.push(bytes.clone());
        if matches!(&beside, Displaced::Content { bytes: out, .. } if *out == placed) {
            break;
        }
        placed = bytes;
    }
    Ok((saves, beside))
}

fn hash_of(bytes: &[u8]) -> Option<FileHash> {
    std::str::from_utf8(bytes).ok().map(FileHash::of)
}
