//! `/api/embed` of Ollama.

use mnemic_core::embed::Role;
use serde::Deserialize;
use serde_json::json;

use super::{
    Dimensions, RemoteSettings,
    wire::{Wire, WireRequest, address, parse},
};
use crate::secret::Secret;

pub(super) struct Ollama;

#[derive(Deserialize)]
struct Reply {
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
        let bearer = |key: &Secret| Secret::new(format!("Bearer {}", key.reveal()));
        WireRequest {
            url: address(settings, "api/embed"),
            key: settings.key.as_ref().map(|key| ("authorization", bearer(key))),
            body,
        }
    }

    fn vectors(&self, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
        Ok(parse::<Reply>(body)?.embeddings)
    }
}
