//! A damaged document, when a person has said which: the file as it is, or what is remembered.

use mnemic_core::{
    document::place::{Place, Role},
    port::store::SeenDocument,
};

use super::{Scribe, take_in::Judgement};
use crate::{
    error::Error,
    vault::disk::{self, Content, blocking},
};

impl Scribe {
    /// Takes a damaged document as it is: memories that are missing from it are archived.
    pub(crate) async fn accept_document(&self, path: &str) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        let place = document_at(path)?;
        let file = self.host.vault().document(path);
        blocking(move || disk::make_file(&file, ""))
            .await
            .map_err(Error::file("write", self.host.vault().document(path)))?;
        if let Content::Text { text, mark } = self.read_content(path).await {
            let store = self.ledger.followed_store().await?;
            let latest = store.renderings(path).await?.into_iter().next();
            let changed = super::take_in::Changed {
                path: path.into(),
                document: place.parse(text),
                place,
                renderings: latest.into_iter().collect(),
                mark: Some(mark),
            };
            self.take_in_document(
                &changed,
                Default::default(),
                Default::default(),
                Judgement::Accept,
            )
            .await?;
        }
        drop(held);
        self.update_documents().await
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
        aside.map_err(Error::file("put aside", self.host.vault().document(path)))?;
        let store = self.ledger.followed_store().await?;
        self.unland(store.as_ref(), path, None).await?;
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
