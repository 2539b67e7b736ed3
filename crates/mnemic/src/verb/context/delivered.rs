//! What a session has been given: kept in the vault's cache, because losing it only means giving it again.
//!
//! It is noted at once and written when there is time, after the answer: a process that is killed before it answered has
//! given nothing.

use std::{
    collections::{BTreeMap, HashMap},
    path::PathBuf,
    sync::Mutex,
};

use mnemic_core::{
    context::{Origin, Piece},
    record::{fingerprint::identity_digits, id::MemoryId},
};
use serde::{Deserialize, Serialize};

use crate::vault::disk::{self, blocking};

/// What a session has been given, each memory in the latest version it was given in.
#[derive(Debug, Default)]
pub(crate) struct Delivered(HashMap<MemoryId, u32>);

impl Delivered {
    /// Whether the session has this memory as it is.
    pub(super) fn has(&self, id: MemoryId, version: u32) -> bool {
        self.0.get(&id) == Some(&version)
    }

    /// The memories that the session has in any version.
    pub(crate) fn ids(&self) -> Vec<MemoryId> {
        self.0.keys().copied().collect()
    }
}

/// A memory that was given, in the version it was given in.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct DeliveredMemory {
    memory: MemoryId,
    version: u32,
}

/// What was given and is not written yet, by session.
type PendingDeliveries = BTreeMap<String, Vec<DeliveredMemory>>;

/// What sessions have been given.
pub(crate) struct Deliveries {
    /// None when nothing may be left on disk.
    folder: Option<PathBuf>,
    giving: Mutex<PendingDeliveries>,
}

impl Deliveries {
    pub(crate) fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, giving: Mutex::default() }
    }

    pub(crate) async fn delivered_to(&self, session: &str) -> Delivered {
        let Some(path) = self.delivered_file(session) else { return Delivered::default() };
        let text = blocking(move || disk::read_text(&path)).await.unwrap_or_default();
        let written =
            text.lines().filter_map(|line| serde_json::from_str::<DeliveredMemory>(line).ok());
        let noted = self.giving().get(session).cloned().unwrap_or_default();
        Delivered(written.chain(noted).map(|given| (given.memory, given.version)).collect())
    }

    /// Notes what a session is given.
    pub(super) fn deliver<'a>(&self, session: &str, pieces: impl Iterator<Item = &'a Piece>) {
        let given = pieces.filter_map(|piece| match &piece.origin {
            Origin::Memory { id, version, .. } => {
                Some(DeliveredMemory { memory: *id, version: *version })
            }
            _ => None,
        });
        self.giving().entry(session.to_owned()).or_default().extend(given);
    }

    /// Writes down what sessions were given.
    pub(crate) async fn write_waiting(&self) {
        let noted = std::mem::take(&mut *self.giving());
        for (session, given) in noted.into_iter().filter(|(_, given)| !given.is_empty()) {
            let Some(path) = self.delivered_file(&session) else { return };
            let line = |given| serde_json::to_string(given).unwrap_or_default() + "\n";
            let lines: String = given.iter().map(line).collect();
            let written = blocking(move || {
                path.parent().map_or(Ok(()), disk::make_folder)?;
                disk::append(&path, &lines)
            });
            if let Err(error) = written.await {
                tracing::info!(%error, "a session will be given the same again");
            }
        }
    }

    /// Forgets what a session was given, as after its conversation was compacted.
    pub(crate) async fn forget(&self, session: &str) {
        self.giving().remove(session);
        let Some(path) = self.delivered_file(session) else { return };
        if let Err(error) = blocking(move || disk::remove_scratch(&path)).await {
            tracing::info!(%error, "a session will not be given the same again");
        }
    }

    fn giving(&self) -> std::sync::MutexGuard<'_, PendingDeliveries> {
        self.giving.lock().expect("what is given is only noted")
    }

    /// Sessions are called anything, so files are called by a digest of their names.
    fn delivered_file(&self, session: &str) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.jsonl", identity_digits(session))))
    }
}
