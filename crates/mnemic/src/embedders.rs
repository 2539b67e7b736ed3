//! The embedders that an engine works with.

use std::sync::Arc;

use mnemic_core::embed::{Embedder, Lexicon};

/// What turns texts into vectors. Without any, memories are found by their words alone.
#[derive(Clone, Default)]
pub struct Embedders {
    /// Answers at once: every memory is embedded by it as it is written.
    pub instant: Option<Arc<dyn Embedder>>,
    /// Knows words without context.
    pub lexicon: Option<Arc<dyn Lexicon>>,
}
