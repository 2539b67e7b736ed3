//! One question to a provider and its answer, asked again where that may help.
//!
//! What a refusal says stays unread: it may repeat the texts or the key.

mod backoff;
mod retry;

use serde_json::Value;
use tokio::{task::spawn_blocking, time::sleep};

use crate::{
    http::{Answer, HttpClient, HttpError, RequestTimeout},
    secret::Secret,
};
pub(crate) use backoff::Backoff;
use retry::Retry;

/// A request in a provider's own form.
#[derive(Debug, Clone)]
pub(crate) struct WireRequest {
    pub url: String,
    /// The header with the key.
    pub key: Option<(&'static str, Secret)>,
    /// Other headers that the provider wants.
    pub headers: &'static [(&'static str, &'static str)],
    pub body: Value,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Failure {
    Offline,
    Unauthorised,
    Busy {
        retry_after_s: Option<u64>,
    },
    Unreachable(String),
    /// It is not asked where it is.
    Refused(String),
    Nonsense(String),
}

/// The body of a good answer, after as many attempts as make sense. While someone waits, that is one.
pub(crate) async fn ask(
    client: &HttpClient,
    provider: &str,
    request: WireRequest,
    patience: RequestTimeout,
) -> Result<Vec<u8>, Failure> {
    let mut retry = Retry::default();
    loop {
        let failure = match attempt(client, request.clone(), patience).await {
            Ok(body) => return Ok(body),
            Err(failure) if patience == RequestTimeout::Short => return Err(failure),
            Err(failure) => failure,
        };
        let Some(pause) = retry.pause_after(&failure) else { return Err(failure) };
        tracing::debug!(provider, ?failure, pause_ms = pause.as_millis(), "asking again");
        sleep(pause).await;
    }
}

async fn attempt(
    client: &HttpClient,
    request: WireRequest,
    patience: RequestTimeout,
) -> Result<Vec<u8>, Failure> {
    let client = client.clone();
    let asked = spawn_blocking(move || post(&client, &request, patience)).await;
    accept(asked.map_err(|failure| Failure::Unreachable(failure.to_string()))?)
}

fn post(
    client: &HttpClient,
    request: &WireRequest,
    patience: RequestTimeout,
) -> Result<Answer, HttpError> {
    let key = request.key.as_ref().map(|(name, key)| (*name, key.reveal()));
    let headers: Vec<(&str, &str)> = request.headers.iter().copied().chain(key).collect();
    client.post(&request.url, &headers, &request.body, patience)
}

fn accept(answer: Result<Answer, HttpError>) -> Result<Vec<u8>, Failure> {
    let answer = answer.map_err(|error| match error {
        HttpError::Offline => Failure::Offline,
        refused @ HttpError::Refused { .. } => Failure::Refused(refused.to_string()),
        error => Failure::Unreachable(error.to_string()),
    })?;
    match answer.status {
        200..=299 => Ok(answer.body),
        401 | 403 => Err(Failure::Unauthorised),
        429 => Err(Failure::Busy { retry_after_s: answer.retry_after_s }),
        500..=599 => Err(Failure::Unreachable(format!("status {}", answer.status))),
        status => Err(Failure::Nonsense(format!("with status {status}"))),
    }
}

/// The header in which most providers want their key.
pub(crate) fn bearer(key: Option<&Secret>) -> Option<(&'static str, Secret)> {
    key.map(|key| ("authorization", Secret::new(format!("Bearer {}", key.reveal()))))
}

/// The address of a path below a provider's URL.
pub(crate) fn address(url: &str, path: &str) -> String {
    format!("{}/{path}", url.trim_end_matches('/'))
}
