//! Serving one client over standard input and output, until it closes its end.

use std::sync::Arc;

use mnemic::Engine;
use rmcp::{ServiceExt, service::ServerInitializeError, transport::stdio_pipes};
use thiserror::Error;

use super::{Server, Service, pipe::Pipe};

/// Why serving ended before the client did.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The client did not begin as the protocol says.
    #[error("the client did not begin with `initialize`")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The server stopped.
    #[error("the server stopped")]
    Stopped(#[source] tokio::task::JoinError),
}

/// Serves a client over standard input and output, and meanwhile keeps documents and vectors up to date. Ends when the
/// client closes its end and all it asked is answered. Standard output carries the protocol and nothing else.
pub async fn serve_stdio(engine: Arc<Engine>, service: Service) -> Result<(), ServeError> {
    let keeping = async { tokio::join!(engine.keep_documents(), engine.keep_embedded()) };
    let server = Server::new(engine.clone(), service);
    tokio::select! {
        served = serve(server) => served,
        _ = keeping => unreachable!("documents are kept for as long as it is polled"),
    }
}

async fn serve(server: Server) -> Result<(), ServeError> {
    let ours = server.clone();
    let (input, output) = stdio_pipes();
    let running = match server.serve(Pipe::new(input, output)).await {
        Ok(running) => running,
        // A client that left before it said anything.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(ServeError::Handshake(Box::new(error))),
    };
    let ended = running.waiting().await;
    // What was begun for a client that left in haste is brought to its end.
    ours.wait_for_calls().await;
    ended.map(drop).map_err(ServeError::Stopped)
}
