//! Why the server does not answer a request, as the client reads it: a status, and JSON with a code, a message and a
//! hint.

use axum::{
    body::{Body, to_bytes},
    http::{
        HeaderName, Method, StatusCode,
        header::{
            CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
        },
    },
    response::{AppendHeaders, IntoResponse, Response},
};
use serde_json::json;

/// Why the server does not answer a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rejection {
    ForeignHost,
    ForeignOrigin,
    NoToken,
    WrongToken,
    NotFound,
    BadMethod,
    TooLarge,
    TooSlow,
    /// The body ended before its length.
    BrokenOff,
    TooManySessions,
    /// There is no memory left for another long body.
    Busy,
}

/// Rewrites an error that `rmcp` answers as plain text in the shape of all others.
pub(super) async fn in_json(response: Response) -> Response {
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.starts_with("application/json"));
    let (code, hint) = match response.status() {
        _ if is_json => return response,
        StatusCode::BAD_REQUEST => ("bad_request", "the protocol says what a request looks like"),
        StatusCode::NOT_FOUND => ("no_session", "begin anew with `initialize`"),
        StatusCode::METHOD_NOT_ALLOWED => ("bad_method", "GET, POST and DELETE are served"),
        StatusCode::NOT_ACCEPTABLE => {
            ("not_acceptable", "accept `application/json` and `text/event-stream`")
        }
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ("bad_media_type", "send `application/json`"),
        StatusCode::UNPROCESSABLE_ENTITY => {
            ("no_session", "begin with `initialize`, and send the session's id with each request")
        }
        _ => return response,
    };
    let (mut head, body) = response.into_parts();
    let text = to_bytes(body, usize::MAX).await.unwrap_or_default();
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    head.headers.remove(CONTENT_LENGTH);
    let json = error_json(code, &String::from_utf8_lossy(&text), hint);
    Response::from_parts(head, Body::from(json))
}

fn error_json(code: &str, message: &str, hint: &str) -> String {
    json!({"code": code, "message": message, "hint": hint}).to_string()
}

struct Description {
    status: StatusCode,
    code: &'static str,
    message: &'static str,
    hint: &'static str,
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let Description { status, code, message, hint } = self.describe();
        let kind = [(CONTENT_TYPE, "application/json")];
        (status, kind, self.headers(), error_json(code, message, hint)).into_response()
    }
}

impl Rejection {
    /// Answers a request with this rejection, and logs it.
    pub(super) fn log(self, method: &Method) -> Response {
        tracing::info!(%method, code = self.describe().code, "request rejected");
        self.into_response()
    }

    fn headers(self) -> AppendHeaders<Vec<(HeaderName, &'static str)>> {
        let close = (CONNECTION, "close");
        AppendHeaders(match self {
            Self::NoToken => vec![(WWW_AUTHENTICATE, r#"Bearer realm="mnemic""#)],
            Self::WrongToken => {
                vec![(WWW_AUTHENTICATE, r#"Bearer realm="mnemic", error="invalid_token""#)]
            }
            // The server does not wait for the rest of the body.
            Self::TooLarge | Self::TooSlow | Self::BrokenOff => vec![close],
            Self::Busy => vec![close, (RETRY_AFTER, "5")],
            Self::ForeignHost
            | Self::ForeignOrigin
            | Self::NotFound
            | Self::BadMethod
            | Self::TooManySessions => Vec::new(),
        })
    }

    fn describe(self) -> Description {
        let (status, code, message, hint) = match self {
            Self::ForeignHost => (
                StatusCode::FORBIDDEN,
                "foreign_host",
                "the request names a host that this server is not called by",
                "a further name is allowed with `mnemic serve --allow-host`",
            ),
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "foreign_origin",
                "the request comes from a page that may not ask",
                "an origin is allowed with `mnemic serve --allow-origin`",
            ),
            Self::NoToken => (
                StatusCode::UNAUTHORIZED,
                "no_token",
                "the request shows no access token",
                "send `Authorization: Bearer …`; `mnemic serve --show-token` prints the token",
            ),
            Self::WrongToken => (
                StatusCode::UNAUTHORIZED,
                "wrong_token",
                "the request shows another token than the vault's",
                "`mnemic serve --show-token` prints the token",
            ),
            Self::NotFound => {
                (StatusCode::NOT_FOUND, "not_found", "nothing is there", "MCP is at /mcp")
            }
            Self::BadMethod => (
                StatusCode::METHOD_NOT_ALLOWED,
                "bad_method",
                "nothing is done by this method here",
                "the header `Allow` lists the methods",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "too_large",
                "the request's body is longer than 8 MiB, or than 64 KiB for `initialize`",
                "one memory holds up to 1 MiB of text; send less at once",
            ),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                "too_slow",
                "the request's body did not arrive in time",
                "how long is waited is set with `mnemic serve --patience`",
            ),
            Self::BrokenOff => (
                StatusCode::BAD_REQUEST,
                "broken_off",
                "the request's body broke off",
                "nothing was changed; send it again",
            ),
            Self::TooManySessions => (
                StatusCode::SERVICE_UNAVAILABLE,
                "too_many_sessions",
                "there are as many sessions as this server holds",
                "end one with DELETE, or try again in some minutes",
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                "busy",
                "there is no room for another long request",
                "nothing was changed; try again in some seconds, or send less than 64 KiB at once",
            ),
        };
        Description { status, code, message, hint }
    }
}
