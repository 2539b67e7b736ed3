//! `/chat/completions` as OpenAI has it, and many others after it.

use mnemic_core::port::language::Prompt;
use serde::Deserialize;
use serde_json::json;

use super::{ParsedAnswer, RemoteModelSettings, Wire, parse};
use crate::exchange::{WireRequest, address, bearer};

/// OpenAI itself, which calls the limit of an answer otherwise than those who speak as it does.
pub(super) const URL: &str = "https://api.openai.com/v1";

pub(super) struct OpenAi;

#[derive(Deserialize)]
struct ChatReply {
    choices: Vec<Choice>,
    usage: Option<Usage>,
}

#[derive(Deserialize)]
struct Choice {
    message: Message,
}

#[derive(Deserialize)]
struct Message {
    content: Option<String>,
}

#[derive(Deserialize)]
struct Usage {
    prompt_tokens: Option<usize>,
    completion_tokens: Option<usize>,
}

impl Wire for OpenAi {
    fn request(&self, settings: &RemoteModelSettings, prompt: &Prompt) -> WireRequest {
        let messages = json!([
            {"role": "system", "content": prompt.system},
            {"role": "user", "content": prompt.user},
        ]);
        let limit = if settings.url == URL { "max_completion_tokens" } else { "max_tokens" };
        let mut body = json!({"model": settings.model, "messages": messages, "stream": false});
        body[limit] = json!(prompt.max_tokens);
        WireRequest {
            url: address(&settings.url, "chat/completions"),
            key: bearer(settings.key.as_ref()),
            headers: &[],
            body,
        }
    }

    fn answer(&self, body: &[u8]) -> Result<ParsedAnswer, String> {
        let reply: ChatReply = parse(body)?;
        let first = reply.choices.into_iter().next();
        let usage = reply.usage;
        Ok(ParsedAnswer {
            text: first.and_then(|choice| choice.message.content).unwrap_or_default(),
            input_tokens: usage.as_ref().and_then(|usage| usage.prompt_tokens),
            output_tokens: usage.and_then(|usage| usage.completion_tokens),
        })
    }
}
