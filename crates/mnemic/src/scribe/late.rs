//! Late writes: an editor that had a document open when the scribe replaced it writes to the file that came out.
//!
//! That file is kept for a while (`vault/disk/displaced.rs`). As soon as someone has written to it, it goes back into
//! its place, as if they had saved a moment later: the rest of what they write lands where it should, and what the
//! scribe had added since is added again.

use mnemic_core::document::{
    place::{Place, Role},
    save,
};

use super::{Scribe, is_as_known};
use crate::{
    error::Error,
    vault::{
        disk::{self, Content, DisplacedFile, blocking},
        lock::HeldLock,
    },
};

/// What becomes of a file that someone wrote to after it came out of its place.
enum LateFileAction {
    /// It goes back: nobody but the scribe has changed the document since.
    PutBack,
    /// It goes beside the document, and its memories are taken in: someone else has edited the document since.
    ShowBeside,
    /// The document has an edit that must be taken in first, or the file is still being written.
    Wait,
}

impl Scribe {
    /// Whether someone wrote to a file that had come out of its place.
    pub(super) async fn has_late_writes(&self) -> bool {
        self.displaced_files().await.iter().any(|file| file.is_changed)
    }

    /// Where they cannot be looked at there is nothing to put back.
    async fn displaced_files(&self) -> Vec<DisplacedFile> {
        let vault = self.host.vault().clone();
        let found = blocking(move || disk::displaced(vault.root())).await;
        found.unwrap_or_else(|error| {
            tracing::debug!(%error, "displaced documents cannot be read");
            Vec::new()
        })
    }

    /// Puts files back that someone wrote to after they came out of their places, and lets go of those that nobody has
    /// written to for a while; whether any was put back.
    pub(super) async fn put_late_writes_back(&self, _held: &HeldLock) -> Result<bool, Error> {
        let displaced = self.displaced_files().await;
        let mut any = false;
        for file in displaced.iter().filter(|file| file.is_changed) {
            any |= self.put_late_write_back(file.clone()).await?;
        }
        if let Err(error) = blocking(move || disk::remove_expired(&displaced)).await {
            tracing::debug!(%error, "displaced documents stay");
        }
        Ok(any)
    }

    async fn put_late_write_back(&self, file: DisplacedFile) -> Result<bool, Error> {
        let fate = self.fate_of_late_write(&file).await?;
        let (root, path) =
            (self.host.vault().root().to_path_buf(), self.host.vault().document(&file.document));
        let document = file.document.clone();
        let moved = match fate {
            LateFileAction::Wait => return Ok(false),
            LateFileAction::PutBack => blocking(move || file.put_back(&root)).await,
            LateFileAction::ShowBeside => {
                let bytes = disk::read(&file.path).map_err(Error::file("read", &file.path))?;
                tracing::warn!(
                    document,
                    "an editor saved it after it was replaced; that save lies beside it as `*.displaced-NNN.md`"
                );
                self.take_in_displaced(&document, bytes).await?;
                blocking(move || file.show_beside(&root)).await
            }
        };
        moved.map_err(Error::file("put back", path))?;
        tracing::debug!(document, "what an editor wrote to a replaced file was put back");
        Ok(matches!(fate, LateFileAction::PutBack))
    }

    async fn fate_of_late_write(&self, file: &DisplacedFile) -> Result<LateFileAction, Error> {
        let fate = self.fate_of_whole_write(file).await?;
        let is_whole = file.unwritten_for >= save::MOMENT;
        // In its place the rest of it would be seen; beside it nobody looks again.
        Ok(if matches!(fate, LateFileAction::ShowBeside) && !is_whole {
            LateFileAction::Wait
        } else {
            fate
        })
    }

    async fn fate_of_whole_write(&self, file: &DisplacedFile) -> Result<LateFileAction, Error> {
        let is_edited = |place: &Place| place.is_read() && !matches!(place.role, Role::Log { .. });
        if !Place::at(&file.document).is_some_and(|place| is_edited(&place)) {
            return Ok(LateFileAction::ShowBeside);
        }
        let text = match self.read_content(&file.document).await {
            Content::Text { text, .. } => text,
            Content::Missing => return Ok(LateFileAction::PutBack),
            Content::Unreadable { .. } => return Ok(LateFileAction::ShowBeside),
        };
        let store = self.ledger.followed_store().await?;
        let known = self.known_document(store.as_ref(), &file.document).await?;
        Ok(if !is_as_known(known.as_ref(), Some(&text)) {
            LateFileAction::Wait
        } else if disk::prose(&file.document, &text) == file.prose {
            LateFileAction::PutBack
        } else {
            LateFileAction::ShowBeside
        })
    }
}
