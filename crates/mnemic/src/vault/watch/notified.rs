//! The system's watcher, and which of its events matter.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use mnemic_core::document::place::{self, Place};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::ChangeSignals;

/// The system's watcher.
pub(super) struct FolderWatcher(RecommendedWatcher);

impl FolderWatcher {
    /// A watcher of no folder yet, if the system has one.
    pub(super) fn start(root: &Path, signals: &Arc<ChangeSignals>) -> Option<Self> {
        let (root, signals) = (root.to_path_buf(), signals.clone());
        let hear = move |event: notify::Result<Event>| match event {
            Ok(event) => signals.take(&root, &event),
            Err(_) => signals.signal_change(),
        };
        let started = RecommendedWatcher::new(hear, Config::default().with_follow_symlinks(false));
        let started = started.map(Self);
        started.inspect_err(|error| tracing::warn!(%error, "documents cannot be watched")).ok()
    }

    /// Watches a folder, and not what lies below it.
    pub(super) fn watch(&mut self, folder: &Path) -> notify::Result<()> {
        match self.0.watch(folder, RecursiveMode::NonRecursive) {
            Err(error) if is_gone(&error) => Ok(()),
            watched => watched,
        }
    }
}

/// A folder that vanished since it was found is no failure.
fn is_gone(error: &notify::Error) -> bool {
    match &error.kind {
        ErrorKind::PathNotFound => true,
        ErrorKind::Io(error) => error.kind() == std::io::ErrorKind::NotFound,
        _ => false,
    }
}

impl ChangeSignals {
    fn take(&self, root: &Path, event: &Event) {
        let touched = |matters: fn(&str) -> bool| {
            let below = |path: &PathBuf| path.strip_prefix(root).ok()?.to_str().map(matters);
            event.paths.iter().any(|path| below(path) == Some(true))
        };
        if event.need_rescan()
            || is_create_or_remove(&event.kind) && touched(place::may_hold_documents)
        {
            self.signal_folder_change();
        } else if !matches!(event.kind, EventKind::Access(_)) && touched(is_read) {
            self.signal_change();
        }
    }
}

fn is_create_or_remove(kind: &EventKind) -> bool {
    use notify::event::ModifyKind::Name;
    matches!(kind, EventKind::Create(_) | EventKind::Remove(_) | EventKind::Modify(Name(_)))
}

fn is_read(path: &str) -> bool {
    Place::at(path).is_some_and(|place| place.is_read())
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::Ordering, time::Duration};

    use notify::event::{AccessKind, CreateKind, DataChange, Flag, ModifyKind, RenameMode};
    use tokio::time;

    use super::*;

    /// Whether an event wakes the watcher, and whether the watcher lists folders again.
    fn signalled(kind: EventKind, path: &str) -> (bool, bool) {
        let root = Path::new("/vault");
        let signals = ChangeSignals::default();
        signals.take(root, &Event::new(kind).add_path(root.join(path)));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let changed = async { time::timeout(Duration::ZERO, signals.changed.notified()).await };
        (runtime.block_on(changed).is_ok(), signals.folders.load(Ordering::Acquire))
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
            assert_eq!(signalled(kind, path), expected, "{kind:?} {path}");
        }
    }

    #[test]
    fn what_was_missed_is_looked_for() {
        let signals = ChangeSignals::default();
        signals.take(Path::new("/vault"), &Event::new(EventKind::Other).set_flag(Flag::Rescan));
        assert!(signals.folders.load(Ordering::Acquire));
    }
}
