//! Looking at the documents' files: has anyone but the scribe changed one?

use mnemic_core::record::vault_path::VaultPath;
use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use mnemic_core::{
    document::{
        FileHash,
        place::{Place, Role},
    },
    port::store::{FileMark, KnownDocument, Store},
};

use super::Scribe;
use crate::{
    error::Error,
    vault::{
        Vault,
        disk::{self, Content, blocking},
    },
};

/// What is wrong with a document that is not there.
pub(super) const MISSING: &str = "is missing";

/// A document whose file is not as it was last seen.
#[derive(Debug, Clone)]
pub(super) struct ChangedFile {
    pub(super) path: VaultPath,
    pub(super) known: Option<KnownDocument>,
    pub(super) mark: Option<FileMark>,
}

/// Files that were read and found to be as known, by their document: they need not be read again until either
/// changes. After a reindex that is all of them, until a scribe notes it in the index.
pub(super) type SeenFiles = HashMap<String, (FileMark, Option<FileHash>)>;

/// What is known of documents, ready to be compared with their files again and again.
#[derive(Debug)]
pub(super) struct Survey {
    documents: Arc<Vec<KnownDocument>>,
    watched: Vec<Watched>,
    paths: HashSet<VaultPath>,
}

/// A document that people may edit.
#[derive(Debug)]
struct Watched {
    /// Its place among the documents.
    place: usize,
    file: PathBuf,
    is_lost_when_missing: bool,
    is_unlanded: bool,
}

impl Survey {
    fn of(documents: Arc<Vec<KnownDocument>>, vault: &Vault) -> Self {
        let watched = documents.iter().enumerate().filter_map(|(place, known)| {
            let at = Place::at(&known.path)?;
            let is_log = matches!(at.role, Role::Log { .. });
            (!is_log).then(|| Watched {
                place,
                file: vault.document(&known.path),
                is_lost_when_missing: is_lost(&at, known),
                is_unlanded: is_unlanded(&at, known),
            })
        });
        let watched = watched.collect();
        let paths = documents.iter().map(|known| known.path.clone()).collect();
        Self { documents, watched, paths }
    }
}

impl Scribe {
    /// The documents whose files are not as they were last seen.
    pub(super) async fn changed_files(&self, store: &dyn Store) -> Result<Vec<ChangedFile>, Error> {
        let survey = self.survey(store).await?;
        let vault = self.host.vault().clone();
        let changed = blocking(move || {
            let mut changed = Vec::new();
            for watched in &survey.watched {
                let known = &survey.documents[watched.place];
                // One that may not even be looked at is read, and found unreadable.
                let mark = disk::mark(&watched.file).unwrap_or_default();
                let is_unseen = mark.is_none() && watched.is_lost_when_missing;
                if mark != known.seen || is_unseen || watched.is_unlanded {
                    changed.push(ChangedFile {
                        path: known.path.clone(),
                        known: Some(known.clone()),
                        mark,
                    });
                }
            }
            for path in vault.expected_documents(|path| survey.paths.contains(path)) {
                let mark = disk::mark(&vault.document(&path)).unwrap_or_default();
                if mark.is_some() {
                    changed.push(ChangedFile { path, known: None, mark });
                }
            }
            changed
        })
        .await;
        Ok(changed)
    }

    /// What is known of documents, made ready once for as long as it does not change.
    async fn survey(&self, store: &dyn Store) -> Result<Arc<Survey>, Error> {
        let documents = self.ledger.known_documents(store).await?;
        let last = self.survey.lock().expect("it is only replaced").clone();
        if let Some(survey) = last.filter(|it| Arc::ptr_eq(&it.documents, &documents)) {
            return Ok(survey);
        }
        let survey = Arc::new(Survey::of(documents, self.host.vault()));
        *self.survey.lock().expect("it is only replaced") = Some(survey.clone());
        Ok(survey)
    }

    /// Whether a person changed a document since it was last taken in.
    pub(crate) async fn someone_edited(&self, store: &dyn Store) -> Result<bool, Error> {
        if self.has_late_writes().await {
            return Ok(true);
        }
        for changed in self.changed_files(store).await? {
            if self.is_edit(store, &changed).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether any document's file is not in its last known state, edited or not.
    pub(super) async fn needs_look(&self, store: &dyn Store) -> Result<bool, Error> {
        Ok(!self.changed_files(store).await?.is_empty() || self.has_late_writes().await)
    }

    async fn is_edit(&self, store: &dyn Store, changed: &ChangedFile) -> Result<bool, Error> {
        let Some(known) = &changed.known else {
            return Ok(true);
        };
        let look = changed.mark.map(|mark| (mark, known.hash));
        if look.is_some() && self.looks().get(changed.path.as_str()).copied() == look {
            return Ok(false);
        }
        match self.read_content(&changed.path).await {
            Content::Missing => Ok(known.landed && known.damage.as_deref() != Some(MISSING)),
            Content::Unreadable { reason, .. } => Ok(known.damage != Some(reason)),
            Content::Text { text, .. } => {
                let hash = FileHash::of(&text);
                if known.hash == Some(hash) {
                    if let Some(look) = look.filter(|_| known.damage.is_none()) {
                        self.looks().insert(changed.path.to_string(), look);
                    }
                    return Ok(known.damage.is_some());
                }
                let renderings = store.renderings(&changed.path).await?;
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
    let is_rendered = known.hash.is_some_and(|hash| hash != FileHash::of(""));
    let is_log = matches!(place.role, Role::Log { .. });
    is_rendered && !is_log && !known.landed && known.damage.is_none()
}
