//! What a session has been given: kept in the vault's cache, because losing it only means giving it again.

use std::{collections::HashMap, path::PathBuf};

use mnemic_core::{
    context::{Origin, Piece},
    fingerprint::identity_digits,
    id::MemoryId,
};
use serde::{Deserialize, Serialize};

use crate::{
    engine::Engine,
    vault::disk::{self, blocking},
};

/// What a session has been given, each memory in the latest version it was given in.
#[derive(Debug, Default)]
pub(super) struct Delivered(HashMap<MemoryId, u32>);

impl Delivered {
    /// Whether the session has this memory as it is.
    pub(super) fn has(&self, id: MemoryId, version: u32) -> bool {
        self.0.get(&id) == Some(&version)
    }
}

#[derive(Serialize, Deserialize)]
struct Line {
    memory: MemoryId,
    version: u32,
}

impl Engine {
    pub(super) async fn delivered_to(&self, session: &str) -> Delivered {
        let Some(path) = self.delivered_file(session) else { return Delivered::default() };
        let text = blocking(move || disk::read_text(&path)).await.unwrap_or_default();
        let lines = text.lines().filter_map(|line| serde_json::from_str::<Line>(line).ok());
        Delivered(lines.map(|line| (line.memory, line.version)).collect())
    }

    /// Notes what a session is given.
    pub(super) async fn deliver(&self, session: &str, pieces: impl Iterator<Item = &Piece>) {
        let Some(path) = self.delivered_file(session) else { return };
        let mut lines = String::new();
        for piece in pieces {
            if let Origin::Memory { id, version, .. } = &piece.origin {
                let line = Line { memory: *id, version: *version };
                lines += &serde_json::to_string(&line).unwrap_or_default();
                lines.push('\n');
            }
        }
        if lines.is_empty() {
            return;
        }
        let written = blocking(move || {
            path.parent().map_or(Ok(()), disk::make_folder)?;
            disk::append(&path, &lines)
        });
        if let Err(error) = written.await {
            tracing::info!(%error, "a session will be given the same again");
        }
    }

    /// Forgets what a session was given, as after its conversation was compacted.
    pub(crate) async fn forget_delivered(&self, session: &str) {
        let Some(path) = self.delivered_file(session) else { return };
        if let Err(error) = blocking(move || disk::remove_scratch(&path)).await {
            tracing::info!(%error, "a session will not be given the same again");
        }
    }

    /// Sessions are called anything, so files are called by a digest of their names.
    fn delivered_file(&self, session: &str) -> Option<PathBuf> {
        let folder = self.receipts.folder.as_ref()?.parent()?.join("delivered");
        Some(folder.join(format!("{}.jsonl", identity_digits(session))))
    }
}
