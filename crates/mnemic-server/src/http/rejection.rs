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
use mnemic::{ErrorCode, HintReader};
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
    let code = match response.status() {
        _ if is_json => return response,
        StatusCode::BAD_REQUEST => ErrorCode::RequestMalformed,
        StatusCode::NOT_FOUND => ErrorCode::SessionIdUnknown,
        StatusCode::METHOD_NOT_ALLOWED => ErrorCode::MethodNotAllowed,
        StatusCode::NOT_ACCEPTABLE => ErrorCode::NotAcceptable,
        StatusCode::UNSUPPORTED_MEDIA_TYPE => ErrorCode::MediaTypeUnsupported,
        StatusCode::UNPROCESSABLE_ENTITY => ErrorCode::SessionIdMissing,
        _ => return response,
    };
    let (mut head, body) = response.into_parts();
    let text = to_bytes(body, usize::MAX).await.unwrap_or_default();
    head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    head.headers.remove(CONTENT_LENGTH);
    let json = error_json(code, &String::from_utf8_lossy(&text));
    Response::from_parts(head, Body::from(json))
}

fn error_json(code: ErrorCode, message: &str) -> String {
    let hint = code.hint(HintReader::Person);
    json!({"code": code.as_str(), "message": message, "hint": hint}).to_string()
}

struct Description {
    status: StatusCode,
    code: ErrorCode,
    message: &'static str,
}

impl IntoResponse for Rejection {
    fn into_response(self) -> Response {
        let Description { status, code, message } = self.describe();
        let kind = [(CONTENT_TYPE, "application/json")];
        (status, kind, self.headers(), error_json(code, message)).into_response()
    }
}

impl Rejection {
    /// Answers a request with this rejection, and logs it.
    pub(super) fn log(self, method: &Method) -> Response {
        tracing::info!(%method, code = self.describe().code.as_str(), "request rejected");
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
        let (status, code, message) = match self {
            Self::ForeignHost => (
                StatusCode::FORBIDDEN,
                ErrorCode::HostNotAllowed,
                "the request names a host that this server is not called by",
            ),
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                ErrorCode::OriginNotAllowed,
                "the request comes from a page that may not ask",
            ),
            Self::NoToken => (
                StatusCode::UNAUTHORIZED,
                ErrorCode::TokenMissing,
                "the request shows no access token",
            ),
            Self::WrongToken => (
                StatusCode::UNAUTHORIZED,
                ErrorCode::TokenWrong,
                "the request shows another token than the vault's",
            ),
            Self::NotFound => (StatusCode::NOT_FOUND, ErrorCode::PageNotFound, "nothing is there"),
            Self::BadMethod => (
                StatusCode::METHOD_NOT_ALLOWED,
                ErrorCode::MethodNotAllowed,
                "nothing is done by this method here",
            ),
            Self::TooLarge => (
                StatusCode::PAYLOAD_TOO_LARGE,
                ErrorCode::BodyTooLarge,
                "the request's body is longer than 8 MiB, or than 64 KiB for `initialize`",
            ),
            Self::TooSlow => (
                StatusCode::REQUEST_TIMEOUT,
                ErrorCode::BodyTooSlow,
                "the request's body did not arrive in time",
            ),
            Self::BrokenOff => {
                (StatusCode::BAD_REQUEST, ErrorCode::BodyIncomplete, "the request's body broke off")
            }
            Self::TooManySessions => (
                StatusCode::SERVICE_UNAVAILABLE,
                ErrorCode::TooManySessions,
                "there are as many sessions as this server holds",
            ),
            Self::Busy => (
                StatusCode::SERVICE_UNAVAILABLE,
                ErrorCode::ServerBusy,
                "there is no room for another long request",
            ),
        };
        Description { status, code, message }
    }
}
