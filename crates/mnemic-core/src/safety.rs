//! Safety: who is let in, on whose behalf a verb runs, and how secrets are taken out of a body.

pub mod access;
pub mod caller;
pub mod redaction;
pub mod secret;
