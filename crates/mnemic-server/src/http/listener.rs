//! Where clients come in: connections, so many at once, until the server is told to leave.

use std::{
    convert::Infallible,
    io,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use hyper::{server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{
    patient::Patient,
    router::Router,
    stranger::{Stranger, Strangers},
};

/// So many connections there are at once; others wait to be taken up.
const MOST_CONNECTIONS: usize = 256;
/// How long a connection may be silent before its first request.
const FIRST_HEAD: Duration = Duration::from_secs(10);
/// The longest head of a request.
const HEAD_BYTES: usize = 64 << 10;
/// How long answers that were begun may still take when the server leaves.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long no connection is taken up after one could not be, as when the system has no file left to give.
const BREATHER: Duration = Duration::from_millis(50);

/// Where clients come in.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

/// Who can connect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposure {
    /// Programs on this machine.
    Machine,
    /// Whoever reaches the address.
    Network,
}

/// Why nobody can come in.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The address is beyond this machine, and nobody said that it should be.
    #[error("`{0}` can be reached from other machines")]
    Exposed(SocketAddr),
    /// The address cannot be had.
    #[error("cannot listen on `{address}`")]
    Bind {
        /// The address.
        address: SocketAddr,
        /// Why.
        source: io::Error,
    },
}

impl Listener {
    /// Listens on an address; on port 0, on any that is free.
    pub async fn bind(address: SocketAddr, exposure: Exposure) -> Result<Self, ListenError> {
        if exposure == Exposure::Machine && !address.ip().is_loopback() {
            return Err(ListenError::Exposed(address));
        }
        let failed = |source| ListenError::Bind { address, source };
        let socket = TcpListener::bind(address).await.map_err(failed)?;
        let address = socket.local_addr().map_err(failed)?;
        Ok(Self { socket, address })
    }

    /// The address that is listened on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes connections up until `leave` comes. Those that are idle then are closed, the others after their answer.
    pub(super) async fn serve(
        self,
        router: Arc<Router>,
        patience: Duration,
        leave: impl Future<Output = ()>,
    ) {
        let leaving = CancellationToken::new();
        let mut connections = JoinSet::new();
        let visit =
            |stream, stranger| visit(stream, router.clone(), stranger, patience, leaving.clone());
        tokio::select! {
            () = self.take_up(&mut connections, visit) => {}
            () = leave => {}
        }
        drop(self.socket);
        router.end_streams();
        leaving.cancel();
        let all_gone = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(FAREWELL, all_gone).await.is_err() {
            tracing::warn!(connections = connections.len(), "connections are cut off");
            router.end_answers();
        }
        connections.shutdown().await;
    }

    async fn take_up<V>(
        &self,
        connections: &mut JoinSet<()>,
        visit: impl Fn(TcpStream, Stranger) -> V,
    ) where
        V: Future<Output = ()> + Send + 'static,
    {
        let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
        let strangers = Arc::new(Strangers::default());
        loop {
            match self.socket.accept().await {
                Ok((stream, _)) => {
                    let place = place_among(&places, &strangers).await;
                    let visit = visit(stream, strangers.enter());
                    connections.spawn(async move {
                        visit.await;
                        drop(place);
                    });
                }
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be taken up");
                    tokio::time::sleep(BREATHER).await;
                }
            }
            while connections.try_join_next().is_some() {}
        }
    }
}

/// A place for a connection. While there is none, a stranger makes way; clients that showed the token do not.
async fn place_among(places: &Arc<Semaphore>, strangers: &Strangers) -> OwnedSemaphorePermit {
    if let Ok(place) = places.clone().try_acquire_owned() {
        return place;
    }
    strangers.evict_oldest();
    places.clone().acquire_owned().await.expect("places are never taken away")
}

/// One connection, from its first request to its end.
async fn visit(
    stream: TcpStream,
    router: Arc<Router>,
    stranger: Stranger,
    patience: Duration,
    leaving: CancellationToken,
) {
    // Answers are small and whole: nothing is gained by waiting for more of them.
    let _ = stream.set_nodelay(true);
    let has_asked = AtomicBool::new(false);
    let stranger = Arc::new(stranger);
    let answer = service_fn(|request| {
        has_asked.store(true, Ordering::Relaxed);
        let (router, stranger) = (router.clone(), stranger.clone());
        async move { Ok::<_, Infallible>(router.answer(request, &stranger).await) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(Patient::new(stream, patience)), answer);
    let mut connection = std::pin::pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stranger.evicted() => {
            tracing::debug!("a connection without a token made way for another");
            return;
        }
        () = is_silent(&has_asked, patience) => return,
        () = leaving.cancelled() => {
            connection.as_mut().graceful_shutdown();
            // It would be waited for: a connection that never asked does not count as idle.
            if !has_asked.load(Ordering::Relaxed) {
                return;
            }
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection broke off");
    }
}

/// Comes when no request has come in time; never when one has.
async fn is_silent(has_asked: &AtomicBool, patience: Duration) {
    tokio::time::sleep(patience.min(FIRST_HEAD)).await;
    if has_asked.load(Ordering::Relaxed) {
        std::future::pending::<()>().await;
    }
}
