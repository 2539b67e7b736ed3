//! The route of MCP: streamable HTTP, as `rmcp` speaks it.
//!
//! Clients of the protocol's older versions have a session each, which says who they are. A session that is idle for
//! long is closed, and reopened when its client comes back.

use std::{sync::Arc, time::Duration};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{
        HeaderMap, StatusCode,
        header::{CONTENT_TYPE, HeaderName},
    },
    middleware::map_response,
    response::{IntoResponse, Response},
    routing::{MethodRouter, delete_service},
};
use mnemic::surrogate::replace_lone_surrogates;
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use serde_json::{Value, json};

use super::{
    MCP_PATH,
    access::AccessPolicy,
    rejection::{self, Rejection},
    session::SessionStates,
    shutdown::ShutdownSignals,
};
use crate::mcp::{Server, request_id};

/// How many sessions are open at once. A guess: each costs a task and its `initialize` request.
const MAX_SESSIONS: usize = 1_000;
/// A session may be idle for so many times as long as a connection. A guess, documented in `docs/reference/mcp.md`.
const SESSION_TIMEOUT_FACTOR: u32 = 10;
/// How long a response is kept for a client whose connection broke meanwhile.
const RESPONSES_KEPT: Duration = Duration::from_secs(1);
/// The longest `initialize` request. Each session keeps its own for as long as it lasts.
const MAX_INITIALIZE_BYTES: usize = 64 << 10;
const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
const JSON: &str = "application/json";

type Streamable = StreamableHttpService<Server, LocalSessionManager>;

/// What answers calls.
#[derive(Clone)]
struct Calls {
    service: Streamable,
    sessions: Arc<LocalSessionManager>,
}

/// The route. `rmcp` checks hosts and origins too, by the same policy.
pub(super) fn routes<S: Clone + Send + Sync + 'static>(
    server: Server,
    policy: &AccessPolicy,
    client_timeout: Duration,
    signals: &ShutdownSignals,
) -> Router<S> {
    let sessions = Arc::new(session_manager(client_timeout));
    let mut streams = StreamableHttpService::new(
        move || Ok(server.clone()),
        sessions.clone(),
        configuration(policy),
    );
    // The same sessions, but a stream that waits for what the server may say ends earlier than a call.
    let mut calls = streams.clone();
    streams.config.cancellation_token = signals.streams.clone();
    calls.config.cancellation_token = signals.calls.clone();
    let methods: MethodRouter<Calls> = delete_service(calls.clone())
        .layer(map_response(session_deleted))
        .get_service(streams)
        .post(call)
        .fallback_service(calls.clone())
        .layer(map_response(rejection::in_json));
    Router::new().route(MCP_PATH, methods.with_state(Calls { service: calls, sessions }))
}

fn session_manager(client_timeout: Duration) -> LocalSessionManager {
    let mut sessions = LocalSessionManager::default();
    sessions.session_config.keep_alive = Some(client_timeout * SESSION_TIMEOUT_FACTOR);
    sessions.session_config.sse_retry = None;
    sessions.session_config.completed_cache_ttl = RESPONSES_KEPT;
    sessions
}

/// The length of a body has been checked by the time `rmcp` sees it.
fn configuration(policy: &AccessPolicy) -> StreamableHttpServerConfig {
    let mut config = StreamableHttpServerConfig::default()
        .with_json_response(true)
        .with_sse_retry(None)
        .with_allowed_hosts(policy.hosts())
        .with_allowed_origins(policy.origins())
        .enforce_origin_validation()
        .with_max_request_body_bytes(usize::MAX);
    config.session_store = Some(Arc::new(SessionStates::default()));
    config
}

async fn call(State(calls): State<Calls>, request: Request) -> Result<Response, Rejection> {
    let (parts, body) = request.into_parts();
    if !parts.headers.contains_key(SESSION_ID) && calls.is_full().await {
        return Err(Rejection::TooManySessions);
    }
    let body = to_bytes(body, usize::MAX).await.map_err(|_| Rejection::BrokenOff)?;
    let body = without_lone_surrogates(body);
    if body.len() > MAX_INITIALIZE_BYTES && is_initialize(&body) {
        return Err(Rejection::TooLarge);
    }
    let is_json = is_json(&parts.headers);
    let request = Request::from_parts(parts, Body::from(body.clone()));
    let response = calls.service.handle(request).await;
    // So `rmcp` answers a body that it cannot read, whatever its type is.
    if is_json && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return Ok(protocol_error(&body));
    }
    Ok(response.into_response())
}

impl Calls {
    async fn is_full(&self) -> bool {
        self.sessions.sessions.read().await.len() >= MAX_SESSIONS
    }
}

/// The session is gone. `rmcp` says 202, as if it were still to go, which clients take for a failure.
async fn session_deleted(mut response: Response) -> Response {
    if response.status() == StatusCode::ACCEPTED {
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

/// JSON can name half a character, but no text can hold one.
fn without_lone_surrogates(body: Bytes) -> Bytes {
    let mut bytes = Vec::from(body);
    replace_lone_surrogates(&mut bytes);
    bytes.into()
}

fn is_initialize(body: &Bytes) -> bool {
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
fn protocol_error(body: &Bytes) -> Response {
    let (id, code, message) = match serde_json::from_slice::<Value>(body) {
        Err(_) => (json!(request_id::within(body)), -32700, "the body is not JSON"),
        Ok(mut message) => {
            let id = message.get_mut("id").map(Value::take).unwrap_or_default();
            (id, -32600, "the body is JSON, but no message of the protocol")
        }
    };
    let error = json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}});
    (StatusCode::BAD_REQUEST, [(CONTENT_TYPE, JSON)], error.to_string()).into_response()
}
