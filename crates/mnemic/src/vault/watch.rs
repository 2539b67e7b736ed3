//! Watching the folders of documents, so that a long-running process hears of a hand edit soon after it is saved.
//!
//! It only hastens: whoever reads still looks for itself. Each folder is watched by itself and not what lies
//! below, so that the index, the cache and the archive stay unwatched and no link is followed. Where the
//! system cannot watch, or does not tell what others change, time passes instead.

#[cfg(feature = "watch")]
mod notified;
#[cfg(not(feature = "watch"))]
mod unwatched;

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tokio::{sync::Notify, time};

use super::Vault;
#[cfg(feature = "watch")]
use notified::FolderWatcher;
#[cfg(not(feature = "watch"))]
use unwatched::FolderWatcher;

/// Editors save in several steps; what changes is looked at when nothing has changed for so long.
const QUIET: Duration = Duration::from_millis(300);
/// What changes without end is looked at after this.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look where nothing can be watched.
const POLL: Duration = Duration::from_secs(5);

/// A watch over the documents that are read.
pub struct Watch {
    vault: Arc<Vault>,
    watcher: Option<FolderWatcher>,
    signals: Arc<ChangeSignals>,
    polls: bool,
}

/// What the watch heard.
#[derive(Debug, Default)]
struct ChangeSignals {
    changed: Notify,
    /// Folders came, went or moved: which are to be watched must be found out anew.
    folders: AtomicBool,
}

impl Watch {
    /// Starts to watch. What was changed before is told as if it had just happened.
    pub fn over(vault: Arc<Vault>) -> Self {
        let signals = Arc::new(ChangeSignals::default());
        signals.signal_folder_change();
        let watcher = match mnemic_platform::network_kind(vault.root()) {
            Some(kind) => {
                tracing::info!(kind, "a network file system does not tell what others change");
                None
            }
            None => FolderWatcher::start(vault.root(), &signals),
        };
        let polls = watcher.is_none();
        Self { vault, watcher, signals, polls }
    }

    /// Waits until something may have changed.
    pub async fn changed(&self) {
        let changed = self.signals.changed.notified();
        if self.polls {
            let _ = time::timeout(POLL, changed).await;
        } else {
            changed.await;
        }
    }

    /// Waits until nothing has changed for a moment, or until it has gone on for too long.
    pub async fn wait_until_quiet(&self) {
        let until = time::Instant::now() + PATIENCE;
        let changes_again = || time::timeout(QUIET, self.signals.changed.notified());
        while time::Instant::now() < until && changes_again().await.is_ok() {}
    }

    /// Watches folders that came since, before anyone looks into them: what is saved later is told.
    pub fn watch_new_folders(&mut self) {
        if !self.signals.folders.swap(false, Ordering::AcqRel) {
            return;
        }
        let Some(watcher) = &mut self.watcher else { return };
        for folder in self.vault.watched_folders() {
            if let Err(error) = watcher.watch(&folder) {
                if !self.polls {
                    tracing::warn!(%error, "not every folder can be watched");
                }
                self.polls = true;
                return;
            }
        }
    }
}

impl ChangeSignals {
    fn signal_change(&self) {
        self.changed.notify_one();
    }

    fn signal_folder_change(&self) {
        self.folders.store(true, Ordering::Release);
        self.signal_change();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn where_nothing_can_be_watched_time_passes() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::create(folder.path()).unwrap());
        let signals = Arc::default();
        let mut watch = Watch { vault, watcher: None, signals, polls: true };
        watch.watch_new_folders();
        let started = time::Instant::now();
        watch.changed().await;
        assert_eq!(started.elapsed(), POLL);
    }

    #[tokio::test(start_paused = true)]
    async fn what_never_rests_is_looked_at_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::create(folder.path()).unwrap());
        let watch = Watch { vault, watcher: None, signals: Arc::default(), polls: false };
        let stirring = async {
            loop {
                watch.signals.signal_change();
                time::sleep(QUIET / 2).await;
            }
        };
        let started = time::Instant::now();
        tokio::select! {
            () = stirring => {}
            () = watch.wait_until_quiet() => {}
        }
        assert!((PATIENCE..PATIENCE + QUIET).contains(&started.elapsed()));
    }
}
