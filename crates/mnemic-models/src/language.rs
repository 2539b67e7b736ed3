//! Language models of other programs and services, asked over HTTP.
//!
//! One question, one whole answer: nothing is streamed. What comes back is text that somebody else made up, and is
//! treated so.

mod anthropic;
mod gemini;
mod ollama;
mod openai;

use async_trait::async_trait;
use mnemic_core::{
    port::language::{Completion, LanguageError, LanguageModel, ModelIdentity, Prompt},
    text::token::{Estimator, TokenCounter},
};
use serde::de::DeserializeOwned;

use crate::{
    exchange::{self, Failure, WireRequest},
    http::{HttpClient, RequestTimeout},
    secret::Secret,
};

/// Which provider is asked, and for which model.
#[derive(Debug, Clone)]
pub struct RemoteModelSettings {
    /// How it is spoken to.
    pub dialect: Dialect,
    /// Where it is, without the path that the dialect adds.
    pub url: String,
    /// The model's name there.
    pub model: String,
    /// The provider's key, if it wants one.
    pub key: Option<Secret>,
}

/// What a provider speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `/chat/completions` as OpenAI has it, and many others after it.
    OpenAi,
    /// `/messages` of Anthropic.
    Anthropic,
    /// `:generateContent` of the Gemini API.
    Gemini,
    /// `/api/chat` of Ollama.
    Ollama,
}

impl Dialect {
    /// The name of the provider that it is the language of.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }

    fn wire(self) -> &'static dyn Wire {
        match self {
            Self::OpenAi => &openai::OpenAi,
            Self::Anthropic => &anthropic::Anthropic,
            Self::Gemini => &gemini::Gemini,
            Self::Ollama => &ollama::Ollama,
        }
    }
}

impl RemoteModelSettings {
    /// The provider itself, with a small model of it.
    pub fn of(dialect: Dialect, key: Option<Secret>) -> Self {
        let (url, model) = match dialect {
            Dialect::OpenAi => (openai::URL, "gpt-4o-mini"),
            Dialect::Anthropic => ("https://api.anthropic.com/v1", "claude-haiku-4-5"),
            Dialect::Gemini => {
                ("https://generativelanguage.googleapis.com/v1beta", "gemini-2.5-flash")
            }
            Dialect::Ollama => ("http://127.0.0.1:11434", "llama3.2"),
        };
        Self { dialect, url: url.to_owned(), model: model.to_owned(), key }
    }
}

/// How one provider is spoken to.
trait Wire: Send + Sync {
    /// The request for an answer to a prompt.
    fn request(&self, settings: &RemoteModelSettings, prompt: &Prompt) -> WireRequest;

    /// The answer; else what is wrong with it.
    fn answer(&self, body: &[u8]) -> Result<ParsedAnswer, String>;
}

/// What a provider answered; token counts only where it counts them.
#[derive(Debug, Default)]
struct ParsedAnswer {
    text: String,
    input_tokens: Option<usize>,
    output_tokens: Option<usize>,
}

/// A language model that is asked over HTTP.
#[derive(Debug)]
pub struct RemoteLanguageModel {
    identity: ModelIdentity,
    settings: RemoteModelSettings,
    client: HttpClient,
}

impl RemoteLanguageModel {
    /// A model; nothing is asked yet.
    pub fn new(settings: RemoteModelSettings, client: HttpClient) -> Self {
        let provider = settings.dialect.name().to_owned();
        let identity = ModelIdentity { provider, model: settings.model.clone() };
        Self { identity, settings, client }
    }

    fn error(&self, failure: Failure) -> LanguageError {
        let provider = self.identity.provider.clone();
        match failure {
            Failure::Offline => LanguageError::Offline(provider),
            Failure::Unauthorised => LanguageError::Unauthorised(provider),
            Failure::Busy { retry_after_s } => LanguageError::Busy { provider, retry_after_s },
            Failure::Unreachable(reason) | Failure::Refused(reason) => {
                LanguageError::Unreachable { provider, reason }
            }
            Failure::Nonsense(reason) => LanguageError::Nonsense { provider, reason },
        }
    }
}

#[async_trait]
impl LanguageModel for RemoteLanguageModel {
    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    /// Tokens that the provider does not count are estimated.
    async fn complete(&self, prompt: &Prompt) -> Result<Completion, LanguageError> {
        let wire = self.settings.dialect.wire();
        let request = wire.request(&self.settings, prompt);
        let asked =
            exchange::ask(&self.client, &self.identity.provider, request, RequestTimeout::Long)
                .await;
        let parsed = asked.and_then(|body| wire.answer(&body).map_err(Failure::Nonsense));
        let parsed = parsed.map_err(|failure| self.error(failure))?;
        if parsed.text.trim().is_empty() {
            return Err(self.error(Failure::Nonsense("with nothing".to_owned())));
        }
        let estimate = || Estimator.count(&prompt.system) + Estimator.count(&prompt.user);
        Ok(Completion {
            input_tokens: parsed.input_tokens.unwrap_or_else(estimate),
            output_tokens: parsed.output_tokens.unwrap_or_else(|| Estimator.count(&parsed.text)),
            text: parsed.text,
        })
    }
}

/// Reads an answer. The reason never repeats what was read.
fn parse<Shape: DeserializeOwned>(body: &[u8]) -> Result<Shape, String> {
    serde_json::from_slice(body).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        format!("with something else than a completion, in line {line} column {column}")
    })
}
