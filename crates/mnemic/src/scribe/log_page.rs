//! Writing daily logs: lines are added, nothing is read back.

use mnemic_core::{
    event::DocumentState,
    log,
    place::{DOCUMENT_CHARS, Place},
    store::Store,
};

use super::{file_hash, landing::Landing, last_time};
use crate::{
    engine::Engine,
    error::Error,
    vault::{
        disk::{self, Content, blocking},
        lock::Held,
    },
};

impl Engine {
    /// Adds the lines that a daily log does not have yet. A full log is put aside under a number.
    pub(super) async fn write_log(
        &self,
        held: &Held,
        store: &dyn Store,
        path: &str,
        place: &Place,
    ) -> Result<bool, Error> {
        let lines = store.log_lines(path).await?;
        if lines.is_empty() {
            return Ok(false);
        }
        let mut old = match self.read(path).await? {
            Content::Text { text, .. } => Some(text),
            Content::Missing => None,
            Content::Unreadable { .. } => return Ok(false),
        };
        if old.as_ref().is_some_and(|text| text.len() > DOCUMENT_CHARS) {
            let file = self.vault.document(path);
            blocking(move || disk::put_aside(&file, "full"))
                .await
                .map_err(Error::file("put aside", self.vault.document(path)))?;
            old = None;
        }
        let start = old.clone().unwrap_or_else(|| place.template(""));
        let new = log::append(&start, &lines);
        let state = DocumentState {
            document: path.to_owned(),
            from: old.as_deref().map(file_hash),
            to: file_hash(&new),
            stamp: None,
            chars: new.chars().count(),
            blocks: Vec::new(),
            through: last_time(lines.iter().map(|line| line.time)),
        };
        self.land(held, Landing { state, old: old.as_deref(), new: &new }).await?;
        Ok(true)
    }
}
