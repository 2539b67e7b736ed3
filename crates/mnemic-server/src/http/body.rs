//! The body of a request, read as a whole: neither longer nor slower than is borne.

use std::time::Duration;

use http_body_util::{BodyExt, LengthLimitError, Limited};
use hyper::{
    HeaderMap,
    body::{Bytes, Incoming},
    header::CONTENT_LENGTH,
};

use super::refusal::Refusal;

/// The longest body. A memory's text may be 1 MiB, and JSON may write a character with six.
const MOST_BYTES: usize = 8 << 20;

/// Reads a body.
pub(super) async fn read(
    headers: &HeaderMap,
    body: Incoming,
    patience: Duration,
) -> Result<Bytes, Refusal> {
    if announced(headers).is_some_and(|bytes| bytes > MOST_BYTES as u64) {
        return Err(Refusal::TooLarge);
    }
    let reading = Limited::new(body, MOST_BYTES).collect();
    match tokio::time::timeout(patience, reading).await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(Refusal::TooLarge),
        Ok(Err(_)) => Err(Refusal::BrokenOff),
        Err(_) => Err(Refusal::TooSlow),
    }
}

fn announced(headers: &HeaderMap) -> Option<u64> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}
