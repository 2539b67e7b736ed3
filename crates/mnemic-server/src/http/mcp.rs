//! The route of MCP: streamable HTTP, as `rmcp` speaks it.
//!
//! Clients of the protocol's older versions have a session each, so that it is known who they are. A session that is
//! idle for long is let go, and goes on when its client comes back.

use std::{sync::Arc, time::Duration};

use http_body_util::{BodyExt, Full};
use hyper::{
    HeaderMap, Method, Request, Response, StatusCode,
    body::{Bytes, Incoming},
    header::{CONTENT_TYPE, HeaderValue},
};
use mnemic::surrogate::mend;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::{
    Answer,
    body::{Body, BodyReader},
    guard::Guard,
    refusal::{self, Refusal},
    session::Greetings,
};
use crate::mcp::{Server, request_id};

/// So many sessions there are at once.
const MOST_SESSIONS: usize = 1_000;
/// A session may be idle for so many times as long as a connection.
const SESSION_PATIENCE: u32 = 10;
/// How long an answer is kept for a client whose connection broke meanwhile.
const ANSWERS_KEPT: Duration = Duration::from_secs(1);
/// The longest greeting. Each session keeps its own for as long as it lasts.
const GREETING_BYTES: usize = 64 << 10;
const SESSION: &str = "mcp-session-id";
const JSON: &str = "application/json";

type Streamable = StreamableHttpService<Server, LocalSessionManager>;

/// The route.
pub(super) struct McpRoute {
    /// For streams that stay open for what the server has to say by itself.
    streams: Streamable,
    /// For calls and their answers: the same sessions, but they end later.
    calls: Streamable,
    sessions: Arc<LocalSessionManager>,
    bodies: BodyReader,
}

impl McpRoute {
    pub(super) fn new(server: Server, guard: &Guard, patience: Duration) -> Self {
        let mut sessions = LocalSessionManager::default();
        sessions.session_config.keep_alive = Some(patience * SESSION_PATIENCE);
        sessions.session_config.sse_retry = None;
        sessions.session_config.completed_cache_ttl = ANSWERS_KEPT;
        let sessions = Arc::new(sessions);
        let mut config = StreamableHttpServerConfig::default()
            .with_json_response(true)
            .with_sse_retry(None)
            .with_allowed_hosts(guard.hosts())
            .with_allowed_origins(guard.origins())
            .enforce_origin_validation()
            .with_max_request_body_bytes(usize::MAX);
        config.session_store = Some(Arc::new(Greetings::default()));
        let streams =
            StreamableHttpService::new(move || Ok(server.clone()), sessions.clone(), config);
        let mut calls = streams.clone();
        calls.config.cancellation_token = CancellationToken::new();
        Self { streams, calls, sessions, bodies: BodyReader::new(patience) }
    }

    /// Answers a request.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Answer {
        match *request.method() {
            Method::POST => refusal::in_json(self.call(request).await).await,
            Method::GET => refusal::in_json(self.streams.handle(request).await).await,
            Method::DELETE => refusal::in_json(ended(self.calls.handle(request).await)).await,
            _ => refusal::in_json(self.calls.handle(request).await).await,
        }
    }

    pub(super) fn end_streams(&self) {
        self.streams.config.cancellation_token.cancel();
    }

    pub(super) fn end_answers(&self) {
        self.calls.config.cancellation_token.cancel();
    }

    async fn call(&self, request: Request<Incoming>) -> Answer {
        let (parts, incoming) = request.into_parts();
        if !parts.headers.contains_key(SESSION) && self.is_full().await {
            return Refusal::TooMany.answer();
        }
        let Body { bytes, room: _room } = match self.bodies.read(&parts.headers, incoming).await {
            Ok(body) => body,
            Err(refusal) => return refusal.answer(),
        };
        let body = mended(bytes);
        if body.len() > GREETING_BYTES && is_greeting(&body) {
            return Refusal::TooLarge.answer();
        }
        let is_json = is_json(&parts.headers);
        let answer = self.calls.handle(Request::from_parts(parts, Full::new(body.clone()))).await;
        if is_json && answer.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
            return not_understood(&body);
        }
        answer
    }

    async fn is_full(&self) -> bool {
        self.sessions.sessions.read().await.len() >= MOST_SESSIONS
    }
}

/// A session that was ended is gone. `rmcp` says that it will be, which clients take for a failure.
fn ended(mut answer: Answer) -> Answer {
    if answer.status() == StatusCode::ACCEPTED {
        *answer.status_mut() = StatusCode::NO_CONTENT;
    }
    answer
}

/// A body without halves of characters, which no message can hold.
fn mended(body: Bytes) -> Bytes {
    let mut bytes = Vec::from(body);
    mend(&mut bytes);
    bytes.into()
}

/// Whether a message begins a session.
fn is_greeting(body: &Bytes) -> bool {
    #[derive(serde::Deserialize)]
    struct Message<'a> {
        #[serde(borrow)]
        method: std::borrow::Cow<'a, str>,
    }
    serde_json::from_slice::<Message>(body).is_ok_and(|message| message.method == "initialize")
}

fn is_json(headers: &HeaderMap) -> bool {
    let given = headers.get(CONTENT_TYPE).and_then(|given| given.to_str().ok());
    given.is_some_and(|given| given.starts_with(JSON))
}

/// The protocol's own error for a body that is no message of it.
fn not_understood(body: &Bytes) -> Answer {
    let (id, code, message) = match serde_json::from_slice::<Value>(body) {
        Err(_) => (json!(request_id::within(body)), -32700, "the body is not JSON"),
        Ok(mut message) => {
            let id = message.get_mut("id").map(Value::take).unwrap_or_default();
            (id, -32600, "the body is JSON, but no message of the protocol")
        }
    };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    let mut answer = Response::new(Full::new(Bytes::from(error.to_string())).boxed());
    *answer.status_mut() = StatusCode::BAD_REQUEST;
    answer.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(JSON));
    answer
}
