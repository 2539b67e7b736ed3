//! The record: what a memory is, how it is named, and how memories are selected.

pub mod category;
pub mod dedup;
pub mod draft;
pub mod filter;
pub mod fingerprint;
pub mod id;
pub mod kind;
pub mod link;
pub mod memory;
pub(crate) mod open_enum;
pub mod scope;
pub(crate) mod serde_text;
pub mod source;
pub mod state;
pub mod vault_path;
