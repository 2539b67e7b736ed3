//! What a configuration says about language models: which one, what it needs to know, and how much it may be asked.
//!
//! Keys of providers are never written down: a configuration names the environment variable that holds one.

use std::fmt;

/// Who is asked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ModelProvider {
    /// Nobody: rules do it.
    #[default]
    None,
    /// OpenAI, or whoever speaks as it does.
    Openai,
    /// Anthropic.
    Anthropic,
    /// The Gemini API.
    Gemini,
    /// Ollama.
    Ollama,
}

impl ModelProvider {
    /// Every provider.
    pub const ALL: [Self; 5] =
        [Self::None, Self::Openai, Self::Anthropic, Self::Gemini, Self::Ollama];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Openai => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }
}

impl fmt::Display for ModelProvider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Which language model is asked. What is absent is the provider's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageSettings {
    /// Who is asked.
    pub provider: ModelProvider,
    /// The model's name there.
    pub name: Option<String>,
    /// Where the provider is.
    pub url: Option<String>,
    /// The environment variable that holds the provider's key.
    pub key_variable: Option<String>,
    /// How many tokens a day all processes together may use, questions and answers; 0 is any number.
    pub daily_tokens: usize,
    /// How many seconds an answer may take to begin.
    pub timeout_s: usize,
}

impl Default for LanguageSettings {
    fn default() -> Self {
        Self {
            provider: ModelProvider::None,
            name: None,
            url: None,
            key_variable: None,
            daily_tokens: 200_000,
            timeout_s: 60,
        }
    }
}
