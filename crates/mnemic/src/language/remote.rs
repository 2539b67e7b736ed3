//! The language model of a provider, as the settings describe it.

use std::{sync::Arc, time::Duration};

use mnemic_core::{
    port::language::{LanguageError, LanguageModel},
    settings::{LanguageSettings, ModelProvider},
};
use mnemic_models::{
    Connection, Dialect, HttpClient, Network, RemoteLanguageModel, RemoteModelSettings,
};

use super::LanguageSources;
use crate::{
    credential::{self, KeyRequest},
    provider::ProviderFault,
};

impl LanguageSources {
    /// The model that the settings name, if they name one.
    pub(super) fn model(
        &self,
        settings: &LanguageSettings,
    ) -> Result<Option<Arc<dyn LanguageModel>>, ProviderFault> {
        let (dialect, usual) = match settings.provider {
            ModelProvider::None => return Ok(None),
            ModelProvider::Openai => (Dialect::OpenAi, Some("OPENAI_API_KEY")),
            ModelProvider::Anthropic => (Dialect::Anthropic, Some("ANTHROPIC_API_KEY")),
            ModelProvider::Gemini => (Dialect::Gemini, Some("GEMINI_API_KEY")),
            ModelProvider::Ollama => (Dialect::Ollama, None),
        };
        let provider = settings.provider.name();
        if self.connection.network == Network::Off {
            return Err(LanguageError::Offline(provider.to_owned()).into());
        }
        let (named, url) = (settings.key_variable.as_deref(), settings.url.as_deref());
        let key = credential::find(&self.key, &KeyRequest { provider, usual, named, url })?;
        let mut remote = RemoteModelSettings::of(dialect, key);
        if let Some(url) = url {
            remote.url = url.trim_end_matches('/').to_owned();
        }
        if let Some(name) = &settings.name {
            remote.model.clone_from(name);
        }
        let answer_timeout = Duration::from_secs(settings.timeout_s as u64);
        let whole_timeout = answer_timeout;
        let connection = Connection { answer_timeout, whole_timeout, ..self.connection.clone() };
        let client = HttpClient::new(&connection).map_err(|error| error.to_string())?;
        Ok(Some(Arc::new(RemoteLanguageModel::new(remote, client))))
    }
}
