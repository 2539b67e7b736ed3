//! Mnemic over HTTP, for clients that do not start a server of their own: MCP at `/mcp`.
//!
//! Anyone on the machine can connect, and so can any page that a browser on it shows. So a request is let in only when
//! it names a host and comes from an origin that are listed, and shows the vault's access token.

mod body;
mod cors;
mod guard;
mod host;
mod listener;
mod mcp;
mod origin;
mod patient;
mod refusal;
mod router;
mod session;
mod stranger;

use std::{convert::Infallible, sync::Arc, time::Duration};

pub use host::{Host, HostError};
use http_body_util::combinators::BoxBody;
use hyper::{Response, body::Bytes};
pub use listener::{Exposure, ListenError, Listener};
use mnemic::{AccessToken, Engine};
pub use origin::{Origin, OriginError};

use self::{guard::Guard, mcp::McpRoute, router::Router};
use crate::mcp::{Server, Service};

/// Where MCP is.
pub const MCP_PATH: &str = "/mcp";

/// What every route answers with.
type Answer = Response<BoxBody<Bytes, Infallible>>;

/// Who is let in, and how long is waited for them.
#[derive(Debug)]
pub struct Reception {
    /// What clients show.
    pub token: AccessToken,
    /// Names of this server beside those of the machine itself.
    pub hosts: Vec<Host>,
    /// Where pages may come from that ask, beside the machine itself.
    pub origins: Vec<Origin>,
    /// How long a client may take to send a request, and may be idle.
    pub patience: Duration,
}

/// Serves clients until `leave` comes, and meanwhile keeps documents and vectors up to date. What was begun by then is
/// brought to its end.
pub async fn serve(
    engine: Arc<Engine>,
    service: Service,
    listener: Listener,
    reception: Reception,
    leave: impl Future<Output = ()>,
) {
    let keeping = async { tokio::join!(engine.keep_documents(), engine.keep_embedded()) };
    let server = Server::new(engine.clone(), service);
    let patience = reception.patience;
    let guard = Guard::new(reception, listener.address());
    let router = Router { mcp: McpRoute::new(server.clone(), &guard, patience), guard };
    let serving = async {
        listener.serve(Arc::new(router), patience, leave).await;
        server.settle().await;
    };
    tokio::select! {
        () = serving => {}
        _ = keeping => unreachable!("documents are kept for as long as it is polled"),
    }
}
