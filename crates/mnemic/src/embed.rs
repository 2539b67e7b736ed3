//! The embedders that an engine works with, and where they come from.
//!
//! Nothing here reads the environment: whoever opens a vault says where models are, whether the network may be used
//! and which keys there are. A provider that cannot be had is no reason not to open: the rest works without it.

#[cfg(not(all(feature = "models", feature = "remote")))]
mod left_out;
#[cfg(feature = "models")]
mod own;
mod pending;
mod probe;
mod prune;
mod refusal;
#[cfg(feature = "remote")]
mod remote;
mod service;
mod serving;
mod waiting;

use std::{fmt, path::PathBuf, sync::Arc};

use mnemic_core::{
    port::embedder::{EmbedError, Embedder, Embedding, Lexicon, StoredVectors},
    settings::{Provider, Settings},
};
use mnemic_models::{Connection, Network};

#[cfg(not(feature = "models"))]
use self::left_out::built_in;
#[cfg(feature = "models")]
use self::own::built_in;
use self::refusal::Refusals;
pub use self::{pending::Embedded, serving::Serving};
pub(crate) use self::{pending::Queue, service::EmbeddingService, serving::WAITING_AT_MOST};
use crate::{credential::Keys, provider::ProviderFault};

/// What turns texts into vectors. Without any, memories are found by their words alone.
#[derive(Clone, Default)]
pub struct Embedders {
    /// Answers at once: every memory is embedded by it as it is written.
    pub instant: Option<Arc<dyn Embedder>>,
    /// Knows words without context.
    pub lexicon: Option<Arc<dyn Lexicon>>,
    /// Understands more and takes its time: memories are embedded by it after they are written.
    pub deep: Option<Arc<dyn Embedder>>,
    /// Why the one that was asked for is not among them.
    pub fault: Option<ProviderFault>,
}

/// Where an engine's embedders come from.
#[derive(Clone)]
pub enum EmbeddersFrom {
    /// As the vault's settings say, with what the caller has.
    Settings(EmbedderSources),
    /// These, whatever the settings say.
    Value(Embedders),
}

/// What a caller has for embedders to use.
#[derive(Clone)]
pub struct EmbedderSources {
    /// The folder of models.
    pub models: Option<PathBuf>,
    /// How providers are reached, if the network may be used at all.
    pub connection: Connection,
    /// The key in a variable of that name.
    pub key: Keys,
}

impl Default for EmbedderSources {
    /// No models, no network and no keys: what is inside the library is what there is.
    fn default() -> Self {
        let connection = Connection { network: Network::Off, ..Connection::default() };
        Self { models: None, connection, key: Arc::new(|_| None) }
    }
}

impl fmt::Debug for EmbedderSources {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = formatter.debug_struct("EmbedderSources");
        debug.field("models", &self.models).field("connection", &self.connection);
        debug.finish_non_exhaustive()
    }
}

impl Embedders {
    /// What is inside the library: nothing has to be there, and nothing slow happens. Nothing is without the feature
    /// `models`.
    pub fn built_in() -> Self {
        built_in()
    }

    /// What settings ask for, as far as it can be had. No connection is made.
    pub(crate) fn of(settings: &Settings, sources: &EmbedderSources) -> Self {
        let (provider, embedding) = (settings.policies.embedder, &settings.embedding);
        let deep = match provider {
            Provider::None => return Self::default(),
            Provider::Static | Provider::Auto | Provider::Minilm | Provider::Local => {
                sources.own_model(provider, embedding)
            }
            Provider::Openai | Provider::Gemini | Provider::Ollama => {
                sources.remote(provider, embedding).map(Some)
            }
        };
        match deep {
            Ok(deep) => Self { deep, ..built_in() },
            Err(fault) => Self::without_model(Some(fault)),
        }
    }

    /// What is inside the library, and why there is no more.
    pub(crate) fn without_model(fault: Option<ProviderFault>) -> Self {
        Self { fault, ..built_in() }
    }

    /// The instant one first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<dyn Embedder>> {
        self.instant.iter().chain(&self.deep)
    }
}

/// Whatever an embedder answers, only what its identity promises is kept. Only what answers at once, from a table, may
/// know nothing of a text: whoever else answers with zeros did not look at it.
pub(crate) fn checked(
    embedder: &dyn Embedder,
    embedded: Vec<Embedding>,
    texts: &[&str],
) -> Result<Vec<StoredVectors>, EmbedError> {
    let identity = embedder.identity();
    let is_sound = |(embedding, text): (&Embedding, &&str)| {
        let may_say_nothing = embedder.is_instant() || text.trim().is_empty();
        embedding.vector.len() == identity.dimensions
            && embedding.vector.iter().all(|value| value.is_finite())
            && (may_say_nothing || !embedding.is_zero())
    };
    if embedded.len() == texts.len() && embedded.iter().zip(texts).all(is_sound) {
        return Ok(embedded.iter().map(StoredVectors::of).collect());
    }
    Err(EmbedError::Nonsense {
        provider: identity.provider.clone(),
        reason: "with vectors that are not what was asked for".to_owned(),
    })
}
