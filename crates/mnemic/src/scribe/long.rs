//! The files of long texts: one each, written before the block that links to it, removed when its memory
//! does not live in it any more.

use mnemic_core::record::vault_path::VaultPath;
use std::collections::{HashMap, HashSet};

use mnemic_core::{
    document::{
        FileHash,
        place::{self, Place, Role},
    },
    journal::event::DocumentState,
    port::store::{SeenDocument, Store},
    record::{id::Anchor, memory::Memory, scope::Reach},
};

use super::{Progress, Scribe, is_as_known, landing::Landing};
use crate::{
    error::Error,
    vault::{
        disk::{self, Content, blocking},
        lock::HeldLock,
    },
};

/// The file of a long text in which no memory lives.
pub(crate) struct LongLeftover {
    /// Its path below the vault.
    pub(crate) path: VaultPath,
    /// Whether a former version of the memory says what it says.
    pub(crate) is_kept: bool,
    text: String,
}

impl Scribe {
    /// The file of its own that a long text lives in, written before the block that links to it.
    pub(super) async fn write_long_text(
        &self,
        held: &HeldLock,
        store: &dyn Store,
        memory: &Memory,
    ) -> Result<Progress, Error> {
        let Some(path) = place::long_document(memory) else {
            return Ok(Progress::Written);
        };
        let text = long_file(&memory.text);
        let known = self.known_document(store, &path).await?;
        let old = match self.read_content(&path).await {
            Content::Text { text, .. } => Some(text),
            Content::Missing => None,
            Content::Unreadable { .. } => return Ok(Progress::Stuck),
        };
        match (&old, &known) {
            // A person says what becomes of a damaged one; the block that links to it is written all the same.
            (_, Some(known)) if known.damage.is_some() => return Ok(Progress::Written),
            _ if self.unsettled().contains(path.as_str()) => return Ok(Progress::Written),
            // It was removed when the text was short, or has not been written here yet.
            (None, Some(known)) if known.seen.is_none() => {}
            (old, known) if !is_as_known(known.as_ref(), old.as_deref()) => {
                return Ok(Progress::Edited);
            }
            _ => {}
        }
        if old.as_deref() == Some(text.as_str())
            && known.is_some_and(|known| known.hash == Some(FileHash::of(&text)))
        {
            return Ok(Progress::Written);
        }
        let state = DocumentState {
            document: path.into(),
            from: old.as_deref().map(FileHash::of),
            to: FileHash::of(&text),
            stamp: None,
            chars: text.chars().count(),
            blocks: Vec::new(),
            through: None,
        };
        self.land(held, Landing { state, old: old.as_deref(), new: &text }).await?;
        Ok(Progress::Written)
    }

    /// Removes the files of memories that were long and were just written in short.
    pub(super) async fn drop_long_texts(
        &self,
        held: &HeldLock,
        store: &dyn Store,
        written: &[Memory],
    ) -> Result<(), Error> {
        let anchors: HashSet<&Anchor> = written.iter().map(|memory| &memory.anchor).collect();
        let documents = self.ledger.known_documents(store).await?;
        let paths = documents.iter().filter(|known| known.seen.is_some()).map(|known| &known.path);
        let was_long =
            |path: &&VaultPath| long_anchor(path).is_some_and(|anchor| anchors.contains(&anchor));
        let paths: Vec<VaultPath> = paths.filter(was_long).cloned().collect();
        self.remove_unneeded(held, store, paths).await
    }

    /// Removes every file of a long text in which no memory lives, if what it says is kept.
    pub(crate) async fn remove_long_leftovers(&self) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        let store = self.ledger.followed_store().await?;
        let paths = self.long_documents(store.as_ref()).await?;
        self.remove_unneeded(&held, store.as_ref(), paths).await
    }

    /// Every file of a long text in which no memory lives.
    pub(crate) async fn long_leftovers(
        &self,
        store: &dyn Store,
    ) -> Result<Vec<LongLeftover>, Error> {
        let paths = self.long_documents(store).await?;
        self.unneeded(store, paths).await
    }

    async fn long_documents(&self, store: &dyn Store) -> Result<Vec<VaultPath>, Error> {
        let documents = self.ledger.known_documents(store).await?;
        let paths = documents.iter().map(|known| known.path.clone());
        Ok(paths.filter(|path| long_anchor(path).is_some()).collect())
    }

    async fn remove_unneeded(
        &self,
        _held: &HeldLock,
        store: &dyn Store,
        paths: Vec<VaultPath>,
    ) -> Result<(), Error> {
        for LongLeftover { path, is_kept, text } in self.unneeded(store, paths).await? {
            if !is_kept {
                continue;
            }
            let (vault, file) = (self.host.vault().clone(), self.host.vault().document(&path));
            let removed =
                blocking(move || disk::remove_if(vault.root(), &file, text.as_bytes())).await;
            if removed.map_err(Error::file("remove", self.host.vault().document(&path)))? {
                tracing::debug!(document = path.as_str(), "removed; its memory is no longer long");
                self.note(SeenDocument::absent(&path)).await?;
            }
        }
        Ok(())
    }

    async fn unneeded(
        &self,
        store: &dyn Store,
        paths: Vec<VaultPath>,
    ) -> Result<Vec<LongLeftover>, Error> {
        let anchors: Vec<Anchor> = paths.iter().filter_map(|path| long_anchor(path)).collect();
        let memories = store.anchored(&anchors).await?;
        let memories: HashMap<&Anchor, &Memory> =
            memories.iter().map(|memory| (&memory.anchor, memory)).collect();
        let mut unneeded = Vec::new();
        for path in paths {
            let memory = long_anchor(&path).and_then(|anchor| memories.get(&anchor).copied());
            if memory.is_some_and(|memory| is_whole_file(memory, &path)) {
                continue;
            }
            let Content::Text { text, .. } = self.read_content(&path).await else { continue };
            let is_kept = match memory {
                Some(memory) => {
                    let versions = store.versions(&Reach::Vault, memory.id).await?;
                    let mut kept = versions.iter().map(|version| &version.memory).chain([memory]);
                    kept.any(|kept| long_file(&kept.text) == text || kept.text == text)
                }
                None => false,
            };
            unneeded.push(LongLeftover { path, is_kept, text });
        }
        Ok(unneeded)
    }

    /// Whether a memory lives in the file of a long text.
    pub(super) async fn holds_memory(&self, store: &dyn Store, path: &str) -> Result<bool, Error> {
        let Some(anchor) = long_anchor(path) else { return Ok(true) };
        let memories = store.anchored(&[anchor]).await?;
        Ok(memories.iter().any(|memory| is_whole_file(memory, path)))
    }
}

fn long_anchor(path: &str) -> Option<Anchor> {
    match Place::at(path)?.role {
        Role::Long(anchor) => Some(anchor),
        _ => None,
    }
}

/// Whether the whole file is the text of a memory: as long as that is long or links to the file.
pub(super) fn is_whole_file(memory: &Memory, path: &str) -> bool {
    let file = place::long_document(memory).or_else(|| place::linked_long_document(memory));
    file.as_deref() == Some(path)
}

/// A long text as its file holds it.
pub(crate) fn long_file(text: &str) -> String {
    format!("{text}\n")
}
