//! The domain of Mnemic: types, store traits, and every decision as a pure function of values and `now`.
//!
//! No files, no SQL, no runtime: what happens to them is decided here and done elsewhere.

pub mod adopt;
pub mod alias;
pub mod analyse;
pub mod audit;
pub mod backup;
pub mod category;
pub mod clock;
pub mod config;
pub mod context;
pub mod dedup;
pub mod dispute;
pub mod document;
pub mod draft;
pub mod embed;
pub mod event;
pub mod export;
pub mod filter;
pub mod fingerprint;
pub mod fold;
pub mod fuzzy;
pub mod id;
pub mod journal;
pub mod language;
pub mod layout;
pub mod learn;
pub mod log;
pub mod memory;
pub mod merge;
pub mod narrative;
pub mod overflow;
pub mod place;
pub mod preset;
pub mod recall;
pub mod receipt;
pub mod reinstate;
pub mod scope;
pub mod session;
pub mod state;
pub mod store;
pub mod template;
pub mod token;
pub mod undo;
pub mod whole;
pub mod word;
