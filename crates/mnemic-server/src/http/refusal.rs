//! Why a request is not answered, as the client hears it: a status, and a code, a message and the way out in JSON.

use http_body_util::{BodyExt, Full};
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{
        CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue, RETRY_AFTER, WWW_AUTHENTICATE,
    },
};
use serde_json::json;

use super::Answer;

/// Why a request is not answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It names a host that is not listed.
    Host,
    /// It comes from a page of an origin that is not listed.
    Origin,
    /// It shows no token.
    NoToken,
    /// It shows another token.
    WrongToken,
    /// Nothing is there.
    NoPage,
    /// Its body is too long.
    TooLarge,
    /// Its body does not arrive in time.
    TooSlow,
    /// Its body broke off.
    BrokenOff,
    /// There are as many sessions as can be.
    TooMany,
    /// There are as many long requests as there is room for.
    Busy,
}

/// A refusal that `rmcp` says in plain words, as all others are told.
pub(super) async fn in_json(answer: Answer) -> Answer {
    let kind = answer.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_json = kind.is_some_and(|kind| kind.starts_with("application/json"));
    let (code, hint) = match answer.status() {
        _ if is_json => return answer,
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
        _ => return answer,
    };
    let (mut head, body) = answer.into_parts();
    let said = body.collect().await.map(|body| body.to_bytes()).unwrap_or_default();
    let message = String::from_utf8_lossy(&said);
    let text = json!({"code": code, "message": message, "hint": hint}).to_string();
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    head.headers.remove(CONTENT_LENGTH);
    Response::from_parts(head, Full::new(Bytes::from(text)).boxed())
}

/// What is told of a refusal.
struct Told {
    status: StatusCode,
    code: &'static str,
    message: &'static str,
    hint: &'static str,
}

impl Refusal {
    /// What programs call it.
    pub(super) fn code(self) -> &'static str {
        self.told().code
    }

    /// As the client hears it.
    pub(super) fn answer(self) -> Answer {
        let Told { status, code, message, hint } = self.told();
        let text = json!({"code": code, "message": message, "hint": hint}).to_string();
        let mut answer = Response::new(Full::new(Bytes::from(text)).boxed());
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        match self {
            Self::NoToken => {
                headers
                    .insert(WWW_AUTHENTICATE, HeaderValue::from_static(r#"Bearer realm="mnemic""#));
            }
            Self::WrongToken => {
                let challenge = r#"Bearer realm="mnemic", error="invalid_token""#;
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static(challenge));
            }
            // The rest of the body is not waited for.
            Self::TooLarge | Self::TooSlow | Self::BrokenOff => {
                headers.insert(CONNECTION, HeaderValue::from_static("close"));
            }
            Self::Busy => {
                headers.insert(CONNECTION, HeaderValue::from_static("close"));
                headers.insert(RETRY_AFTER, HeaderValue::from_static("5"));
            }
            Self::Host | Self::Origin | Self::NoPage | Self::TooMany => {}
        }
        answer
    }

    fn told(self) -> Told {
        let (status, code, message, hint) = match self {
            Self::Host => (
                StatusCode::FORBIDDEN,
                "foreign_host",
                "the request names a host that this server is not called by",
                "a further name is allowed with `mnemic serve --allow-host`",
            ),
            Self::Origin => (
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
            Self::NoPage => {
                (StatusCode::NOT_FOUND, "not_found", "nothing is there", "MCP is at /mcp")
            }
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
            Self::TooMany => (
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
        Told { status, code, message, hint }
    }
}
