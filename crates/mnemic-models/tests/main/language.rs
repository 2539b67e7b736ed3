//! Language models: what each provider is asked in its own words, and every way in which they answer badly.

use std::time::Duration;

use mnemic_core::port::language::{Completion, LanguageError, LanguageModel, Prompt};
use mnemic_models::{
    Connection, Dialect, HttpClient, Network, RemoteLanguageModel, RemoteModelSettings, Secret,
};
use serde_json::{Value, json};

use crate::server::{Reply, Request, Server};

const DIALECTS: [Dialect; 4] =
    [Dialect::OpenAi, Dialect::Anthropic, Dialect::Gemini, Dialect::Ollama];

fn prompt() -> Prompt {
    Prompt { system: "Be brief".into(), user: "Say yes".into(), max_tokens: 50 }
}

fn model(dialect: Dialect, url: String, connection: &Connection) -> RemoteLanguageModel {
    let settings = RemoteModelSettings::of(dialect, Some(Secret::new("sk-very-secret")));
    let client = HttpClient::new(connection).unwrap();
    RemoteLanguageModel::new(RemoteModelSettings { url, model: "m1".into(), ..settings }, client)
}

/// What the provider answers when all is well, in its own form.
fn good(dialect: Dialect, text: &str) -> Value {
    match dialect {
        Dialect::OpenAi => json!({
            "id": "c1", "object": "chat.completion", "model": "m1",
            "choices": [{"index": 0, "finish_reason": "stop",
                "message": {"role": "assistant", "content": text, "refusal": null}}],
            "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
        }),
        Dialect::Anthropic => json!({
            "id": "msg_1", "type": "message", "role": "assistant", "model": "m1",
            "content": [{"type": "text", "text": text}], "stop_reason": "end_turn",
            "usage": {"input_tokens": 11, "output_tokens": 7},
        }),
        Dialect::Gemini => json!({
            "candidates": [{"content": {"role": "model", "parts": [
                {"text": "hm", "thought": true}, {"text": text}]}, "finishReason": "STOP"}],
            "usageMetadata": {"promptTokenCount": 11, "candidatesTokenCount": 4,
                "thoughtsTokenCount": 3, "totalTokenCount": 18},
        }),
        Dialect::Ollama => json!({
            "model": "m1", "created_at": "2026-11-15T10:00:00Z", "done": true,
            "message": {"role": "assistant", "content": text},
            "prompt_eval_count": 11, "eval_count": 7,
        }),
    }
}

fn body(value: &Value) -> Reply {
    Reply::Good(value.to_string().into_bytes())
}

async fn asked(
    dialect: Dialect,
    replies: Vec<Reply>,
) -> (Result<Completion, LanguageError>, Vec<Request>) {
    let server = Server::start(replies);
    let model = model(dialect, server.url(), &Connection::default());
    let result = model.complete(&prompt()).await;
    assert!(!format!("{result:?}").contains("secret"));
    (result, server.requests())
}

#[tokio::test]
async fn each_provider_is_asked_in_its_own_words_and_nothing_is_streamed() {
    for (dialect, line, key, expected) in [
        (
            Dialect::OpenAi,
            "POST /chat/completions HTTP/1.1",
            "authorization: bearer sk-very-secret",
            json!({"model": "m1", "max_tokens": 50, "stream": false, "messages": [
                {"role": "system", "content": "Be brief"}, {"role": "user", "content": "Say yes"}]}),
        ),
        (
            Dialect::Anthropic,
            "POST /messages HTTP/1.1",
            "x-api-key: sk-very-secret",
            json!({"model": "m1", "max_tokens": 50, "stream": false, "system": "Be brief",
                "messages": [{"role": "user", "content": "Say yes"}]}),
        ),
        (
            Dialect::Gemini,
            "POST /models/m1:generateContent HTTP/1.1",
            "x-goog-api-key: sk-very-secret",
            json!({"systemInstruction": {"parts": [{"text": "Be brief"}]},
                "contents": [{"role": "user", "parts": [{"text": "Say yes"}]}],
                "generationConfig": {"maxOutputTokens": 50}}),
        ),
        (
            Dialect::Ollama,
            "POST /api/chat HTTP/1.1",
            "authorization: bearer sk-very-secret",
            json!({"model": "m1", "stream": false, "options": {"num_predict": 50}, "messages": [
                {"role": "system", "content": "Be brief"}, {"role": "user", "content": "Say yes"}]}),
        ),
    ] {
        let (result, requests) = asked(dialect, vec![body(&good(dialect, "Yes."))]).await;
        let completion = Completion { text: "Yes.".into(), input_tokens: 11, output_tokens: 7 };
        assert_eq!(result.unwrap(), completion, "{dialect:?}");
        let [request] = &requests[..] else { panic!("one request: {requests:?}") };
        assert_eq!((request.line.as_str(), request.json()), (line, expected));
        assert!(request.headers.contains(key), "{dialect:?}: {}", request.headers);
        let version = request.headers.contains("anthropic-version: 2023-06-01");
        assert_eq!(version, dialect == Dialect::Anthropic);
    }
}

