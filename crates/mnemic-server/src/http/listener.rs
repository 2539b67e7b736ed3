//! Accepts connections, so many at once, until the server shuts down.

use std::{io, net::SocketAddr, time::Duration};

use thiserror::Error;
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{
    connection::Connection,
    guard::GuardedRouter,
    shutdown::ShutdownSignals,
    slot::{ConnectionSlot, ConnectionSlots},
};

/// How many connections there are at once; others wait to be accepted. A guess: far more than the agents of one person,
/// and far below the 1,024 files that a process may open by default.
const MAX_CONNECTIONS: usize = 256;
/// How long requests that are under way may still take when the server shuts down. A guess, documented in
/// `docs/reference/mcp.md`.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// How long the server accepts no connection after it failed to, as when the system is out of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);

/// A socket that clients can connect to.
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

/// Why the server cannot listen.
#[derive(Debug, Error)]
pub enum ListenError {
    /// The address is beyond this machine, and nobody said that it should be.
    #[error("other machines can reach `{0}`")]
    Exposed(SocketAddr),
    /// The system refuses the address.
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

    /// The address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves connections until `shutdown` resolves. Idle ones close then, the others after their response.
    pub(super) async fn serve(
        self,
        router: GuardedRouter,
        client_timeout: Duration,
        signals: ShutdownSignals,
        shutdown: impl Future<Output = ()>,
    ) {
        let closing = CancellationToken::new();
        let mut connections = JoinSet::new();
        let serve = |stream, slot| {
            let connection = Connection { stream, slot, timeout: client_timeout };
            connection.serve(router.clone(), closing.clone())
        };
        tokio::select! {
            () = self.accept_all(&mut connections, serve) => {}
            () = shutdown => {}
        }
        drop(self.socket);
        signals.streams.cancel();
        closing.cancel();
        let all_closed = async { while connections.join_next().await.is_some() {} };
        if tokio::time::timeout(SHUTDOWN_TIMEOUT, all_closed).await.is_err() {
            tracing::warn!(connections = connections.len(), "cutting off connections");
            signals.calls.cancel();
        }
        connections.shutdown().await;
    }

    async fn accept_all<C>(
        &self,
        connections: &mut JoinSet<()>,
        serve: impl Fn(TcpStream, ConnectionSlot) -> C,
    ) where
        C: Future<Output = ()> + Send + 'static,
    {
        let slots = ConnectionSlots::new(MAX_CONNECTIONS);
        loop {
            match self.socket.accept().await {
                Ok((stream, _)) => {
                    let slot = slots.acquire().await;
                    connections.spawn(serve(stream, slot));
                }
                Err(error) => {
                    tracing::warn!(%error, "cannot accept a connection");
                    tokio::time::sleep(ACCEPT_RETRY_DELAY).await;
                }
            }
            while connections.try_join_next().is_some() {}
        }
    }
}
