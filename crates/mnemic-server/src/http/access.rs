//! Who may use the server: requests that name a known host, come from an allowed origin or from no web page, and carry
//! the access token.
//!
//! A page that points its own name at this machine (DNS rebinding) names an unknown host. A page that asks across
//! origins says so in `Origin`. Neither knows the token.

use std::net::SocketAddr;

use axum::http::{
    HeaderMap, Request,
    header::{AUTHORIZATION, HOST, HeaderValue, ORIGIN},
};
use mnemic::AccessToken;

use super::{Host, Origin, rejection::Rejection};

/// The names by which a machine reaches itself.
const LOOPBACK_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// The token that clients send, and the hosts and origins that requests may name.
#[derive(Debug)]
pub struct AccessPolicy {
    token: AccessToken,
    hosts: Vec<Host>,
    origins: Vec<Origin>,
}

impl AccessPolicy {
    /// Allows these hosts and origins, and those of the machine itself.
    pub fn new(token: AccessToken, mut hosts: Vec<Host>, mut origins: Vec<Origin>) -> Self {
        hosts.extend(LOOPBACK_NAMES.iter().filter_map(|name| name.parse().ok()));
        let pages = LOOPBACK_NAMES.iter().map(|name| format!("http://{name}:*"));
        origins.extend(pages.filter_map(|origin| origin.parse().ok()));
        Self { token, hosts, origins }
    }

    /// Also allows the address that the server listens on, unless it stands for every address of the machine.
    pub(super) fn listening_on(mut self, address: SocketAddr) -> Self {
        if !address.ip().is_unspecified() {
            self.hosts.extend(address.to_string().parse::<Host>());
        }
        self
    }

    pub(super) fn hosts(&self) -> impl Iterator<Item = String> {
        self.hosts.iter().map(ToString::to_string)
    }

    pub(super) fn origins(&self) -> impl Iterator<Item = String> {
        self.origins.iter().map(ToString::to_string)
    }

    /// A request may name its host twice, in its first line and in a header: both must be allowed.
    pub(super) fn check_host<B>(&self, request: &Request<B>) -> Result<(), Rejection> {
        let in_line = request.uri().authority().map(|authority| Some(authority.as_str()));
        let in_header = request.headers().get_all(HOST).iter().map(|host| host.to_str().ok());
        let named: Vec<Option<&str>> = in_line.into_iter().chain(in_header).collect();
        let is_allowed = |named: &Option<&str>| {
            let host = named.and_then(|named| named.parse::<Host>().ok());
            host.is_some_and(|host| self.hosts.iter().any(|allowed| allowed.covers(&host)))
        };
        if named.is_empty() || !named.iter().all(is_allowed) {
            return Err(Rejection::ForeignHost);
        }
        Ok(())
    }

    /// The allowed origin that a request comes from; none when no web page sent it.
    pub(super) fn check_origin(
        &self,
        headers: &HeaderMap,
    ) -> Result<Option<HeaderValue>, Rejection> {
        let mut given = headers.get_all(ORIGIN).iter();
        let Some(origin) = given.next() else { return Ok(None) };
        let named = origin.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
        let is_allowed = |named: &Origin| self.origins.iter().any(|allowed| allowed.covers(named));
        match (named, given.next()) {
            (Some(named), None) if is_allowed(&named) => Ok(Some(origin.clone())),
            _ => Err(Rejection::ForeignOrigin),
        }
    }

    pub(super) fn check_token(&self, headers: &HeaderMap) -> Result<(), Rejection> {
        let given = headers.get(AUTHORIZATION).ok_or(Rejection::NoToken)?;
        let token = given.to_str().ok().and_then(bearer_token).ok_or(Rejection::NoToken)?;
        if self.token.admits(token) { Ok(()) } else { Err(Rejection::WrongToken) }
    }
}

fn bearer_token(authorization: &str) -> Option<&str> {
    let (scheme, token) = authorization.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "a-token-for-tests-only";

    fn policy() -> AccessPolicy {
        let token = AccessToken::read(TOKEN).unwrap();
        let hosts = vec!["memory.example:8443".parse().unwrap()];
        let origins = vec!["https://app.example".parse().unwrap()];
        AccessPolicy::new(token, hosts, origins).listening_on("192.168.7.1:6636".parse().unwrap())
    }

    fn request(uri: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn only_known_hosts_are_accepted() {
        for (uri, hosts, is_accepted) in [
            ("/mcp", &["localhost"] as &[&str], true),
            ("/mcp", &["LOCALHOST:1234"], true),
            ("/mcp", &["127.0.0.1:6636"], true),
            ("/mcp", &["[::1]:6636"], true),
            ("/mcp", &["192.168.7.1:6636"], true),
            ("/mcp", &["memory.example:8443"], true),
            ("http://localhost/mcp", &["localhost"], true),
            ("/mcp", &["memory.example"], false),
            ("/mcp", &["192.168.7.1:80"], false),
            ("/mcp", &["evil.example"], false),
            ("/mcp", &["localhost.evil.example"], false),
            ("/mcp", &["127.0.0.1.evil.example"], false),
            ("/mcp", &["evil.example@localhost"], false),
            ("/mcp", &[""], false),
            ("/mcp", &[], false),
            ("/mcp", &["localhost", "evil.example"], false),
            ("http://evil.example/mcp", &["localhost"], false),
        ] {
            let headers: Vec<_> = hosts.iter().map(|host| ("host", *host)).collect();
            let accepted = policy().check_host(&request(uri, &headers)).is_ok();
            assert_eq!(accepted, is_accepted, "{uri} {hosts:?}");
        }
    }

    #[test]
    fn only_pages_of_allowed_origins_are_accepted() {
        for (origins, is_accepted) in [
            (&[][..], true),
            (&["http://localhost:5173"], true),
            (&["http://127.0.0.1"], true),
            (&["https://app.example"], true),
            (&["https://app.example:443"], true),
            (&["https://app.example:8443"], false),
            (&["http://app.example"], false),
            (&["https://localhost"], false),
            (&["https://evil.example"], false),
            (&["http://localhost.evil.example"], false),
            (&["null"], false),
            (&[""], false),
            (&["http://localhost", "http://evil.example"], false),
        ] {
            let mut headers = vec![("host", "localhost")];
            headers.extend(origins.iter().map(|origin| ("origin", *origin)));
            let accepted = policy().check_origin(request("/mcp", &headers).headers()).is_ok();
            assert_eq!(accepted, is_accepted, "{origins:?}");
        }
    }

    #[test]
    fn only_the_token_is_accepted() {
        for (given, is_accepted) in [
            (Some("Bearer a-token-for-tests-only"), true),
            (Some("bearer  a-token-for-tests-only "), true),
            (Some("Bearer a-token-for-tests-onlx"), false),
            (Some("Bearer"), false),
            (Some("Bearer "), false),
            (Some("Basic a-token-for-tests-only"), false),
            (Some("a-token-for-tests-only"), false),
            (None, false),
        ] {
            let headers: Vec<_> = given.iter().map(|given| ("authorization", *given)).collect();
            let accepted = policy().check_token(request("/mcp", &headers).headers()).is_ok();
            assert_eq!(accepted, is_accepted, "{given:?}");
        }
    }
}
