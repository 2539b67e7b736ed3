//! How responses that are under way learn that the server shuts down.

use tokio_util::sync::CancellationToken;

/// Streams close as soon as the server shuts down; calls are cancelled only when its time is up.
#[derive(Debug, Clone, Default)]
pub(super) struct ShutdownSignals {
    pub(super) streams: CancellationToken,
    pub(super) calls: CancellationToken,
}
