//! The language model that an engine may ask, and where it comes from.
//!
//! Nothing is asked unless the settings say whom, and nothing beyond the day's tokens. A model that cannot be had is no
//! reason to fail: rules do without it, and say so.

#[cfg(not(feature = "remote"))]
mod left_out;
#[cfg(feature = "remote")]
mod remote;
mod spending;

use std::{fmt, sync::Arc};

use mnemic_core::{
    port::language::{Completion, LanguageError, LanguageModel, ModelIdentity, Prompt},
    settings::ModelProvider,
    text::token::{Estimator, TokenCounter},
};
use mnemic_models::{Connection, Network};

use crate::{credential::Keys, host::Host, provider::ProviderFault};
use spending::Spending;

/// Where an engine's language model comes from.
#[derive(Clone)]
pub enum LanguageFrom {
    /// As the vault's settings say, with what the caller has.
    Settings(LanguageSources),
    /// As the vault's settings say; where they name nobody, this one.
    SettingsOr(LanguageSources, Arc<dyn LanguageModel>),
    /// This one, whatever the settings say.
    Value(Arc<dyn LanguageModel>),
}

/// What a caller has for a language model to be asked with.
#[derive(Clone)]
pub struct LanguageSources {
    /// How providers are reached, if the network may be used at all.
    pub connection: Connection,
    /// The key in a variable of that name.
    pub key: Keys,
}

impl Default for LanguageSources {
    /// No network and no keys.
    fn default() -> Self {
        let connection = Connection { network: Network::Off, ..Connection::default() };
        Self { connection, key: Arc::new(|_| None) }
    }
}

/// Which language model is asked, and how much it was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LanguageStatus {
    /// The provider that the configuration asks for.
    pub provider: ModelProvider,
    /// The model, if it can be asked.
    pub model: Option<ModelIdentity>,
    /// Why it cannot.
    pub unused: Option<ProviderFault>,
    /// How many tokens were used today.
    pub used_today: usize,
    /// How many a day there are; 0 is any number.
    pub daily_tokens: usize,
    /// How many seconds an answer may take to begin.
    pub timeout_s: usize,
}

/// The model in use, with the count of what it costs.
pub(crate) struct Language {
    model: Option<Arc<dyn LanguageModel>>,
    fault: Option<ProviderFault>,
    spending: Spending,
    host: Arc<Host>,
}

impl Language {
    /// What settings ask for, as far as it can be had. No connection is made.
    pub(crate) fn new(host: Arc<Host>, from: LanguageFrom, refused: Option<ProviderFault>) -> Self {
        let settings = &host.settings().language;
        let spending = Spending::in_folder(&host.vault().cache_folder());
        let found = match from {
            LanguageFrom::Value(model) => Ok(Some(model)),
            _ if refused.is_some() => refused.map_or(Ok(None), Err),
            LanguageFrom::Settings(sources) => sources.model(settings),
            LanguageFrom::SettingsOr(sources, other) => {
                sources.model(settings).map(|model| model.or(Some(other)))
            }
        };
        match found {
            Ok(model) => Self { model, fault: None, spending, host },
            Err(fault) => Self { model: None, fault: Some(fault), spending, host },
        }
    }
}

impl Language {
    /// The model, if it can be asked.
    fn model(&self) -> Option<&dyn LanguageModel> {
        self.model.as_deref().filter(|model| model.is_there())
    }
}

impl Language {
    /// Which language model is asked, if any.
    pub(crate) fn identity(&self) -> Option<&ModelIdentity> {
        self.model().map(|model| model.identity())
    }

    /// Asks the language model, if there is one and the day's tokens reach for it. Secrets are taken out of the prompt,
    /// and what makes a file unreadable out of the answer.
    pub(crate) async fn ask(&self, prompt: &Prompt) -> Result<Option<Completion>, LanguageError> {
        let Some(model) = self.model() else { return Ok(None) };
        let prompt = Prompt {
            system: prompt.system.clone(),
            user: self.host.redactor().redact(&prompt.user).into_owned(),
            max_tokens: prompt.max_tokens,
        };
        let wanted =
            Estimator.count(&prompt.system) + Estimator.count(&prompt.user) + prompt.max_tokens;
        let (day, cap) = (self.today(), self.host.settings().language.daily_tokens);
        self.spending.reserve(day, wanted, cap).await?;
        let answer = model.complete(&prompt).await;
        let used = answer.as_ref().map_or(0, |it| it.input_tokens + it.output_tokens);
        self.spending.correct_reservation(day, wanted, used).await?;
        let identity = model.identity();
        tracing::debug!(provider = identity.provider, tokens = used, "asked a language model");
        answer.map(|completion| Some(completion.readable()))
    }

    pub(crate) fn status(&self) -> LanguageStatus {
        let settings = &self.host.settings().language;
        LanguageStatus {
            provider: settings.provider,
            model: self.identity().cloned(),
            unused: self.fault.clone(),
            used_today: self.spending.used(self.today()),
            daily_tokens: settings.daily_tokens,
            timeout_s: settings.timeout_s,
        }
    }

    fn today(&self) -> jiff::civil::Date {
        self.host.now().to_zoned(self.host.zone()).date()
    }
}

impl fmt::Display for LanguageStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.model, self.provider) {
            (Some(model), _) => write!(formatter, "{model}")?,
            (None, provider) => write!(formatter, "{provider}")?,
        }
        match (self.used_today, self.daily_tokens) {
            (0, _) if self.model.is_none() => Ok(()),
            (used, 0) => write!(formatter, ", {used} tokens today"),
            (used, cap) => write!(formatter, ", {used} of {cap} tokens today"),
        }
    }
}
