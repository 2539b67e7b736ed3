//! Why: the receipt of a recall or a context.

use mnemic_core::{recall::receipt::Receipt, record::id::Anchor};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// The receipt with this name.
    pub async fn why(&self, id: &Anchor) -> Result<Receipt, Error> {
        self.receipts().find(id).await
    }
}
