//! The name of a receipt.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Anchor, IdError};
use crate::port::clock::Randomness;

/// The name of a receipt, short enough to type: eight characters, as an [`Anchor`].
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ReceiptId(Anchor);

impl ReceiptId {
    /// A new name.
    pub fn new(randomness: &dyn Randomness) -> Self {
        Self(Anchor::new(randomness))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl fmt::Display for ReceiptId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl FromStr for ReceiptId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        text.parse().map(Self)
    }
}
