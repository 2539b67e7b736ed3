//! The ledger: journal and index, and the one way to change them.

pub(crate) mod append;
pub(crate) mod follow;
pub(crate) mod number;
mod read;
pub(crate) mod redact;
pub(crate) mod reindex;
pub(crate) mod write;
