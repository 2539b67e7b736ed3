//! A damaged document, when a person has said which: the file as it is, or what is remembered.

use mnemic_core::{
    document::Document,
    event::{BlockState, DocumentState, Event},
    place::Place,
    store::SeenDocument,
};

use super::{file_hash, take_in::Judgement};
use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, Content, blocking},
    write::Durability,
};

impl Engine {
    /// Takes a damaged document as it is: memories that are missing from it are archived.
    pub async fn accept_document(&self, path: &str) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        let place = document_at(path)?;
        let file = self.vault.document(path);
        blocking(move || disk::make_file(&file, ""))
            .await
            .map_err(Error::file("write", self.vault.document(path)))?;
        if let Content::Text { text, mark } = self.read(path).await? {
            let store = self.followed_store().await?;
            let renderings = store.renderings(path).await?;
            let changed = super::take_in::Changed {
                path: path.to_owned(),
                place,
                document: Document::parse(text),
                renderings,
                mark,
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
        self.scribe().await
    }

    /// Writes a damaged document anew from what is remembered. The damaged file is kept beside it.
    pub async fn rewrite_document(&self, path: &str) -> Result<(), Error> {
        let held = self.hold_scribe_lock().await?;
        document_at(path)?;
        let file = self.vault.document(path);
        let aside =
            blocking(
                move || {
                    if file.exists() { disk::put_aside(&file, "damaged") } else { Ok(()) }
                },
            )
            .await;
        aside.map_err(Error::file("put aside", self.vault.document(path)))?;
        let store = self.followed_store().await?;
        let latest = store.renderings(path).await?.into_iter().next();
        let anchors = latest.into_iter().flat_map(|latest| latest.blocks.into_keys());
        let state = DocumentState {
            document: path.to_owned(),
            from: None,
            to: file_hash(""),
            stamp: None,
            chars: 0,
            blocks: anchors.map(|anchor| BlockState { anchor, hash: None, version: 0 }).collect(),
            through: None,
        };
        self.journal_state(vec![Event::Rendered(state)], Durability::Synced).await?;
        self.note(SeenDocument { path: path.to_owned(), seen: None, damage: None }).await?;
        drop(held);
        self.scribe().await
    }
}

fn document_at(path: &str) -> Result<Place, Error> {
    Place::at(path).ok_or_else(|| Error::NoDocument(path.to_owned()))
}
