//! Why the provider that the settings name, of embeddings or of a language model, is not in use.

use std::fmt;

use mnemic_core::port::{embedder::EmbedError, language::LanguageError};
use thiserror::Error;

/// What keeps a provider from being used. The vault opens all the same, and everything else works.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProviderFault {
    /// This program was built without the code that it needs.
    #[error(transparent)]
    FeatureMissing(#[from] FeatureMissing),
    /// The vault's own file names the address, and the user of this machine did not agree to it.
    #[error(
        "the vault's configuration has texts sent to `{address}` (`{key}`), and you did not agree to that: `mnemic config agree {address}`"
    )]
    NotAgreed {
        /// The key of the file that names it, or the provider whose address it is.
        key: &'static str,
        /// Scheme, host and port.
        address: String,
    },
    /// Something is missing or wrong: a key, a model, an address, the network.
    #[error("{0}")]
    Unusable(String),
}

/// A setting names a provider whose code was left out of this program.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error(
    "`{key}: {provider}` needs a Mnemic that is built with the feature `{feature}`: build it so, or set `{key}` to `{instead}`"
)]
pub struct FeatureMissing {
    /// The key of the configuration.
    pub key: &'static str,
    /// The provider that it names.
    pub provider: &'static str,
    /// The feature of the crate `mnemic` that has the provider's code.
    pub feature: Feature,
    /// A value of the key that works without it.
    pub instead: &'static str,
}

/// A part of the library that a program may leave out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Feature {
    /// Models that run in the process.
    Models,
    /// Providers that are asked over HTTP.
    Remote,
}

impl Feature {
    /// Its name in `Cargo.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Models => "models",
            Self::Remote => "remote",
        }
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

impl From<String> for ProviderFault {
    fn from(fault: String) -> Self {
        Self::Unusable(fault)
    }
}

impl From<EmbedError> for ProviderFault {
    fn from(error: EmbedError) -> Self {
        Self::Unusable(error.to_string())
    }
}

impl From<LanguageError> for ProviderFault {
    fn from(error: LanguageError) -> Self {
        Self::Unusable(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;

    #[test]
    fn a_missing_feature_is_named_with_the_way_out() {
        let (key, provider) = ("embedding.provider", "openai");
        let missing = FeatureMissing { key, provider, feature: Feature::Remote, instead: "auto" };
        let fault = ProviderFault::from(missing);
        assert_eq!(
            fault.to_string(),
            "`embedding.provider: openai` needs a Mnemic that is built with the feature `remote`: \
             build it so, or set `embedding.provider` to `auto`"
        );
        assert_eq!(fault.code(), ErrorCode::FeatureMissing);
        let offline = ProviderFault::from(EmbedError::Offline("openai".to_owned()));
        assert_eq!(offline.code(), ErrorCode::ProviderUnusable);
    }

    /// `scripts/test` runs this without any feature.
    #[cfg(not(any(feature = "models", feature = "remote")))]
    mod left_out {
        use mnemic_core::settings::{ModelProvider, Settings};

        use crate::{
            Actor, Caller, Draft, Engine, ErrorCode, Filter, Options, Reach, RecallRequest, Scope,
            SettingsFrom,
        };

        async fn open(embedder: &str, model: ModelProvider) -> (tempfile::TempDir, Engine) {
            let folder = tempfile::tempdir().unwrap();
            let mut settings = Settings::default();
            settings.policies.embedder = embedder.parse().unwrap();
            settings.language.provider = model;
            let settings = SettingsFrom::Value(Box::new(settings));
            let options = Options::for_vault(folder.path().join("vault"));
            let engine = Engine::open(Options { settings, ..options }).await.unwrap();
            (folder, engine)
        }

        #[tokio::test]
        async fn a_vault_opens_whatever_provider_it_asks_for_and_says_what_is_missing() {
            for (embedder, feature) in [
                ("static", Some("models")),
                ("minilm", Some("models")),
                ("local", Some("models")),
                ("openai", Some("remote")),
                ("ollama", Some("remote")),
                ("auto", None),
                ("none", None),
            ] {
                let (_folder, engine) = open(embedder, ModelProvider::None).await;
                let fault = engine.embedder_fault();
                let named = feature.map(|feature| format!("the feature `{feature}`"));
                assert_eq!(fault.is_some(), named.is_some(), "{embedder}");
                if let (Some(fault), Some(named)) = (fault, named) {
                    assert!(fault.to_string().contains(&named), "{embedder}: {fault}");
                    assert_eq!(fault.code(), ErrorCode::FeatureMissing, "{embedder}");
                }
            }
        }

        #[tokio::test]
        async fn a_language_model_that_was_left_out_is_named_by_the_status() {
            let (_folder, engine) = open("auto", ModelProvider::Anthropic).await;
            let caller = Caller::new(Actor::through("test"), Reach::Vault);
            let unused = engine.status(&caller).await.unwrap().language.unused.unwrap();
            assert_eq!(unused.code(), ErrorCode::FeatureMissing);
            assert!(unused.to_string().contains("set `model.provider` to `none`"), "{unused}");
        }

        #[tokio::test]
        async fn memories_are_found_by_their_words() {
            let (_folder, engine) = open("openai", ModelProvider::Openai).await;
            let caller = Caller::new(Actor::through("test"), Reach::of(Scope::Global));
            let draft = Draft::note(Scope::Global, "Chose SQLite over Postgres");
            engine.remember(&caller, draft).await.unwrap();
            let question = "postgres".to_owned();
            let request = RecallRequest { question, limit: 5, filter: Filter::active() };
            let answer = engine.recall(&caller, request).await.unwrap();
            assert_eq!(answer.hits[0].memory.text, "Chose SQLite over Postgres");
            engine.close().await.unwrap();
        }
    }
}
