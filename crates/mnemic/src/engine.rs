//! The engine: the facade over one open vault. Its verbs lie in `verb/`, one file each; they orchestrate the components
//! and touch no field of theirs.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use jiff::{Timestamp, tz::TimeZone};
use mnemic_core::{
    port::{clock::Randomness, store::Store},
    safety::caller::{Caller, Right},
    settings::{Configuration, Settings},
    text::token::TokenCounter,
};

use crate::{
    embed::EmbeddingService,
    error::Error,
    host::Host,
    learn::Learner,
    ledger::{Appender, Ledger, Writer, redact::Redactor},
    notice::Notice,
    recall::{Recaller, receipt::Receipts},
    scribe::Scribe,
    session::Sessions,
    vault::{Vault, disk, lock::Lock},
    verb::context::delivered::Deliveries,
};

/// An open vault.
pub struct Engine {
    components: Components,
    undo_lock: Lock,
}

/// What an engine is made of.
pub(crate) struct Components {
    pub(crate) host: Arc<Host>,
    pub(crate) embedding: Arc<EmbeddingService>,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) scribe: Arc<Scribe>,
    pub(crate) learner: Learner,
    pub(crate) recaller: Recaller,
    pub(crate) sessions: Sessions,
    pub(crate) receipts: Receipts,
    pub(crate) deliveries: Deliveries,
    /// Who counts the tokens of a context; nobody when the one asked for is not built in.
    pub(crate) counter: Option<Arc<dyn TokenCounter>>,
}

impl From<Components> for Engine {
    fn from(components: Components) -> Self {
        let undo_lock = Lock::on(components.host.vault().undo_lock());
        Self { components, undo_lock }
    }
}

impl Engine {
    /// Has `listener` told of every read, write and search from now on.
    pub fn subscribe(&self, listener: impl Fn(&Notice) + Send + Sync + 'static) {
        self.components.host.subscribe(Box::new(listener));
    }

    /// What the vault's configuration said when it was opened.
    pub fn configuration(&self) -> &Configuration {
        self.components.host.configuration()
    }

    /// The settings that hold.
    pub fn settings(&self) -> &Settings {
        self.components.host.settings()
    }

    /// The vault's folder.
    pub fn root(&self) -> &Path {
        self.vault().root()
    }

    /// Makes a file in the vault's cache, for an editor to open.
    pub fn scratch_file(&self, name: &str, content: &str) -> Result<PathBuf, Error> {
        let path = self.vault().cache_folder().join(name);
        disk::write_scratch(&path, content).map_err(Error::file("write", &path))?;
        Ok(path)
    }
}

/// The components, for the verbs.
impl Engine {
    pub(crate) fn host(&self) -> &Host {
        &self.components.host
    }

    pub(crate) fn embedding(&self) -> &EmbeddingService {
        &self.components.embedding
    }

    pub(crate) fn ledger(&self) -> &Ledger {
        &self.components.ledger
    }

    pub(crate) fn scribe(&self) -> &Scribe {
        &self.components.scribe
    }

    pub(crate) fn learner(&self) -> &Learner {
        &self.components.learner
    }

    pub(crate) fn recaller(&self) -> &Recaller {
        &self.components.recaller
    }

    pub(crate) fn sessions(&self) -> &Sessions {
        &self.components.sessions
    }

    pub(crate) fn receipts(&self) -> &Receipts {
        &self.components.receipts
    }

    pub(crate) fn deliveries(&self) -> &Deliveries {
        &self.components.deliveries
    }

    pub(crate) fn configured_counter(&self) -> Option<&dyn TokenCounter> {
        self.components.counter.as_deref()
    }

    pub(crate) fn undo_lock(&self) -> &Lock {
        &self.undo_lock
    }

    pub(crate) fn vault(&self) -> &Arc<Vault> {
        self.components.host.vault()
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.components.host.now()
    }

    pub(crate) fn zone(&self) -> TimeZone {
        self.components.host.zone()
    }

    pub(crate) fn randomness(&self) -> &dyn Randomness {
        self.components.host.randomness().as_ref()
    }

    pub(crate) fn redactor(&self) -> &dyn Redactor {
        self.components.host.redactor()
    }

    pub(crate) fn notify(&self, notice: &Notice) {
        self.components.host.notify(notice);
    }

    /// Reads from a store that shows everything acknowledged so far, hand edits included.
    pub(crate) async fn read<T, F>(&self, read: impl Fn(Arc<dyn Store>) -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.components.scribe.read(read).await
    }

    /// Runs a verb that writes; once more if the index failed it and was repaired.
    pub(crate) async fn retry_after_repair<T, F>(&self, verb: impl Fn() -> F) -> Result<T, Error>
    where
        F: Future<Output = Result<T, Error>>,
    {
        self.components.ledger.retry_after_repair(verb).await
    }

    /// Waits for the right to append on a caller's behalf; nothing when a [`Writer`] is needed.
    pub(crate) async fn appender(&self, caller: &Caller) -> Result<Option<Appender<'_>>, Error> {
        caller.require(Right::Write)?;
        self.components.ledger.appender(caller.actor.clone()).await
    }

    /// Waits for the right to write on a caller's behalf.
    pub(crate) async fn writer(&self, caller: &Caller) -> Result<Writer<'_>, Error> {
        caller.require(Right::Write)?;
        self.components.ledger.writer(caller.actor.clone()).await
    }
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Engine").field("vault", &self.root()).finish_non_exhaustive()
    }
}
