//! Stands for the system's watcher in a program that is built without the feature `watch`: time passes instead.

use std::{convert::Infallible, path::Path, sync::Arc};

use super::ChangeSignals;

/// There is none.
pub(super) enum FolderWatcher {}

impl FolderWatcher {
    pub(super) fn start(_: &Path, _: &Arc<ChangeSignals>) -> Option<Self> {
        None
    }

    pub(super) fn watch(&mut self, _: &Path) -> Result<(), Infallible> {
        match *self {}
    }
}