#[tokio::test]
async fn an_answer_that_is_none_is_told_as_such() {
    for dialect in DIALECTS {
        for reply in [
            Reply::Good(b"{\"choices\": ".to_vec()),
            Reply::Good(b"<html>busy</html>".to_vec()),
            Reply::Good(Vec::new()),
            body(&json!({"unexpected": true})),
            body(&good(dialect, "  \n")),
            Reply::Status(404, ""),
        ] {
            let (result, requests) = asked(dialect, vec![reply]).await;
            assert!(
                matches!(result, Err(LanguageError::Nonsense { .. })),
                "{dialect:?} {result:?}"
            );
            assert_eq!(requests.len(), 1, "asking again is of no use");
        }
    }
}

#[tokio::test]
async fn a_refused_key_is_not_tried_again() {
    for dialect in DIALECTS {
        let (result, requests) = asked(dialect, vec![Reply::Status(401, "")]).await;
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), format!("`{}` refused the key", dialect.name()));
        assert_eq!(requests.len(), 1);
    }
}

#[tokio::test]
async fn a_provider_that_is_busy_is_asked_again_when_it_says() {
    for dialect in DIALECTS {
        let replies = vec![Reply::Status(429, "retry-after: 0\r\n"), body(&good(dialect, "Yes."))];
        let (result, requests) = asked(dialect, replies).await;
        assert_eq!((result.unwrap().text.as_str(), requests.len()), ("Yes.", 2), "{dialect:?}");
        let (result, requests) =
            asked(dialect, vec![Reply::Status(429, "retry-after: 3600\r\n")]).await;
        assert!(matches!(result, Err(LanguageError::Busy { retry_after_s: Some(3600), .. })));
        assert_eq!(requests.len(), 1);
    }
}

#[tokio::test(start_paused = true)]
async fn a_provider_that_fails_is_asked_again_with_pauses_and_then_given_up() {
    for dialect in DIALECTS {
        let (result, requests) = asked(dialect, vec![Reply::Status(500, "")]).await;
        assert!(matches!(result, Err(LanguageError::Unreachable { .. })), "{result:?}");
        assert_eq!(requests.len(), 4);
    }
}

#[tokio::test(start_paused = true)]
async fn silence_ends_after_the_time_that_was_given() {
    let server = Server::start(vec![Reply::Silence]);
    let connection =
        Connection { answer_timeout: Duration::from_millis(50), ..Connection::default() };
    let model = model(Dialect::Anthropic, server.url(), &connection);
    let error = model.complete(&prompt()).await.unwrap_err();
    assert!(matches!(error, LanguageError::Unreachable { .. }), "{error:?}");
}

#[tokio::test]
async fn nothing_is_sent_when_the_network_is_off() {
    let server = Server::start(vec![Reply::Close]);
    let connection = Connection { network: Network::Off, ..Connection::default() };
    let model = model(Dialect::OpenAi, server.url(), &connection);
    let error = model.complete(&prompt()).await.unwrap_err();
    assert_eq!(error.to_string(), "`openai` needs the network, and the network is off");
    assert!(server.requests().is_empty());
}
