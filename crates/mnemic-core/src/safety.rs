//! Safety: who is let in, on whose behalf a verb runs, how secrets are taken out of a body, how far a text is trusted.

pub mod access;
pub mod caller;
pub mod injection;
pub mod json;
pub mod redaction;
pub mod secret;
pub mod trust;
