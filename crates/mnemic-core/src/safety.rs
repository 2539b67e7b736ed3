//! Safety: who is let in.

pub mod access;
