//! `:batchEmbedContents` of the Gemini API.

use mnemic_core::port::embedder::Role;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Dimensions, RemoteSettings,
    wire::{Wire, parse},
};
use crate::exchange::{WireRequest, address};

pub(super) struct Gemini;

#[derive(Deserialize)]
struct EmbedReply {
    embeddings: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    values: Vec<f32>,
}

impl Wire for Gemini {
    fn provider(&self) -> &'static str {
        "gemini"
    }

    fn request(&self, settings: &RemoteSettings, texts: &[String], role: Role) -> WireRequest {
        let model = format!("models/{}", settings.model.trim_start_matches("models/"));
        let requests: Vec<Value> =
            texts.iter().map(|text| ask(settings, &model, text, role)).collect();
        WireRequest {
            url: address(&settings.url, &format!("{model}:batchEmbedContents")),
            key: settings.key.clone().map(|key| ("x-goog-api-key", key)),
            headers: &[],
            body: json!({ "requests": requests }),
        }
    }

    fn vectors(&self, body: &[u8]) -> Result<Vec<Vec<f32>>, String> {
        Ok(parse::<EmbedReply>(body)?.embeddings.into_iter().map(|item| item.values).collect())
    }
}

fn ask(settings: &RemoteSettings, model: &str, text: &str, role: Role) -> Value {
    let task = match role {
        Role::Question => "RETRIEVAL_QUERY",
        Role::Memory => "RETRIEVAL_DOCUMENT",
    };
    let mut ask = json!({"model": model, "content": {"parts": [{"text": text}]}, "taskType": task});
    if let Dimensions::Requested(count) = settings.dimensions {
        ask["outputDimensionality"] = json!(count);
    }
    ask
}
