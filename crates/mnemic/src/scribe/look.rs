//! Looking at the documents' files: has anyone but the scribe changed one?

use std::collections::HashSet;

use mnemic_core::{
    place::{Place, Role},
    store::{FileMark, KnownDocument, Store},
};

use super::file_hash;
use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, Content, blocking},
};

/// What is wrong with a document that is not there.
pub(super) const MISSING: &str = "is missing";

/// A document whose file is not as it was last seen.
#[derive(Debug, Clone)]
pub(super) struct Suspect {
    pub(super) path: String,
    pub(super) known: Option<KnownDocument>,
    pub(super) mark: Option<FileMark>,
}

impl Engine {
    /// The documents whose files are not as they were last seen.
    pub(super) async fn suspects(&self, store: &dyn Store) -> Result<Vec<Suspect>, Error> {
        let documents = self.known_documents(store).await?;
        let vault = self.vault.clone();
        let suspects = blocking(move || {
            let mut suspects = Vec::new();
            let mut known_paths = HashSet::new();
            for known in documents.iter() {
                known_paths.insert(known.path.as_str());
                let Some(place) = Place::at(&known.path) else { continue };
                if matches!(place.role, Role::Log { .. }) {
                    continue;
                }
                let mark = disk::mark(&vault.document(&known.path))?;
                let is_unseen = mark.is_none() && is_lost(&place, known);
                if mark != known.seen || is_unseen || is_unlanded(&place, known) {
                    suspects.push(Suspect {
                        path: known.path.clone(),
                        known: Some(known.clone()),
                        mark,
                    });
                }
            }
            for path in vault.expected_documents(|path| known_paths.contains(path))? {
                let mark = disk::mark(&vault.document(&path))?;
                if mark.is_some() {
                    suspects.push(Suspect { path, known: None, mark });
                }
            }
            Ok::<_, std::io::Error>(suspects)
        })
        .await;
        suspects.map_err(Error::file("look at the documents of", self.vault.root()))
    }

    /// Whether a person changed a document since it was last taken in.
    pub(crate) async fn someone_edited(&self, store: &dyn Store) -> Result<bool, Error> {
        for suspect in self.suspects(store).await? {
            if self.is_edit(store, &suspect).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any document's file is not in its last known state, edited or not.
    pub(super) async fn needs_look(&self, store: &dyn Store) -> Result<bool, Error> {
        Ok(!self.suspects(store).await?.is_empty())
    }

    async fn is_edit(&self, store: &dyn Store, suspect: &Suspect) -> Result<bool, Error> {
        let Some(known) = &suspect.known else {
            return Ok(true);
        };
        let look = suspect.mark.map(|mark| (mark, known.hash));
        if look.is_some() && self.looks().get(&suspect.path).copied() == look {
            return Ok(false);
        }
        match self.read(&suspect.path).await? {
            Content::Missing => Ok(known.landed && known.damage.as_deref() != Some(MISSING)),
            Content::Unreadable { reason, .. } => Ok(known.damage.as_deref() != Some(reason)),
            Content::Text { text, .. } => {
                let hash = file_hash(&text);
                if known.hash == Some(hash) {
                    if let Some(look) = look.filter(|_| known.damage.is_none()) {
                        self.looks().insert(suspect.path.clone(), look);
                    }
                    return Ok(known.damage.is_some());
                }
                let renderings = store.renderings(&suspect.path).await?;
                let is_old = renderings.iter().any(|rendering| rendering.hash == hash);
                Ok(known.landed || !is_old)
            }
        }
    }
}

/// Whether a file that is not there should be: one on this machine may have vanished before it was first seen. A
/// long text that became short has none.
fn is_lost(place: &Place, known: &KnownDocument) -> bool {
    known.landed && known.damage.is_none() && !matches!(place.role, Role::Long(_))
}

/// Whether the last rendering may never have reached the disk, because its scribe died.
pub(super) fn is_unlanded(place: &Place, known: &KnownDocument) -> bool {
    let is_rendered = known.hash.is_some_and(|hash| hash != file_hash(""));
    let is_log = matches!(place.role, Role::Log { .. });
    is_rendered && !is_log && !known.landed && known.damage.is_none()
}
