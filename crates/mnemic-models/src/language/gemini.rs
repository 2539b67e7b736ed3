//! `:generateContent` of the Gemini API.

use mnemic_core::port::language::Prompt;
use serde::Deserialize;
use serde_json::json;

use super::{ParsedAnswer, RemoteModelSettings, Wire, parse};
use crate::exchange::{WireRequest, address};

pub(super) struct Gemini;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct GenerateReply {
    #[serde(default)]
    candidates: Vec<Candidate>,
    usage_metadata: Option<Usage>,
}

#[derive(Deserialize)]
struct Candidate {
    content: Option<Content>,
}

#[derive(Deserialize)]
struct Content {
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
struct Part {
    text: Option<String>,
    /// What the model thinks is no part of its answer.
    #[serde(default)]
    thought: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Usage {
    prompt_token_count: Option<usize>,
    candidates_token_count: Option<usize>,
    thoughts_token_count: Option<usize>,
}

impl Usage {
    /// Thoughts are paid for as well.
    fn output_tokens(&self) -> Option<usize> {
        let answer = self.candidates_token_count?;
        Some(answer + self.thoughts_token_count.unwrap_or(0))
    }
}

impl Wire for Gemini {
    fn request(&self, settings: &RemoteModelSettings, prompt: &Prompt) -> WireRequest {
        let model = settings.model.trim_start_matches("models/");
        WireRequest {
            url: address(&settings.url, &format!("models/{model}:generateContent")),
            key: settings.key.clone().map(|key| ("x-goog-api-key", key)),
            headers: &[],
            body: json!({
                "systemInstruction": {"parts": [{"text": prompt.system}]},
                "contents": [{"role": "user", "parts": [{"text": prompt.user}]}],
                "generationConfig": {"maxOutputTokens": prompt.max_tokens},
            }),
        }
    }

    fn answer(&self, body: &[u8]) -> Result<ParsedAnswer, String> {
        let reply: GenerateReply = parse(body)?;
        let content = reply.candidates.into_iter().next().and_then(|it| it.content);
        let parts = content.into_iter().flat_map(|content| content.parts);
        Ok(ParsedAnswer {
            text: parts.filter(|part| !part.thought).filter_map(|part| part.text).collect(),
            input_tokens: reply.usage_metadata.as_ref().and_then(|usage| usage.prompt_token_count),
            output_tokens: reply.usage_metadata.as_ref().and_then(Usage::output_tokens),
        })
    }
}
