//! Safety: who is let in, and on whose behalf a verb runs.

pub mod access;
pub mod caller;
