//! Plugging Mnemic into an agent's client: what is put into its files, and taken out again.
//!
//! [`client`] is the one table of what each client has and where. Edits are of texts ([`json`], [`toml`], [`block`]) and
//! leave alone whatever is not Mnemic's: order, comments, spaces. [`plan`] makes of them what is to happen to each
//! file, [`file`] does it.

pub mod block;
pub mod client;
pub mod edit;
pub mod file;
pub mod hooks;
pub mod json;
pub mod plan;
pub mod plugin;
pub mod toml;
