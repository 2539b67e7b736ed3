//! Blocks whose memories the journal does not know: what documents still show when a part of the journal was lost.

use mnemic_core::record::vault_path::VaultPath;
use std::collections::HashSet;

use mnemic_core::{
    document::place::{self, Place, Role},
    port::store::Store,
    record::id::Anchor,
};

use super::Scribe;
use super::take_in::{EditedDocument, Judgement};
use crate::{error::Error, vault::disk::Content};

/// The blocks of a document whose memories nobody knows.
#[derive(Debug)]
pub(crate) struct UnknownBlocks {
    /// The document.
    pub(crate) path: VaultPath,
    /// Their anchors, in the order of the document.
    pub(crate) anchors: Vec<Anchor>,
    /// Whether they are taken in as if a person had written them; what is in an archive is not.
    pub(crate) can_be_taken_in: bool,
}

impl Scribe {
    /// The blocks whose memories nobody knows, by document. A document that is damaged or just being saved is left out.
    pub(crate) async fn unknown_blocks(
        &self,
        store: &dyn Store,
    ) -> Result<Vec<UnknownBlocks>, Error> {
        let documents = store.documents().await?;
        let damaged = documents.iter().filter(|known| known.damage.is_some());
        let mut passed_over: HashSet<VaultPath> = damaged.map(|known| known.path.clone()).collect();
        passed_over.extend(self.unsettled().iter().cloned());
        let mut found = Vec::new();
        for path in self.host.vault().documents_on_disk() {
            let Some(place) = Place::at(&path).filter(has_blocks) else { continue };
            if passed_over.contains(&path) {
                continue;
            }
            let anchors = self.unknown_anchors(store, &path).await?;
            if !anchors.is_empty() {
                found.push(UnknownBlocks { path, anchors, can_be_taken_in: place.is_read() });
            }
        }
        Ok(found)
    }

    async fn unknown_anchors(&self, store: &dyn Store, path: &str) -> Result<Vec<Anchor>, Error> {
        let Content::Text { text, .. } = self.read_content(path).await else {
            return Ok(Vec::new());
        };
        let document = place::parse_at(path, text);
        let anchors =
            document.blocks().iter().filter_map(|block| block.anchor.as_deref()?.parse().ok());
        let mut anchors: Vec<Anchor> = anchors.collect();
        let memories = store.anchored(&anchors).await?;
        let known: HashSet<&Anchor> = memories.iter().map(|memory| &memory.anchor).collect();
        anchors.retain(|anchor| !known.contains(anchor));
        Ok(anchors)
    }

    /// Takes in the blocks whose memories nobody knows, each under its own anchor.
    pub(crate) async fn take_in_unknown_blocks(&self) -> Result<(), Error> {
        let _held = self.hold_scribe_lock().await?;
        let store = self.ledger.followed_store().await?;
        for unknown in self.unknown_blocks(store.as_ref()).await? {
            if !unknown.can_be_taken_in {
                continue;
            }
            self.take_in_as_it_is(store.as_ref(), &unknown.path).await?;
            for anchor in &unknown.anchors {
                self.take_in_long_text(store.as_ref(), anchor).await?;
            }
        }
        Ok(())
    }

    /// A long text is shown as its beginning and a link: the whole of it is in a file of its own.
    async fn take_in_long_text(&self, store: &dyn Store, anchor: &Anchor) -> Result<(), Error> {
        for memory in store.anchored(std::slice::from_ref(anchor)).await? {
            if let Some(path) = place::linked_long_document(&memory) {
                self.take_in_as_it_is(store, &path).await?;
            }
        }
        Ok(())
    }

    async fn take_in_as_it_is(&self, store: &dyn Store, path: &str) -> Result<(), Error> {
        let Some(place) = Place::at(path) else { return Ok(()) };
        let Content::Text { text, mark } = self.read_content(path).await else { return Ok(()) };
        let renderings = store.renderings(path).await?;
        let (document, mark) = (place.parse(text), Some(mark));
        let changed = EditedDocument { path: path.into(), place, document, renderings, mark };
        self.take_in_document(&changed, Default::default(), Default::default(), Judgement::Accept)
            .await
    }
}

/// Logs and long texts may hold anything that looks like a block.
fn has_blocks(place: &Place) -> bool {
    !matches!(place.role, Role::Log { .. } | Role::Long(_))
}
