//! The embedders that an engine works with, and where they come from.
//!
//! Nothing here reads the environment: whoever opens a vault says where models are, whether the network may be used
//! and which keys there are. A provider that cannot be had is no reason not to open: the rest works without it.

mod pending;
mod probe;
mod prune;
mod refusal;
mod service;
mod serving;
mod waiting;

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
};

use mnemic_core::{
    port::embedder::{EmbedError, Embedder, Embedding, Lexicon, StoredVectors},
    settings::{EmbeddingSettings, Provider, Settings},
};
use mnemic_models::{
    Catalogue, Connection, Dimensions, HttpClient, LocalModel, Network, Prompts, RemoteEmbedder,
    RemoteSettings, Secret, StaticEmbedder,
};

use self::refusal::Refusals;
pub use self::{pending::Embedded, serving::Serving};
pub(crate) use self::{pending::Queue, service::EmbeddingService, serving::WAITING_AT_MOST};
use crate::credential::{self, Keys, Wanted};

/// What turns texts into vectors. Without any, memories are found by their words alone.
#[derive(Clone, Default)]
pub struct Embedders {
    /// Answers at once: every memory is embedded by it as it is written.
    pub instant: Option<Arc<dyn Embedder>>,
    /// Knows words without context.
    pub lexicon: Option<Arc<dyn Lexicon>>,
    /// Understands more and takes its time: memories are embedded by it after they are written.
    pub deep: Option<Arc<dyn Embedder>>,
    /// Why the one that was asked for is not among them, in a sentence.
    pub fault: Option<String>,
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
        let mut told = formatter.debug_struct("EmbedderSources");
        told.field("models", &self.models).field("connection", &self.connection);
        told.finish_non_exhaustive()
    }
}

static BUILT_IN: LazyLock<Arc<StaticEmbedder>> = LazyLock::new(|| Arc::new(StaticEmbedder::new()));

impl Embedders {
    /// What is inside the library: nothing has to be there, and nothing slow happens.
    pub fn built_in() -> Self {
        Self { instant: Some(BUILT_IN.clone()), lexicon: Some(BUILT_IN.clone()), ..Self::default() }
    }

    /// What settings ask for, as far as it can be had. No connection is made.
    pub(crate) fn of(settings: &Settings, sources: &EmbedderSources) -> Self {
        let (provider, embedding) = (settings.policies.embedder, &settings.embedding);
        let built_in = Self::built_in();
        let deep = match provider {
            Provider::None => return Self::default(),
            Provider::Static => return built_in,
            Provider::Auto => sources.catalogue().map_or(Ok(None), |catalogue| catalogue.best()),
            Provider::Minilm => sources.minilm(embedding).map(Some),
            Provider::Local => sources.local(embedding).map(Some),
            Provider::Openai | Provider::Gemini | Provider::Ollama => {
                return match sources.remote(provider, embedding) {
                    Ok(remote) => Self { deep: Some(Arc::new(remote)), ..built_in },
                    Err(fault) => Self { fault: Some(fault), ..built_in },
                };
            }
        };
        match deep {
            Ok(Some(model)) => Self { deep: Some(Arc::new(model)), ..built_in },
            Ok(None) => built_in,
            Err(error) => Self { fault: Some(error.to_string()), ..built_in },
        }
    }

    /// The instant one first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Arc<dyn Embedder>> {
        self.instant.iter().chain(&self.deep)
    }
}

impl EmbedderSources {
    fn catalogue(&self) -> Option<Catalogue> {
        self.models.as_ref().map(Catalogue::new)
    }

    fn minilm(&self, embedding: &EmbeddingSettings) -> Result<LocalModel, EmbedError> {
        let missing = || EmbedError::Missing("minilm".to_owned());
        let catalogue = self.catalogue().ok_or_else(missing)?;
        match &embedding.model {
            Some(name) => catalogue.open(name),
            None => catalogue.best()?.ok_or_else(missing),
        }
    }

