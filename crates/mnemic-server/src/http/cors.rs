//! What a browser must hear before it lets a page of another origin read a response. The guard has checked the origin.
//!
//! tower-http's `CorsLayer` answers every `OPTIONS` request itself, also one that comes from no web page. Here such a
//! request needs the token like any other.

use axum::{
    http::{
        StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue, VARY,
        },
    },
    response::{IntoResponse, Response},
};

const METHODS: &str = "GET, POST, DELETE";
const REQUEST_HEADERS: &str = "Authorization, Content-Type, Accept, Last-Event-ID, Mcp-Session-Id, \
    MCP-Protocol-Version, Mcp-Method, Mcp-Name";
const RESPONSE_HEADERS: &str = "Mcp-Session-Id";

/// Says what a page may send.
pub(super) fn preflight() -> Response {
    let allowed =
        [(ACCESS_CONTROL_ALLOW_METHODS, METHODS), (ACCESS_CONTROL_ALLOW_HEADERS, REQUEST_HEADERS)];
    (StatusCode::NO_CONTENT, allowed).into_response()
}

/// Lets the page that asked read the response.
pub(super) fn allow(mut response: Response, origin: Option<HeaderValue>) -> Response {
    if let Some(origin) = origin {
        let headers = response.headers_mut();
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(RESPONSE_HEADERS));
        headers.append(VARY, HeaderValue::from_static("Origin"));
    }
    response
}
