//! The body of a request, read as a whole: neither longer nor slower than is borne, and large ones only as many at a
//! time as there is room for.

use std::{sync::Arc, time::Duration};

use http_body_util::BodyExt;
use hyper::{HeaderMap, body::Bytes, header::CONTENT_LENGTH};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, timeout, timeout_at},
};

use super::refusal::Refusal;

/// The longest body. A memory's text may be 1 MiB, and JSON may write a character with six.
const MOST_BYTES: usize = 8 << 20;
/// A body up to this length is read without asking for room: every connection may have one.
const SMALL_BYTES: usize = 64 << 10;
/// How many bytes all longer bodies together may have, from the moment they are read until they are answered.
const ROOM_BYTES: usize = 4 * MOST_BYTES;
/// How long a long body waits for room.
const ROOM_PATIENCE: Duration = Duration::from_secs(10);

/// Reads bodies.
#[derive(Debug)]
pub(super) struct BodyReader {
    room: Arc<Semaphore>,
    room_patience: Duration,
    patience: Duration,
}

/// A body, and the room it takes until it is answered; a small one takes none.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) bytes: Bytes,
    pub(super) room: Option<OwnedSemaphorePermit>,
}

impl BodyReader {
    /// A reader that waits so long for a client to send a body.
    pub(super) fn new(patience: Duration) -> Self {
        let room = Arc::new(Semaphore::new(ROOM_BYTES));
        Self { room, room_patience: ROOM_PATIENCE, patience }
    }

    /// Reads a body.
    pub(super) async fn read(
        &self,
        headers: &HeaderMap,
        mut incoming: impl hyper::body::Body<Data = Bytes> + Unpin,
    ) -> Result<Body, Refusal> {
        let announced = announced(headers).unwrap_or(MOST_BYTES);
        if announced > MOST_BYTES {
            return Err(Refusal::TooLarge);
        }
        let (mut bytes, mut room) = (Vec::new(), None);
        let mut deadline = Instant::now() + self.patience;
        loop {
            let frame = timeout_at(deadline, incoming.frame()).await;
            let Some(frame) = frame.map_err(|_| Refusal::TooSlow)? else { break };
            let Ok(data) = frame.map_err(|_| Refusal::BrokenOff)?.into_data() else { continue };
            let length = bytes.len() + data.len();
            if length > MOST_BYTES {
                return Err(Refusal::TooLarge);
            }
            if room.is_none() && length > SMALL_BYTES {
                let asked_at = Instant::now();
                room = Some(self.room_for(announced.max(length)).await?);
                deadline += asked_at.elapsed();
                bytes.reserve_exact(announced.max(length) - bytes.len());
            }
            bytes.extend_from_slice(&data);
        }
        Ok(Body { bytes: bytes.into(), room })
    }

    async fn room_for(&self, bytes: usize) -> Result<OwnedSemaphorePermit, Refusal> {
        let permits = u32::try_from(bytes).map_err(|_| Refusal::TooLarge)?;
        let room = self.room.clone().acquire_many_owned(permits);
        match timeout(self.room_patience, room).await {
            Ok(Ok(room)) => Ok(room),
            Ok(Err(_)) | Err(_) => Err(Refusal::Busy),
        }
    }
}

fn announced(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use http_body_util::Full;

    use super::*;

    async fn read(reader: &BodyReader, bytes: usize) -> Result<Body, Refusal> {
        reader.read(&HeaderMap::new(), Full::new(Bytes::from(vec![b' '; bytes]))).await
    }

    #[tokio::test]
    async fn long_bodies_take_turns_and_short_ones_do_not_wait_for_them() {
        let minute = Duration::from_secs(60);
        let reader = BodyReader { room_patience: Duration::ZERO, ..BodyReader::new(minute) };
        let mut held = Vec::new();
        for _ in 0..ROOM_BYTES / MOST_BYTES {
            held.push(read(&reader, SMALL_BYTES + 1).await.unwrap());
        }
        assert_eq!(read(&reader, SMALL_BYTES + 1).await.unwrap_err(), Refusal::Busy);
        assert_eq!(read(&reader, SMALL_BYTES).await.unwrap().bytes.len(), SMALL_BYTES);
        held.pop();
        assert_eq!(read(&reader, MOST_BYTES).await.unwrap().bytes.len(), MOST_BYTES);
        assert_eq!(read(&reader, MOST_BYTES + 1).await.unwrap_err(), Refusal::TooLarge);
    }
}
