//! Opening a vault, and closing it.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex, RwLock, atomic::AtomicBool},
    time::Duration,
};

use mnemic_core::{
    journal::event::Actor,
    port::{
        clock::{Clock, Randomness},
        embedder::EmbeddingCache,
        store::Index,
    },
    settings::{Configuration, Fault, Settings},
};
use mnemic_sqlite::{SqliteEmbeddingCache, SqliteIndex};
use tokio::sync::Notify;

use crate::{
    embed::{EmbedderSources, Embedders, EmbeddersFrom, Refusals},
    engine::{Engine, Followed},
    error::{Error, OpenError},
    language::{Language, LanguageFrom, LanguageSources},
    ledger::redact::{KeepAll, Redactor},
    ram::RamIndex,
    recall::receipt::Receipts,
    system::{SystemClock, SystemRandomness},
    vault::{
        Vault, index_folder,
        lock::{Lock, LockError},
        network,
    },
    verb::{config as configuration, config::SettingsFrom, restore_backup},
};

/// How long a verb that has answered waits for a lock, to bring documents up to date.
const CLOSING_PATIENCE: Duration = Duration::from_secs(10);
/// How long a read waits for a lock, before it answers from the index as it is. Locks are usually held for
/// milliseconds; who holds one for longer may be suspended.
pub(crate) const READING_PATIENCE: Duration = Duration::from_millis(250);

/// How long whoever writes waits for a document that someone is saving. Most saves take milliseconds.
const SETTLING: Duration = Duration::from_millis(300);

/// How a vault is opened.
#[derive(Clone)]
pub struct Options {
    /// The vault's folder.
    pub vault: PathBuf,
    /// Whether a missing or empty folder becomes a vault.
    pub create: bool,
    /// Where the index is kept.
    pub index: IndexKind,
    /// Where its settings come from.
    pub settings: SettingsFrom,
    /// Who acts through this engine.
    pub actor: Actor,
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
    /// Where randomness comes from.
    pub randomness: Arc<dyn Randomness>,
    /// What takes secrets out before anything is kept.
    pub redactor: Arc<dyn Redactor>,
    /// What turns texts into vectors.
    pub embedders: EmbeddersFrom,
    /// Which language model is asked, if any.
    pub language: LanguageFrom,
}

impl Options {
    /// A vault in this folder, made if it is missing, with its index in SQLite and the system's clock and
    /// randomness.
    pub fn for_vault(vault: impl Into<PathBuf>) -> Self {
        Self {
            vault: vault.into(),
            create: true,
            index: IndexKind::Sqlite,
            settings: SettingsFrom::File(Vec::new()),
            actor: Actor::through("library"),
            clock: Arc::new(SystemClock),
            randomness: Arc::new(SystemRandomness),
            redactor: Arc::new(KeepAll),
            embedders: EmbeddersFrom::Settings(EmbedderSources::default()),
            language: LanguageFrom::Settings(LanguageSources::default()),
        }
    }
}

/// Where what is derived from a vault is kept.
#[derive(Debug, Clone, Default)]
pub enum IndexKind {
    /// In SQLite files in the vault's own folder.
    #[default]
    Sqlite,
    /// In RAM. An index is for one vault; it is built from the journal at first use.
    Ram(RamIndex),
}

impl IndexKind {
    fn of(self, vault: &Vault) -> Arc<dyn Index> {
        match self {
            Self::Sqlite => Arc::new(SqliteIndex::new(vault.index_folder().to_path_buf())),
            Self::Ram(index) => Arc::new(index),
        }
    }

    /// Where receipts go: an index in RAM leaves nothing on disk.
    fn receipts(&self, vault: &Vault) -> Receipts {
        let folder = match self {
            Self::Sqlite => Some(vault.cache_folder().join("receipts")),
            Self::Ram(_) => None,
        };
        Receipts { folder, ..Receipts::default() }
    }

    /// An index in RAM leaves nothing on disk.
    fn embeddings(&self, vault: &Vault) -> Option<Arc<dyn EmbeddingCache>> {
        match self {
            Self::Sqlite => {
                let path = vault.cache_folder().join("embeddings.sqlite");
                Some(Arc::new(SqliteEmbeddingCache::new(path)))
            }
            Self::Ram(_) => None,
        }
    }
}

