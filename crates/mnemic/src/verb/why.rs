//! Why: the receipt of a recall or a context.

use mnemic_core::{
    recall::receipt::Receipt,
    record::id::ReceiptId,
    safety::caller::{Caller, Right},
};

use crate::{engine::Engine, error::Error};

impl Engine {
    /// The receipt with this name.
    pub async fn why(&self, caller: &Caller, id: &ReceiptId) -> Result<Receipt, Error> {
        caller.require(Right::Read)?;
        self.receipts().find(id).await
    }
}
