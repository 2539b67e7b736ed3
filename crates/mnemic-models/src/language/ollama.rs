//! `/api/chat` of Ollama.

use mnemic_core::port::language::Prompt;
use serde::Deserialize;
use serde_json::json;

use super::{ParsedAnswer, RemoteModelSettings, Wire, parse};
use crate::exchange::{WireRequest, address, bearer};

pub(super) struct Ollama;

#[derive(Deserialize)]
struct ChatReply {
    message: Message,
    prompt_eval_count: Option<usize>,
    eval_count: Option<usize>,
}

#[derive(Deserialize)]
struct Message {
    content: String,
}

impl Wire for Ollama {
    fn request(&self, settings: &RemoteModelSettings, prompt: &Prompt) -> WireRequest {
        let messages = json!([
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.user},
        ]);
        WireRequest {
            url: address(&settings.url, "api/chat"),
            key: bearer(settings.key.as_ref()),
            headers: &[],
            body: json!({
                "model": settings.model, "messages": messages, "stream": false,
                "options": {"num_predict": prompt.max_tokens},
            }),
        }
    }

    fn answer(&self, body: &[u8]) -> Result<ParsedAnswer, String> {
        let reply: ChatReply = parse(body)?;
        Ok(ParsedAnswer {
            text: reply.message.content,
            input_tokens: reply.prompt_eval_count,
            output_tokens: reply.eval_count,
        })
    }
}
