//! A damaged document, when a person has said which: the file as it is, or what is remembered.

use std::collections::HashSet;

use mnemic_core::{
    document::place::{Place, Role, stamp},
    port::store::SeenDocument,
};

use super::{Scribe, look::MISSING, take_in::Judgement};
use crate::{
    error::Error,
    vault::disk::{self, Content, blocking},
};

impl Scribe {
    /// Takes a damaged document as it is: memories that are missing from it are archived.
    pub(crate) async fn accept_document(&self, path: &str) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        let place = document_at(path)?;
        self.make_missing(path, &place).await?;
        let unreadable =
            |reason: String| Error::UnreadableDocument { path: path.to_owned(), reason };
        let (text, mark) = match self.read_content(path).await {
            Content::Text { text, mark } => (text, mark),
            Content::Unreadable { reason, .. } => return Err(unreadable(reason)),
            Content::Missing => return Err(unreadable(MISSING.to_owned())),
        };
        let document = place.parse(text);
        if let Some(line) = document.merge_marker() {
            return Err(unreadable(format!("holds git merge markers (line {line})")));
        }
        if let Some(fault) = document.fault() {
            return Err(unreadable(fault.to_owned()));
        }
        let store = self.ledger.followed_store().await?;
        let latest = store.renderings(path).await?.into_iter().next();
        let changed = super::take_in::EditedDocument {
            path: path.into(),
            document,
            place,
            renderings: latest.into_iter().collect(),
            mark: Some(mark),
        };
        let nowhere = HashSet::new();
        self.take_in_document(&changed, nowhere.clone(), nowhere, Judgement::Accept).await?;
        drop(held);
        self.update_documents().await
    }

    /// Makes a document that is missing: an empty file, or where that could not be read the document as it begins.
    async fn make_missing(&self, path: &str, place: &Place) -> Result<(), Error> {
        let is_readable = place.parse("").fault().is_none();
        let content =
            if is_readable { String::new() } else { place.template(&stamp(self.host.now())) };
        let file = self.host.vault().document(path);
        blocking(move || disk::make_file(&file, &content))
            .await
            .map_err(Error::file("write", self.host.vault().document(path)))
    }

    /// Writes a damaged document anew from what is remembered. The damaged file is kept beside it.
    pub(crate) async fn rewrite_document(&self, path: &str) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        let place = document_at(path)?;
        let file = self.host.vault().document(path);
        let aside =
            blocking(
                move || {
                    if file.exists() { disk::put_aside(&file, "damaged") } else { Ok(()) }
                },
            )
            .await;
        aside.map_err(Error::file("move aside", self.host.vault().document(path)))?;
        let store = self.ledger.followed_store().await?;
        self.mark_unlanded(store.as_ref(), path, None).await?;
        self.note(SeenDocument::absent(path)).await?;
        if let Role::Long(anchor) = place.role {
            for memory in store.anchored(&[anchor]).await? {
                self.write_long_text(&held, store.as_ref(), &memory).await?;
            }
        }
        drop(held);
        self.update_documents().await
    }
}

fn document_at(path: &str) -> Result<Place, Error> {
    Place::at(path).ok_or_else(|| Error::NoDocument(path.to_owned()))
}
