//! `/api/embed` of Ollama.

use mnemic_core::port::embedder::Role;
use serde::Deserialize;
use serde_json::json;

use super::{
    Dimensions, RemoteSettings,
    wire::{Wire, parse},
};
use crate::exchange::{WireRequest, address, bearer};

pub(super) struct Ollama;

#[derive(Deserialize)]
struct EmbedReply {
    embeddings: Vec<Vec<f32>>,
}

impl Wire for Ollama {
    fn provider(&self) -> &'static str {
        "ollama"
    }

    fn request(&self, settings: &RemoteSettings, texts: &[String], _role: Role) -> WireRequest {
        let mut body = json!({"model": settings.model, "input": texts, "truncate": true});
        if let Dimensions::Requested(count) = settings.dimensions {
            body["dimensions"] = json!(count);
        }
        WireRequest {
            url: address(&settings.url, "api/embed"),
            key: bearer(settings.key.as_ref()),
            headers: &[],
            body,
        }
    }

    fn vectors(&self, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
        Ok(parse::<EmbedReply>(body)?.embeddings)
    }
}
