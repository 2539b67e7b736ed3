//! Sessions: conversations of an agent, as they are kept and read again.

pub mod turn;

pub use turn::{Said, Turn};
