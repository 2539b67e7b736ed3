//! One connection, from its first request to its end.
//!
//! `axum::serve` sets neither the time that a head may take nor its length, and closes no connection that stays silent.
//! So connections are run by hyper itself, and axum only answers.

use std::{
    convert::Infallible,
    pin::Pin,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use axum::body::Body;
use hyper::{Request, body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{io::AsyncWrite, net::TcpStream};
use tokio_io_timeout::TimeoutWriter;
use tokio_util::sync::CancellationToken;

use super::{guard::GuardedRouter, slot::ConnectionSlot};

/// How long a connection may stay silent before its first request. A guess: clients connect when they have something to
/// send.
const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest head of a request. A guess: eight times what most servers accept by default.
const MAX_HEAD_BYTES: usize = 64 << 10;

pub(super) struct Connection {
    pub(super) stream: TcpStream,
    pub(super) slot: ConnectionSlot,
    /// How long the client may take to send a head or to read any of a response, and may stay idle.
    pub(super) timeout: Duration,
}

impl Connection {
    /// Answers requests until the client leaves, is too slow or is evicted. After `shutdown`, answers only the request
    /// that is under way.
    pub(super) async fn serve(self, router: GuardedRouter, shutdown: CancellationToken) {
        let Self { stream, slot, timeout } = self;
        // Responses are small and whole: nothing is gained by waiting for more of them.
        let _ = stream.set_nodelay(true);
        let has_asked = AtomicBool::new(false);
        let respond = service_fn(|request: Request<Incoming>| {
            has_asked.store(true, Ordering::Relaxed);
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(slot.authentication());
            let router = router.clone();
            async move { Ok::<_, Infallible>(router.respond(request).await) }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(timeout)
            .max_buf_size(MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(with_write_timeout(stream, timeout)), respond);
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = slot.evicted() => {
                tracing::debug!("evicted an unauthenticated connection for another");
                return;
            }
            () = no_request_in_time(&has_asked, timeout) => return,
            () = shutdown.cancelled() => {
                connection.as_mut().graceful_shutdown();
                // hyper does not count a connection that never asked as idle, and would wait for its first request.
                if !has_asked.load(Ordering::Relaxed) {
                    return;
                }
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "connection broke off");
        }
    }
}

/// Fails a write when the client reads nothing for so long, so that it does not keep its slot.
fn with_write_timeout<S: AsyncWrite>(stream: S, timeout: Duration) -> Pin<Box<TimeoutWriter<S>>> {
    let mut writer = TimeoutWriter::new(stream);
    writer.set_timeout(Some(timeout));
    Box::pin(writer)
}

/// Resolves when no request has come in time; never when one has.
async fn no_request_in_time(has_asked: &AtomicBool, timeout: Duration) {
    tokio::time::sleep(timeout.min(FIRST_REQUEST_TIMEOUT)).await;
    if has_asked.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

    use super::*;

    #[tokio::test]
    async fn a_write_to_a_client_that_reads_nothing_times_out() {
        let (ours, _theirs) = duplex(8);
        let written = with_write_timeout(ours, Duration::from_millis(1)).write_all(&[7; 64]).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn a_client_that_reads_gets_everything() {
        let (ours, mut theirs) = duplex(8);
        let mut writer = with_write_timeout(ours, Duration::from_secs(60));
        let mut read = vec![0; 64];
        let (written, taken) =
            tokio::join!(writer.write_all(&[7; 64]), theirs.read_exact(&mut read));
        assert!(written.is_ok() && taken.is_ok());
        assert_eq!(read, [7; 64]);
    }
}
