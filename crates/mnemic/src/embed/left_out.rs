//! Stands in for embedders that the build left out: each setting that asks for one becomes a fault.

use std::sync::Arc;

#[cfg(not(feature = "remote"))]
use mnemic_core::settings::Settings;
use mnemic_core::{
    port::embedder::Embedder,
    settings::{EmbeddingSettings, Provider},
};

use super::EmbedderSources;
use crate::provider::{Feature, FeatureMissing, ProviderFault};

/// Without the static table memories are found by their words alone.
#[cfg(not(feature = "models"))]
pub(super) fn built_in() -> super::Embedders {
    super::Embedders::default()
}

#[cfg(not(feature = "models"))]
impl EmbedderSources {
    /// `auto` takes the best embedder that there is, and is content with none.
    pub(super) fn own_model(
        &self,
        provider: Provider,
        _: &EmbeddingSettings,
    ) -> Result<Option<Arc<dyn Embedder>>, ProviderFault> {
        match provider {
            Provider::Auto => Ok(None),
            provider => Err(left_out(provider, Feature::Models)),
        }
    }
}

#[cfg(not(feature = "remote"))]
impl EmbedderSources {
    pub(super) fn remote(
        &self,
        provider: Provider,
        _: &EmbeddingSettings,
    ) -> Result<Arc<dyn Embedder>, ProviderFault> {
        Err(left_out(provider, Feature::Remote))
    }

    /// How long the vectors of a provider are: none can be asked.
    pub async fn measure(&self, settings: &Settings) -> Result<Option<usize>, ProviderFault> {
        match settings.policies.embedder {
            provider @ (Provider::Openai | Provider::Gemini | Provider::Ollama) => {
                Err(left_out(provider, Feature::Remote))
            }
            _ => Ok(None),
        }
    }
}

fn left_out(provider: Provider, feature: Feature) -> ProviderFault {
    let (key, provider) = ("embedding.provider", provider.name());
    FeatureMissing { key, provider, feature, instead: "auto" }.into()
}
