//! Reads the body of a request as a whole, within limits of length, time and memory, before its handler runs.
//!
//! tower-http limits the length and the time of a body, but its deadline also runs while a long body waits for memory,
//! and it cannot make bodies wait for each other. So the loop is ours.

use std::{sync::Arc, time::Duration};

use axum::{
    body::{Body, Bytes},
    extract::{Request, State},
    http::{HeaderMap, header::CONTENT_LENGTH},
    middleware::Next,
    response::Response,
};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout, timeout_at},
};

use super::rejection::Rejection;

/// The longest body. A memory's text may be 1 MiB, and JSON may write a character with six.
const MAX_BYTES: usize = 8 << 20;
/// A body up to this length needs no share of the memory budget: every connection may have one. 256 of them are 16 MiB.
const SMALL_BYTES: usize = 64 << 10;
/// How many bytes all longer bodies together may hold, from when they are read until they are answered. A guess: four
/// of the longest.
const BUDGET_BYTES: usize = 4 * MAX_BYTES;
/// How long a long body waits for its share of the budget. A guess, documented in `docs/reference/mcp.md`.
const BUDGET_TIMEOUT: Duration = Duration::from_secs(10);

/// The limits that all bodies share.
#[derive(Debug)]
pub(super) struct BodyLimits {
    budget: Arc<Semaphore>,
    budget_timeout: Duration,
    client_timeout: Duration,
}

/// A body, and the share of the budget that it takes until it is answered; a small one takes none.
#[derive(Debug)]
struct Buffered {
    bytes: Bytes,
    share: Option<OwnedSemaphorePermit>,
}

/// Hands a request on when its whole body has arrived.
pub(super) async fn buffer_body(
    State(limits): State<Arc<BodyLimits>>,
    request: Request,
    next: Next,
) -> Result<Response, Rejection> {
    let (parts, body) = request.into_parts();
    let Buffered { bytes, share } = limits.read(&parts.headers, body).await?;
    let response = next.run(Request::from_parts(parts, Body::from(bytes))).await;
    drop(share);
    Ok(response)
}

impl BodyLimits {
    /// Limits for clients that may take so long to send a body.
    pub(super) fn new(client_timeout: Duration) -> Self {
        let budget = Arc::new(Semaphore::new(BUDGET_BYTES));
        Self { budget, budget_timeout: BUDGET_TIMEOUT, client_timeout }
    }

    async fn read(&self, headers: &HeaderMap, body: Body) -> Result<Buffered, Rejection> {
        let announced = content_length(headers).unwrap_or(MAX_BYTES);
        if announced > MAX_BYTES {
            return Err(Rejection::TooLarge);
        }
        let mut body = Limited::new(body, MAX_BYTES);
        let (mut bytes, mut share) = (Vec::new(), None);
        let mut deadline = Instant::now() + self.client_timeout;
        loop {
            let frame = timeout_at(deadline, body.frame()).await;
            let Some(frame) = frame.map_err(|_| Rejection::TooSlow)? else { break };
            let frame = frame.map_err(|error| match error.is::<LengthLimitError>() {
                true => Rejection::TooLarge,
                false => Rejection::BrokenOff,
            })?;
            let Ok(data) = frame.into_data() else { continue };
            let length = bytes.len() + data.len();
            if share.is_none() && length > SMALL_BYTES {
                let asked_at = Instant::now();
                share = Some(self.share_of_budget(announced.max(length)).await?);
                deadline += asked_at.elapsed();
                bytes.reserve_exact(announced.max(length) - bytes.len());
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Buffered { bytes: bytes.into(), share })
    }

    async fn share_of_budget(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Rejection> {
        let permits = u32::try_from(bytes).map_err(|_| Rejection::TooLarge)?;
        let share = self.budget.clone().acquire_many_owned(permits);
        match timeout(self.budget_timeout, share).await {
            Ok(Ok(share)) => Ok(share),
            Ok(Err(_)) | Err(_) => Err(Rejection::Busy),
        }
    }
}

fn content_length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(limits: &BodyLimits, bytes: usize) -> Result<Buffered, Rejection> {
        limits.read(&HeaderMap::new(), Body::from(vec![b' '; bytes])).await
    }

    #[tokio::test]
    async fn long_bodies_take_turns_and_short_ones_do_not_wait_for_them() {
        let minute = Duration::from_secs(60);
        let limits = BodyLimits { budget_timeout: Duration::ZERO, ..BodyLimits::new(minute) };
        let mut held = Vec::new();
        for _ in 0..BUDGET_BYTES / MAX_BYTES {
            held.push(read(&limits, SMALL_BYTES + 1).await.unwrap());
        }
        assert_eq!(read(&limits, SMALL_BYTES + 1).await.unwrap_err(), Rejection::Busy);
        assert_eq!(read(&limits, SMALL_BYTES).await.unwrap().bytes.len(), SMALL_BYTES);
        held.pop();
        assert_eq!(read(&limits, MAX_BYTES).await.unwrap().bytes.len(), MAX_BYTES);
        assert_eq!(read(&limits, MAX_BYTES + 1).await.unwrap_err(), Rejection::TooLarge);
    }
}
