//! Other programs' formats: transcripts, memory files, hooks, slash commands, the reference graph.

pub mod file;
pub mod graph;
pub mod hook;
pub mod migrate;
pub mod slash;
pub mod transcript;
