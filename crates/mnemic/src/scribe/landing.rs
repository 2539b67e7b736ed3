//! Putting a document in its place: written beside it, announced in the journal, exchanged in one step.
//!
//! What comes out is looked at. An edit that slipped in between is put back and taken in like any other.

use mnemic_core::{
    event::{Actor, DocumentState, Event, Landed},
    id::{Anchor, MemoryId},
    store::{Change, SeenDocument, Transaction},
};

use crate::{
    engine::Engine,
    error::Error,
    scribe::file_hash,
    vault::{
        disk::{self, Displaced, blocking},
        lock::Held,
    },
    write::Durability,
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

impl Engine {
    /// Puts a document in its place. When someone saved it meanwhile, theirs stays and ours is laid out again
    /// in the next round.
    pub(super) async fn land(&self, _held: &Held, landing: Landing<'_>) -> Result<(), Error> {
        let Landing { state, old, new } = landing;
        let path = state.document.clone();
        let landed = Event::Landed(Landed { document: path.clone(), hash: state.to });
        if old == Some(new) {
            self.journal_state(vec![Event::Rendered(state), landed], Durability::Lazy).await?;
            return self.note_seen(&path).await;
        }
        let pending = self.write_beside(&path, new).await?;
        self.journal_state(vec![Event::Rendered(state)], Durability::Synced).await?;
        let expected = old.map(file_hash);
        let ours = new.to_owned();
        let clean = blocking(move || {
            let displaced = pending.exchange()?;
            if matches_expected(&displaced, expected) {
                pending.sweep()?;
                return Ok(true);
            }
            let back = pending.exchange()?;
            if matches_expected(&back, Some(file_hash(&ours))) {
                pending.sweep()?;
            }
            Ok::<bool, std::io::Error>(false)
        })
        .await
        .map_err(Error::file("replace", self.vault.document(&path)))?;
        if clean {
            self.journal_state(vec![landed], Durability::Lazy).await?;
            self.note_seen(&path).await?;
        }
        Ok(())
    }

    pub(super) async fn write_beside(&self, path: &str, new: &str) -> Result<disk::Pending, Error> {
        let (vault, document, content) = (self.vault.clone(), path.to_owned(), new.to_owned());
        let id = MemoryId::new(self.now(), self.randomness.as_ref());
        let name = format!("{}-{}", std::process::id(), Anchor::derived(id));
        let pending =
            blocking(move || disk::write_beside(vault.root(), &document, &name, &content)).await;
        pending.map_err(Error::file("write", self.vault.document(path)))
    }

    pub(super) async fn journal_state(
        &self,
        events: Vec<Event>,
        durability: Durability,
    ) -> Result<(), Error> {
        let writer = self.writer().await?;
        writer.commit_as(Actor::through("scribe"), events, durability).await
    }

    /// Remembers what a document's file looks like, so that it is not read again until it changes.
    pub(super) async fn note_seen(&self, path: &str) -> Result<(), Error> {
        let file = self.vault.document(path);
        let mark = blocking(move || disk::mark(&file)).await;
        let seen = mark.map_err(Error::file("look at", self.vault.document(path)))?;
        self.note(SeenDocument { path: path.to_owned(), seen, damage: None }).await
    }

    pub(super) async fn note(&self, seen: SeenDocument) -> Result<(), Error> {
        let store = self.followed_store().await?;
        store.commit(Transaction { changes: vec![Change::Seen(seen)], cursor: None }).await?;
        self.followed().documents = None;
        Ok(())
    }
}

fn matches_expected(
    displaced: &Displaced,
    expected: Option<mnemic_core::document::BlockHash>,
) -> bool {
    match displaced {
        Displaced::Nothing => expected.is_none(),
        Displaced::Content(bytes) => {
            let text = std::str::from_utf8(bytes).ok();
            text.is_some_and(|text| Some(file_hash(text)) == expected)
        }
    }
}
