//! Ports: what the engine is given and a test or another deployment gives otherwise.

pub mod clock;
pub mod embedder;
pub mod language;
pub mod store;
