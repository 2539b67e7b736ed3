//! Embedders and language models through their public interface.

#![expect(
    clippy::disallowed_methods,
    reason = "tests spoil files as others would, and look for models that are too large to be part of them"
)]
#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod catalogue;
mod language;
mod local;
mod minilm;
mod remote;
mod server;
