//! Trying an embedder out: whether it can be used is seen when it is used.

use mnemic_core::{
    port::embedder::{EmbedError, Role},
    settings::Provider,
};

use super::{EmbeddingService, checked};

const PROBE: &str = "memory";

impl EmbeddingService {
    /// Embeds a word by the deep embedder, if there is one, and says what is wrong with it. A provider is asked.
    pub(crate) async fn try_embedder(&self) -> Result<(), EmbedError> {
        let Some(deep) = &self.embedders.deep else { return Ok(()) };
        let embedded = deep.embed(&[PROBE], Role::Memory).await?;
        checked(deep.as_ref(), embedded, &[PROBE]).map(|_| ())
    }

    /// The same for a model of this machine alone.
    pub(crate) async fn try_own_model(&self) -> Result<(), EmbedError> {
        match self.host.settings().policies.embedder {
            Provider::Auto | Provider::Minilm | Provider::Local => self.try_embedder().await,
            _ => Ok(()),
        }
    }
}
