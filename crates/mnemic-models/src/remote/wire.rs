//! What differs between providers: how they are asked, and where the vectors are in their answers.

use mnemic_core::port::embedder::Role;
use serde::de::DeserializeOwned;

use super::RemoteSettings;
use crate::exchange::WireRequest;

/// How one provider is spoken to.
pub(super) trait Wire: Send + Sync {
    /// Its name in identities and messages.
    fn provider(&self) -> &'static str;

    /// The request for these texts.
    fn request(&self, settings: &RemoteSettings, texts: &[String], role: Role) -> WireRequest;

    /// The vectors of an answer, in the order of the texts; else what is wrong with it.
    fn vectors(&self, body: &[u8]) -> Result<Vec<Vec<f32>>, String>;
}

/// Reads an answer. The reason never repeats what was read.
pub(super) fn parse<Shape: DeserializeOwned>(body: &[u8]) -> Result<Shape, String> {
    serde_json::from_slice(body).map_err(|error| {
        format!(
            "with something else than vectors, in line {} column {}",
            error.line(),
            error.column()
        )
    })
}