    /// A name without a folder before it is one of the folder of models.
    fn local(&self, embedding: &EmbeddingSettings) -> Result<LocalModel, EmbedError> {
        let Some(model) = &embedding.model else {
            return Err(EmbedError::Missing("embedding.model".to_owned()));
        };
        let is_path = Path::new(model).components().count() > 1;
        match self.catalogue().filter(|_| !is_path) {
            Some(catalogue) => catalogue.open(model),
            None => LocalModel::open("local", Path::new(model), Prompts::default()),
        }
    }

    /// A provider that is asked for vectors whose length is known.
    fn remote(
        &self,
        provider: Provider,
        embedding: &EmbeddingSettings,
    ) -> Result<RemoteEmbedder, String> {
        let remote = self.remote_settings(provider, embedding)?;
        if remote.dimensions == Dimensions::Unknown {
            let model = remote.model;
            return Err(format!(
                "how long the vectors of `{model}` are is not known: `mnemic models use {provider}` finds out, or set `embedding.dimensions`"
            ));
        }
        Ok(RemoteEmbedder::new(remote, self.client()?))
    }

    /// How long the vectors are that a provider answers with, where neither the settings nor the model's name say so.
    /// The provider is asked.
    pub async fn measure(&self, settings: &Settings) -> Result<Option<usize>, String> {
        let (provider, embedding) = (settings.policies.embedder, &settings.embedding);
        if !matches!(provider, Provider::Openai | Provider::Gemini | Provider::Ollama) {
            return Ok(None);
        }
        let remote = self.remote_settings(provider, embedding)?;
        if remote.dimensions != Dimensions::Unknown {
            return Ok(None);
        }
        let embedder = RemoteEmbedder::new(remote, self.client()?);
        embedder.measure().await.map(Some).map_err(|error| error.to_string())
    }

    fn client(&self) -> Result<HttpClient, String> {
        HttpClient::new(&self.connection).map_err(|error| error.to_string())
    }

    fn remote_settings(
        &self,
        provider: Provider,
        embedding: &EmbeddingSettings,
    ) -> Result<RemoteSettings, String> {
        if self.connection.network == Network::Off {
            return Err(EmbedError::Offline(provider.to_string()).to_string());
        }
        let key = self.key_for(provider, embedding)?;
        let own = key.clone().unwrap_or_else(|| Secret::new(""));
        let mut remote = match provider {
            Provider::Gemini => RemoteSettings::gemini(own),
            Provider::Ollama => RemoteSettings::ollama(),
            _ => RemoteSettings::openai(own),
        };
        remote.key = key;
        remote.batch_size = embedding.batch_size;
        if let Some(url) = &embedding.url {
            remote.url = url.trim_end_matches('/').to_owned();
        }
        if let Some(model) = &embedding.model {
            remote = remote.with_model(model);
        }
        if embedding.dimensions > 0 {
            remote = remote.with_dimensions(embedding.dimensions, embedding.ask_dimensions);
        }
        remote.refusal().map_or(Ok(remote), Err)
    }

    fn key_for(
        &self,
        provider: Provider,
        embedding: &EmbeddingSettings,
    ) -> Result<Option<Secret>, String> {
        let usual = match provider {
            Provider::Openai => Some("OPENAI_API_KEY"),
            Provider::Gemini => Some("GEMINI_API_KEY"),
            _ => None,
        };
        let (named, url) = (embedding.key_variable.as_deref(), embedding.url.as_deref());
        credential::find(&self.key, &Wanted { provider: provider.name(), usual, named, url })
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
            && (may_say_nothing || !embedding.says_nothing())
    };
    if embedded.len() == texts.len() && embedded.iter().zip(texts).all(is_sound) {
        return Ok(embedded.iter().map(StoredVectors::of).collect());
    }
    Err(EmbedError::Nonsense {
        provider: identity.provider.clone(),
        reason: "with vectors that are not what was asked for".to_owned(),
    })
}
