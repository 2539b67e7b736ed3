//! Mnemic over protocols: translations of the library's verbs, one module for each protocol.
//!
//! Nothing is decided here. What a call means is read, a verb is run, and its answer is written in the
//! protocol's own words.

pub mod http;
pub mod mcp;
