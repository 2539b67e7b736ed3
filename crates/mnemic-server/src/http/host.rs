//! A host as requests name it: a name or an IP address, with or without a port.

use std::{fmt, str::FromStr};

use http::uri::Authority;
use thiserror::Error;

/// A host that requests may name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host {
    /// In lower case; an IPv6 address in brackets.
    name: String,
    /// None in an allow list means any.
    port: Option<u16>,
}

/// The text is no host.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("`{0}` is not a host name; write one like memory.example or memory.example:8443")]
pub struct HostError(String);

impl Host {
    /// Whether this entry of an allow list allows the host that a request names.
    pub(super) fn covers(&self, named: &Self) -> bool {
        self.name == named.name && (self.port.is_none() || self.port == named.port)
    }

    /// The port, if one is named.
    pub(super) fn port(&self) -> Option<u16> {
        self.port
    }

    /// The host without its port.
    pub(super) fn without_port(self) -> Self {
        Self { port: None, ..self }
    }
}

impl FromStr for Host {
    type Err = HostError;

    fn from_str(text: &str) -> Result<Self, HostError> {
        let wrong = || HostError(text.to_owned());
        let authority: Authority = text.parse().map_err(|_| wrong())?;
        let is_bare = authority.host() == authority.as_str();
        let is_port_odd = !is_bare && authority.port_u16().is_none();
        if authority.as_str().contains('@') || authority.host().is_empty() || is_port_odd {
            return Err(wrong());
        }
        Ok(Self { name: authority.host().to_ascii_lowercase(), port: authority.port_u16() })
    }
}

impl fmt::Display for Host {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.port {
            Some(port) => write!(formatter, "{}:{port}", self.name),
            None => formatter.write_str(&self.name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_host_is_read_and_shown() {
        for (text, shown) in [
            ("Memory.Example", "memory.example"),
            ("memory.example:8443", "memory.example:8443"),
            ("[::1]:6636", "[::1]:6636"),
            ("10.0.0.7", "10.0.0.7"),
        ] {
            assert_eq!(text.parse::<Host>().unwrap().to_string(), shown);
        }
        for text in
            ["", "a b", "http://a.example", "me@a.example", "a.example/x", "a.example:99999"]
        {
            assert!(text.parse::<Host>().is_err(), "{text}");
        }
    }
}
