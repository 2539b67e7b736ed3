//! Hooks: what an agent's client tells at certain moments of a conversation, and how it is answered.
//!
//! Clients call one moment by different names and want their answers in different shapes; here they become one
//! [`Call`]. What a client says is understood as far as it goes: whatever is missing is done without.

mod call;
mod client;
mod event;

pub use call::{Call, CallError};
pub use client::{Client, ClientError};
pub use event::{Event, EventError};
