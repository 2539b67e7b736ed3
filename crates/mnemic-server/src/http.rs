//! Mnemic over HTTP, for clients that do not start a server of their own: MCP at `/mcp`.
//!
//! Any program on the machine can connect, and so can any web page in a browser on it. So the server answers a request
//! only when it names an allowed host, comes from an allowed origin and carries the vault's access token.

mod access;
mod body;
mod connection;
mod cors;
mod guard;
mod host;
mod listener;
mod mcp;
mod origin;
mod rejection;
mod router;
mod session;
mod shutdown;
mod slot;

use std::{sync::Arc, time::Duration};

pub use access::AccessPolicy;
pub use host::{Host, HostError};
pub use listener::{Exposure, ListenError, Listener};
use mnemic::Engine;
pub use origin::{Origin, OriginError};

use self::{body::BodyLimits, shutdown::ShutdownSignals};
use crate::mcp::{Server, Service};

/// The path of MCP.
pub const MCP_PATH: &str = "/mcp";

/// Who may use the server, and how long it waits for them.
#[derive(Debug)]
pub struct HttpConfig {
    /// Who may use the server.
    pub access: AccessPolicy,
    /// How long a client may take to send a request or to read any of a response, and may stay idle.
    pub client_timeout: Duration,
}

/// Serves clients until `shutdown` resolves, and meanwhile keeps documents and vectors up to date. Finishes the requests
/// that are under way by then.
pub async fn serve(
    engine: Arc<Engine>,
    service: Service,
    listener: Listener,
    config: HttpConfig,
    shutdown: impl Future<Output = ()>,
) {
    let HttpConfig { access, client_timeout } = config;
    let keeping = async { tokio::join!(engine.keep_documents(), engine.keep_embedded()) };
    let server = Server::new(engine.clone(), service);
    let policy = access.listening_on(listener.address());
    let signals = ShutdownSignals::default();
    let routes = mcp::routes(server.clone(), &policy, client_timeout, &signals);
    let bodies = BodyLimits::new(client_timeout);
    let router = router::guarded(routes, engine.clone(), bodies, policy);
    let serving = async {
        listener.serve(router, client_timeout, signals, shutdown).await;
        server.wait_for_calls().await;
    };
    tokio::select! {
        () = serving => {}
        _ = keeping => unreachable!("documents are kept for as long as it is polled"),
    }
}
