//! Embedders of other programs and services, asked over HTTP.
//!
//! Whatever comes back is checked before it is believed: as many vectors as texts, each of the length that was asked
//! for, of finite numbers that are not all zero. Vectors are scaled to unit length here, because providers do not do so for shortened ones.

mod gemini;
mod known;
mod ollama;
mod openai;
mod wire;

use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use mnemic_core::port::embedder::{EmbedError, Embedder, Embedding, Identity, Role};

use crate::{
    exchange::{self, Backoff, Failure, WireRequest},
    http::{self, HttpClient, HttpError, RequestTimeout},
    prompt::Prompts,
    secret::Secret,
    vector::{is_finite, is_zero, normalise},
};
use wire::Wire;

/// How much of a text is sent. Providers refuse texts beyond some thousand tokens, and what a text is about stands in
/// its beginning.
const MAX_TEXT_CHARS: usize = 6_000;

/// What is embedded to see whether a provider answers.
const PROBE: &str = "memory";

/// Which provider is asked, and for what.
#[derive(Debug, Clone)]
pub struct RemoteSettings {
    /// How it is spoken to.
    pub protocol: Protocol,
    /// Where it is, without the path that the protocol adds, such as `https://api.openai.com/v1`.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// The provider's key, if it wants one.
    pub key: Option<Secret>,
    /// How long vectors are.
    pub dimensions: Dimensions,
    /// What is put before texts.
    pub prompts: Prompts,
    /// How many texts are sent at once.
    pub batch_size: usize,
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// `/embeddings` as OpenAI has it, and many others after it.
    OpenAi,
    /// `:batchEmbedContents` of the Gemini API.
    Gemini,
    /// `/api/embed` of Ollama.
    Ollama,
}

/// How many numbers a vector has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dimensions {
    /// As many as are asked for.
    Requested(usize),
    /// As many as the model has; it is not asked for others.
    Fixed(usize),
    /// As many as the model has, and nobody said how many that are: [`RemoteEmbedder::measure`] finds out.
    Unknown,
}

impl Dimensions {
    /// The number; 0 where it is not known.
    pub fn count(self) -> usize {
        match self {
            Self::Requested(count) | Self::Fixed(count) => count,
            Self::Unknown => 0,
        }
    }
}

impl RemoteSettings {
    /// OpenAI with `text-embedding-3-small`.
    pub fn openai(key: Secret) -> Self {
        Self::new(Protocol::OpenAi, "text-embedding-3-small", Some(key))
    }

    /// Gemini with `gemini-embedding-001`.
    pub fn gemini(key: Secret) -> Self {
        Self::new(Protocol::Gemini, "gemini-embedding-001", Some(key))
    }

    /// Ollama on this machine with `embeddinggemma`.
    pub fn ollama() -> Self {
        Self::new(Protocol::Ollama, "embeddinggemma", None)
    }

    /// Another model, with what is known of it.
    pub fn with_model(self, model: &str) -> Self {
        let dimensions = known::dimensions(model).unwrap_or(Dimensions::Unknown);
        Self { model: model.to_owned(), dimensions, prompts: known::prompts(model), ..self }
    }

    /// Vectors of another length. A model that is not known to take one is asked for it only if it `may_be_asked`.
    pub fn with_dimensions(self, count: usize, may_be_asked: bool) -> Self {
        let is_asked = may_be_asked || matches!(self.dimensions, Dimensions::Requested(_));
        let dimensions =
            if is_asked { Dimensions::Requested(count) } else { Dimensions::Fixed(count) };
        Self { dimensions, ..self }
    }

    /// Why nothing is asked where this provider is, if the address says so itself.
    pub fn refusal(&self) -> Option<String> {
        let reason = http::refusal(&self.url)?;
        Some(HttpError::Refused { url: http::without_secrets(&self.url), reason }.to_string())
    }

    fn new(protocol: Protocol, model: &str, key: Option<Secret>) -> Self {
        let settings = Self {
            protocol,
            url: protocol.usual_url().to_owned(),
            model: String::new(),
            key,
            dimensions: Dimensions::Unknown,
            prompts: Prompts::default(),
            batch_size: 100,
        };
        settings.with_model(model)
    }
}

impl Protocol {
    fn usual_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Gemini => "https://generativelanguage.googleapis.com/v1beta",
            Self::Ollama => "http://127.0.0.1:11434",
        }
    }
}

/// What tells two servers apart that have a model of one name: where they are, unless that is where the provider usually
/// is.
fn place(settings: &RemoteSettings) -> String {
    let url = http::without_secrets(&settings.url);
    let by_number = url.replacen("://localhost:", "://127.0.0.1:", 1);
    if by_number == settings.protocol.usual_url() { String::new() } else { format!("at {url}") }
}

/// An embedder that is asked over HTTP.
#[derive(Debug)]
pub struct RemoteEmbedder {
    identity: Identity,
    settings: RemoteSettings,
    client: HttpClient,
    has_answered: AtomicBool,
    backoff: Backoff,
}

