//! The way out: requests over HTTP and HTTPS, if the network may be used at all.
//!
//! Calls block; whoever calls from a runtime does so beside it. Redirects are followed only where no key is sent.

mod address;
mod guard;
mod proxy;

use std::{sync::Arc, time::Duration};

use serde_json::Value;
use thiserror::Error;
use ureq::{
    Agent, Proxy,
    config::Config,
    tls::{RootCerts, TlsConfig},
    unversioned::transport::DefaultConnector,
};

pub use self::address::address_of;
pub(crate) use self::{address::without_secrets, guard::refusal};
use self::{
    guard::{GuardedResolver, Refused, refusal_by_proxy},
    proxy::Route,
};
use crate::connection::{Connection, Network, Proxies};

/// Answers of providers are read up to here: 100 vectors of 3,072 numbers as text are about 6 MB.
const MAX_ANSWER_BYTES: u64 = 64 * 1024 * 1024;
const MAX_REDIRECTS: u32 = 5;

/// How long a request is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RequestTimeout {
    /// Someone waits for what is made of the answer, and has something without it.
    Short,
    /// Nobody waits, or nothing can be done without the answer.
    Long,
}

/// Makes requests, over connections that it keeps for the next.
#[derive(Debug, Clone)]
pub struct HttpClient {
    network: Network,
    proxies: Proxies,
    direct: Agent,
    https_proxy: Option<Agent>,
    http_proxy: Option<Agent>,
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
    /// Nothing is asked there.
    #[error("Mnemic does not connect to `{url}`: {reason}")]
    Refused {
        /// Where it is.
        url: String,
        /// Why.
        reason: &'static str,
    },
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
        let direct = config(connection, None);
        Ok(Self {
            network: connection.network,
            direct: Agent::with_parts(
                direct,
                DefaultConnector::default(),
                GuardedResolver::default(),
            ),
            https_proxy: proxied_agent(connection, connection.proxies.https.as_deref())?,
            http_proxy: proxied_agent(connection, connection.proxies.http.as_deref())?,
            proxies: connection.proxies.clone(),
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
        patience: RequestTimeout,
    ) -> Result<Answer, HttpError> {
        let agent = self.agent(url)?;
        let limit = match patience {
            RequestTimeout::Short => self.question_timeout,
            RequestTimeout::Long => self.whole_timeout,
        };
        let mut request = agent.post(url).header("content-type", "application/json");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.config().max_redirects(0).timeout_global(Some(limit)).build();
        let mut response = request.send(body.to_string()).map_err(|error| failed(url, error))?;
        let retry_after = response.headers().get("retry-after");
        let retry_after_s = retry_after.and_then(|it| it.to_str().ok()?.trim().parse().ok());
        let status = response.status().as_u16();
        let body = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec();
        Ok(Answer { status, retry_after_s, body: body.map_err(|error| failed(url, error))? })
    }

    /// Opens a download.
    #[cfg(feature = "local")]
    pub(crate) fn download(&self, url: &str) -> Result<impl std::io::Read + use<>, HttpError> {
        let response = self.agent(url)?.get(url).call().map_err(|error| failed(url, error))?;
        if !response.status().is_success() {
            return Err(HttpError::Status(response.status().as_u16()));
        }
        Ok(response.into_body().into_reader())
    }

    /// Whoever makes the connection to a URL, if it may be made.
    fn agent(&self, url: &str) -> Result<&Agent, HttpError> {
        if self.network == Network::Off {
            return Err(HttpError::Offline);
        }
        let by_proxy = match self.proxies.route(url) {
            Route::Direct => None,
            Route::HttpsProxy => self.https_proxy.as_ref(),
            Route::HttpProxy => self.http_proxy.as_ref(),
        };
        let refused = if by_proxy.is_some() { refusal_by_proxy(url) } else { refusal(url) };
        match refused {
            Some(reason) => Err(HttpError::Refused { url: without_secrets(url), reason }),
            None => Ok(by_proxy.unwrap_or(&self.direct)),
        }
    }
}

/// A proxy looks names up itself, so nothing is guarded here but what the URL says.
fn proxied_agent(
    connection: &Connection,
    address: Option<&str>,
) -> Result<Option<Agent>, HttpError> {
    let Some(address) = address else { return Ok(None) };
    let proxy = Proxy::new(address).map_err(|_| HttpError::Proxy(address.to_owned()))?;
    Ok(Some(config(connection, Some(proxy)).into()))
}

fn config(connection: &Connection, proxy: Option<Proxy>) -> Config {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let tls = TlsConfig::builder()
        .root_certs(RootCerts::PlatformVerifier)
        .unversioned_rustls_crypto_provider(provider)
        .build();
    Agent::config_builder()
        .proxy(proxy)
        .tls_config(tls)
        .http_status_as_error(false)
        .max_redirects(MAX_REDIRECTS)
        .timeout_connect(Some(connection.connect_timeout))
        .timeout_send_body(Some(connection.answer_timeout))
        .timeout_recv_response(Some(connection.answer_timeout))
        .timeout_per_read(Some(connection.answer_timeout))
        .build()
}

/// Why there was no answer from `url`.
fn failed(url: &str, error: ureq::Error) -> HttpError {
    let refused = match &error {
        ureq::Error::Other(other) => other.downcast_ref::<Refused>(),
        _ => None,
    };
    match refused {
        Some(Refused(reason)) => HttpError::Refused { url: without_secrets(url), reason },
        None => HttpError::Failed(error.to_string()),
    }
}
