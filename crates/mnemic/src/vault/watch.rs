//! Watching the folders of documents, so that a long-running process hears of a hand edit soon after it is saved.
//!
//! It only hastens: whoever reads still looks for itself. Each folder is watched by itself and not what lies
//! below, so that the index, the cache and the archive stay unwatched and no link is followed. Where the
//! system cannot watch, or does not tell what others change, time passes instead.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use mnemic_core::document::place::{self, Place};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use tokio::{sync::Notify, time};

use super::Vault;

/// Editors save in several steps; what changes is looked at when nothing has changed for so long.
const QUIET: Duration = Duration::from_millis(300);
/// What changes without end is looked at after this.
const PATIENCE: Duration = Duration::from_secs(3);
/// How often to look where nothing can be watched.
const POLL: Duration = Duration::from_secs(5);

/// A watch over the documents that are read.
pub struct Watch {
    vault: Arc<Vault>,
    watcher: Option<RecommendedWatcher>,
    heard: Arc<Heard>,
    polls: bool,
}

/// What the watch heard.
#[derive(Debug, Default)]
struct Heard {
    stirred: Notify,
    /// Folders came, went or moved: which are to be watched must be found out anew.
    folders: AtomicBool,
}

impl Watch {
    /// Starts to watch. What was changed before is told as if it had just happened.
    pub fn over(vault: Arc<Vault>) -> Self {
        let heard = Arc::new(Heard::default());
        heard.folders.store(true, Ordering::Release);
        heard.stirred.notify_one();
        let watcher = match mnemic_platform::network_kind(vault.root()) {
            Some(kind) => {
                tracing::info!(kind, "a network file system does not tell what others change");
                None
            }
            None => start(vault.root(), &heard),
        };
        let polls = watcher.is_none();
        Self { vault, watcher, heard, polls }
    }

    /// Waits until something may have changed.
    pub async fn stirred(&self) {
        let stirred = self.heard.stirred.notified();
        if self.polls {
            let _ = time::timeout(POLL, stirred).await;
        } else {
            stirred.await;
        }
    }

    /// Waits until nothing has changed for a moment, or until it has gone on for too long.
    pub async fn quiet(&self) {
        let until = time::Instant::now() + PATIENCE;
        let stirs_again = || time::timeout(QUIET, self.heard.stirred.notified());
        while time::Instant::now() < until && stirs_again().await.is_ok() {}
    }

    /// Watches folders that came since, before anyone looks into them: what is saved later is told.
    pub fn widen(&mut self) {
        if !self.heard.folders.swap(false, Ordering::AcqRel) {
            return;
        }
        let Some(watcher) = &mut self.watcher else { return };
        for folder in self.vault.watched_folders() {
            match watcher.watch(&folder, RecursiveMode::NonRecursive) {
                Ok(()) => {}
                Err(error) if is_gone(&error) => {}
                Err(error) => {
                    if !self.polls {
                        tracing::warn!(%error, "not every folder can be watched");
                    }
                    self.polls = true;
                    return;
                }
            }
        }
    }
}

fn start(root: &Path, heard: &Arc<Heard>) -> Option<RecommendedWatcher> {
    let (root, heard) = (root.to_path_buf(), heard.clone());
    let hear = move |event: notify::Result<Event>| match event {
        Ok(event) => heard.take(&root, &event),
        Err(_) => heard.stirred.notify_one(),
    };
    let started = RecommendedWatcher::new(hear, Config::default().with_follow_symlinks(false));
    started.inspect_err(|error| tracing::warn!(%error, "documents cannot be watched")).ok()
}

