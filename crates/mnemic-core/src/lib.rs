//! The domain of Mnemic: types, store traits, and every decision as a pure function of values and `now`.
//!
//! No files, no SQL, no runtime: what happens to them is decided here and done elsewhere.

pub mod context;
pub mod document;
pub mod foreign;
pub mod journal;
pub mod learn;
pub mod port;
pub mod recall;
pub mod record;
pub mod safety;
pub mod session;
pub mod settings;
pub mod text;
pub mod transfer;
