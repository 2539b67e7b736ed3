//! `/embeddings` as OpenAI has it, and many others after it.

use mnemic_core::port::embedder::Role;
use serde::Deserialize;
use serde_json::json;

use super::{
    Dimensions, RemoteSettings,
    wire::{Wire, parse},
};
use crate::exchange::{WireRequest, address, bearer};

pub(super) struct OpenAi;

#[derive(Deserialize)]
struct EmbedReply {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: usize,
    embedding: Vec<f32>,
}

impl Wire for OpenAi {
    fn provider(&self) -> &'static str {
        "openai"
    }

    fn request(&self, settings: &RemoteSettings, texts: &[String], _role: Role) -> WireRequest {
        let mut body = json!({"model": settings.model, "input": texts, "encoding_format": "float"});
        if let Dimensions::Requested(count) = settings.dimensions {
            body["dimensions"] = json!(count);
        }
        WireRequest {
            url: address(&settings.url, "embeddings"),
            key: bearer(settings.key.as_ref()),
            headers: &[],
            body,
        }
    }

    fn vectors(&self, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
        let mut items = parse::<EmbedReply>(body)?.data;
        items.sort_by_key(|item| item.index);
        if items.iter().enumerate().any(|(index, item)| item.index != index) {
            return Err("with vectors that are not numbered as the texts are".to_owned());
        }
        Ok(items.into_iter().map(|item| item.embedding).collect())
    }
}
