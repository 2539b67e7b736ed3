//! Verbs: what people and agents can ask of a vault, one file each.
//!
//! A verb says what is to be done and leaves the doing to the components.

pub(crate) mod access;
pub(crate) mod alias;
pub(crate) mod arrange;
pub(crate) mod audit;
pub(crate) mod backup;
pub(crate) mod blame;
pub(crate) mod config;
pub(crate) mod confirm;
pub(crate) mod conflicts;
pub(crate) mod context;
pub(crate) mod doctor;
pub(crate) mod document;
pub(crate) mod embed;
pub(crate) mod export;
pub(crate) mod forget;
pub(crate) mod history;
pub mod hook;
pub(crate) mod import;
pub(crate) mod keep_documents;
mod learn;
pub(crate) mod list;
pub(crate) mod pin;
pub(crate) mod promote;
mod recall;
mod reindex;
pub(crate) mod remember;
pub(crate) mod restore;
pub(crate) mod restore_backup;
mod review;
pub(crate) mod scan;
pub(crate) mod session;
pub(crate) mod show;
pub(crate) mod signal;
pub mod slash;
pub(crate) mod status;
pub(crate) mod undo;
pub(crate) mod update;
mod why;
