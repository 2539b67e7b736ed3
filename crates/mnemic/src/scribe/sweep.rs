//! Looking at what a scribe who died left beside documents.
//!
//! Before the exchange the file beside a document is ours; after it, it is what was there before, which
//! may be an edit nobody has taken in yet.

use mnemic_core::record::vault_path::VaultPath;
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use mnemic_core::{
    document::{
        FileHash,
        place::{Place, Role},
    },
    port::store::Store,
};

use super::Scribe;
use crate::{
    error::Error,
    vault::{
        disk::{self, Leftover, blocking},
        lock::HeldLock,
    },
};

/// Where the long texts of a document lie, seen from its folder.
const LONG_FOLDERS: [&str; 2] = ["long", "memory/long"];

impl Scribe {
    /// Removes leftovers; one that holds a person's edit is put back in its document's place first, and
    /// what is no text is kept aside.
    pub(super) async fn sweep_leftovers(&self, _held: &HeldLock) -> Result<(), Error> {
        let store = self.ledger.followed_store().await?;
        for leftover in self.find_leftovers(store.as_ref()).await? {
            let fate = self.decide(store.as_ref(), &leftover).await?;
            let (path, vault) = (leftover.path.clone(), self.host.vault().clone());
            let swept = blocking(move || match fate {
                LeftoverAction::PutBack => leftover.put_back(vault.root()),
                LeftoverAction::KeepAside => leftover.keep_aside(),
                LeftoverAction::Remove => leftover.remove(),
            })
            .await;
            match swept {
                // Whoever wrote it took it away: it is swept.
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => {}
                swept => swept.map_err(Error::file("sweep", path))?,
            }
        }
        Ok(())
    }

    pub(crate) async fn find_leftovers(&self, store: &dyn Store) -> Result<Vec<Leftover>, Error> {
        let documents = self.ledger.known_documents(store).await?;
        let stale = store.stale_documents().await?;
        let paths = documents.iter().map(|known| &known.path).chain(&stale);
        let folder =
            |path: &VaultPath| self.host.vault().document(path).parent().map(Path::to_path_buf);
        // A long text is written before the block that links to it: its folder may not be known yet.
        let with_long = |folder: PathBuf| {
            let long = LONG_FOLDERS.map(|long| folder.join(long));
            long.into_iter().chain([folder])
        };
        let folders: HashSet<PathBuf> = paths.filter_map(folder).flat_map(with_long).collect();
        blocking(move || {
            let mut found = Vec::new();
            for folder in folders {
                found.extend(disk::leftovers(&folder)?);
            }
            Ok(found)
        })
        .await
        .map_err(Error::file("read", self.host.vault().root()))
    }

    async fn decide(
        &self,
        store: &dyn Store,
        leftover: &Leftover,
    ) -> Result<LeftoverAction, Error> {
        let document =
            leftover.document.strip_prefix(self.host.vault().root()).unwrap_or(&leftover.document);
        if leftover.was_moved_aside() {
            return Ok(LeftoverAction::PutBack);
        }
        let Some(path) = VaultPath::of_file(document) else { return Ok(LeftoverAction::Remove) };
        if Place::at(&path).is_none_or(|place| matches!(place.role, Role::Log { .. })) {
            return Ok(LeftoverAction::Remove);
        }
        let Some(known) = self.known_document(store, &path).await?.filter(|known| !known.landed)
        else {
            return Ok(LeftoverAction::Remove);
        };
        let looked = self.look_beside(leftover).await.map_err(Error::file("read", &leftover.path));
        let Beside { hash, is_no_text, in_place } = looked?;
        let is_exchanged = in_place == known.hash;
        if is_exchanged && is_no_text {
            return Ok(LeftoverAction::KeepAside);
        }
        let Some(beside) = hash.filter(|_| is_exchanged) else { return Ok(LeftoverAction::Remove) };
        let is_ours =
            store.renderings(&path).await?.iter().any(|rendering| rendering.hash == beside);
        Ok(if is_ours { LeftoverAction::Remove } else { LeftoverAction::PutBack })
    }

    async fn look_beside(&self, leftover: &Leftover) -> std::io::Result<Beside> {
        let (beside, place) = (leftover.path.clone(), leftover.document.clone());
        blocking(move || {
            let in_place = disk::hash_of(&place)?;
            let is_no_text = disk::is_no_text(&beside)?;
            Ok(Beside { hash: disk::hash_of(&beside)?, is_no_text, in_place })
        })
        .await
    }
}

/// What becomes of a leftover.
enum LeftoverAction {
    /// It is ours, or empty.
    Remove,
    /// It is a person's edit, and goes back where it was.
    PutBack,
    /// It is a person's, and no document.
    KeepAside,
}

/// A leftover and the document beside it.
struct Beside {
    hash: Option<FileHash>,
    is_no_text: bool,
    in_place: Option<FileHash>,
}