impl Engine {
    /// Opens a vault. What other processes wrote is seen by every verb; nothing is locked in between.
    pub async fn open(options: Options) -> Result<Self, OpenError> {
        let Options {
            vault: root,
            create,
            index,
            settings,
            actor,
            clock,
            randomness,
            redactor,
            embedders,
            language,
        } = options;
        let vault = open_folder(root, create)?;
        let uses_sound_part = matches!(settings, SettingsFrom::SoundPartOfFile(_));
        let mut configuration = configuration::read(vault.root(), settings)?;
        if let (IndexKind::Sqlite, Err(unfit)) = (&index, index_fits(&vault, &configuration)) {
            if !uses_sound_part {
                return Err(unfit);
            }
            configuration.faults.push(Fault::of_file(unfit.to_string()));
            configuration.settings.index_path = Settings::default().index_path;
        }
        let vault = vault.configured(&configuration.settings);
        warn_of_network(&vault, &configuration);
        let embedders = match embedders {
            EmbeddersFrom::Settings(sources) => Embedders::of(&configuration.settings, &sources),
            EmbeddersFrom::Value(embedders) => embedders,
        };
        let language = Language::of(language, &configuration.settings.language, &vault);
        let counter = mnemic_models::token_counter(configuration.settings.tokenizer);
        let embeddings = index.embeddings(&vault);
        let receipts = index.receipts(&vault);
        let index = index.of(&vault);
        let patience = Duration::from_secs(configuration.settings.lock_wait_seconds as u64);
        Ok(Self {
            patience,
            settling: SETTLING,
            unsettled: Mutex::default(),
            write_lock: Lock::on(vault.write_lock()),
            scribe_lock: Lock::on(vault.scribe_lock()),
            build_lock: Lock::on(vault.build_lock()),
            index_lock: Lock::on(vault.index_lock()),
            undo_lock: Lock::on(vault.undo_lock()),
            vault: Arc::new(vault),
            configuration,
            index,
            store: RwLock::new(None),
            clock,
            randomness,
            redactor,
            embedders,
            language,
            counter,
            embeddings,
            deep_serves: AtomicBool::new(false),
            lacks_vectors: AtomicBool::new(false),
            actor,
            listeners: Mutex::default(),
            followed: Mutex::new(Followed::default()),
            looks: Mutex::default(),
            slo: Mutex::default(),
            receipts,
            usage: Mutex::default(),
            giving: Mutex::default(),
            uncompared: Mutex::default(),
            scribe_wanted: Arc::default(),
            refusals: Refusals::default(),
            embedding_wanted: Notify::new(),
        })
    }

    /// Brings the documents up to date and lets go of the vault. While another process holds a lock they stay behind:
    /// whoever comes next brings them up to date.
    pub async fn close(self) -> Result<(), Error> {
        match self.closing_within(CLOSING_PATIENCE).await {
            Err(Error::Lock(busy @ LockError::Busy { .. })) => {
                tracing::warn!(%busy, "documents are behind; the next command brings them up to date");
                Ok(())
            }
            closed => closed,
        }
    }

    /// The same after nothing but reading. Whoever has their answer does not wait for others: this fails when another
    /// process holds a lock, and nothing is amiss then.
    pub async fn close_after_reading(self) -> Result<(), Error> {
        Self { settling: Duration::ZERO, ..self }.closing_within(READING_PATIENCE).await
    }

    async fn closing_within(self, patience: Duration) -> Result<(), Error> {
        let patience = self.patience.min(patience);
        Self { patience, ..self }.write_documents().await
    }

    /// Brings the documents up to date.
    pub async fn write_documents(&self) -> Result<(), Error> {
        self.write_down().await;
        let written = self.scribe().await;
        self.compare_written().await;
        written
    }
}

/// An index that someone moved is to lie in a folder that serves no other purpose.
fn index_fits(vault: &Vault, configuration: &Configuration) -> Result<(), OpenError> {
    let path = &configuration.settings.index_path;
    index_folder::check(vault.root(), path)
        .map_err(|reason| OpenError::IndexFolder { path: path.clone(), reason })
}

/// An index that someone moved is to lie on a local disk.
fn warn_of_network(vault: &Vault, configuration: &Configuration) {
    if configuration.settings.index_path.is_absolute()
        && let Some(kind) = network::kind_at(vault.index_folder())
    {
        tracing::warn!(
            path = %vault.index_folder().display(),
            "the index lies on a network file system ({kind}); set index.path to a local folder"
        );
    }
}

fn open_folder(root: PathBuf, create: bool) -> Result<Vault, OpenError> {
    if let Err(error) = restore_backup::recover(&root) {
        // A vault that is in its place can be used whatever else is left to do.
        if !Vault::is_at(&root) {
            return Err(OpenError::Folder { path: root, source: error });
        }
        tracing::warn!(%error, "a restore was interrupted and could not be finished yet");
    }
    let opened = if Vault::is_at(&root) {
        Vault::at(&root)
    } else if create && Vault::may_be_made_at(&root) {
        Vault::create(&root)
    } else if create {
        return Err(OpenError::NotAVault(root));
    } else {
        return Err(OpenError::Missing(root));
    };
    opened.map_err(|source| OpenError::Folder { path: root, source })
}
