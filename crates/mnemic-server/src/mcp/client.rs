//! The client of a call: what it calls itself, whether it still waits, and how it hears of long work.

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};
use tokio::{sync::mpsc, task::JoinHandle};

/// The client of a call.
#[derive(Clone)]
pub(super) struct Client {
    /// What it calls itself.
    pub(super) name: Option<String>,
    /// How it is reached.
    pub(super) peer: Peer<RoleServer>,
    /// Whether it answers for a language model.
    pub(super) samples: bool,
    context: RequestContext<RoleServer>,
}

impl Client {
    /// The client that asked.
    pub(super) fn of(context: &RequestContext<RoleServer>) -> Self {
        let capabilities = context.client_capabilities();
        Self {
            name: context.client_info().map(|client| client.name),
            peer: context.peer.clone(),
            samples: capabilities.is_some_and(|capabilities| capabilities.sampling.is_some()),
            context: context.clone(),
        }
    }

    /// Whether it took its call back.
    pub(super) fn is_gone(&self) -> bool {
        self.context.ct.is_cancelled()
    }

    /// How it is told of progress, if it wants to be.
    pub(super) fn progress(&self) -> Progress {
        let Some(token) = self.context.meta.get_progress_token() else {
            return Progress { channel: None };
        };
        let peer = self.peer.clone();
        let (sender, mut receiver) = mpsc::unbounded_channel::<ProgressNotificationParam>();
        let sending = tokio::spawn(async move {
            while let Some(step) = receiver.recv().await {
                if let Err(error) = peer.notify_progress(step).await {
                    tracing::debug!(%error, "the client does not hear of progress");
                }
            }
        });
        Progress { channel: Some((token, sender, sending)) }
    }
}

/// How a client is told of progress: one step after the other, all of them before the answer.
pub(super) struct Progress {
    channel:
        Option<(ProgressToken, mpsc::UnboundedSender<ProgressNotificationParam>, JoinHandle<()>)>,
}

impl Progress {
    /// So much is done, of so much.
    pub(super) fn report(&self, done: u64, total: Option<u64>, message: &str) {
        let Some((token, sender, _)) = &self.channel else { return };
        let mut step = ProgressNotificationParam::new(token.clone(), done as f64);
        step.total = total.map(|total| total as f64);
        step.message = Some(message.to_owned());
        // Nobody listens any more when the connection is gone.
        let _ = sender.send(step);
    }

    /// Waits until everything was told.
    pub(super) async fn finish(self) {
        let Some((_, sender, sending)) = self.channel else { return };
        drop(sender);
        if let Err(error) = sending.await {
            tracing::debug!(%error, "not all progress was reported");
        }
    }
}
