//! Embedders of providers, as the settings describe them.

use std::sync::Arc;

use mnemic_core::{
    port::embedder::{EmbedError, Embedder},
    settings::{EmbeddingSettings, Provider, Settings},
};
use mnemic_models::{Dimensions, HttpClient, Network, RemoteEmbedder, RemoteSettings, Secret};

use super::EmbedderSources;
use crate::{
    credential::{self, KeyRequest},
    provider::ProviderFault,
};

impl EmbedderSources {
    /// A provider that is asked for vectors whose length is known.
    pub(super) fn remote(
        &self,
        provider: Provider,
        embedding: &EmbeddingSettings,
    ) -> Result<Arc<dyn Embedder>, ProviderFault> {
        let remote = self.remote_settings(provider, embedding)?;
        if remote.dimensions == Dimensions::Unknown {
            let model = remote.model;
            return Err(format!(
                "how long the vectors of `{model}` are is not known: `mnemic models use {provider}` finds out, or set `embedding.dimensions`"
            )
            .into());
        }
        Ok(Arc::new(RemoteEmbedder::new(remote, self.client()?)))
    }

    /// How long the vectors are that a provider answers with, where neither the settings nor the model's name say so.
    /// The provider is asked.
    pub async fn measure(&self, settings: &Settings) -> Result<Option<usize>, ProviderFault> {
        let (provider, embedding) = (settings.policies.embedder, &settings.embedding);
        if !matches!(provider, Provider::Openai | Provider::Gemini | Provider::Ollama) {
            return Ok(None);
        }
        let remote = self.remote_settings(provider, embedding)?;
        if remote.dimensions != Dimensions::Unknown {
            return Ok(None);
        }
        let embedder = RemoteEmbedder::new(remote, self.client()?);
        Ok(Some(embedder.measure().await?))
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
        credential::find(&self.key, &KeyRequest { provider: provider.name(), usual, named, url })
    }
}
