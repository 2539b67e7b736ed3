//! The engine: one open vault and what it works with. Each verb has a file of its own.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex, RwLock, atomic::AtomicBool},
    time::Duration,
};

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::{
    document::BlockHash,
    journal::{
        event::{Actor, Signal},
        line::Cursor,
    },
    port::{
        clock::{Clock, Randomness},
        embedder::EmbeddingCache,
        store::{FileMark, Index, KnownDocument, Store},
    },
    recall::slo::Slo,
    record::id::MemoryId,
    settings::{Configuration, Settings},
    text::token::TokenCounter,
};
use tokio::sync::Notify;

use crate::{
    context::delivered::Giving,
    embed::{Embedders, Refusals},
    error::Error,
    language::Language,
    ledger::redact::Redactor,
    notice::{Listener, Notice},
    recall::receipt::Receipts,
    scribe::Survey,
    vault::{Vault, disk, journal::Lengths, lock::Lock},
};

/// An open vault.
pub struct Engine {
    pub(crate) vault: Arc<Vault>,
    pub(crate) configuration: Configuration,
    pub(crate) index: Arc<dyn Index>,
    pub(crate) store: RwLock<Option<Arc<dyn Store>>>,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) randomness: Arc<dyn Randomness>,
    pub(crate) redactor: Arc<dyn Redactor>,
    pub(crate) embedders: Embedders,
    pub(crate) language: Language,
    /// Who counts the tokens of a context; nobody when the one asked for is not built in.
    pub(crate) counter: Option<Arc<dyn TokenCounter>>,
    /// What embedders made before.
    pub(crate) embeddings: Option<Arc<dyn EmbeddingCache>>,
    /// What embedders would not take.
    pub(crate) refusals: Refusals,
    /// Whether the deep embedder was found to have seen almost every memory of this index.
    pub(crate) deep_serves: AtomicBool,
    /// Whether a recall lacked vectors that are still to be made.
    pub(crate) lacks_vectors: AtomicBool,
    pub(crate) actor: Actor,
    pub(crate) listeners: Mutex<Vec<Listener>>,
    pub(crate) write_lock: Lock,
    pub(crate) scribe_lock: Lock,
    pub(crate) build_lock: Lock,
    pub(crate) index_lock: Lock,
    /// How long a lock is waited for.
    pub(crate) patience: Duration,
    /// How long documents that someone is saving are waited for.
    pub(crate) settling: Duration,
    /// Documents that someone was saving when they were looked at last.
    pub(crate) unsettled: Mutex<HashSet<String>>,
    pub(crate) undo_lock: Lock,
    pub(crate) followed: Mutex<Followed>,
    pub(crate) looks: Mutex<Looks>,
    pub(crate) slo: Mutex<Slo>,
    pub(crate) receipts: Receipts,
    /// What usage said and is not journalled yet.
    pub(crate) usage: Mutex<Vec<Signal>>,
    /// What sessions were given and is not written down yet.
    pub(crate) giving: Mutex<Giving>,
    /// What was written and is not compared with the rest yet.
    pub(crate) uncompared: Mutex<Vec<MemoryId>>,
    pub(crate) scribe_wanted: Arc<Notify>,
    pub(crate) embedding_wanted: Notify,
}

/// Files that were read and found to be as known, by their document: they need not be read again until either
/// changes. After a reindex that is all of them, until a scribe notes it in the index.
pub(crate) type Looks = HashMap<String, (FileMark, Option<BlockHash>)>;

/// What was true when the journal had these lengths; saves asking the index again.
#[derive(Debug, Default)]
pub(crate) struct Followed {
    pub(crate) lengths: Option<Lengths>,
    pub(crate) cursor: Cursor,
    pub(crate) documents: Option<(Lengths, Arc<Vec<KnownDocument>>)>,
    pub(crate) survey: Option<Arc<Survey>>,
}

impl Engine {
    /// Has `listener` told of every read, write and search from now on.
    pub fn subscribe(&self, listener: impl Fn(&Notice) + Send + Sync + 'static) {
        self.listeners.lock().expect("listeners do not panic").push(Box::new(listener));
    }

    pub(crate) fn tell(&self, notice: &Notice) {
        for listener in self.listeners.lock().expect("listeners do not panic").iter() {
            listener(notice);
        }
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    pub(crate) fn zone(&self) -> TimeZone {
        self.clock.zone()
    }

    /// What the vault's configuration said when it was opened.
    pub fn configuration(&self) -> &Configuration {
        &self.configuration
    }

    /// The settings that hold.
    pub fn settings(&self) -> &Settings {
        &self.configuration.settings
    }

    /// The vault's folder.
    pub fn root(&self) -> &std::path::Path {
        self.vault.root()
    }

    /// Makes a file in the vault's cache, for an editor to open.
    pub fn scratch_file(&self, name: &str, content: &str) -> Result<PathBuf, Error> {
        let path = self.vault.cache_folder().join(name);
        disk::write_scratch(&path, content).map_err(Error::file("write", &path))?;
        Ok(path)
    }

    pub(crate) fn unsettled(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.unsettled.lock().expect("paths are only noted")
    }

    pub(crate) fn looks(&self) -> std::sync::MutexGuard<'_, Looks> {
        self.looks.lock().expect("looks are only noted")
    }

    pub(crate) fn followed(&self) -> std::sync::MutexGuard<'_, Followed> {
        self.followed.lock().expect("what was followed is only copied")
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Engine").field("vault", &self.vault.root()).finish_non_exhaustive()
    }
}
