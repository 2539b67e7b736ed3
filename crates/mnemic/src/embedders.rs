//! The embedders that an engine works with.

use std::sync::{Arc, LazyLock};

use mnemic_core::{
    embed::{Embedder, Imprint, Lexicon, Role, text_of},
    memory::Memory,
    store::Change,
};
use mnemic_models::StaticEmbedder;

use crate::{engine::Engine, error::Error};

/// What turns texts into vectors. Without any, memories are found by their words alone.
#[derive(Clone, Default)]
pub struct Embedders {
    /// Answers at once: every memory is embedded by it as it is written.
    pub instant: Option<Arc<dyn Embedder>>,
    /// Knows context and takes its time: memories are embedded by it after they are written.
    pub deep: Option<Arc<dyn Embedder>>,
    /// Knows words without context.
    pub lexicon: Option<Arc<dyn Lexicon>>,
}

static BUILT_IN: LazyLock<Arc<StaticEmbedder>> = LazyLock::new(|| Arc::new(StaticEmbedder::new()));

impl Embedders {
    /// What is inside the library: nothing has to be there, and nothing slow happens.
    pub fn built_in() -> Self {
        Self { instant: Some(BUILT_IN.clone()), deep: None, lexicon: Some(BUILT_IN.clone()) }
    }
}

impl Engine {
    /// Adds to changes the vectors of the memories that they make or replace.
    pub(crate) async fn embed(&self, changes: &mut Vec<Change>) -> Result<(), Error> {
        let Some(embedder) = &self.embedders.instant else { return Ok(()) };
        let memories = changes.iter().filter_map(|change| match change {
            Change::Memory(memory) => Some(memory.as_ref()),
            _ => None,
        });
        let (ids, texts): (Vec<_>, Vec<String>) =
            memories.map(|memory: &Memory| (memory.id, text_of(memory))).unzip();
        let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
        let embedded = match embedder.embed(&texts, Role::Memory).await {
            Ok(embedded) => embedded,
            Err(error) => {
                tracing::warn!(%error, "memories are indexed without vectors");
                return Ok(());
            }
        };
        let identity = Arc::new(embedder.identity().clone());
        changes.extend(ids.into_iter().zip(embedded).map(|(id, embedding)| Change::Vector {
            id,
            identity: Arc::clone(&identity),
            imprint: Box::new(Imprint::of(&embedding)),
        }));
        Ok(())
    }
}
