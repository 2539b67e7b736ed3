//! Documents as they are: which there are within reach, and what one says.

use mnemic_core::record::vault_path::VaultPath;
use mnemic_core::{
    document::place::{Place, Role},
    record::scope::Reach,
    safety::caller::{Caller, Right},
};

use crate::{
    engine::Engine,
    error::Error,
    vault::disk::{self, Content, blocking},
};

impl Engine {
    /// The documents of notes and the daily logs within reach, by path below the vault.
    pub async fn documents(&self, caller: &Caller) -> Result<Vec<VaultPath>, Error> {
        let reach = &caller.reach;
        let known = self.read(|store| async move { Ok(store.documents().await?) }).await?;
        let paths = known.into_iter().map(|document| document.path);
        let vault = self.vault().clone();
        let reach = reach.clone();
        Ok(blocking(move || {
            paths.filter(|path| is_shown(path, &reach) && vault.document(path).is_file()).collect()
        })
        .await)
    }

    /// What a document within reach says. What lies behind a link is none.
    pub async fn read_document(&self, caller: &Caller, path: &str) -> Result<String, Error> {
        let reach = &caller.reach;
        let missing = || Error::NoDocument(path.to_owned());
        if !is_shown(path, reach) {
            return Err(missing());
        }
        let (vault, document) = (self.vault().clone(), path.to_owned());
        match blocking(move || disk::read_document(vault.root(), &document)).await {
            Content::Text { text, .. } => Ok(text),
            Content::Missing | Content::Unreadable { .. } => Err(missing()),
        }
    }

    /// Takes a damaged document as it is: memories that are missing from it are archived.
    pub async fn accept_document(&self, caller: &Caller, path: &str) -> Result<(), Error> {
        caller.require(Right::Administer)?;
        self.scribe().accept_document(path).await
    }

    /// Writes a damaged document anew from what is remembered. The damaged file is kept beside it.
    pub async fn rewrite_document(&self, caller: &Caller, path: &str) -> Result<(), Error> {
        caller.require(Right::Administer)?;
        self.scribe().rewrite_document(path).await
    }
}

fn is_shown(path: &str, reach: &Reach) -> bool {
    Place::at(path).is_some_and(|place| {
        let shown = matches!(
            place.role,
            Role::Memory | Role::User | Role::Kinds { .. } | Role::Rolled { .. } | Role::Log { .. }
        );
        shown && reach.covers(&place.scope)
    })
}