/// A folder that vanished since it was found is no failure.
fn is_gone(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

impl Heard {
    fn take(&self, root: &Path, event: &Event) {
        let touched = |matters: fn(&str) -> bool| {
            let below = |path: &PathBuf| path.strip_prefix(root).ok()?.to_str().map(matters);
            event.paths.iter().any(|path| below(path) == Some(true))
        };
        if event.need_rescan() || comes_or_goes(&event.kind) && touched(place::may_hold_documents) {
            self.folders.store(true, Ordering::Release);
            self.stirred.notify_one();
        } else if !matches!(event.kind, EventKind::Access(_)) && touched(is_read) {
            self.stirred.notify_one();
        }
    }
}

fn comes_or_goes(kind: &EventKind) -> bool {
    use notify::event::ModifyKind::Name;
    matches!(kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(Name(_)))
}

fn is_read(path: &str) -> bool {
    Place::at(path).is_some_and(|place| place.is_read())
}

#[cfg(test)]
mod tests {
    use notify::event::{AccessKind, CreateKind, DataChange, Flag, ModifyKind, RenameMode};

    use super::*;

    /// Whether an event stirs, and whether folders are looked for anew.
    fn heard(kind: EventKind, path: &str) -> (bool, bool) {
        let root = Path::new("/vault");
        let heard = Heard::default();
        heard.take(root, &Event::new(kind).add_path(root.join(path)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let stirred = async { time::timeout(Duration::ZERO, heard.stirred.notified()).await };
        (runtime.block_on(stirred).is_ok(), heard.folders.load(Ordering::Acquire))
    }

    #[test]
    fn only_documents_that_are_read_and_their_folders_matter() {
        let data = EventKind::Modify(ModifyKind::Data(DataChange::Any));
        let renamed = EventKind::Modify(ModifyKind::Name(RenameMode::To));
        let made = EventKind::Create(CreateKind::Folder);
        let opened = EventKind::Access(AccessKind::Any);
        for (kind, path, expected) in [
            (data, "global/MEMORY.md", (true, false)),
            (renamed, "projects/x/USER.md", (true, false)),
            (data, "global/memory/long/k7f3q9ab.md", (true, false)),
            (opened, "global/MEMORY.md", (false, false)),
            (data, "global/memory/2026-11-15.md", (false, false)),
            (data, "global/archive/2026-11.md", (false, false)),
            (renamed, "global/.MEMORY.md.mnemic-1-k7f3q9ab.tmp", (false, false)),
            (renamed, "global/MEMORY.md~", (false, false)),
            (data, ".lock", (false, false)),
            (made, "journal", (false, false)),
            (made, "global/notes", (false, false)),
            (made, "projects", (true, true)),
            (made, "projects/x", (true, true)),
            (renamed, "agents/a/memory", (true, true)),
            (made, "global/memory/long", (true, true)),
            (opened, "projects", (false, false)),
        ] {
            assert_eq!(heard(kind, path), expected, "{kind:?} {path}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn where_nothing_can_be_watched_time_passes() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::create(folder.path()).unwrap());
        let heard = Arc::default();
        let mut watch = Watch { vault, watcher: None, heard, polls: true };
        watch.widen();
        let started = time::Instant::now();
        watch.stirred().await;
        assert_eq!(started.elapsed(), POLL);
    }

    #[tokio::test(start_paused = true)]
    async fn what_never_rests_is_looked_at_all_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::create(folder.path()).unwrap());
        let watch = Watch { vault, watcher: None, heard: Arc::default(), polls: false };
        let stirring = async {
            loop {
                watch.heard.stirred.notify_one();
                time::sleep(QUIET / 2).await;
            }
        };
        let started = time::Instant::now();
        tokio::select! {
            () = stirring => {}
            () = watch.quiet() => {}
        }
        assert!((PATIENCE..PATIENCE + QUIET).contains(&started.elapsed()));
    }

    #[test]
    fn what_was_missed_is_looked_for() {
        let heard = Heard::default();
        heard.take(Path::new("/vault"), &Event::new(EventKind::Other).set_flag(Flag::Rescan));
        assert!(heard.folders.load(Ordering::Acquire));
    }
}
