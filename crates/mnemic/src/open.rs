//! Opening a vault, and closing it.

use std::{path::PathBuf, sync::Arc, time::Duration};

use mnemic_core::{
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
    consent::{self, AgreedAddresses},
    embed::{EmbedderSources, Embedders, EmbeddersFrom, EmbeddingService},
    engine::{Components, Engine},
    error::{Error, OpenError},
    host::Host,
    language::{Language, LanguageFrom, LanguageSources},
    learn::{Learner, Uncompared},
    ledger::{
        Ledger, Observer,
        redact::{RedactSecrets, Redactor},
    },
    notice::Notice,
    recall::{Recaller, receipt::Receipts},
    scribe::Scribe,
    session::Sessions,
    system::{SystemClock, SystemRandomness},
    vault::{Vault, index_folder, lock::LockError},
    verb::{
        config as configuration, config::SettingsFrom, context::delivered::Deliveries,
        restore_backup,
    },
};

/// How long a verb that has answered waits for a lock, to bring documents up to date.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a read waits for a lock, before it answers from the index as it is. Locks are usually held for
/// milliseconds; who holds one for longer may be suspended.
pub(crate) const READ_TIMEOUT: Duration = Duration::from_millis(250);

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
    /// Where time comes from.
    pub clock: Arc<dyn Clock>,
    /// Where randomness comes from.
    pub randomness: Arc<dyn Randomness>,
    /// What takes secrets out before anything is kept; without it, [`RedactSecrets`] as the settings say.
    pub redactor: Option<Arc<dyn Redactor>>,
    /// What turns texts into vectors.
    pub embedders: EmbeddersFrom,
    /// Which language model is asked, if any.
    pub language: LanguageFrom,
    /// The network addresses that the vault's own file may name.
    pub agreed: AgreedAddresses,
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
            clock: Arc::new(SystemClock),
            randomness: Arc::new(SystemRandomness),
            redactor: None,
            embedders: EmbeddersFrom::Settings(EmbedderSources::default()),
            language: LanguageFrom::Settings(LanguageSources::default()),
            agreed: AgreedAddresses::default(),
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
    #[cfg(feature = "ram")]
    Ram(crate::RamIndex),
}

impl IndexKind {
    fn of(self, vault: &Vault) -> Arc<dyn Index> {
        match self {
            Self::Sqlite => Arc::new(SqliteIndex::new(vault.index_folder().to_path_buf())),
            #[cfg(feature = "ram")]
            Self::Ram(index) => Arc::new(index),
        }
    }

    /// Where receipts go: an index in RAM leaves nothing on disk.
    fn receipts(&self, host: &Arc<Host>) -> Receipts {
        Receipts::new(host.clone(), self.cache_folder(host.vault(), "receipts"))
    }

    fn deliveries(&self, vault: &Vault) -> Deliveries {
        Deliveries::new(self.cache_folder(vault, "delivered"))
    }

    fn cache_folder(&self, vault: &Vault, name: &str) -> Option<PathBuf> {
        match self {
            Self::Sqlite => Some(vault.cache_folder().join(name)),
            #[cfg(feature = "ram")]
            Self::Ram(_) => None,
        }
    }

    /// An index in RAM leaves nothing on disk.
    fn embeddings(&self, vault: &Vault) -> Option<Arc<dyn EmbeddingCache>> {
        match self {
            Self::Sqlite => {
                let path = vault.cache_folder().join("embeddings.sqlite");
                Some(Arc::new(SqliteEmbeddingCache::new(path)))
            }
            #[cfg(feature = "ram")]
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
            clock,
            randomness,
            redactor,
            embedders,
            language,
            agreed,
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
        let policy = configuration.settings.policies.secrets;
        let redactor = redactor.unwrap_or_else(|| Arc::new(RedactSecrets { policy }));
        let refused = (
            consent::embedding_fault(&configuration, &agreed),
            consent::language_fault(&configuration, &agreed),
        );
        let host = Arc::new(Host::new(vault, configuration, clock, randomness, redactor));
        let embedders = match embedders {
            EmbeddersFrom::Settings(_) if refused.0.is_some() => {
                Embedders::without_model(refused.0)
            }
            EmbeddersFrom::Settings(sources) => Embedders::of(host.settings(), &sources),
            EmbeddersFrom::Value(embedders) => embedders,
        };
        let language = Language::new(host.clone(), language, refused.1);
        let cache = index.embeddings(host.vault());
        let embedding = Arc::new(EmbeddingService::new(host.clone(), embedders, cache));
        let (uncompared, scribe_wanted) = (Arc::new(Uncompared::default()), Arc::default());
        let observers = observers(&host, &embedding, &uncompared, &scribe_wanted);
        let (receipts, deliveries) = (index.receipts(&host), index.deliveries(host.vault()));
        let index = index.of(host.vault());
        let ledger = Arc::new(Ledger::new(host.clone(), embedding.clone(), index, observers));
        let scribe = Arc::new(Scribe::new(host.clone(), ledger.clone(), scribe_wanted));
        let learner =
            Learner::new(host.clone(), ledger.clone(), scribe.clone(), language, uncompared);
        let recaller = Recaller::new(host.clone(), scribe.clone(), embedding.clone());
        let sessions = Sessions::new(host.clone(), scribe.clone());
        let counter = mnemic_models::token_counter(host.settings().tokenizer);
        Ok(Components {
            host,
            embedding,
            ledger,
            scribe,
            learner,
            recaller,
            sessions,
            receipts,
            deliveries,
            counter,
        }
        .into())
    }

    /// Brings the documents up to date and lets go of the vault. While another process holds a lock they stay behind:
    /// whoever comes next brings them up to date.
    pub async fn close(self) -> Result<(), Error> {
        match self.close_within(CLOSE_TIMEOUT).await {
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
        self.host().skip_saves();
        self.close_within(READ_TIMEOUT).await
    }

    async fn close_within(self, longest: Duration) -> Result<(), Error> {
        self.host().limit_lock_timeout(longest);
        self.write_documents().await
    }

    /// Brings the documents up to date.
    pub async fn write_documents(&self) -> Result<(), Error> {
        self.write_down().await;
        let written = self.update_documents().await;
        self.learner().compare_written().await;
        written
    }

    /// Takes in what people changed and brings every document up to date.
    pub async fn update_documents(&self) -> Result<(), Error> {
        self.scribe().update_documents().await
    }

    /// Writes down what was noted about memories and sessions, and the receipts that wait; documents are left to whoever
    /// comes next.
    pub async fn write_down(&self) {
        self.receipts().write_waiting().await;
        self.deliveries().write_waiting().await;
        self.learner().write_usage().await;
    }
}

/// Who hears of every act that is committed.
fn observers(
    host: &Arc<Host>,
    embedding: &Arc<EmbeddingService>,
    uncompared: &Arc<Uncompared>,
    scribe_wanted: &Arc<Notify>,
) -> Vec<Observer> {
    let (host, embedding) = (host.clone(), embedding.clone());
    let (uncompared, scribe_wanted) = (uncompared.clone(), scribe_wanted.clone());
    vec![
        Box::new(move |act| uncompared.note(act)),
        Box::new(move |act| Notice::of(act).iter().for_each(|notice| host.notify(notice))),
        Box::new(move |_| {
            scribe_wanted.notify_one();
            embedding.request_vectors();
        }),
    ]
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
        && let Some(kind) = mnemic_platform::network_kind(vault.index_folder())
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
