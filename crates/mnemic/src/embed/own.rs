//! Embedders that run in this process: the static table, and models from a folder.

use std::{
    path::Path,
    sync::{Arc, LazyLock},
};

use mnemic_core::{
    port::embedder::{EmbedError, Embedder},
    settings::{EmbeddingSettings, Provider},
};
use mnemic_models::{Catalogue, LocalModel, Prompts, StaticEmbedder};

use super::{EmbedderSources, Embedders};
use crate::provider::ProviderFault;

static STATIC_EMBEDDER: LazyLock<Arc<StaticEmbedder>> =
    LazyLock::new(|| Arc::new(StaticEmbedder::new()));

pub(super) fn built_in() -> Embedders {
    let (instant, lexicon) = (STATIC_EMBEDDER.clone(), STATIC_EMBEDDER.clone());
    Embedders { instant: Some(instant), lexicon: Some(lexicon), ..Embedders::default() }
}

impl EmbedderSources {
    /// The model that runs here, if the settings want one beside the static table.
    pub(super) fn own_model(
        &self,
        provider: Provider,
        embedding: &EmbeddingSettings,
    ) -> Result<Option<Arc<dyn Embedder>>, ProviderFault> {
        let model = match provider {
            Provider::Auto => self.catalogue().map_or(Ok(None), |catalogue| catalogue.best()),
            Provider::Minilm => self.minilm(embedding).map(Some),
            Provider::Local => self.local(embedding).map(Some),
            _ => Ok(None),
        };
        Ok(model?.map(|model| Arc::new(model) as Arc<dyn Embedder>))
    }

    fn catalogue(&self) -> Option<Catalogue> {
        self.models.as_ref().map(Catalogue::new)
    }

    fn minilm(&self, embedding: &EmbeddingSettings) -> Result<LocalModel, EmbedError> {
        let missing = || EmbedError::Missing("minilm".to_owned());
        let catalogue = self.catalogue().ok_or_else(missing)?;
        match &embedding.model {
            Some(name) => catalogue.open(name),
            None => catalogue.best()?.ok_or_else(missing),
        }
    }

    /// A name without a folder before it is one of the folder of models.
    fn local(&self, embedding: &EmbeddingSettings) -> Result<LocalModel, EmbedError> {
        let Some(model) = &embedding.model else {
            return Err(EmbedError::Missing("embedding.model".to_owned()));
        };
        let is_path = Path::new(model).components().count() > 1;
        match self.catalogue().filter(|_| !is_path) {
            Some(catalogue) => catalogue.open(model),
            None => LocalModel::open("local", Path::new(model), Prompts::default()),
        }
    }
}
