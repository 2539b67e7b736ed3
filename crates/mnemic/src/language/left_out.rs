//! Stands in for language models that the build left out: each setting that asks for one becomes a fault.

use std::sync::Arc;

use mnemic_core::{
    port::language::LanguageModel,
    settings::{LanguageSettings, ModelProvider},
};

use super::LanguageSources;
use crate::provider::{Feature, FeatureMissing, ProviderFault};

impl LanguageSources {
    pub(super) fn model(
        &self,
        settings: &LanguageSettings,
    ) -> Result<Option<Arc<dyn LanguageModel>>, ProviderFault> {
        if settings.provider == ModelProvider::None {
            return Ok(None);
        }
        let (key, provider) = ("model.provider", settings.provider.name());
        let feature = Feature::Remote;
        Err(FeatureMissing { key, provider, feature, instead: "none" }.into())
    }
}
