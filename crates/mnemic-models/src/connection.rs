//! Whether and how connections are made: what a caller decides, and no client yet.

use std::time::Duration;

/// Whether connections may be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Network {
    /// Yes, where a caller asked for something that needs one.
    On,
    /// None, not even on this machine.
    Off,
}

/// How connections are made.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Whether they are.
    pub network: Network,
    /// What they go through.
    pub proxies: Proxies,
    /// How long a connection may take to come about.
    pub connect_timeout: Duration,
    /// How long an answer may take to begin, or a download to go on.
    pub answer_timeout: Duration,
    /// How long a request may take as a whole, however busily its answer trickles in.
    pub whole_timeout: Duration,
    /// The same for a request that someone waits for.
    pub question_timeout: Duration,
}

impl Default for Connection {
    fn default() -> Self {
        Self {
            network: Network::On,
            proxies: Proxies::default(),
            connect_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(60),
            whole_timeout: Duration::from_secs(120),
            question_timeout: Duration::from_millis(1_500),
        }
    }
}

/// The proxies that lead out of here, and what is asked without them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Proxies {
    /// For `https://`, as `http://host:port`.
    pub https: Option<String>,
    /// For `http://`.
    pub http: Option<String>,
    /// What is asked directly: names, which count for what is below them too, addresses, ranges as `10.0.0.0/8`, or `*`.
    /// This machine always is.
    pub except: Vec<String>,
}

impl Proxies {
    /// The proxies that environment variables name, by the conventions of curl. `variable` looks one up.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let first = |names: &[&str]| names.iter().copied().find_map(&variable);
        let except = first(&["NO_PROXY", "no_proxy"]).unwrap_or_default();
        Self {
            https: first(&["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"]),
            http: first(&["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"]),
            except: except.split([',', ' ']).map(str::to_owned).collect(),
        }
    }
}
