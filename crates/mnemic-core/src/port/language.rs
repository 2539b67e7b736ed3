//! Language models: what is asked of them, and what may come back. Nothing needs one; where one is there, it does better
//! what rules do without it.

use std::fmt;

use async_trait::async_trait;
use serde::Serialize;
use thiserror::Error;

use crate::record::draft::is_control;

/// Which model it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ModelIdentity {
    /// Who runs it: `openai`, `anthropic`, `gemini`, `ollama`.
    pub provider: String,
    /// Its name there.
    pub model: String,
}

impl fmt::Display for ModelIdentity {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.provider, self.model)
    }
}

/// What is asked of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// What it is to do.
    pub system: String,
    /// What it is to do it with.
    pub user: String,
    /// How long its answer may be.
    pub max_tokens: usize,
}

/// What a model answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The answer; never blank.
    pub text: String,
    /// How many tokens the question had.
    pub input_tokens: usize,
    /// How many tokens the answer has.
    pub output_tokens: usize,
}

impl Completion {
    /// The same without characters that make a file unreadable.
    pub fn readable(mut self) -> Self {
        self.text.retain(|character| !is_control(character));
        self
    }
}

/// Answers prompts.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// Which model it is. It does not change while the model lives.
    fn identity(&self) -> &ModelIdentity;

    /// Whether it can be asked now, on behalf of whoever is being worked for.
    fn is_there(&self) -> bool {
        true
    }

    /// The answer to a prompt.
    async fn complete(&self, prompt: &Prompt) -> Result<Completion, LanguageError>;
}

/// Why a model gave no answer. Neither keys nor prompts are told.
#[derive(Debug, Error)]
pub enum LanguageError {
    /// The provider wants other credentials.
    #[error("`{0}` refused the key")]
    Unauthorised(String),
    /// The provider wants to be asked later.
    #[error("`{provider}` is rate limiting")]
    Busy {
        /// The provider.
        provider: String,
        /// For how long, if it said.
        retry_after_s: Option<u64>,
    },
    /// The provider could not be reached, or failed.
    #[error("`{provider}` did not answer: {reason}")]
    Unreachable {
        /// The provider.
        provider: String,
        /// What happened.
        reason: String,
    },
    /// What came back is no answer.
    #[error("`{provider}` answered {reason}")]
    Nonsense {
        /// The provider.
        provider: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No connection may be made.
    #[error("`{0}` needs the network, and the network is off")]
    Offline(String),
    /// The day's tokens do not reach for it.
    #[error(
        "today's limit of {cap} tokens leaves too few for a request of {wanted}: {used} are used"
    )]
    Spent {
        /// How many were used.
        used: usize,
        /// How many there are a day.
        cap: usize,
        /// How many this would take at most.
        wanted: usize,
    },
    /// What is used cannot be counted, so nothing is.
    #[error("cannot count today's tokens: {0}")]
    Uncounted(String),
}
