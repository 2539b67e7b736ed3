//! The way out: requests over HTTP and HTTPS, if the network may be used at all.
//!
//! Calls block; whoever calls from a runtime does so beside it. Redirects are followed only where no key is sent.

use std::{io::Read, sync::Arc, time::Duration};

use serde_json::Value;
use thiserror::Error;
use ureq::{
    Agent, Proxy,
    tls::{RootCerts, TlsConfig},
};

/// Answers of providers are read up to here: 100 vectors of 3,072 numbers as text are about 6 MB.
const MAX_ANSWER_BYTES: u64 = 64 * 1024 * 1024;
const MAX_REDIRECTS: u32 = 5;

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
    /// A proxy to go through, as `http://host:port`.
    pub proxy: Option<String>,
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
            proxy: None,
            connect_timeout: Duration::from_secs(10),
            answer_timeout: Duration::from_secs(60),
            whole_timeout: Duration::from_secs(120),
            question_timeout: Duration::from_millis(1_500),
        }
    }
}

/// How long a request is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Patience {
    /// Someone waits for what is made of the answer, and has something without it.
    Short,
    /// Nobody waits, or nothing can be done without the answer.
    Long,
}

/// Makes requests, over connections that it keeps for the next.
#[derive(Debug, Clone)]
pub struct HttpClient {
    network: Network,
    agent: Agent,
    whole_timeout: Duration,
    question_timeout: Duration,
}

/// What a server said, whatever its status.
#[derive(Debug)]
pub(crate) struct Answer {
    pub status: u16,
    pub retry_after_s: Option<u64>,
    pub body: Vec<u8>,
}

/// Why there was no answer.
#[derive(Debug, Error)]
pub enum HttpError {
    /// No connection may be made.
    #[error("the network is off")]
    Offline,
    /// The proxy's address is not one.
    #[error("`{0}` is not the address of a proxy")]
    Proxy(String),
    /// The server refused.
    #[error("status {0}")]
    Status(u16),
    /// The connection did not come about, broke or fell silent.
    #[error("{0}")]
    Failed(String),
}

impl HttpClient {
    /// A client; no connection is made yet.
    pub fn new(connection: &Connection) -> Result<Self, HttpError> {
        let proxy = connection
            .proxy
            .as_deref()
            .map(|address| Proxy::new(address).map_err(|_| HttpError::Proxy(address.to_owned())));
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(provider)
            .build();
        let config = Agent::config_builder()
            .proxy(proxy.transpose()?)
            .tls_config(tls)
            .http_status_as_error(false)
            .max_redirects(MAX_REDIRECTS)
            .timeout_connect(Some(connection.connect_timeout))
            .timeout_send_body(Some(connection.answer_timeout))
            .timeout_recv_response(Some(connection.answer_timeout))
            .timeout_per_read(Some(connection.answer_timeout))
            .build();
        Ok(Self {
            network: connection.network,
            agent: config.into(),
            whole_timeout: connection.whole_timeout,
            question_timeout: connection.question_timeout,
        })
    }

    /// Sends a JSON document and reads the whole answer.
    pub(crate) fn post(
        &self,
        url: &str,
        headers: &[(&str, &str)],
        body: &Value,
        patience: Patience,
    ) -> Result<Answer, HttpError> {
        self.check()?;
        let limit = match patience {
            Patience::Short => self.question_timeout,
            Patience::Long => self.whole_timeout,
        };
        let mut request = self.agent.post(url).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.config().max_redirects(0).timeout_global(Some(limit)).build();
        let mut response = request.send(body.to_string()).map_err(failed)?;
        let retry_after = response.headers().get("retry-after");
        let retry_after_s = retry_after.and_then(|it| it.to_str().ok()?.trim().parse().ok());
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec();
        Ok(Answer { status, retry_after_s, body: body.map_err(failed)? })
    }

    /// Opens a download.
    pub(crate) fn download(&self, url: &str) -> Result<impl Read + use<>, HttpError> {
        self.check()?;
        let response = self.agent.get(url).call().map_err(failed)?;
        if !response.status().is_success() {
            return Err(HttpError::Status(response.status().as_u16()));
        }
        Ok(response.into_body().into_reader())
    }

    fn check(&self) -> Result<(), HttpError> {
        match self.network {
            Network::On => Ok(()),
            Network::Off => Err(HttpError::Offline),
        }
    }
}

fn failed(error: ureq::Error) -> HttpError {
    HttpError::Failed(error.to_string())
}
