//! Status: what a vault holds and what is still to be done.

use std::path::PathBuf;

use mnemic_core::{
    port::{
        embedder::Identity,
        store::{CensusRow, Store},
    },
    recall::pace::Pace,
    record::scope::Reach,
    safety::caller::Caller,
    settings::{Provider, preset::Preset},
};

use crate::{engine::Engine, error::Error, language::LanguageStatus};

/// What a vault holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VaultStatus {
    /// The vault's folder.
    pub root: PathBuf,
    /// Memories by scope and lifecycle state.
    pub census: Vec<CensusRow>,
    /// The preset in use.
    pub preset: Preset,
    /// What is wrong with its configuration.
    pub configuration_faults: usize,
    /// Documents known.
    pub documents: usize,
    /// Documents whose blocks are behind their memories.
    pub stale_documents: Vec<String>,
    /// Documents that are damaged and left alone until a person says which.
    pub damaged: Vec<DamagedDocument>,
    /// Clashes that nobody has settled.
    pub conflicts: usize,
    /// Memories that contradict each other, in pairs that nobody has settled.
    pub contradictions: usize,
    /// Bytes of journal.
    pub journal_bytes: u64,
    /// What turns texts into vectors.
    pub embedding: EmbeddingStatus,
    /// Which language model is asked.
    pub language: LanguageStatus,
    /// How fast the recalls of this process have been.
    pub recalls: Pace,
}

/// What turns texts into vectors, and how far it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingStatus {
    /// The one that the configuration asks for.
    pub provider: Provider,
    /// The best one that there is.
    pub embedder: Option<Identity>,
    /// How many memories wait to be embedded by it.
    pub lag: u64,
    /// Why it does not answer questions now, in a sentence.
    pub unused: Option<String>,
}

/// A document that is left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DamagedDocument {
    /// Its path below the vault.
    pub path: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Engine {
    /// Says what the vault holds and what is still to be done.
    pub async fn status(&self, caller: &Caller) -> Result<VaultStatus, Error> {
        let reach = &caller.reach;
        let journal_bytes = self.ledger().journal_lengths()?.values().sum();
        self.read(|store| async move {
            let store = store.as_ref();
            let documents = store.documents().await?;
            let damaged = documents
                .iter()
                .filter_map(|document| {
                    let reason = document.damage.clone()?;
                    Some(DamagedDocument { path: document.path.clone().into(), reason })
                })
                .collect();
            Ok(VaultStatus {
                root: self.root().to_path_buf(),
                census: store.census(reach).await?,
                preset: self.settings().preset,
                configuration_faults: self.configuration().faults.len(),
                documents: documents.len(),
                stale_documents: store
                    .stale_documents()
                    .await?
                    .into_iter()
                    .map(Into::into)
                    .collect(),
                damaged,
                conflicts: store.conflicts(reach, None).await?.len(),
                contradictions: open_contradictions(store, reach).await?,
                journal_bytes,
                embedding: self.embedding_status(store).await?,
                language: self.learner().language().status(),
                recalls: self.recaller().pace(),
            })
        })
        .await
    }

    async fn embedding_status(&self, store: &dyn Store) -> Result<EmbeddingStatus, Error> {
        let embedder = self.embedding().embedders().deep.as_ref().or(self
            .embedding()
            .embedders()
            .instant
            .as_ref());
        let embedder = embedder.map(|embedder| embedder.identity().clone());
        let lag = match &embedder {
            Some(identity) => self.embedding().waiting(store, identity).await?,
            None => 0,
        };
        let provider = self.settings().policies.embedder;
        let unused = self.embedding().serving_from(store).await?.unused;
        Ok(EmbeddingStatus { provider, embedder, lag, unused })
    }
}

async fn open_contradictions(store: &dyn Store, reach: &Reach) -> Result<usize, Error> {
    let contradictions = store.contradictions(reach, None).await?;
    Ok(contradictions.iter().filter(|contradiction| !contradiction.dismissed).count())
}
