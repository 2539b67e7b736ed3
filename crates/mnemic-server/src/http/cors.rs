//! What a browser asks and is told before it lets a page of another origin read an answer. Only pages whose origin is
//! listed come this far.

use http_body_util::{BodyExt, Empty};
use hyper::{
    Response, StatusCode,
    body::Bytes,
    header::{
        ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
        ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue, VARY,
    },
};

use super::Answer;

const METHODS: &str = "GET, POST, DELETE";
const SENT: &str = "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, \
    MCP-Protocol-Version, Mcp-Method, Mcp-Name";
const READ: &str = "Mcp-Session-Id";

/// What a page may send.
pub(super) fn preflight() -> Answer {
    let mut answer = Response::new(Empty::<Bytes>::new().boxed());
    *answer.status_mut() = StatusCode::NO_CONTENT;
    let headers = answer.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_METHODS, HeaderValue::from_static(METHODS));
    headers.insert(ACCESS_CONTROL_ALLOW_HEADERS, HeaderValue::from_static(SENT));
    answer
}

/// An answer that the page may read which asked.
pub(super) fn marked(mut answer: Answer, origin: Option<HeaderValue>) -> Answer {
    if let Some(origin) = origin {
        let headers = answer.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
    answer
}
