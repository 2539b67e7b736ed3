//! Keeping documents up to date in a long-running process: after its own writes, and after people's.

use std::time::Duration;

use crate::{
    engine::Engine,
    error::Error,
    vault::{disk::blocking, watch::Watch},
};

/// How long writes are gathered before documents are written.
const PAUSE: Duration = Duration::from_millis(500);

impl Engine {
    /// Keeps documents up to date for as long as it is polled: begins within a second of a write, and takes hand
    /// edits in soon after they are saved. While people keep saving it waits up to three seconds more, for a
    /// moment in which nothing changes. Of several processes one does it for all.
    pub async fn keep_documents(&self) {
        let vault = self.vault().clone();
        let mut watch = blocking(move || Watch::over(vault)).await;
        let mut last_failure = None;
        loop {
            tokio::select! {
                () = self.scribe().update_requested() => tokio::time::sleep(PAUSE).await,
                () = watch.changed() => {}
            }
            watch.wait_until_quiet().await;
            watch = blocking(move || {
                watch.watch_new_folders();
                watch
            })
            .await;
            match self.keep_once().await {
                Ok(()) => last_failure = None,
                Err(error) => {
                    let failure = error.to_string();
                    if last_failure.as_ref() != Some(&failure) {
                        tracing::warn!(%error, "documents are behind");
                    }
                    last_failure = Some(failure);
                }
            }
        }
    }

    /// Runs the scribe, or asks for it again when someone else is at it.
    async fn keep_once(&self) -> Result<(), Error> {
        self.write_down().await;
        if self.scribe().is_busy().await {
            self.scribe().request_update();
            return Ok(());
        }
        let written = self.scribe().update_documents().await;
        self.learner().compare_written().await;
        if self.scribe().has_unsettled() {
            self.scribe().request_update();
        }
        written
    }
}
