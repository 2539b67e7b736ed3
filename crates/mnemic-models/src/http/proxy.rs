//! Which requests go through a proxy.

use std::net::IpAddr;

use super::address::Address;
use crate::connection::Proxies;

/// Which way a request goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Route {
    Direct,
    HttpsProxy,
    HttpProxy,
}

impl Proxies {
    /// The way to a URL.
    pub(super) fn route(&self, url: &str) -> Route {
        let Some(address) = Address::of(url) else { return Route::Direct };
        if address.is_loopback() || self.except.iter().any(|it| covers(it, &address)) {
            return Route::Direct;
        }
        match address.is_secure {
            true if self.https.is_some() => Route::HttpsProxy,
            false if self.http.is_some() => Route::HttpProxy,
            _ => Route::Direct,
        }
    }
}

/// Whether an exception is about an address.
fn covers(exception: &str, address: &Address) -> bool {
    let exception = exception.trim().to_ascii_lowercase();
    if exception == "*" {
        return true;
    }
    if let Some(ip) = address.ip() {
        return match exception.split_once('/') {
            Some((network, bits)) => is_within(ip, network, bits).unwrap_or(false),
            None => literal(&exception) == Some(ip),
        };
    }
    let name = exception.trim_start_matches("*.").trim_start_matches('.');
    let name = name.split(':').next().unwrap_or_default();
    let below = address.host.strip_suffix(name).filter(|_| !name.is_empty());
    below.is_some_and(|below| below.is_empty() || below.ends_with('.'))
}

/// An address as it is written, a port left out.
fn literal(text: &str) -> Option<IpAddr> {
    let whole = text.trim_start_matches('[').trim_end_matches(']');
    let ip = whole.parse().ok().or_else(|| text.rsplit_once(':')?.0.parse().ok());
    ip.map(|ip: IpAddr| ip.to_canonical())
}

fn is_within(ip: IpAddr, network: &str, bits: &str) -> Option<bool> {
    let (network, bits): (IpAddr, u32) = (network.parse().ok()?, bits.parse().ok()?);
    let (ip, network, length) = match (ip, network) {
        (IpAddr::V4(ip), IpAddr::V4(network)) => {
            (u128::from(u32::from(ip)), u128::from(u32::from(network)), 32)
        }
        (IpAddr::V6(ip), IpAddr::V6(network)) => (u128::from(ip), u128::from(network), 128),
        _ => return Some(false),
    };
    let rest = u32::checked_sub(length, bits)?;
    Some(ip.checked_shr(rest) == network.checked_shr(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_scheme_has_its_proxy_and_this_machine_none() {
        let proxies = Proxies {
            https: Some("http://secure:1".to_owned()),
            http: Some("http://plain:1".to_owned()),
            except: Vec::new(),
        };
        for (url, way) in [
            ("https://api.example.com", Route::HttpsProxy),
            ("http://box.lan:11434", Route::HttpProxy),
            ("http://127.0.0.1:11434", Route::Direct),
            ("http://localhost:11434", Route::Direct),
            ("https://[::1]", Route::Direct),
        ] {
            assert_eq!(proxies.route(url), way, "{url}");
        }
        let only_https = Proxies { http: None, ..proxies };
        assert_eq!(only_https.route("http://box.lan:11434"), Route::Direct);
    }

    #[test]
    fn exceptions_are_asked_directly() {
        for (exception, url, is_direct) in [
            ("example.com", "https://example.com", true),
            ("example.com", "https://api.example.com", true),
            (".example.com", "https://api.example.com", true),
            ("*.example.com", "https://api.example.com", true),
            ("example.com:443", "https://example.com", true),
            ("example.com", "https://notexample.com", false),
            ("", "https://example.com", false),
            ("*", "https://example.com", true),
            ("10.0.0.5", "https://10.0.0.5", true),
            ("10.0.0.0/8", "https://10.9.8.7", true),
            ("10.0.0.0/8", "https://11.0.0.1", false),
            ("0.0.0.0/0", "https://11.0.0.1", true),
            ("10.0.0.0/99", "https://10.0.0.1", false),
            ("fd00::/8", "https://[fd12::1]", true),
        ] {
            let proxies = Proxies {
                https: Some("http://proxy:1".to_owned()),
                except: vec![exception.to_owned()],
                ..Proxies::default()
            };
            assert_eq!(proxies.route(url) == Route::Direct, is_direct, "{exception} {url}");
        }
    }
}
