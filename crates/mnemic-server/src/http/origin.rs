//! An origin as browsers name it: where the page comes from that sends a request.

use std::{fmt, str::FromStr};

use thiserror::Error;

use super::Host;

/// An origin that pages may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin {
    scheme: Scheme,
    /// Without its port.
    host: Host,
    /// None in an allow list means any.
    port: Option<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scheme {
    Http,
    Https,
}

/// The text is no origin.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not an origin; write one like https://app.example or http://app.example:*")]
pub struct OriginError(String);

impl Origin {
    /// Whether this entry of an allow list allows the origin that a request names.
    pub(super) fn covers(&self, named: &Self) -> bool {
        let is_port = self.port.is_none() || self.port == named.port;
        self.scheme == named.scheme && self.host.covers(&named.host) && is_port
    }
}

impl Scheme {
    fn name(self) -> &'static str {
        match self {
            Self::Http => "http",
            Self::Https => "https",
        }
    }

    /// The default port.
    fn port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        let wrong = || OriginError(text.to_owned());
        let (scheme, rest) = text.split_once("://").ok_or_else(wrong)?;
        let mut schemes = [Scheme::Http, Scheme::Https].into_iter();
        let scheme = schemes.find(|known| known.name().eq_ignore_ascii_case(scheme));
        let scheme = scheme.ok_or_else(wrong)?;
        if let Some(host) = rest.strip_suffix(":*") {
            let host: Host = host.parse().map_err(|_| wrong())?;
            return if host.port().is_none() {
                Ok(Self { scheme, host, port: None })
            } else {
                Err(wrong())
            };
        }
        let host: Host = rest.parse().map_err(|_| wrong())?;
        let port = Some(host.port().unwrap_or(scheme.port()));
        Ok(Self { scheme, host: host.without_port(), port })
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let port = self.port.map_or_else(|| "*".to_owned(), |port| port.to_string());
        write!(formatter, "{}://{}:{port}", self.scheme.name(), self.host)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_read_and_shown_with_its_port() {
        for (text, shown) in [
            ("https://App.example", "https://app.example:443"),
            ("HTTP://localhost:5173", "http://localhost:5173"),
            ("http://[::1]:*", "http://[::1]:*"),
        ] {
            assert_eq!(text.parse::<Origin>().unwrap().to_string(), shown);
        }
        for text in
            ["", "null", "app.example", "ftp://app.example", "https://", "http://a.example:1:*"]
        {
            assert!(text.parse::<Origin>().is_err(), "{text}");
        }
    }
}
