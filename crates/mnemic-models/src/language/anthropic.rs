//! `/messages` of Anthropic.

use mnemic_core::port::language::Prompt;
use serde::Deserialize;
use serde_json::json;

use super::{ParsedAnswer, RemoteModelSettings, Wire, parse};
use crate::exchange::{WireRequest, address};

pub(super) struct Anthropic;

#[derive(Deserialize)]
struct MessageReply {
    content: Vec<Block>,
    usage: Option<Usage>,
}

/// A part of the answer; only parts with a text are of interest.
#[derive(Deserialize)]
struct Block {
    #[serde(rename = "type")]
    kind: String,
    text: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    input_tokens: Option<usize>,
    output_tokens: Option<usize>,
}

impl Wire for Anthropic {
    fn request(&self, settings: &RemoteModelSettings, prompt: &Prompt) -> WireRequest {
        WireRequest {
            url: address(&settings.url, "messages"),
            key: settings.key.clone().map(|key| ("x-api-key", key)),
            headers: &[("anthropic-version", "2023-06-01")],
            body: json!({
                "model": settings.model, "max_tokens": prompt.max_tokens, "system": prompt.system,
                "messages": [{"role": "user", "content": prompt.user}], "stream": false,
            }),
        }
    }

    fn answer(&self, body: &[u8]) -> Result<ParsedAnswer, String> {
        let reply: MessageReply = parse(body)?;
        let texts = reply.content.into_iter().filter(|block| block.kind == "text");
        Ok(ParsedAnswer {
            text: texts.filter_map(|block| block.text).collect(),
            input_tokens: reply.usage.as_ref().and_then(|usage| usage.input_tokens),
            output_tokens: reply.usage.and_then(|usage| usage.output_tokens),
        })
    }
}