impl RemoteEmbedder {
    /// An embedder; nothing is asked yet.
    pub fn new(settings: RemoteSettings, client: HttpClient) -> Self {
        let identity = Identity {
            provider: settings.wire().provider().to_owned(),
            model: settings.model.clone(),
            revision: place(&settings),
            dimensions: settings.dimensions.count(),
            prompt: settings.prompts.memory.clone(),
        };
        Self {
            identity,
            settings,
            client,
            has_answered: AtomicBool::new(false),
            backoff: Backoff::default(),
        }
    }

    /// How long the vectors are that the provider answers with. Whatever fails, fails here, and at once.
    pub async fn measure(&self) -> Result<usize, EmbedError> {
        let probe = self.settings.prepare(PROBE, Role::Memory);
        let vectors = self.batch(&[probe], Role::Memory).await?;
        Ok(vectors.first().map_or(0, Vec::len))
    }

    /// The vectors of one batch.
    async fn batch(&self, texts: &[String], role: Role) -> Result<Vec<Vec<f32>>, EmbedError> {
        let wire = self.settings.wire();
        let request = wire.request(&self.settings, texts, role);
        let asked = self.ask(request, role).await;
        let vectors = asked
            .map_err(|failure| self.error(failure))
            .and_then(|body| wire.vectors(&body).map_err(|reason| self.nonsense(reason)))
            .and_then(|vectors| self.check(vectors, texts.len()));
        self.has_answered.store(vectors.is_ok(), Ordering::Relaxed);
        vectors
    }

    /// Whoever asks a question is not kept waiting: once, briefly, and not while the provider is known to fail.
    async fn ask(&self, request: WireRequest, role: Role) -> Result<Vec<u8>, Failure> {
        let patience = match role {
            Role::Question => RequestTimeout::Short,
            Role::Memory => RequestTimeout::Long,
        };
        if let Some(failure) = self.backoff.reason().filter(|_| patience == RequestTimeout::Short) {
            return Err(failure);
        }
        let asked = exchange::ask(&self.client, &self.identity.provider, request, patience).await;
        self.backoff.note(asked.as_ref().err());
        asked
    }

    fn check(&self, mut vectors: Vec<Vec<f32>>, count: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        if vectors.len() != count {
            return Err(self.nonsense(format!("with {} vectors for {count} texts", vectors.len())));
        }
        let expected = match self.identity.dimensions {
            0 => vectors.first().map_or(1, |vector| vector.len().max(1)),
            expected => expected,
        };
        for vector in &mut vectors {
            if vector.len() != expected {
                return Err(self.nonsense(format!(
                    "with {} numbers where {expected} were due, as `embedding.dimensions` says",
                    vector.len()
                )));
            }
            if is_zero(vector) {
                return Err(self.nonsense("with a vector of zeros".to_owned()));
            }
            normalise(vector);
            if !is_finite(vector) {
                return Err(self.nonsense("with numbers that are not finite".to_owned()));
            }
        }
        Ok(vectors)
    }

    fn error(&self, failure: Failure) -> EmbedError {
        let provider = self.identity.provider.clone();
        match failure {
            Failure::Offline => EmbedError::Offline(provider),
            Failure::Unauthorised => EmbedError::Unauthorised(provider),
            Failure::Busy { retry_after_s } => EmbedError::Busy { provider, retry_after_s },
            Failure::Unreachable(reason) | Failure::Refused(reason) => {
                EmbedError::Unreachable { provider, reason }
            }
            Failure::Nonsense(reason) => EmbedError::Nonsense { provider, reason },
        }
    }

    fn nonsense(&self, reason: String) -> EmbedError {
        EmbedError::Nonsense { provider: self.identity.provider.clone(), reason }
    }
}

#[async_trait]
impl Embedder for RemoteEmbedder {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether the provider answered the last time.
    fn is_ready(&self) -> bool {
        self.has_answered.load(Ordering::Relaxed)
    }

    /// A text of spaces alone is not sent, since providers refuse it; its vector is all zero.
    async fn embed(&self, texts: &[&str], role: Role) -> Result<Vec<Embedding>, EmbedError> {
        let zero = || Embedding { vector: vec![0.0; self.identity.dimensions], words: Vec::new() };
        let mut embeddings: Vec<Embedding> = texts.iter().map(|_| zero()).collect();
        let mut order: Vec<usize> =
            (0..texts.len()).filter(|it| !texts[*it].trim().is_empty()).collect();
        order.sort_by_key(|index| texts[*index].len());
        for batch in order.chunks(self.settings.batch_size.max(1)) {
            let prepared = batch.iter().map(|index| self.settings.prepare(texts[*index], role));
            let vectors = self.batch(&prepared.collect::<Vec<_>>(), role).await?;
            for (index, vector) in batch.iter().zip(vectors) {
                embeddings[*index].vector = vector;
            }
        }
        Ok(embeddings)
    }
}

impl RemoteSettings {
    fn wire(&self) -> &'static dyn Wire {
        match self.protocol {
            Protocol::OpenAi => &openai::OpenAi,
            Protocol::Gemini => &gemini::Gemini,
            Protocol::Ollama => &ollama::Ollama,
        }
    }

    fn prepare(&self, text: &str, role: Role) -> String {
        let end = text.char_indices().nth(MAX_TEXT_CHARS).map_or(text.len(), |(index, _)| index);
        self.prompts.prepend_to(&text[..end], role)
    }
}
