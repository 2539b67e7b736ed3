//! What a configuration says about embedders: which one, and what it needs to know.
//!
//! Keys of providers are never written down: a configuration names the environment variable that holds one.

use std::{fmt, str::FromStr};

/// Who turns texts into vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Provider {
    /// The best that is on this machine, without asking anyone.
    Auto,
    /// Nobody: memories are found by their words.
    None,
    /// The table of word vectors inside the binary.
    Static,
    /// all-MiniLM-L6-v2, if it is in the folder of models.
    Minilm,
    /// A BERT-type model in a folder.
    Local,
    /// OpenAI, or whoever speaks as it does.
    Openai,
    /// The Gemini API.
    Gemini,
    /// Ollama.
    Ollama,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Self; 8] = [
        Self::Auto,
        Self::None,
        Self::Static,
        Self::Minilm,
        Self::Local,
        Self::Openai,
        Self::Gemini,
        Self::Ollama,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::None => "none",
            Self::Static => "static",
            Self::Minilm => "minilm",
            Self::Local => "local",
            Self::Openai => "openai",
            Self::Gemini => "gemini",
            Self::Ollama => "ollama",
        }
    }
}

impl fmt::Display for Provider {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl FromStr for Provider {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let named = |provider: &Self| provider.name().eq_ignore_ascii_case(text);
        Self::ALL.into_iter().find(named).ok_or(())
    }
}

/// What an embedder needs to know beyond who it is. What is absent is the provider's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbeddingSettings {
    /// The model's name at its provider, or the folder of a local one.
    pub model: Option<String>,
    /// Where the provider is.
    pub url: Option<String>,
    /// How many numbers a vector has; 0 leaves it to what suits the model.
    pub dimensions: usize,
    /// Whether a model is asked for that many even if it is not known to take a length.
    pub ask_dimensions: bool,
    /// How many texts are embedded at once.
    pub batch_size: usize,
    /// The environment variable that holds the provider's key.
    pub key_variable: Option<String>,
}

impl Default for EmbeddingSettings {
    fn default() -> Self {
        Self {
            model: None,
            url: None,
            dimensions: 0,
            ask_dimensions: false,
            batch_size: 64,
            key_variable: None,
        }
    }
}

/// Whether a text looks like the address of a server. What it means is read by the client that asks there, which has a
/// parser of URLs; core would have one for this line alone.
pub(super) fn is_url(text: &str) -> bool {
    let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    host.is_some_and(|host| !host.is_empty() && !host.contains(char::is_whitespace))
}

/// Whether a text is the name of an environment variable.
pub(super) fn is_variable(text: &str) -> bool {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    !text.starts_with(|first: char| first.is_ascii_digit()) && text.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_itself_is_not_taken_for_the_name_of_a_variable() {
        assert!(is_variable("OPENAI_API_KEY") && is_variable("my_key2"));
        for wrong in ["sk-proj-1234", "2KEY", "A KEY", "$KEY"] {
            assert!(!is_variable(wrong), "{wrong}");
        }
    }

    #[test]
    fn an_address_names_a_scheme_and_a_host() {
        assert!(is_url("http://127.0.0.1:11434") && is_url("https://api.example.com/v1"));
        for wrong in ["api.example.com", "https://", "file:///etc", "http://a b"] {
            assert!(!is_url(wrong), "{wrong}");
        }
    }

    #[test]
    fn a_provider_is_found_by_its_name() {
        for provider in Provider::ALL {
            assert_eq!(provider.name().to_uppercase().parse(), Ok(provider));
        }
        assert_eq!("onnx".parse::<Provider>(), Err(()));
    }
}
