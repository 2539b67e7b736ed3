//! Where a URL leads, as far as it matters for whether and how it is asked.
//!
//! The client that connects reads URLs with [`Uri`]; so does this, so that no host is checked but the one that is asked.

use std::net::IpAddr;

use ureq::http::Uri;

/// Scheme and host of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// Whether nobody on the way can read along.
    pub is_secure: bool,
    /// The host, in lower case and without brackets.
    pub host: String,
}

impl Address {
    /// Reads a URL; nothing if it is none of HTTP.
    pub(crate) fn of(url: &str) -> Option<Self> {
        Self::of_uri(&url.parse().ok()?)
    }

    /// The same for one that is read already.
    pub(super) fn of_uri(uri: &Uri) -> Option<Self> {
        let is_secure = match uri.scheme_str()? {
            "https" => true,
            "http" => false,
            _ => return None,
        };
        let host = uri.host()?.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
        (!host.is_empty()).then_some(Self { is_secure, host })
    }

    /// The host where it is written as numbers.
    pub(crate) fn ip(&self) -> Option<IpAddr> {
        self.host.parse::<IpAddr>().ok().map(|ip| ip.to_canonical())
    }

    /// Whether it leads to this machine by its very name.
    pub(crate) fn is_loopback(&self) -> bool {
        let is_name = self.host == "localhost" || self.host.ends_with(".localhost");
        is_name || self.ip().is_some_and(|ip| ip.is_loopback())
    }
}

/// Scheme, host and port of a URL, the usual port left out: whom a request goes to. Nothing if it is none of HTTP.
pub fn address_of(url: &str) -> Option<String> {
    let uri: Uri = url.parse().ok()?;
    let Address { is_secure, host } = Address::of_uri(&uri)?;
    let (scheme, usual) = if is_secure { ("https", 443) } else { ("http", 80) };
    let host = if host.contains(':') { format!("[{host}]") } else { host };
    let port = uri.port_u16().filter(|port| *port != usual);
    Some(
        port.map_or_else(
            || format!("{scheme}://{host}"),
            |port| format!("{scheme}://{host}:{port}"),
        ),
    )
}

/// A URL without the names, keys and questions that may be in it. It is shown as it was written, also where no client
/// understands it: so it is not read with [`Uri`].
pub(crate) fn without_secrets(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or(("", url));
    let rest = rest.split(['?', '#']).next().unwrap_or_default();
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let place = authority.rsplit('@').next().unwrap_or_default();
    format!("{scheme}://{place}/{path}").trim_end_matches('/').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_scheme_host_and_port() {
        for (url, address) in [
            ("https://Api.Example.com/v1?key=1", Some("https://api.example.com")),
            ("https://api.example.com:443", Some("https://api.example.com")),
            ("http://127.0.0.1:11434/api", Some("http://127.0.0.1:11434")),
            ("http://[::1]:8080/", Some("http://[::1]:8080")),
            ("https://good.example@evil.example/", Some("https://evil.example")),
            ("ftp://example.com", None),
            ("nonsense", None),
        ] {
            assert_eq!(address_of(url).as_deref(), address, "{url}");
        }
    }

    #[test]
    fn a_host_is_found_however_a_url_is_written() {
        for (url, host) in [
            ("https://API.openai.com/v1", Some("api.openai.com")),
            ("http://127.0.0.1:11434", Some("127.0.0.1")),
            ("http://[fe80::1]:80/x", Some("fe80::1")),
            ("http://user:pass@evil.example@10.0.0.1/", Some("10.0.0.1")),
            ("http://host.?x=@other", Some("host")),
            ("ftp://host", None),
            ("http://", None),
            ("http://10.0.0.1\\@evil.example/", None),
            ("HTTPS://Host:8443", Some("host")),
            ("host", None),
        ] {
            assert_eq!(Address::of(url).map(|it| it.host).as_deref(), host, "{url}");
        }
    }

    #[test]
    fn this_machine_is_known_by_its_names() {
        for (url, is_loopback) in [
            ("http://localhost:1", true),
            ("http://ollama.localhost", true),
            ("http://127.8.0.1", true),
            ("http://[::1]", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("http://localhost.example.com", false),
            ("http://10.0.0.1", false),
        ] {
            assert_eq!(Address::of(url).unwrap().is_loopback(), is_loopback, "{url}");
        }
    }

    #[test]
    fn secrets_in_a_url_are_left_out() {
        for (url, plain) in [
            ("https://me:pass@host:8080/v1/?key=1#x", "https://host:8080/v1"),
            ("http://host/", "http://host"),
        ] {
            assert_eq!(without_secrets(url), plain);
        }
    }
}
