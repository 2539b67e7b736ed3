//! Who is let in: requests that name a listed host, come from a listed origin or from no page at all, and show the
//! token.
//!
//! A page that makes its own name point to this machine (DNS rebinding) names a host that is not listed. One that asks
//! across origins says so in `Origin`. Neither knows the token.

use std::net::SocketAddr;

use hyper::{
    HeaderMap, Request,
    header::{AUTHORIZATION, HOST, HeaderValue, ORIGIN},
};
use mnemic::AccessToken;

use super::{Host, Origin, Reception, refusal::Refusal};

/// What the machine is called by itself.
const OWN_NAMES: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// Who is let in.
#[derive(Debug)]
pub(super) struct Guard {
    token: AccessToken,
    hosts: Vec<Host>,
    origins: Vec<Origin>,
}

impl Guard {
    /// Lets in whom the reception names, and the machine itself by any of its names.
    pub(super) fn new(reception: Reception, address: SocketAddr) -> Self {
        let Reception { token, mut hosts, mut origins, .. } = reception;
        hosts.extend(OWN_NAMES.iter().filter_map(|name| name.parse().ok()));
        origins.extend(OWN_NAMES.iter().filter_map(|name| format!("http://{name}:*").parse().ok()));
        if !address.ip().is_unspecified() {
            hosts.extend(address.to_string().parse::<Host>());
        }
        Self { token, hosts, origins }
    }

    /// The listed hosts.
    pub(super) fn hosts(&self) -> impl Iterator<Item = String> {
        self.hosts.iter().map(ToString::to_string)
    }

    /// The listed origins.
    pub(super) fn origins(&self) -> impl Iterator<Item = String> {
        self.origins.iter().map(ToString::to_string)
    }

    /// The page's origin that a request comes from, if any, and that it may.
    pub(super) fn whence<B>(&self, request: &Request<B>) -> Result<Option<HeaderValue>, Refusal> {
        self.check_host(request)?;
        let mut given = request.headers().get_all(ORIGIN).iter();
        let Some(origin) = given.next() else { return Ok(None) };
        let named = origin.to_str().ok().and_then(|text| text.parse::<Origin>().ok());
        let is_listed = |named: &Origin| self.origins.iter().any(|listed| listed.covers(named));
        match (named, given.next()) {
            (Some(named), None) if is_listed(&named) => Ok(Some(origin.clone())),
            _ => Err(Refusal::Origin),
        }
    }

    /// Checks the token.
    pub(super) fn admit(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let given = headers.get(AUTHORIZATION).ok_or(Refusal::NoToken)?;
        let shown = given.to_str().ok().and_then(bearer).ok_or(Refusal::NoToken)?;
        if self.token.admits(shown) { Ok(()) } else { Err(Refusal::WrongToken) }
    }

    /// A request may name its host twice, in its first line and in a header: both are to be listed.
    fn check_host<B>(&self, request: &Request<B>) -> Result<(), Refusal> {
        let in_line = request.uri().authority().map(|authority| Some(authority.as_str()));
        let in_header = request.headers().get_all(HOST).iter().map(|host| host.to_str().ok());
        let named: Vec<Option<&str>> = in_line.into_iter().chain(in_header).collect();
        let is_listed = |named: &Option<&str>| {
            let host = named.and_then(|named| named.parse::<Host>().ok());
            host.is_some_and(|host| self.hosts.iter().any(|listed| listed.covers(&host)))
        };
        if named.is_empty() || !named.iter().all(is_listed) { Err(Refusal::Host) } else { Ok(()) }
    }
}

/// What follows `Bearer`.
fn bearer(given: &str) -> Option<&str> {
    let (scheme, shown) = given.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| shown.trim())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const TOKEN: &str = "a-token-for-tests-only";

    fn guard() -> Guard {
        let reception = Reception {
            token: AccessToken::read(TOKEN).unwrap(),
            hosts: vec!["memory.example:8443".parse().unwrap()],
            origins: vec!["https://app.example".parse().unwrap()],
            patience: Duration::ZERO,
        };
        Guard::new(reception, "192.168.7.1:6636".parse().unwrap())
    }

    fn request(uri: &str, headers: &[(&str, &str)]) -> Request<()> {
        let mut request = Request::builder().uri(uri);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(()).unwrap()
    }

    #[test]
    fn only_listed_hosts_are_let_in() {
        for (uri, hosts, is_let_in) in [
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
            let let_in = guard().whence(&request(uri, &headers)).is_ok();
            assert_eq!(let_in, is_let_in, "{uri} {hosts:?}");
        }
    }

    #[test]
    fn only_pages_of_listed_origins_are_let_in() {
        for (origins, is_let_in) in [
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
            let let_in = guard().whence(&request("/mcp", &headers)).is_ok();
            assert_eq!(let_in, is_let_in, "{origins:?}");
        }
    }

    #[test]
    fn only_the_token_opens() {
        for (given, is_let_in) in [
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
            let let_in = guard().admit(request("/mcp", &headers).headers()).is_ok();
            assert_eq!(let_in, is_let_in, "{given:?}");
        }
    }
}
